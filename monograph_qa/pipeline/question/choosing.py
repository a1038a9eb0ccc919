"""Which labels a question means: one a drug, chosen by the question, the asker, or not at all."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import PurePath

from monograph_qa.domain.answer import Refusal
from monograph_qa.domain.intent import DrugMention, Intent, QuestionKind
from monograph_qa.domain.label import DrugName, Label
from monograph_qa.errors import NoSuchLabel, NotFound
from monograph_qa.frames.contrasts import contrasts_in
from monograph_qa.frozen import frozen
from monograph_qa.names.beside import find_other_maker, unstated_salt
from monograph_qa.names.combinations import is_only_a_part, is_part_of
from monograph_qa.names.nicknames import are_several_vaccines, find_vaccine
from monograph_qa.pipeline.question.absent import (
    is_answered_all_the_same,
    says_again,
    taken_in,
)
from monograph_qa.pipeline.question.held import HeldNames
from monograph_qa.pipeline.question.narrowing import described, narrowed
from monograph_qa.pipeline.question.offering import (
    OUT_OF_SCOPE,
    also_named,
    no_such_release,
    no_such_salt,
    no_vaccine,
    not_by,
    not_here,
    not_of_ester,
    not_of_route,
    not_this_product,
    only_dosed_by,
    only_formulated,
    only_of_combination,
    only_what_is_said_of,
    other_drug,
    unknown_drugs,
    which_drug,
    which_vaccine,
    why_withdrawn,
)
from monograph_qa.pipeline.question.ways_given import (
    is_another_brand,
    only_formulation,
    other_release,
    other_state,
    other_way,
    without_formulations,
)
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.name_keys import name_key, name_parts
from monograph_qa.vocabulary.tokens import singular, tokenize

MOST_TOGETHER = 4  # labels side by side: more are no answer that one can read
_AGENTS, _ALONE = "agents", "alone"
_NO_FORM = frozenset({"for", "film", "coated", "usp", "and", "hard", "soft", "oral"})


@frozen
class Choice:
    """The labels to answer from, in the order asked; or why there are none. `missing` says which of
    the drugs named are not answered."""

    labels: tuple[Label, ...] = ()
    refusal: Refusal | None = None
    missing: str = ""


def choose_labels(
    intent: Intent, reader: LibraryReader, *, label: str | None, all_labels: bool
) -> Choice:
    """The labels that the question is about. `label` (an id, or words of title, maker, form,
    strength, file that fit only one) overrides the question's own words; `all_labels` answers from
    each label of an ingredient. Raises NotFound when `label` fits no current label, or several."""
    if intent.kind is QuestionKind.OUT_OF_SCOPE:
        return Choice(refusal=OUT_OF_SCOPE)
    if label is not None:
        return _chosen(intent, reader, label)
    missing: list[str] = []
    if intent.unknown_drugs and not says_again(intent):
        if not is_answered_all_the_same(intent):
            return Choice(refusal=unknown_drugs(intent.unknown_drugs, intent.drugs, reader))
        asked = (drug.asked for drug in intent.unknown_drugs)
        missing = [not_here(intent.unknown_drugs), *why_withdrawn(asked, reader)]
    if intent.foreign:
        missing = [only_what_is_said_of(intent.foreign)]
    if not intent.drugs:
        if vaccine := find_vaccine(tokenize(intent.question), HeldNames(reader)):
            return Choice(refusal=no_vaccine(intent.question[vaccine.start : vaccine.stop]))
        return Choice(refusal=which_drug(reader))
    chosen: dict[str, Label] = {}
    compares = intent.kind is QuestionKind.COMPARISON
    about = intent.drugs if compares else asked_about(intent)
    fitting = [
        (m, narrowed(without_formulations(_labels_of(m, reader), m), _said_of(m, intent), m))
        for m in about
    ]
    if not compares and not intent.is_of_interactions:
        fitting = _without_parts(fitting)
    parts = [(m, own) for m, own in fitting if all(is_part_of(m.asked, e.drug) for e in own)]
    if parts and parts == fitting and not all_labels and _is_alone(intent.question):
        return Choice(refusal=not_this_product(f"{parts[0][0].asked} alone", parts[0][1]))
    is_maker = HeldNames(reader).is_maker
    for mention, labels in fitting:
        if not all_labels and is_another_brand(mention.asked, labels, intent.question):
            return Choice(refusal=not_this_product(mention.asked, labels))
        other = None if all_labels else other_way(labels, intent.question, mention, reader)
        if other:
            product, is_dosed = other
            if not is_dosed:
                return Choice(refusal=not_of_route(product, labels))
            missing.append(only_dosed_by(product, labels))
        release, is_another = other_release(labels, intent.question, mention)
        if not (is_another or other):
            state, is_another = other_state(labels, intent.question, mention, reader)
            release = state if is_another else release or state
        if is_another and not all_labels:
            return Choice(refusal=not_of_route(release, labels))
        missing += [no_such_release(release, labels)] if release else []
        if formulation := only_formulation(labels, intent.question, mention):
            missing.append(only_formulated(mention, formulation))
        stated = (name.name for name in _names_of(labels, reader))
        if salt := unstated_salt(intent.question, mention, stated):
            names = list(_names_of(labels, reader))
            if not all_labels and not name_parts().esters.isdisjoint(salt.split()):
                return Choice(refusal=not_of_ester(salt, names, labels))
            missing.append(no_such_salt(salt, names))
        makers = [each.product.maker or "" for each in labels]
        if maker := find_other_maker(intent.question, mention, makers, is_maker):
            missing.append(not_by(intent.question[slice(*maker)], mention, reader))
        if not all_labels and are_several_vaccines(labels):
            return Choice(refusal=which_vaccine(mention, labels))
    # "X with Y" is answered from the one label of X, however many there are of Y.
    # Of two drugs named, that with one label here answers, and the other is taken as well.
    is_clear = not compares and any(len(labels) == 1 for _, labels in fitting)
    most = 1 if is_clear else max(MOST_TOGETHER // len(fitting), 1)
    for mention, labels in fitting:
        if len(labels) > 1 and not all_labels:
            if is_clear and not intent.is_of_interactions:
                missing.append(
                    f"{len(labels)} labels of {mention.name} are here as well: ask of each apart."
                )
                continue
            labels, several = answered_together(labels, mention.asked, most)
            missing.append(several)
        chosen.update((each.label_id, each) for each in labels)
    missing += [only_of_combination(m, own[0].drug) for m, own in parts]
    return Choice(labels=tuple(chosen.values()), missing=" ".join(filter(None, missing)))


def _is_alone(question: str) -> bool:
    return _ALONE in contrasts_in(question).get(_AGENTS, ())


def _said_of(mention: DrugMention, intent: Intent) -> str:
    """The question without the names of other drugs: "metformin ER and Teva-metformin" says nothing
    of a maker of the first."""
    said = intent.question
    for other in intent.drugs:
        if other != mention and other.start < other.stop:
            blank = " " * (other.stop - other.start)
            said = said[: other.start] + blank + said[other.stop :]
    return said


def _labels_of(mention: DrugMention, reader: LibraryReader) -> list[Label]:
    return [reader.get_label(each) for each in mention.label_ids]


def _names_of(labels: Sequence[Label], reader: LibraryReader) -> Iterator[DrugName]:
    """The names of the labels, read one label at a time, and only as far as they are looked at."""
    for each in labels:
        yield from reader.names(each.label_id)


def _without_parts(
    fitting: Sequence[tuple[DrugMention, list[Label]]],
) -> list[tuple[DrugMention, list[Label]]]:
    """The drugs with their labels, but for those that are an ingredient of another one named: "the
    ibuprofen in Combiflam" asks of Combiflam alone."""
    drugs = [label.drug for _, labels in fitting for label in labels]
    kept = [each for each in fitting if not any(is_part_of(each[0].asked, drug) for drug in drugs)]
    return kept or list(fitting)


