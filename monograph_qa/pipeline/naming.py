"""Which lines of a label name what a question is on: an effect, an endpoint, a variant, a way of
giving, a drug that is not here."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from monograph_qa.domain.frame import Facet, Term
from monograph_qa.domain.intent import Intent, QuestionKind, UnknownDrug
from monograph_qa.frames.contrasts import contrasts_asked, lines_on_ways
from monograph_qa.intent.cues import populations
from monograph_qa.intent.cues import topics as known
from monograph_qa.intent.ranking import is_an_effect
from monograph_qa.ranking import Asked, AskedConcept, Ranked
from monograph_qa.vocabulary.endpoints import endpoints_in
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.question_words import is_topic_word
from monograph_qa.vocabulary.stems import stem

_RESULT = re.compile(r"\d\s?(?:%|\(|months?\b|weeks?\b|years?\b)")
_SCALE = re.compile(r"\b[A-Z]{3,6}(?:-\d+)?\b(?!\s+(?:trial|stud))")  # not "the ELIPSE trial"
_INTERACTIONS, _DOSING = "interactions", "dosing"
_MILK, _BEGUN_OR_ENDED = "lactation", frozenset({"withdrawal", "starting_dose"})
_TRIALS, _WARNINGS = "clinical_studies", "warnings"
_INDICATED = "indications_and_usage"
_CODE, _RARE = 4, 6  # letters and figures; lines
_FEW_ON_WAYS = 10  # lines; a label names the way of its own drug in more
_LETTERED = re.compile(r"(?=.*[a-z])(?=.*\d)[a-z\d]+")


def naming_subject(asked: Asked, whole: Intent) -> set[int]:
    """The places of the lines that name what the question is on: an effect, a drug that the label's
    own is compared with and that is not here, or what a trial measured, with a number."""
    effects = {at for effect in asked.of(Facet.EFFECT) for at in effect.by_name}
    compared = whole.unknown_drugs if whole.kind is QuestionKind.COMPARISON else ()
    return (
        effects
        or _saying(map(_words_of, compared), asked)
        or _naming_endpoint(asked)
        or _naming_code(asked)
        or _naming_way(asked)
        or _naming_patient(asked)
    )


def naming_comedication(asked: Asked) -> set[int]:
    """The places of the lines that name the drug whose interaction is asked for, or its class where
    none does: "start sertraline, at what dose?" does not ask for the dose of the label's own drug.
    """
    # Whoever it is asked for ("72 yo", "NSCLC"), what is asked of the drug counts.
    of_drug = (name for name in asked.intent.topics if name not in populations())
    read = [known()[name] for name in of_drug if name in known()]
    read = [topic for topic in read if not is_an_effect(topic)]
    is_of_it = any(topic.name == _DOSING for topic in read) or all(t.of_partner for t in read)
    if not read or read[0].name != _INTERACTIONS or not is_of_it:
        return set()
    drugs = [drug for drug in asked.of(Facet.COMEDICATION) if not _is_of_regimen(drug, asked)]
    return {at for drug in drugs for at in drug.by_name or drug.places}


def on_milk(asked: Asked, ranked: Iterable[Ranked]) -> set[int]:
    """The places of the lines on breastfeeding, where it is asked when that may begin again: who
    stops a drug to nurse a child asks for no other drug to begin after it."""
    topics = set(asked.intent.topics)
    if _MILK not in topics or not topics - {_MILK} <= _BEGUN_OR_ENDED:
        return set()
    return {each.candidate.line.at for each in ranked if _MILK in each.fact.attributes}


def _is_of_regimen(drug: AskedConcept, asked: Asked) -> bool:
    """Whether the label is indicated together with a drug or its class, or behind it: "Vargatef
    with docetaxel", "after platinum"."""
    return any(_INDICATED in asked.lines.lines[at].head.line for at in drug.places)


def _naming_endpoint(asked: Asked) -> set[int]:
    """The places of the lines that say, with a number, what a trial measured and is asked for; of a
    trial, any short form in capitals that is nothing else is what it measured: "MWT"."""
    question = asked.intent.question
    scales = _SCALE.findall(question) if _TRIALS in asked.intent.topics else ()
    endpoints = endpoints_in(question)
    known = {word for words in endpoints for word in words}
    unread = [s for s in scales if s.casefold() in asked.frame.unread and s.casefold() not in known]
    measured = _saying(endpoints, asked)
    measured |= {at for scale in unread for at in asked.lines.standing(stem(scale.casefold()))}
    said = {at: asked.lines.lines[at].quote for at in measured}
    return {
        at
        for at, quote in said.items()
        if _RESULT.search(quote) and (not unread or any(scale in quote for scale in unread))
    }


def _naming_code(asked: Asked) -> set[int]:
    """The places of the few lines that say a code of the question, which is no other word: "N215S"
    of a variant, "G1202R"."""
    codes = [w for w in asked.frame.unread if len(w) >= _CODE and _LETTERED.fullmatch(w)]
    places = {at for code in codes for at in asked.lines.standing(stem(code))}
    return places if len(places) <= _RARE else set()


def _naming_way(asked: Asked) -> set[int]:
    """The places of the few lines that name the way of giving asked about: "can it go
    intrathecally?" is answered by what says "intrathecal", and by no other contraindication."""
    wanted = contrasts_asked(asked.intent.question, asked.whole)
    places = lines_on_ways(wanted, asked.lines)
    return places if len(places) <= _FEW_ON_WAYS else set()


def _naming_patient(asked: Asked) -> set[int]:
    """The places of the few lines that name what the patient has, where it is only asked what there
    is to heed: "a child with Down syndrome, precautions?"."""
    if asked.intent.topics != (_WARNINGS,):
        return set()
    conditions = (each for each in asked.not_indicated if each.named.facet is Facet.CONDITION)
    places = {at for each in conditions for at in each.literal}
    return places if len(places) <= _FEW_ON_WAYS else set()


def naming_others(foreign: Sequence[UnknownDrug], asked: Asked) -> set[int]:
    """The places of the lines that name drugs which are not here, or their class."""
    said = list(map(_words_of, foreign))
    named = _saying(said, asked)
    concepts = (e for e in asked.concepts if any(e.named.said in " ".join(words) for words in said))
    named = named.union(*(concept.places for concept in concepts))
    return named or _places_of_pairs(asked)


def _words_of(drug: UnknownDrug) -> Term:
    return tuple(plain_key(drug.asked).split())


def _saying(terms: Iterable[Term], asked: Asked) -> set[int]:
    return {at for term in terms for at in asked.lines.saying(term)}


def _places_of_pairs(asked: Asked) -> set[int]:
    """The places of the lines that say two words of the question side by side, as it does: a drug
    that no line names may be found by what breaks it down ("cytidine deaminase")."""
    unread = [word for word in asked.frame.unread if word.isalpha() and not is_topic_word(word)]
    said = asked.intent.question.casefold()
    pairs = (pair for pair in pairwise(unread) if " ".join(pair) in said)
    return _saying(pairs, asked)
