"""Refusals that help: what is not here, what it is, and what may be chosen instead."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from monograph_qa.domain.answer import Candidate, Outcome, Refusal
from monograph_qa.domain.intent import DrugMention, KnownName, NameHit, UnknownDrug
from monograph_qa.domain.label import DrugName, Label, NameKind
from monograph_qa.errors import NoSuchLabel
from monograph_qa.names.ingredients import parts_of
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.name_keys import lookup_keys, plain_ingredients, plain_key

MOST_OFFERED = 8  # labels; more are a list to look through and no choice
_MOST_PRODUCTS = 3
OUT_OF_SCOPE = Refusal(
    Outcome.OUT_OF_SCOPE,
    "This is not a question that a drug label answers. Ask about a drug in the library: its "
    "dosing, side effects, interactions, pharmacokinetics, storage and so on.",
)


def unknown_drugs(
    drugs: Sequence[UnknownDrug], mentions: Sequence[DrugMention], reader: LibraryReader
) -> Refusal:
    """No label of these drugs is here; what each of them is or may mean, labels to choose from."""
    said = [not_here(drugs), *why_withdrawn((drug.asked for drug in drugs), reader)]
    hits = [hit for drug in drugs for hit in (*drug.near, *drug.held)]
    labels = _labels_of(hits, reader)
    if not labels and (labels := _with_more_inside(drugs, reader)):
        here = " and ".join(dict.fromkeys(label.drug for label in labels))
        said.append(f"What is here has more in it: {here}.")
    if labels:
        choice = "Choose one of these labels" if len(labels) > 1 else "Choose this label"
        said.append(f"{choice}, or ask again with the name you mean.")
    elif mentions:
        named = " or ".join(dict.fromkeys(mention.asked for mention in mentions))
        said.append(f"A label of {named} is here: ask about it by itself.")
    # What is surely another product is not here, whatever else may be chosen in its place.
    is_sure = all(drug.known and not (drug.near or drug.is_misspelt) for drug in drugs)
    outcome = Outcome.CLARIFY if labels and not is_sure else Outcome.NOT_FOUND
    return Refusal(outcome, " ".join(said), candidates(labels))


def _with_more_inside(drugs: Sequence[UnknownDrug], reader: LibraryReader) -> list[Label]:
    """The labels of combinations that hold all ingredients of one of these, and another:
    imipenem/cilastatin/relebactam for "imipenem/relebactam"."""
    found: list[str] = []
    for parts in (parts_of(drug.asked) for drug in drugs):
        words = plain_key(" ".join(parts)).split() if len(parts) > 1 else []
        bearing = [{label for *_, label in reader.names_with_word(word)} for word in words]
        found += sorted(set.intersection(*bearing)) if bearing else []
    return _labels(found, reader)


def why_withdrawn(drugs: Iterable[str], reader: LibraryReader) -> list[str]:
    """That a label of such a drug was here, and why it is out of every answer."""
    gone = (label for drug in drugs for label in reader.withdrawn_bearing(lookup_keys(drug)))
    return list(dict.fromkeys(map(_is_out, gone)))


def none_is_of(drugs: Sequence[str], reader: LibraryReader) -> NoSuchLabel:
    """The error that says that no label here is of any of these drugs, and which one was."""
    named = " or ".join(map(repr, drugs))
    why = (line.rstrip(".") for line in why_withdrawn(drugs, reader))
    return NoSuchLabel("; ".join([f"no label here is of {named}", *why]))


def _is_out(label: Label) -> str:
    named = ", ".join(filter(None, [label.title, label.product.maker]))
    return f"Withdrawn: {named}: {label.withdrawn}."


def not_here(drugs: Sequence[UnknownDrug]) -> str:
    """The line above an answer from another drug's label: no label of these is here."""
    unexplained = [drug.asked for drug in drugs if not (drug.known or drug.near)]
    said = [_not_here(unexplained)] if unexplained else []
    return " ".join([*said, *(_explained(drug) for drug in drugs if drug.known or drug.near)])


def only_what_is_said_of(drugs: Sequence[UnknownDrug]) -> str:
    """The line above what another drug's label says of drugs that are not here."""
    return f"{not_here(drugs)} Only what a label here says of it can be shown."


