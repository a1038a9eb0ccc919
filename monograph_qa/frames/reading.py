"""The frame of a question: what it tells of the patient, and the concepts that it names."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from monograph_qa.domain.frame import Facet, Frame, FrameValue, Named
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.domain.label import Label
from monograph_qa.frames.amounts import amounts_in
from monograph_qa.frames.asked_measures import patient_ranges, patient_text
from monograph_qa.frames.concepts import (
    classes_of,
    concepts_of_drugs,
    named_concepts,
    terms_of_class,
)
from monograph_qa.frames.denied import without_denied
from monograph_qa.frames.effects import effects_asked
from monograph_qa.frames.lab_values import conditions_of_values
from monograph_qa.frames.lab_words import lab_units
from monograph_qa.frames.lines import LabelLines
from monograph_qa.frames.measures import spans_in, without_references
from monograph_qa.frames.spans import ENDLESS, LABS, ORGANS, PEOPLE, Measure, Span
from monograph_qa.frames.spoken import changes_named, spoken_concepts
from monograph_qa.frames.stances import stances_in
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.name_keys import name_parts, plain_key
from monograph_qa.vocabulary.products import made_of, products_called
from monograph_qa.vocabulary.question_words import pattern_of_role, stop_words, words_with_role
from monograph_qa.vocabulary.tokens import Token, keys_of, tokenize

_UNITS = {
    Measure.WEIGHT: "kg",
    Measure.AGE: "months",
    Measure.SURFACE: "m²",
    Measure.GESTATION: "weeks",
    Measure.KIDNEY: "mL/min",
    Measure.LIVER: "Child-Pugh",
}
_FACETS = {Facet.ORGAN: ORGANS, Facet.PEOPLE: PEOPLE, Facet.LAB: LABS}
_MOST = 16  # values of one text; a table's row may have dozens
_BEGUN = r"(?:\b(?:starting|beginning|initiating|commencing)\s+)?"
_MILLISECONDS = r"(?<=\d)\s?(ms)\b"  # and no multiple sclerosis
_VACCINE = "vaccine"
_LONGEST = 3  # words; longer names are descriptions, which no other label repeats


def read_question(
    intent: Intent,
    label: Label,
    whole: Intent,
    called: Mapping[str, Sequence[str]] | None = None,
) -> Frame:
    """The frame of a question, or of a part of the `whole`, to one label, whose own names are left
    out; `called` are the names of the held drugs named, by what the question calls them."""
    said = _words_of(intent, label)
    words = tuple(word for word in said if word not in stop_words())
    telling = {part for word in intent.words for part in word.split()}
    concepts = [
        each
        for each in named_concepts(_without_homographs(said, whole.question))
        # "Black box" names a section, and no patient.
        if each.facet is Facet.COMEDICATION or not telling.isdisjoint(each.said.split())
    ]
    concepts += [each for each in changes_named(said) if each not in concepts]
    concepts += _spoken(intent.question, concepts)
    concepts = _with_vaccines(concepts, label, whole.question)
    concepts, denied = without_denied(concepts, whole.question)
    concepts = _without_label_drug(concepts, intent, label, whole.question)
    concepts += _measured(whole.question)
    named = _with_effects(_with_partners(concepts, intent, label, called or {}), intent)
    spans = patient_ranges(patient_text(whole))
    explained = {word for each in (*named, *denied) for word in each.said.split()}
    values = [value_of(span) for span in spans]
    values += [FrameValue(each.facet, each.concept) for each in named]
    values += [FrameValue(Facet.TOPIC, name) for name in intent.topics]
    unread = tuple(word for word in words if word not in explained)
    return Frame(tuple(dict.fromkeys(values)), tuple(named), unread, denied)


def as_label_writes(frame: Frame, lines: LabelLines) -> Frame:
    """The frame, what it names found by the short forms, too, that the label gives it:
    "azathioprine (AZA)" once, and AZA from there on."""
    named = []
    for each in frame.named:
        terms = dict.fromkeys(each.terms)
        short = (form for term in terms for form in lines.short_for(term))
        named.append(replace(each, narrower=tuple(dict.fromkeys((*each.narrower, *short)))))
    return replace(frame, named=tuple(named))


def _with_vaccines(concepts: Sequence[Named], label: Label, question: str) -> list[Named]:
    """The concepts, a disease that is named as what a vaccine is against ("a COVID booster") as
    that vaccine, unless it is the label's own."""
    own = set(plain_key(f"{label.drug} {label.title}").split())
    folded = plain_key(question)
    kept = []
    for each in concepts:
        against = rf"\b{re.escape(each.said)}\s(?:\w+\s)?{pattern_of_role('vaccine')}\b"
        is_own = any(own.issuperset(term) for term in ((each.said,), *each.narrower))
        if each.facet is Facet.CONDITION and not is_own and re.search(against, folded):
            each = replace(
                each,
                facet=Facet.COMEDICATION,
                concept=f"{each.said} {_VACCINE}",
                broader=terms_of_class(_VACCINE),
            )
        kept.append(each)
    are_told = any(each.concept.endswith(f" {_VACCINE}") for each in kept)
    return [each for each in kept if not (are_told and each.concept == _VACCINE)]