def asked_about(intent: Intent) -> tuple[DrugMention, ...]:
    """The drugs that are asked about, that which is to be taken first. One that the patient is on
    already ("on X, wants Y"), or that is here only as a part of another product, is only taken with
    them, unless how two go together is asked: one label may be silent on what the other forbids."""
    said = taken_in(intent)
    together = intent.is_of_interactions
    about = [m for m in intent.drugs if together or m.start not in said.already]
    about = about or list(intent.drugs)
    is_with = said.already if together else {m.start for m in about}
    about = [m for m in about if not (m.start in is_with and is_only_a_part(m))] or about
    return tuple(sorted(about, key=lambda m: m.start not in said.next))


def _chosen(intent: Intent, reader: LibraryReader, label: str) -> Choice:
    of_drugs = {label_id for mention in intent.drugs for label_id in mention.label_ids}
    named = get_label(reader, label, of_drugs)
    # A label that was offered for an unknown name is the one that the asker has chosen.
    strange = [
        each
        for each in intent.unknown_drugs
        if not any(named.label_id in hit.label_ids for hit in (*each.near, *each.held))
    ]
    if strange:
        return Choice(refusal=unknown_drugs(strange, intent.drugs, reader))
    if named.withdrawn is not None:
        raise NotFound(f"{named.label_id} ({named.title}) is withdrawn: {named.withdrawn}")
    if named.superseded_by is not None:
        raise NotFound(
            f"{named.label_id} is version {named.version} of {named.title}, which a newer "
            f"version replaced: ask {named.superseded_by}"
        )
    is_named = any(named.label_id in mention.label_ids for mention in intent.drugs)
    if intent.drugs and not is_named and not intent.unknown_drugs:
        return Choice(refusal=other_drug(intent.drugs[0], named))
    others = [m for m in intent.drugs if named.label_id not in m.label_ids]
    return Choice(labels=(named,), missing=also_named(others, named) if others else "")