def which_drug(reader: LibraryReader) -> Refusal:
    """The question names no drug; a small library's labels are offered."""
    few = reader.current_labels() if reader.count_current() <= MOST_OFFERED else []
    message = "Which drug is meant? Name it in the question."
    return Refusal(Outcome.CLARIFY, message, candidates(few))


def no_vaccine(asked: str) -> Refusal:
    """No vaccine against what the question names is here."""
    return Refusal(Outcome.NOT_FOUND, _not_here([asked]))


def which_vaccine(mention: DrugMention, labels: Sequence[Label]) -> Refusal:
    """Several vaccines against what the question names are here, and their doses differ."""
    message = f"{len(labels)} vaccines here may be meant by “{mention.asked}”. Which one?"
    return Refusal(Outcome.CLARIFY, message, candidates(list(labels)[:MOST_OFFERED]))


def other_drug(mention: DrugMention, named: Label) -> Refusal:
    """The label that the asker chose is not of the drug that the question names."""
    message = (
        f"The question names {mention.asked}, but the label chosen is {named.title}. "
        "Ask again without --label, or about the drug of that label."
    )
    return Refusal(Outcome.CLARIFY, message)


def not_of_route(asked: str, labels: Sequence[Label]) -> Refusal:
    """The labels of the drug are for other routes, or of other forms, than the question names
    ("diclofenac gel")."""
    here = dict.fromkeys(filter(None, [_forms(labels), _given(labels)]))
    return _offered(asked, ", ".join(here), labels)


def not_this_product(asked: str, labels: Sequence[Label]) -> Refusal:
    """What is asked for is another product than those here: one ingredient alone, another brand."""
    brands = dict.fromkeys(label.product.brand or label.drug for label in labels)
    return _offered(asked, " and ".join(brands), labels)


def _offered(asked: str, here: str, labels: Sequence[Label]) -> Refusal:
    message = (
        f"No label of {asked} is in this library; what is here is {here}. "
        "Choose with --label ID to ask of that."
    )
    return Refusal(Outcome.CLARIFY, message, candidates(list(labels)[:MOST_OFFERED]))


def only_dosed_by(asked: str, labels: Sequence[Label]) -> str:
    """The line above what a label for another route says of the one that the question names."""
    here = f"By its title and forms what is here is {_given(labels)}"
    return f"{here}; shown is what it says of {asked}."


def no_such_release(asked: str, labels: Sequence[Label]) -> str:
    """The line above what the labels of another release say: doses may differ."""
    here = f"; what is here is {forms}" if (forms := _forms(labels)) else ""
    return f"No label here says that it is of {asked}{here}."


def only_formulated(mention: DrugMention, formulation: str) -> str:
    """The line above what the label of another formulation says: doses differ."""
    return (
        f"No label here says that it is of plain {mention.asked}; what is here is {formulation}, "
        "which is another product."
    )


def no_such_salt(asked: str, names: Sequence[DrugName]) -> str:
    """The line above what the labels of another salt or ester say: doses may differ."""
    salts = [name for name in names if name.kind is NameKind.SALT]
    generics = [name for name in names if name.kind is NameKind.GENERIC]
    here = dict.fromkeys(_lower(name.name) for name in salts or generics)
    return f"No label here says that it is of {asked}; what is here is {' and '.join(here)}."


def not_of_ester(asked: str, names: Sequence[DrugName], labels: Sequence[Label]) -> Refusal:
    """The labels of the drug are of another ester, which is another product."""
    message = f"{no_such_salt(asked, names)} Choose with --label ID to ask of that."
    return Refusal(Outcome.NOT_FOUND, message, candidates(list(labels)[:MOST_OFFERED]))


def not_by(maker: str, mention: DrugMention, reader: LibraryReader) -> str:
    """The line above what another maker's label says of the drug that bears a maker's name; where
    that maker's was here, why it is out."""
    gone = reader.withdrawn_bearing(lookup_keys(mention.name))
    own = [e for e in gone if plain_key(e.product.maker or "").startswith(plain_key(maker))]
    line = f"No label of {maker} is here; read as {mention.asked}, as others make it."
    return " ".join([line, *map(_is_out, own)])