def _spoken(text: str, concepts: Sequence[Named]) -> list[Named]:
    """What a text names in words that no label has, where it names it in no others."""
    known = {each.concept for each in concepts}
    return [each for each in spoken_concepts(text) if each.concept not in known]


def _without_homographs(words: Sequence[str], question: str) -> list[str]:
    """The words without those that are short for a disease only in capitals ("add" is not ADD), or
    for a person ("her PCP") or a place ("ED: took …", "in the ED"). Each leaves a gap, so that its
    neighbours are not read together."""
    typed = {token.key for token in tokenize(question) if token.text.isupper()}
    place = pattern_of_role("place")
    meant_so = (
        _MILLISECONDS,
        r"\b(\w+)-free\b",
        rf"\b{pattern_of_role('whose')}\s+({pattern_of_role('person')})\b",
        rf"(?:^|\b(?:in|to|at|from)\s+)(?:the\s+)?({place})\b(?=\s*[:,–-]|.*\?)",
        rf"\b({place})\s+(?:visit|doc\w*|nurse|physician|attending|team|staff|pt|patient)\b",
    )
    others = words_with_role("in_capitals") - typed
    others |= {at[1] for each in meant_so for at in re.finditer(each, question.casefold())}
    return ["" if word in others else word for word in words]


def _without_label_drug(
    concepts: Sequence[Named], intent: Intent, label: Label, question: str
) -> list[Named]:
    """The concepts without the label's ingredients, of which every sentence speaks.

    Another brand of them is found by its name alone, and so is one ingredient of several. A second
    name of the drug that is asked about ("Norvasc (amlodipine)", "stop the statin") is left out."""
    ingredients = set(made_of(label.drug))
    classes = frozenset[str]().union(*map(classes_of, ingredients))
    asked = {plain_key(drug.asked) for drug in intent.drugs if label.label_id in drug.label_ids}
    kept = []
    for each in concepts:
        parts = set(each.concept.split(" + "))
        is_drug = each.facet is Facet.COMEDICATION
        if is_drug and _is_label_drug(each, ingredients, classes, question):
            continue
        if is_drug and parts <= ingredients:
            if each.said in ingredients or (parts == ingredients and asked - {each.said}):
                continue
            narrower = each.narrower if parts < ingredients else ()
            each = replace(each, narrower=narrower, broader=(), broadest=())
        kept.append(each)
    return kept


def _is_label_drug(
    named: Named, ingredients: Collection[str], classes: Collection[str], question: str
) -> bool:
    """Whether a name means the label's drug, not a comedication: its class with "the" ("stop the
    statin"), or an ingredient with an amount ("the apap level"); not another brand of it."""
    said = re.escape(named.said)
    itself = rf"(?:the|this|that)\s+{said}"
    if named.concept in ingredients and not products_called(named.said.split()):
        itself = (
            rf"{said}\s+{pattern_of_role('of_an_amount')}|{pattern_of_role('amount_of')}\s+{said}"
            rf"|{said}\s+1\s?:\s?[\d,]+"  # a strength as of "epi 1:100,000"
        )
    elif named.concept not in classes:
        return False
    return re.search(rf"\b(?:{itself})\b", question, re.I) is not None


@lru_cache(maxsize=1024)
def label_drugs(label: Label) -> frozenset[str]:
    """The concepts of the label's drugs and of their classes: where a vaccine's label speaks of the
    vaccine, it names no other drug."""
    drugs = concepts_of_drugs(plain_key(label.drug)) | concepts_of_drugs(plain_key(label.title))
    return drugs.union(*(classes_of(each) for each in drugs))


def _measured(question: str) -> list[Named]:
    """What the patient's laboratory values are called."""
    return [
        each
        for name in conditions_of_values(question)
        for each in named_concepts(name.split())
        if each.facet is Facet.CONDITION
    ]


