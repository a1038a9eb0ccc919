"""Which sections that name a thing come first: whose headings name it, that say what to do about
it, that warn or tell how to use the drug. What was studied, and what patients are told, follows."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from monograph_qa.domain.evidence import Evidence, Route, RouteResult, SectionHead
from monograph_qa.evidence.stems import stem, words_of
from monograph_qa.intent.drug_classes import Term, stands_in
from monograph_qa.pipeline.fitting.denials import LIMITING
from monograph_qa.pipeline.fitting.focusing import ADVISES_AGAINST, set_aside
from monograph_qa.pipeline.fitting.suiting import section_of
from monograph_qa.vocabulary.sections import is_patients_part

_CONTRAINDICATED = "contraindications"
_CONTRAINDICATING, _HEADED, _ADVISING, _WARNING = 8, 4, 3, 2
_COUNTING, _NOT_NAMING, _SOONER = 12, 4, 0.5
_MOST = 25  # sentences; of more, what only studies or patients are told of stands aside
_FIGURE = re.compile(
    r"\d\s?%|\d \(\d+(?:\.\d+)?\)|\bper \d[\d,]* (?:patient|person|subject)|"
    r":\s\d+(?:\.\d+)?(?=\s*(?:\||$))"
)
_DISTANT = frozenset(
    {"clinical_studies", "clinical_pharmacology", "nonclinical_toxicology", "description",
     "how_supplied_storage_and_handling", "references", "patient_counseling_information",
     "information_for_patients"}
)  # fmt: skip
_WARNINGS = LIMITING | {"drug_interactions"}
_COUNSELLING = frozenset({"patient_counseling_information", "information_for_patients"})
_FOR_PATIENTS = -5


def put_telling_sections_first(
    results: Iterable[RouteResult],
    terms: Sequence[Term],
    naming: Collection[str],
    *,
    asks_how_often: bool = False,
) -> list[RouteResult]:
    """The same results, with scores by which sections stand in that order; a section keeps its own.

    `terms` name the thing, `naming` are the fact_ids of the sentences that do. Who asks how often a
    thing happens is told figures first.
    """
    each = list(results)
    told = [e for r in each for e in r.evidence if e.fact and e.fact.fact_id in naming]
    shown = [e for e in told if not e.aside]
    here = {section_of(e) for e in shown}
    advising = {section_of(e) for e in shown if e.fact and ADVISES_AGAINST.search(e.fact.quote)}
    figures = [e for e in shown if asks_how_often and e.fact and _FIGURE.search(e.fact.quote)]
    counting = {section_of(e) for e in figures}
    counts = {e.fact.fact_id for e in figures if e.fact}
    worth: dict[str, int] = {}

    def scored(e: Evidence) -> Evidence:
        if e.section is None:
            return e
        section = e.section.section_id
        if section not in worth:
            own = _worth(e.section, terms, is_advising=section in advising)
            own += _COUNTING * (section in counting) - _NOT_NAMING * (section not in here)
            worth[section] = own
        is_figure = e.fact is not None and e.fact.fact_id in counts
        more = worth[section] + _SOONER * is_figure
        return replace(e, score=e.score + more) if more else e

    return [replace(r, evidence=tuple(map(scored, r.evidence))) for r in each]


def set_distant_aside(results: Iterable[RouteResult]) -> list[RouteResult]:
    """The same results; where there is much to read and a nearer section tells of it, what whole
    sections on studies, on the substance or for patients have of it stands aside.

    What the FactSpan invariant demands comes by another route and stays.
    """
    each = list(results)
    shown = [e for r in each for e in r.evidence if e.fact and not e.aside]
    near = [e for e in shown if e.section and not _is_distant(e.section)]
    if len(shown) <= _MOST or not near:
        return each

    def stays(e: Evidence) -> bool:
        return e.route is not Route.SECTION_MATCH or not (e.section and _is_distant(e.section))

    return [replace(r, evidence=set_aside(r.evidence, but=stays)) for r in each]


def _is_distant(head: SectionHead) -> bool:
    return _is_for_patients(head) or not _DISTANT.isdisjoint(head.line)


def _is_for_patients(head: SectionHead) -> bool:
    return is_patients_part(head.line) or not _COUNSELLING.isdisjoint(head.line)


def _worth(head: SectionHead, terms: Sequence[Term], *, is_advising: bool) -> int:
    if _is_for_patients(head):
        return _FOR_PATIENTS
    is_warning = not _WARNINGS.isdisjoint(head.line)
    if _CONTRAINDICATED in head.line:
        worth = _CONTRAINDICATING
    else:
        worth = _HEADED * names(head.heading, terms) + _ADVISING * (is_advising and is_warning)
    if is_advising and "indications_and_usage" in head.line:  # "not indicated for"
        worth += _ADVISING
    return worth + _WARNING * is_warning


def names(heading: str, terms: Sequence[Term]) -> bool:
    """Whether a heading says all words of one of the terms, in any of their forms."""
    words = words_of(heading)
    stems = {stem(word) for word in words}
    return any(all(_stands(word, words, stems) for word in term) for term in terms if term)


def _stands(word: str, words: Collection[str], stems: Collection[str]) -> bool:
    return stands_in(word, words) if word.endswith("*") else stem(word) in stems
