"""Whether a sentence is for the disease asked about, or stands under another one that the label is
indicated for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from monograph_qa.domain.frame import Facet, conditions_of, has_amount
from monograph_qa.domain.label import FactKind
from monograph_qa.frames.concepts import akin, kinds_above
from monograph_qa.frames.denied import (
    denies,
    excepts,
    is_for_those_without,
    names_any,
)
from monograph_qa.frames.lab_words import labs
from monograph_qa.frames.lines import LabelLines, Line
from monograph_qa.frames.measures import exact_spans_in
from monograph_qa.frames.reading import read_text
from monograph_qa.ranking.asked import Asked, AskedConcept
from monograph_qa.ranking.signals.rows import table_of
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.question_words import words_with_role

_BY_INDICATION = frozenset(
    {
        "indications_and_usage",
        "dosage_and_administration",
        "clinical_studies",
        "renal_impairment",
        "hepatic_impairment",
        "geriatric_use",
    }
)
_INDICATED = "indications_and_usage"
_CONTRAINDICATED = "contraindications"
_DOSES = "dosage_and_administration"
_NEAREST_FIRST = ("lead_in", "heading", "above")
_WITH_ITS_WORDS = ("words", *_NEAREST_FIRST)
_FOR_WHOM = re.compile(
    r"(?:(?:for|in)\s+)?(?:[\w-]+\s+){0,4}?(?:patients|subjects|adults|adolescents|children)"
    r"\s+(?:\w+\s+){0,7}?with\b",
    re.I,
)
# "For breast cancer, …"; "Psoriatic arthritis: …".
_FOR_WHAT = re.compile(
    r"(?:for|in) (?P<what>[^,.:;|]{3,90})[,:]|(?P<title>[A-Z][^,.:;|]{3,60}):\s(?=[A-Z\d])", re.I
)


def condition_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where it names the disease itself or under its headings; `excluded` where its
    nearest text that names diseases names only others, which the label is indicated for (a row, and
    a sentence that begins with it, says itself whom it is for); `other` where a dose names only
    others; `product` where it stands among the doses of that product of an annex which is for the
    disease; `denied` where it is for a disease that the patient has not, `agrees` where it denies
    that as well."""
    line = candidate.line
    for concept in asked.denied:
        if line.at in concept.by_name:
            said_as = concept.named.said
            said = concept.named.terms
            text = f"{line.lead_in} {candidate.fact.quote}"
            without = (
                denies(text.casefold(), said)
                or is_for_those_without(said_as, text)
                or excepts(text, said)
                or _takes_in(asked, said_as, candidate.fact.quote)
            )
            yield Sign("agrees" if without else "denied", 1.0, f"without: {said_as}")
    concepts = asked.of(Facet.CONDITION)
    if not concepts:
        return
    literal = [concept.named.said for concept in concepts if line.at in concept.literal]
    named = literal or [concept.named.said for concept in concepts if line.at in concept.meant]
    # Whose liver is asked about beside the disease is for that disease, under whatever heading.
    # A value is told of the patient: "LDL 200" is no other disease than the one it is seen in.
    indicated = asked.indicated - words_with_role("situation")
    # Nor is what only a value of the patient's is called: "Hb up 2.5" tells of no other anemia.
    question = asked.whole.casefold()
    treated = [
        each
        for each in concepts
        if each.named.said in question and akin(frozenset({each.named.concept})) & indicated
    ]
    own, is_for_it = _of_monograph(asked, treated, line)
    if own and not is_for_it:
        yield Sign("excluded", 1.0, f"its product is for {', '.join(sorted(own))}", excludes=True)
        return
    # "Embolism" means a thrombosis in a warning, but not under the heading of atrial fibrillation.
    is_row = candidate.fact.kind is FactKind.TABLE_ROW
    if treated and (is_row or not any(line.at in concept.literal for concept in treated)):
        wanted = akin(frozenset(concept.named.concept for concept in treated))
        values = (*candidate.fact.frame, *line.head.frame)
        says_whom = bool(
            _FOR_WHOM.match(candidate.fact.quote) or _begins_with(candidate.fact.quote)
        )
        # "A history of TIA or stroke" is for who has the one, though it is given for the other.
        is_told = _CONTRAINDICATED in line.head.line and any(
            names_any(candidate.fact.quote, concept.named.terms) for concept in concepts
        )
        # "CNS lymphoma" below "Haematological diseases": what is narrower decides.
        asked_for = frozenset(concept.named.concept for concept in concepts)
        wider = kinds_above(asked_for) if named else frozenset()
        for source in _WITH_ITS_WORDS if is_row or says_whom else _NEAREST_FIRST:
            conditions = conditions_of(value for value in values if value.source == source)
            if conditions & wanted:
                yield Sign("agrees", 1.0, "condition: heading")
                return
            others = conditions & indicated
            if is_told or others <= wider:
                continue
            if others and (says_whom or not _BY_INDICATION.isdisjoint(line.head.line)):
                yield Sign("excluded", 1.0, f"for {', '.join(sorted(others))}", excludes=True)
                return
            if others and is_row:  # what was seen in another disease comes after what was in this
                yield Sign("other", 1.0, f"in {', '.join(sorted(others))}")
                return
        in_words = conditions_of(value for value in values if value.source == "words")
        others = in_words & indicated
        is_dose_of_others = bool(others) and in_words.isdisjoint(wanted)
        if is_dose_of_others and asked.wants_dose and has_amount(candidate.fact.frame):
            yield Sign("other", 1.0, f"for {', '.join(sorted(others))}")
            return
    is_itself = any(line.at in concept.within for concept in concepts)
    is_dose = is_row and _DOSES in line.head.line and not is_itself
    rows = [concept for concept in concepts if _has_row(asked, concept, line)] if is_dose else []
    if rows:
        excludes = any(line.at in concept.classed | concept.near_classed for concept in rows)
        name = "excluded" if excludes else "row"
        yield Sign(name, 1.0, "another row is for it", excludes=excludes)
    elif named:
        yield Sign("agrees", 1.0, f"condition: {', '.join(named)}")
    elif is_for_it and _DOSES in line.head.line:
        yield Sign("product", 1.0, "its product is for what is asked about")