def _given(labels: Sequence[Label]) -> str:
    routes = dict.fromkeys(way for label in labels for way in label.product.routes)
    return f"for {' and '.join(routes)} use" if routes else _forms(labels)


def _forms(labels: Sequence[Label]) -> str:
    return " and ".join(dict.fromkeys(form for each in labels for form in each.product.forms))


def also_named(others: Sequence[DrugMention], named: Label) -> str:
    """The question names other held drugs than that of the label chosen: they are not answered."""
    names = " and ".join(dict.fromkeys(mention.asked for mention in others))
    alone = f"Answered from the label chosen alone ({named.drug})"
    return f"{alone}; the label of {names} was not asked."


def only_of_combination(mention: DrugMention, drug: str) -> str:
    """The drug is here only as one ingredient of the label that is answered from."""
    return (
        f"No label of {mention.asked} alone is in this library; "
        f"answered from that of {_lower(drug)}."
    )


def candidates(labels: Sequence[Label]) -> tuple[Candidate, ...]:
    """Labels to choose from; those of one drug are told apart by their files and dates."""
    shared = Counter(label.drug.casefold() for label in labels)
    return tuple(
        Candidate(
            label.drug,
            label.label_id,
            label.title,
            edition_of(label) if shared[label.drug.casefold()] > 1 else "",
        )
        for label in labels
    )


def edition_of(label: Label) -> str:
    """Maker and file of a label and when it was revised."""
    revised = f"revised {label.revision_date}" if label.revision_date else ""
    name = PurePath(label.source_path).name
    return ", ".join(filter(None, [label.product.maker, name, revised]))


def _labels_of(hits: Iterable[NameHit], reader: LibraryReader) -> list[Label]:
    return _labels((label_id for hit in hits for label_id in hit.label_ids), reader)


def _labels(ids: Iterable[str], reader: LibraryReader) -> list[Label]:
    """The first of the labels, no more than are offered."""
    return [reader.get_label(each) for each in list(dict.fromkeys(ids))[:MOST_OFFERED]]


def _not_here(asked: Sequence[str]) -> str:
    named = " or ".join(f"“{each}”" for each in asked)
    return f"No label of {named} is in this library."


def _explained(drug: UnknownDrug) -> str:
    products = "; ".join(dict.fromkeys(_product(each) for each in drug.known[:_MOST_PRODUCTS]))
    if drug.near:
        near = " or ".join(dict.fromkeys(hit.name for hit in drug.near))
        more = f" It may also mean {products}; no label of that is here." if products else ""
        return f"{_not_here([drug.asked])} Did you mean {near}?{more}"
    here = ""
    if drug.held:
        shortest = min(drug.held, key=lambda hit: len(hit.name))
        here = f" Labels of {_lower(shortest.name)} are here."
    if drug.is_misspelt:
        return f"{_not_here([drug.asked])} It may mean {products}.{here}"
    made_of = list(dict.fromkeys(_made_of(each) for each in drug.known if each.ingredients))
    if len(made_of) > 1:  # of several salts: what they share
        made_of = list(dict.fromkeys(_without_salts(each) for each in drug.known))
    what = " or ".join(made_of[:_MOST_PRODUCTS])
    is_brand = any(each.kind == NameKind.BRAND for each in drug.known)
    same = {lookup_keys(drug.asked)[-1]} == {" ".join(plain_ingredients([m])) for m in made_of}
    if not what or (same and not is_brand):
        return f"{_not_here([drug.asked])}{here}"
    kind = "a brand of " if is_brand else ""
    return f"“{drug.asked}” is {kind}{what}; no label of it is in this library.{here}"


def _product(known: KnownName) -> str:
    if known.kind == NameKind.BRAND and known.ingredients:
        brand = known.name.title() if known.name.isupper() else known.name
        return f"{brand}, a brand of {_made_of(known)}"
    return _lower(known.name)


def _made_of(known: KnownName) -> str:
    if len(plain_ingredients(known.ingredients)) < len(known.ingredients):
        return _without_salts(known)
    return " and ".join(_lower(each) for each in known.ingredients)


def _without_salts(known: KnownName) -> str:
    return " and ".join(plain_ingredients(known.ingredients))


def _lower(name: str) -> str:
    return name.lower() if name.isupper() else name