def _with_partners(
    named: Sequence[Named], intent: Intent, label: Label, called: Mapping[str, Sequence[str]]
) -> list[Named]:
    """What is named, with all names that the labels of a held partner bear; "the ibuprofen part" is
    no partner of what it is a part of."""
    found = list(named)
    own = set(made_of(label.drug))
    for drug in intent.drugs if intent.kind is not QuestionKind.COMPARISON else ():
        if label.label_id in drug.label_ids:
            continue
        names = (tuple(plain_key(name).split()) for name in called.get(drug.asked, ()))
        terms = dict.fromkeys(name for name in names if 0 < len(name) <= _LONGEST)
        said = plain_key(drug.asked)
        known = next((each for each in found if each.said == said), None)
        if known is None:
            partner = Named(Facet.COMEDICATION, said, drug.name, tuple(terms))
            if not _is_label_drug(replace(partner, concept=said), own, (), intent.question):
                found.append(partner)
        else:
            both = tuple(dict.fromkeys((*known.narrower, *terms)))
            found[found.index(known)] = replace(known, narrower=both)
    return found


def _with_effects(named: Sequence[Named], intent: Intent) -> tuple[Named, ...]:
    """What is named, with the effects that are asked about as such."""
    spans = [*((drug.start, drug.stop) for drug in intent.drugs), *intent.unknown_spans]
    asked = effects_asked(intent.question, [s for s in spans if s[1] <= len(intent.question)])
    if not asked:
        return tuple(named)
    # An effect is asked for whole: "application site pruritus" is no pruritus. What a table knows
    # by all of its words ("loss of appetite") is that.
    whole = {name for name in asked for each in named if _is_effect(each, name)}
    known = [
        replace(each, facet=Facet.EFFECT) if any(_is_effect(each, n) for n in asked) else each
        for each in named
    ]
    return (*known, *(Named(Facet.EFFECT, said, said) for said in asked if said not in whole))


def _is_effect(named: Named, effect: str) -> bool:
    """Whether a disease is named by all words of an effect."""
    return named.facet is Facet.CONDITION and set(effect.split()) <= set(named.said.split())


def words_asked(intent: Intent, label: Label) -> tuple[str, ...]:
    """The content words of the question and of the one that it goes on from, without the names of
    this label, in lower case, each once."""
    said = _words_of(intent, label)
    return tuple(word for word in said if word not in stop_words())


def _words_of(intent: Intent, label: Label) -> tuple[str, ...]:
    """All words in order, without the label's names and that they are begun ("starting Eliquis"
    asks for no starting dose); of two compared drugs, without both."""
    carried = intent.carried.question if intent.carried and intent.carried.topics else ""
    compares = intent.kind is QuestionKind.COMPARISON
    own = [d.asked.casefold() for d in intent.drugs if compares or label.label_id in d.label_ids]
    if compares:
        own += [drug.asked.casefold() for drug in intent.unknown_drugs]
    names = {*plain_key(label.drug).split(), *plain_key(label.title).split()[:1]}
    names |= set(plain_key(label.product.maker or "").split())
    if compares and not intent.topics:  # "X vs Y FEV1" asks with one word
        names |= words_with_role("weighs")
    found: dict[str, None] = {}
    for text in (intent.question, carried):
        folded = text.casefold()
        spans = [
            at.span() for name in own for at in re.finditer(f"{_BEGUN}{re.escape(name)}", folded)
        ]
        for token in tokenize(text):
            if not any(start < token.stop and token.start < stop for start, stop in spans):
                found.update(dict.fromkeys(_meant_by(token, text)))
    return tuple(word for word in found if word not in names | name_parts().releases)


def _meant_by(token: Token, text: str) -> Sequence[str]:
    """The words that a token stands for: "AS" in capitals is a disease, and no "as"."""
    is_short = token.key in stop_words() & words_with_role("in_capitals")
    if is_short and token.text.isupper() and not text.isupper():
        return plain_key(find_meaning(token.text) or token.key).split()
    return (token.key,)


def value_of(span: Span, source: str = "words") -> FrameValue:
    """A range as a value of a frame."""
    facet = next(facet for facet, measures in _FACETS.items() if span.measure in measures)
    unit = _UNITS.get(span.measure) or lab_units()[span.measure]
    high = None if span.high == ENDLESS else span.high
    return FrameValue(facet, span.measure.value, span.low, high, unit, source)


def read_text(text: str, source: str) -> tuple[FrameValue, ...]:
    """The frame of a text of a label: a sentence, its lead-in or a heading, as `source` says."""
    text = without_references(text)
    words = keys_of(re.sub(_MILLISECONDS, "", text))
    values = [value_of(span, source) for span in spans_in(text)]
    values += [FrameValue(n.facet, n.concept, source=source) for n in named_concepts(words)]
    values += [FrameValue(Facet.STANCE, stance, source=source) for stance in stances_in(text)]
    values += amounts_in(text, source)
    return tuple(dict.fromkeys(values))[:_MOST]