def drug_of(label: Label) -> DrugMention:
    """The drug of a label, as a question would mention it that does not write its name."""
    return DrugMention(label.drug, label.drug, (label.label_id,), 0, 0)


def get_label(
    reader: LibraryReader, named: str, among: Collection[str] = (), *, withdrawn: bool = False
) -> Label:
    """The one label that `labels_called` finds, or that is `among` those. Raises NotFound, naming
    the candidates, when none or several fit."""
    fitting = labels_called(reader, named, withdrawn=withdrawn)
    chosen = [each for each in fitting if each.label_id in among]
    fitting = chosen if len(chosen) == 1 else fitting
    if len(fitting) == 1:
        return fitting[0]
    if not fitting and not withdrawn:
        out = [e for e in labels_called(reader, named, withdrawn=True) if e.withdrawn]
        if out:
            raise NotFound(f"{named!r} is withdrawn: {out[0].title}: {out[0].withdrawn}")
    if not fitting:
        what = "withdrawn label" if withdrawn else "label"
        raise NoSuchLabel(f"no {what} is called {named!r}")
    titles = "; ".join(f"{each.label_id} {each.title}" for each in fitting[:8])
    raise NotFound(f"{named!r} fits {len(fitting)} labels: {titles}")


def labels_called(reader: LibraryReader, named: str, *, withdrawn: bool = False) -> list[Label]:
    """The current labels, or those `withdrawn`, called so: by an id, its start, words of a title, a
    name of the drug, or maker, form, strength, revision, set id, file."""
    with suppress(NotFound):
        return [reader.get_label(named)]
    folded = named.casefold()
    ways: tuple[Callable[[Label], bool], ...] = (
        lambda each: each.label_id.startswith(named),
        lambda each: folded in each.title.casefold() or folded == each.drug.casefold(),
        lambda each: _says_all(folded, f"{each.title} {each.drug}"),
        lambda each: _says_all(folded, _identifying_text(each)),
    )
    current = reader.current_labels()
    if withdrawn:
        current = [each for each in reader.labels() if each.withdrawn is not None]
    fitting: list[Label] = []
    for fits in ways:
        fitting = fitting or [each for each in current if fits(each)]
    if fitting:
        return fitting
    if withdrawn:
        return reader.withdrawn_bearing([name_key(named)])
    bearing = {label_id for *_, label_id in reader.names_by_keys([name_key(named)])}
    return [each for each in current if each.label_id in bearing]


def _says_all(folded: str, text: str) -> bool:
    text = text.casefold()
    return all(word in text for word in folded.split())


def _identifying_text(label: Label) -> str:
    """What identifies a label among those of its drug: maker, form, strength, revision, file."""
    identifiers = (label.drug, label.revision_date, label.product.set_id, *label.product.numbers)
    return " ".join(
        filter(None, [described(label), *identifiers, PurePath(label.source_path).name])
    )


def answered_together(labels: Sequence[Label], asked: str, most: int) -> tuple[list[Label], str]:
    """The labels that answer, the newest first, and the line that says so. Of more than `most`, one
    of each form and route answers: the preferred one, else the newest."""

    def age(label: Label) -> tuple[bool, str, str]:
        return label.preferred, label.revision_date or "", label.label_id

    ordered = sorted(labels, key=age, reverse=True)
    if len(ordered) <= most:
        return ordered, ""
    kinds: dict[frozenset[str], Label] = {}
    for label in ordered:
        kinds.setdefault(kind_of(label), label)
    chosen = list(kinds.values())[:most]
    forms = "each form" if len(kinds) <= most else f"{most} of {len(kinds)} forms"
    left = len(labels) - len(chosen)
    which = "preferred" if any(label.preferred for label in chosen) else "newest"
    return chosen, (
        f"{len(labels)} labels here are of {asked}; answered from the {which} of {forms}. "
        f"{left} other{'s' * (left > 1)}: --label ID, or --all-labels."
    )


def kind_of(label: Label) -> frozenset[str]:
    """Form and route in words that compare: "tablet, film coated" is "film-coated tablets"."""
    product = label.product
    said = " ".join([*product.forms[:1], *product.routes[:1]]).casefold()
    words = {singular(word) for word in said.replace("-", " ").replace(",", " ").split()}
    return frozenset(words - _NO_FORM)
