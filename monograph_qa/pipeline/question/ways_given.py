"""Whether a question names a way of giving a drug (eye drops, a gel) that no label here is for."""

import re
from collections.abc import Sequence

from monograph_qa.domain.intent import DrugMention
from monograph_qa.domain.label import Label
from monograph_qa.names.beside import formulation_of, says_formulation
from monograph_qa.pipeline.question.narrowing import PLAIN_RELEASE, RELEASE, described, units
from monograph_qa.ranking import DOSES
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.products import distinct_forms, product_words
from monograph_qa.vocabulary.question_words import stop_words, words_with_role
from monograph_qa.vocabulary.rows import sorted_table, split_list

_OF, _INJECTION = "of", "injection"
_SOLID = frozenset({"tablet", "capsule"})
_CONCENTRATION = re.compile(r"u-\d{3}")
_USUAL = "u-100"  # of an insulin that says none
_BESIDE = 3  # words behind a name: "tramadol 50 mg IR", "oral solution" as a liquid
_DOSING = "dosage_and_administration"
_IN_PLACE = re.compile(r"\b(?:not (?:be )?substitut|not (?:be )?interchang)", re.I)
_MASS = re.compile(r"(?P<number>\d[\d,]*(?:\.\d+)?)\s?(?P<of>mc|m|)g\b")
_IN_MG = {"mc": 0.001, "m": 1.0, "": 1000.0}
_BEHIND_A_WAY = ("after_name", "schedule", "of_dosing")
_PHRASE_END = re.compile(r"[,;:?!+&]|[.–—-]\s|\b(?:or|vs|versus|from|to|with|plus)\b", re.I)


def other_way(
    labels: Sequence[Label], question: str, mention: DrugMention, reader: LibraryReader
) -> tuple[str, bool] | None:
    """The product by the route or form said beside the name that none of the labels is, where each
    tells its own, and whether one doses by it all the same: "intrathecal baclofen" is another
    product than the tablets, and "diclofenac gel" than the capsules, but what is for infusion may
    go into the spine as well, as all that is injected. None where nothing tells."""
    word, is_before = _way_named(question, mention)
    routes = [routes_of(label) for label in labels]
    if not word or not all(routes) or any(_is_in_brand(word, each) for each in labels):
        return None
    asked = routes_by(word)
    is_of_route = any(route in way for each in routes for way in each for route in asked)
    # An ointment is no cream, though both go on the skin; a tablet may stand for the capsule.
    is_form = word in product_words("way")
    of_form = any(word in units(described(each)) for each in labels)
    is_apart = not of_form and all(_sets_apart(word, each, reader) for each in labels)
    if is_of_route and (of_form or not (is_form or is_apart)):
        return None
    injected = set(split_list(product_words("through")[_INJECTION]))
    is_injected = not injected.isdisjoint(frozenset[str]().union(*routes))
    is_alike = is_of_route or (is_injected and injected.issuperset(asked))
    is_dosed = is_alike and not is_apart and any(_doses_by(word, each, reader) for each in labels)
    if is_of_route and is_dosed:
        return None
    return f"{word} {mention.asked}" if is_before else f"{mention.asked} {word}", is_dosed


def other_release(labels: Sequence[Label], question: str, mention: DrugMention) -> tuple[str, bool]:
    """The release, form or concentration said beside the name that no label here is of:
    "gliclazide MR" where only plain tablets are, "olanzapine ODT", "insulin U-500"; and whether
    each label tells of which release or concentration it is. "" where one may be, or none is said.
    """
    forms = distinct_forms() | {PLAIN_RELEASE}
    beside = _told_beside(question, mention)
    form = next((each for each in beside if each in forms or _CONCENTRATION.fullmatch(each)), "")
    if not form or any(_is_of(form, label) for label in labels):
        return "", False
    is_strength = _CONCENTRATION.fullmatch(form) is not None
    told = [
        any(map(_CONCENTRATION.fullmatch, words)) if is_strength else _is_released(words)
        for words in (units(described(label)) for label in labels)
    ]
    if form == _USUAL and not any(told):
        return "", False
    is_another = all(told) and (is_strength or form.endswith(RELEASE))
    return f"{mention.asked} {form.upper() if is_strength else form}", is_another


