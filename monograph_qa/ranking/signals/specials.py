"""Whether a sentence is for a special case that the question does not tell of: the dose, or
the half-life, for everybody comes before what is said of kidneys, interactions and toxicity."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache

from monograph_qa.domain.frame import Facet, has_amount
from monograph_qa.domain.label import FactKind
from monograph_qa.frames.concepts import direct_classes_of
from monograph_qa.frames.contrasts import contrasts_in
from monograph_qa.frames.lab_words import may_be_lab
from monograph_qa.frames.lines import Line
from monograph_qa.frames.spans import LABS, Measure
from monograph_qa.ranking.asked import Asked, AskedConcept
from monograph_qa.ranking.signals.delays import tells_of_delay
from monograph_qa.ranking.signals.directions import is_directive
from monograph_qa.ranking.signals.places import PHARMACOLOGY, is_report
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.attributes import attributes, of_product
from monograph_qa.vocabulary.rows import open_pattern, read_rows, split_list

_DOSES = frozenset({"dosage_and_administration", "use_in_specific_populations"})
_OF_MEASURE = {Measure.KIDNEY: "kidney", Measure.LIVER: "liver"}
_ANIMALS = re.compile(
    r"\b(?:animals?|rats?|mice|mouse|rabbits?|dogs?|monkeys?|hamsters?|LD50|MRHD)\b", re.I
)
_COUNTED = re.compile(
    r"\bof the (?:total )?(?:number|\d[\d,]*)\b[^.]*\b(?:were|was|had|received)\b"
    r"|\bof \d[\d,]* (?:\w+ )?(?:patients|subjects|recipients|participants)\b"
    r"|\b\d[\d,]* (?:[\w-]+ ){0,3}(?:patients|subjects|children|women|men|participants)\b[^.]*"
    r"\b(?:was|were) (?:enrolled|randomi[sz]ed|included|studied|evaluated)\b"
    r"|^(?:in )?(?:one|another|an?|this|these|several|some|two|three) (?:[\w-]+,? ){0,4}"
    r"(?:stud(?:y|ies)|trials?)\b"
    r"|% (?:of (?:the )?(?:patients|subjects|participants) )?were (?:aged )?\W*\d"
    r"|\b(?:is|was|were|are) supported by (?:the )?(?:evidence|data|results|findings)\b",
    re.I,
)
_ADDRESS = re.compile(
    r"\b(?:t[ée]l|tlf|puh|fax|τηλ|тел|sími)\W{0,3}(?:\w+\W{1,2})?[+(]?\s*\d", re.I
)
_REGISTRY = re.compile(r"\b(?:registry|registries|registration)\b", re.I)
_PEOPLE = re.compile(r"\b(?:women|woman|humans?|patients?|pregnan\w+|females?|infants?)\b", re.I)
_OPENING = re.compile(r"\W*(?:for|in|if|when)\b[^,.:;|]{3,110}[,:]", re.I)
_EITHER = re.compile(r"\bwith or without\b[^,.;:|]{1,60}", re.I)
_WHOLE = re.compile(r"\bnormal\b|\bmild(?:ly)?\b", re.I)
_PARTNER = "interaction"
_LABORATORY = "laboratory values"
_SAID_ALONE = frozenset({"occasion"})
"""Special cases that a sentence tells of by itself: a missed dose."""
_MODIFIED = frozenset({"modification"})
_GRADE = re.compile(r"\b(?:grade|gr|g)\.? ?[1-4]\b", re.I)
_PAUSED = _SAID_ALONE | _MODIFIED
"""What is told of who took none for a while: treatment was missed, or interrupted."""
_STORED = frozenset({"shelf_life", "storage_temperature"})
_PREPARED, _OUTCOMES = frozenset({"prepared"}), frozenset({"outcome"})
_AGENTS, _COMBINED = "agents", "combined"
_MIXING, _MIXED = "mixing", frozenset({"diluted", "reconstituted"})
RATE = "incidence"
"""The attribute of sentences that say how often an effect is seen."""
_SHARE = "share"
_INTERACTIONS, _PHARMACOKINETICS = "drug_interactions", "pharmacokinetics"
_ORGANS = frozenset(_OF_MEASURE.values())
_OF_PATIENTS = _ORGANS | {_PARTNER, _LABORATORY}
_AGES = frozenset({"children", "elderly"})


# "Benzyl alcohol allergy", "allergic to benzyl alcohol", and what a label says of such people.
_ALLERGIC = re.compile(
    r"(?P<before>\w[\w' -]{2,40}?)[- ](?:allerg|hypersensitiv|intoleran)\w*(?! to\b)"
    r"|\b(?:allergic|hypersensitive|intolerant|allergy|hypersensitivity) to "
    r"(?P<behind>[\w' -]{3,40})",
    re.I,
)
_OF_ALLERGY = re.compile(r"allerg|sensitiv|intoleran|anaphyla", re.I)


def special_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`animals` where it tells of animals, `counted` of who took part in studies, `address` where
    one stands, `allergen` where it says to use what the patient is allergic to; `excluded` where it
    tells of another drug in passing; `unasked` where heading or lead-in names a special case that
    the question does not."""
    line = candidate.line
    told = f"{line.head.heading} {candidate.fact.quote}"
    if _ANIMALS.search(told) and not _ANIMALS.search(asked.intent.question):
        yield Sign("animals", 1.0, "seen in animals")
    if _ADDRESS.search(candidate.fact.quote) and not asked.first & of_product().keys():
        yield Sign("address", 1.0)
    if _uses_allergen(asked, candidate):
        yield Sign("allergen", 1.0, "with what the patient is allergic to")
    is_counted = _COUNTED.search(candidate.fact.quote) and not _is_rate_asked(asked, candidate)
    if is_counted or (asked.wants_dose and is_report(candidate)):
        yield Sign("counted", 1.0, "tells of who was studied")
    is_dose = asked.wants_dose and not _DOSES.isdisjoint(line.head.line)
    is_dose |= "dose" in asked.first and PHARMACOLOGY.isdisjoint(line.head.line)
    if is_dose and (others := _other_drugs(asked, candidate)):
        yield Sign("other", 1.0, f"on {', '.join(sorted(others)[:2])}")
    is_fact = bool(asked.stated) and not PHARMACOLOGY.isdisjoint(line.head.line)
    if _is_of_another_drug(asked, candidate):
        yield Sign("excluded", 1.0, "said of another drug", excludes=True)
        return
    is_stored = not _STORED.isdisjoint(asked.first)
    is_rate = RATE in asked.first
    is_rate |= RATE in asked.others and not (is_dose or is_fact or is_stored)
    if not (is_dose or is_fact or is_stored or is_rate):
        if _DOSES & set(line.head.line) and has_amount(candidate.fact.frame):
            # "Levels and heart rate?" asks for no dose in a liver that nobody told of.
            organs = (specials_in(line.head.heading) & _ORGANS) - _told(asked)
            if organs:
                yield Sign("patients", 1.0, f"only for {', '.join(sorted(organs))}")
        return
    *_, above, heading = ("", *line.head.heading_path.split(" > "))
    named = specials_in(heading) | specials_in(line.lead_in)
    # "Renal Impairment" below "Renal or Hepatic Impairment" is on kidneys alone.
    named |= specials_in(above) - (_ORGANS if named & _ORGANS else frozenset())
    itself = specials_in(candidate.fact.quote)
    if is_rate:  # who stopped for it are not all who had it
        named = (named | itself) & _OUTCOMES
    elif is_stored:  # "after dilution" is not said of the pack in the fridge
        named = (named | itself) & _PREPARED
    elif is_fact:  # "in anephric individuals the half-life is …"
        named = (named | itself) - _PREPARED - _OUTCOMES
    else:
        opening = _OPENING.match(candidate.fact.quote)  # "If your liver works poorly, take …"
        if is_dose and opening and not _WHOLE.search(opening[0]):
            named |= specials_in(opening[0]) & _OF_PATIENTS
        named = (named | itself & _SAID_ALONE) - _PREPARED - _OUTCOMES  # "if a dose is missed"
        if any(value.facet is Facet.LAB for value in candidate.fact.frame):
            named |= {_LABORATORY}  # "interrupt below 500 cells/mm³"
    told_of = _told(asked)
    unasked = named - told_of
    beside = _only_beside(asked, told_of)
    if asked.is_of_adjustment or beside:  # an adjustment for kidneys is none for a reaction
        is_theirs = asked.is_of_adjustment and asked.takes_in_organs(line)
        is_theirs |= any(line.at in drug.places for drug in beside)
        unasked = unasked - _MODIFIED if is_theirs else unasked | (named & _MODIFIED)
    if told_of & _ORGANS and specials_in(heading) >= _ORGANS:
        unasked -= _ORGANS  # "renal and/or hepatic impairment" is for either
    if unasked:
        name = "patients" if is_dose and not unasked.isdisjoint(_OF_PATIENTS) else "unasked"
        yield Sign(name, 1.0, f"only for {', '.join(sorted(unasked))}")