def _takes_in(asked: Asked, said: str, quote: str) -> bool:
    """Whether a line is for a laboratory value that is normal: "with bilirubin below 2 × ULN"."""
    lab = labs().get(said)
    values = [span for span in asked.spans if lab and span.measure is lab.measure]
    return any(one.meets(other) for other in values for one in exact_spans_in(quote))


def _of_monograph(
    asked: Asked, treated: Sequence[AskedConcept], line: Line
) -> tuple[frozenset[str], bool]:
    """What the product in whose monograph a line stands is for, where another product of the annex
    is for something else; and whether the disease asked about is among it."""
    wanted = akin(frozenset(concept.named.concept for concept in treated))
    products = _indicated_by_product(asked.lines) if treated else {}
    own = products.get(line.head.outermost, frozenset())
    is_for_it = bool(own & wanted)
    divides = any(bool(each & wanted) is not is_for_it for each in products.values() if each)
    return (own, is_for_it) if divides else (frozenset(), False)


@lru_cache(maxsize=8)  # the labels that a question is asked of
def _indicated_by_product(lines: LabelLines) -> Mapping[str, frozenset[str]]:
    """The diseases that each product of an annex is indicated for, by the outermost heading of its
    monograph; empty where one alone is printed."""
    found: dict[str, frozenset[str]] = {}
    for line in lines.lines if lines.titles else ():
        if _INDICATED in line.head.line and line.head.outermost in lines.titles:
            said = conditions_of(read_text(line.quote, "words"))
            found[line.head.outermost] = found.get(line.head.outermost, frozenset()) | said
    return found


@lru_cache(maxsize=4096)
def _begins_with(quote: str) -> bool:
    """Whether a sentence begins with the diseases that it is for."""
    first = _FOR_WHAT.match(quote)
    said = (first["what"] or first["title"]) if first else ""
    return bool(said) and bool(conditions_of(read_text(said, "words")))


def _has_row(asked: Asked, concept: AskedConcept, line: Line) -> bool:
    """Whether another row of the line's table names a disease itself: of bleeds, the
    gastrointestinal has a dose of its own, and so have adults on hemodialysis."""
    rows = (asked.lines.lines[at] for at in concept.by_name & concept.within)
    return any(table_of(row) == table_of(line) for row in rows)