def other_state(
    labels: Sequence[Label], question: str, mention: DrugMention, reader: LibraryReader
) -> tuple[str, bool]:
    """The drug by the form said beside its name, where all labels here are of others and none says
    how to make it of its own, "atorvastatin suspension" of tablets, or "" where not; and whether
    it is another product: a capsule may stand for the tablet."""
    states = {word: frozenset(split_list(said)) for word, said in product_words("state").items()}
    beside = _told_beside(question, mention)
    form = next((each for each in beside if each in states and each != _INJECTION), "")
    here = [[states[word] for word in units(described(each)) if word in states] for each in labels]
    if not form or not all(here) or any(states[form] & own for each in here for own in each):
        return "", False
    if any(_doses_by(form, label, reader) for label in labels):
        return "", False
    is_alike = all(own <= _SOLID for each in here for own in (states[form], *each))
    is_told = not is_alike or all(label.product.forms for label in labels)
    return f"{mention.asked} {form}" if is_told else "", not is_alike


def _is_in_brand(word: str, label: Label) -> bool:
    """Whether a brand has the word itself: "Cortrophin Gel" is an injection."""
    return word in plain_key(label.product.brand or "").split()


def _told_beside(question: str, mention: DrugMention) -> tuple[str, ...]:
    """The words beside a name that may tell its form: the first behind it, and the one before."""
    before, after = _beside(question, mention)
    return (*after[:_BESIDE], *before[-1:])


def _is_of(said: str, label: Label) -> bool:
    """Whether a label says that it is of a release or a form, or may be of the plain release."""
    if said == PLAIN_RELEASE:
        forms = [units(form) for form in label.product.forms] or [units(label.title)]
        released = {form[-1] for form in forms if _is_released(form)}
        # "Extended-release tablets" are called "the tablets" for short as well.
        return any(not _is_released(form) and released.isdisjoint(form[-1:]) for form in forms)
    return said in units(described(label))


def _is_released(form: Sequence[str]) -> bool:
    return any(word.endswith(RELEASE) for word in form)


def without_formulations(labels: Sequence[Label], mention: DrugMention) -> list[Label]:
    """The labels without those of another formulation where the name says none and others are
    here: of doxorubicin and Doxil, "doxorubicin" is the first."""
    plain = [label for label in labels if not formulation_of(label.product.brand)]
    return list(plain if plain and not _tells_formulation(labels, mention) else labels)


def only_formulation(labels: Sequence[Label], question: str, mention: DrugMention) -> str:
    """The formulation that all labels of a drug are of, though its bare name is asked for; "" where
    one is not, or the brand, the formulation or the way it is given ("inhaled") is said."""
    said = {formulation_of(label.product.brand) for label in labels}
    is_told = _tells_formulation(labels, mention) or bool(_way_named(question, mention)[0])
    if len(said) != 1 or is_told:
        return ""
    return said.pop()


def _tells_formulation(labels: Sequence[Label], mention: DrugMention) -> bool:
    """Whether the name asked for means a brand of the labels, or says the formulation."""
    asked = set(plain_key(f"{mention.asked} {mention.name}").split())
    brands = (set(plain_key(label.product.brand or "").split()) for label in labels)
    return says_formulation(mention.asked) or any(map(asked.intersection, brands))


def is_given_otherwise(brand: str, labels: Sequence[Label]) -> bool:
    """Whether a known brand is given by none of the routes that one of the labels is for: AzaSite
    goes into the eye, and no infusion of azithromycin stands for it; or is of a formulation or a
    form that one of them does not say to be of."""
    said = [f"{label.drug} {described(label)}" for label in labels]
    if formulation_of(brand) and not all(map(says_formulation, said)):
        return True
    rows = sorted_table("brand_routes").rows(plain_key(brand))
    forms = {form for _, form, _ in rows if form}
    if any(forms.isdisjoint(units(each)) for each in said if forms):
        return True
    routes = {way for words, *_ in rows for word in split_list(words) for way in routes_by(word)}
    return bool(routes) and any(own and routes.isdisjoint(own) for own in map(routes_of, labels))


def is_of_other_strengths(brand: str, labels: Sequence[Label]) -> bool:
    """Whether a known brand has none of the strengths of one of the labels, where both tell them:
    Reclast has 5 mg of zoledronic acid, and a label of 4 mg is of another product."""
    rows = sorted_table("brand_strengths").rows(plain_key(brand))
    known = {strength for (strengths, *_) in rows for strength in split_list(strengths)}
    own = [_in_mg(label) for label in labels]
    return bool(known) and any(each and known.isdisjoint(each) for each in own)