def _is_of_another_drug(asked: Asked, candidate: Candidate) -> bool:
    """Whether what the body does with another drug, which alone is named, is told in passing where
    the label's own drug is asked about: "given the long half-life of fluoxetine"."""
    line = candidate.line
    if _INTERACTIONS not in line.head.line or asked.of(Facet.COMEDICATION):
        return False
    is_of_body = not _of_body().isdisjoint(asked.first & set(candidate.fact.attributes))
    named = {v.concept for v in candidate.fact.frame if v.facet is Facet.COMEDICATION}
    quote = candidate.fact.quote.casefold()
    called = {name.casefold() for each in asked.intent.drugs for name in (each.asked, each.name)}
    names_itself = any(name in quote for name in asked.own | called)
    return is_of_body and not names_itself and any(direct_classes_of(e) for e in named - asked.own)


@cache
def _of_body() -> frozenset[str]:
    """The attributes of what the body does with a drug, which stands in one section alone."""
    return frozenset(e.key for e in attributes() if e.section_keys == (_PHARMACOKINETICS,))


def _uses_allergen(asked: Asked, candidate: Candidate) -> bool:
    """Whether a sentence says to use what the patient is allergic to, and does not say so for
    those who are."""
    line = candidate.line
    if not _names_allergens(asked.whole) or not is_directive(candidate.fact):
        return False
    named = asked.of(Facet.COMEDICATION)
    allergens = [e for e in named if e.named.said.casefold() in _names_allergens(asked.whole)]
    is_for_them = _OF_ALLERGY.search(f"{line.head.heading} {line.lead_in} {line.quote}")
    return not is_for_them and any(line.at in each.by_name for each in allergens)


@lru_cache(maxsize=64)
def _names_allergens(question: str) -> str:
    """What a question says that the patient is allergic to, in small letters; "" for nothing."""
    said = (each["before"] or each["behind"] for each in _ALLERGIC.finditer(question))
    return "; ".join(said).casefold()


def _is_rate_asked(asked: Asked, candidate: Candidate) -> bool:
    """Whether it is asked how often something is seen, and the line says of how many in a study."""
    values = candidate.fact.frame
    return RATE in asked.first and any(value.concept == _SHARE for value in values)


def _only_beside(asked: Asked, told_of: Collection[str]) -> tuple[AskedConcept, ...]:
    """The drugs taken as well, of which the label speaks, where nothing else that could change a
    dose is `told_of` the patient: neither a reaction nor a laboratory value."""
    drugs = asked.of(Facet.COMEDICATION)
    others = (each for each in asked.not_indicated if each not in drugs)
    is_all = _LABORATORY not in told_of and not any(each.places for each in others)
    return tuple(drug for drug in drugs if drug.places) if is_all and asked.wants_dose else ()


def for_the_organ(asked: Asked, candidate: Candidate) -> bool:
    """Whether a line stands where doses are told, for kidneys or a liver like the patient's, whose
    dose is asked for."""
    return (
        asked.is_of_adjustment
        and not _DOSES.isdisjoint(candidate.line.head.line)
        and asked.takes_in_organs(candidate.line)
    )