def is_another_brand(asked: str, labels: Sequence[Label], question: str) -> bool:
    """Whether the name is that of a shorter brand of other strengths than each of the labels, of
    which the question says no more: Aristada is injected once a month or two, Aristada Initio to
    begin with."""
    begun, said = f"{plain_key(asked)} ", set(plain_key(question).split())
    for label in labels:
        brand = plain_key(label.product.brand or "")
        rest = brand.removeprefix(begun)
        if rest == brand or not rest.isalpha() or rest in said:
            return False
    return all(is_of_other_strengths(asked, [label]) for label in labels)


def _in_mg(label: Label) -> set[str]:
    """The strengths of a label of one ingredient in mg, without what they are in."""
    found = filter(None, map(_MASS.match, label.product.strengths))
    return {f"{float(each['number'].replace(',', '')) * _IN_MG[each['of']]:g}" for each in found}


def _way_named(question: str, mention: DrugMention) -> tuple[str, bool]:
    """The word before the name, or those behind it and its strength, that tell how it is given, and
    whether it is the one before; "" where none does."""
    before, after = _beside(question, mention)
    if before[-1:] == [_OF]:  # "tablets of azithromycin"
        before = before[:-1]
    if before and routes_by(before[-1]):
        return before[-1], True
    if after and not after[0].isalpha():
        after = after[1:]
    for word in (" ".join(after[:2]), *after[:1]):
        if routes_by(word) and (word not in product_words("route") or _ends(after[1:2])):
            return word, False
    return "", False


def _beside(question: str, mention: DrugMention) -> tuple[list[str], list[str]]:
    """The words of the name's own phrase before and behind it: "on apixaban, IM ok?" tells of
    another drug that is given so."""
    before = _PHRASE_END.split(question[: mention.start])[-1]
    return units(before), units(_PHRASE_END.split(question[mention.stop :])[0])


def _ends(following: Sequence[str]) -> bool:
    """Whether a route said of the drug ends there: "oral dose", but no "oral contraceptives"."""
    return all(
        not word.isalpha()
        or word in stop_words().union(*map(words_with_role, _BEHIND_A_WAY))
        or bool(routes_by(word))
        for word in following
    )


def routes_by(word: str) -> tuple[str, ...]:
    """The routes by which what a word names is given; none for any other word."""
    kinds = (product_words(kind) for kind in ("route", "way", "through"))
    return next((split_list(words[word]) for words in kinds if word in words), ())


def routes_of(label: Label) -> frozenset[str]:
    """The routes of a label, by its words and its forms; none where a form alone tells none."""
    said = frozenset(label.product.routes)
    forms = [_routes_by_form(form) for form in label.product.forms]
    if not said and not all(forms):
        return frozenset()
    # An injection that is said to be intravenous is not subcutaneous as well.
    return said.union(*(routes for routes in forms if said.isdisjoint(routes)))


def _routes_by_form(form: str) -> tuple[str, ...]:
    words = units(form)
    said = (routes_by(word) for word in (" ".join(words[-2:]), *words))
    return next(filter(None, said), ())


def _doses_by(way: str, label: Label, reader: LibraryReader) -> bool:
    """Whether a sentence on doses names the way, in the section on these where there is one: what
    rats were injected with is no dose."""
    names = re.compile(rf"\b{re.escape(way)}s?\b", re.I)
    dosing = _sections_of_doses(label, reader)
    return any(
        names.search(fact.quote) and not DOSES.isdisjoint(fact.attributes)
        for fact in reader.facts(label.label_id)
        if not dosing or fact.section_id in dosing
    )


def _sections_of_doses(label: Label, reader: LibraryReader) -> frozenset[str]:
    """The sections on dosage and administration, with all below them."""
    found: set[str] = set()
    for section in reader.sections(label.label_id):
        if section.section_key == _DOSING or section.parent_id in found:
            found.add(section.section_id)
    return frozenset(found)


def _sets_apart(form: str, label: Label, reader: LibraryReader) -> bool:
    """Whether a label says that another form of its drug must not stand for its own: "do not
    substitute COMETRIQ capsules with cabozantinib tablets"."""
    names = re.compile(rf"\b{re.escape(form)}s?\b", re.I)
    quotes = (fact.quote for fact in reader.facts(label.label_id))
    return any(_IN_PLACE.search(quote) and names.search(quote) for quote in quotes)