def beside_the_point(lines: Iterable[Line]) -> set[int]:
    """The places of the lines, given in the label's order, that tell of animals or of a registry,
    and of those that go on from there and name no people: of a section that is asked for whole
    they are read last."""
    found: set[int] = set()
    for line in lines:
        told = f"{line.head.heading} {line.quote}"
        goes_on = line.at - 1 in found and not _PEOPLE.search(line.quote)
        if _ANIMALS.search(told) or _REGISTRY.search(told) or goes_on:
            found.add(line.at)
    return found


def _other_drugs(asked: Asked, candidate: Candidate) -> set[str]:
    """The drugs of which a sentence with an amount speaks, and the question does not: the dose of
    heparin that goes with it is not the dose of the drug."""
    values = candidate.fact.frame
    if not has_amount(values):
        return set()
    at = candidate.line.at
    if any(at in concept.places for concept in asked.of(Facet.COMEDICATION)):
        return set()  # "linezolid or methylene blue" is said of linezolid
    quote = candidate.fact.quote.casefold()
    is_called = any(name.casefold() in quote for name in asked.called)
    if candidate.fact.kind is FactKind.TABLE_ROW and is_called:
        return set()  # a regimen: "Viekirax + dasabuvir"
    named = {v.concept for v in values if v.facet is Facet.COMEDICATION and v.source == "words"}
    meant = {part for concept in asked.concepts for part in concept.named.concept.split(" + ")}
    return {each for each in named - meant - asked.own if direct_classes_of(each)}


def _told(asked: Asked) -> frozenset[str]:
    """The special cases that the question tells of: by its words, by what they were read as ("HD"
    asks for doses in kidney disease), its diseases, numbers and partners."""
    intent = asked.intent
    read = " ".join((*intent.attributes, *intent.topics, *intent.populations)).replace("_", " ")
    has = " ".join(concept.named.concept for concept in asked.of(Facet.CONDITION))
    told = {*specials_in(intent.question), *specials_in(read), *specials_in(has)}
    told |= {_OF_MEASURE[s.measure] for s in asked.spans if s.measure in _OF_MEASURE}
    if any(span.measure is Measure.AGE for span in asked.spans):
        told |= _AGES
    if may_be_lab().search(asked.whole.casefold()):
        told.add(_LABORATORY)
    if any(span.measure in LABS for span in asked.spans) or _GRADE.search(asked.whole):
        told |= _MODIFIED  # for whom doses are modified
    if tells_of_delay(asked.whole):
        told |= _PAUSED
    named = contrasts_in(asked.whole)
    if not _MIXED.isdisjoint(named.get(_MIXING, ())):
        told |= _PREPARED  # a bag was made
    if asked.of(Facet.COMEDICATION) or _COMBINED in named.get(_AGENTS, ()):
        told.add(_PARTNER)
    return frozenset(told)


@lru_cache(maxsize=4096)
def specials_in(text: str) -> frozenset[str]:
    """The special cases that a text names; what it is for with or without is none."""
    text = _EITHER.sub(" ", text)
    return frozenset(
        key
        for key, (pattern, but_for) in _patterns().items()
        if pattern.search(text) and not (but_for and but_for.search(text))
    )


@cache
def _patterns() -> Mapping[str, tuple[re.Pattern[str], re.Pattern[str] | None]]:
    """The words of each special case, and those beside which they name none: "Recommended Dose and
    Dosage Adjustment" (`regimen_words.csv`)."""
    return {
        row["key"]: (_any_of(row["words"]), _any_of(row["but_for"]) if row["but_for"] else None)
        for row in read_rows("regimen_words")
    }


def _any_of(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(open_pattern, split_list(words)))})\b", re.I)
