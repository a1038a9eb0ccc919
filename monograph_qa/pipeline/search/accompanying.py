"""What comes along with an answer because of the patient that the question tells of.

Sentences that bear no asked attribute may hold the answer all the same: the dose under a heading
that names the people, the limit that the told number falls under.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from monograph_qa.domain.evidence import Evidence, Route, RouteResult, fact_ids
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import FactKind, FactSpan
from monograph_qa.evidence import LabelRows
from monograph_qa.evidence.stems import stem, stems_of
from monograph_qa.intent.thing_names import names_of
from monograph_qa.pipeline.fitting.asked_measures import (
    telling_of_people,
    told_exactly,
    told_spans,
)
from monograph_qa.pipeline.fitting.denials import LIMITING
from monograph_qa.pipeline.fitting.focusing import leans
from monograph_qa.pipeline.fitting.measures import exact_spans_in, fit
from monograph_qa.pipeline.fitting.regimens import DOSES
from monograph_qa.pipeline.fitting.sought import Sought, asks_a_dose
from monograph_qa.pipeline.fitting.spans import Span
from monograph_qa.pipeline.fitting.suiting import headings_of

_MOST_SECTIONS = 4  # on dosing that all fit; more of them, and the question fits anything
_MOST_CONTINUED = 20  # sentences
_PEOPLE = frozenset({"pediatric_use", "geriatric_use", "pediatric_dose", "geriatric_dose"})
_MOST_LIMITS = 20  # sentences
_NONE = re.compile(r"\b(?:no|not|none|without|never)\b", re.I)
_CONDITION = 80  # letters of an item that only completes the sentence above its list


def doses_of_fitting_sections(
    results: Sequence[RouteResult], intent: Intent, rows: LabelRows, sought: Sought
) -> list[Evidence]:
    """Who asks for the dose of some people in some disease is answered by all that stands under the
    heading that names them, also by sentences that name neither ("Start with 5 mg once daily.").

    Nothing where the question tells of neither, or where no heading on dosing takes it in.
    """
    if not asks_a_dose(intent) or not (sought.words or sought.spans):
        return []
    below = {s: p.head for s, p in rows.outline.items() if p.level > 1 and DOSES in p.head.line}
    stems = {s: stems_of(" ".join(headings_of(head))) for s, head in below.items()}
    wanted = {stem(w) for w in sought.words} & frozenset().union(*stems.values())
    fits = {s: fit(sought.spans, headings_of(head)) for s, head in below.items()}
    fitting = [s for s in below if fits[s] >= 0 and wanted <= stems[s] and (wanted or fits[s] > 0)]
    if not fitting or len(fitting) > _MOST_SECTIONS:
        return []
    brought = fact_ids(results)
    found = rows.in_sections(fitting, Route.SECTION_MATCH)
    return [e for e in found if e.fact and e.fact.fact_id not in brought]


def continuations(
    results: Sequence[RouteResult], intent: Intent, rows: LabelRows, sought: Sought
) -> list[Evidence]:
    """What goes on from a sentence that bears the asked attribute and bears none itself:
    "Thereafter, resume the usual schedule.", the items of a list that it opens, and what names a
    sought word right behind it ("The 2-mg tablets contain no dye.").

    Nothing where so many sentences were brought that they are read as a whole.
    """
    told = [e for r in results if r.route is Route.FACT_SPAN for e in r.evidence if e.fact]
    told = [e for e in told if e.section and not _PEOPLE.issuperset(_asked_of(e, intent))]
    if not 0 < len(told) <= _MOST_CONTINUED:
        return []
    brought = fact_ids(results)
    ids = {e.fact.fact_id for e in told if e.fact and not e.aside}
    leads = {(e.fact.section_id, e.fact.quote) for e in told if e.fact and not e.aside}
    lists = {
        (e.fact.section_id, e.fact.context, e.fact.kind)
        for e in told
        if e.fact and e.fact.context and not e.aside and e.fact.kind is FactKind.DIRECTIVE
    }
    pool = rows.in_sections({e.fact.section_id: None for e in told if e.fact}, Route.SECTION_MATCH)
    naming = rows.ids_saying(term for word in sought.words for term in names_of((word,)))
    subject = rows.ids_saying((word,) for word in intent.words if word.isalpha())
    found: list[Evidence] = []
    for before, here in pairwise(pool):
        if not (here.fact and before.fact) or here.fact.fact_id in brought:
            continue
        is_next = before.fact.section_id == here.fact.section_id and before.fact.fact_id in ids
        is_item = (here.fact.section_id, here.fact.context) in leads
        is_item = is_item or (here.fact.section_id, here.fact.context, here.fact.kind) in lists
        fact_id, quote = here.fact.fact_id, here.fact.quote
        denies = fact_id in subject and bool(_NONE.search(quote))
        if is_item or (is_next and (leans(quote) or denies or fact_id in naming)):
            found.append(here)
            ids.add(here.fact.fact_id)
    return found


def _asked_of(evidence: Evidence, intent: Intent) -> set[str]:
    """The asked attributes that a sentence bears."""
    return set(evidence.fact.attributes if evidence.fact else ()).intersection(intent.attributes)


def limits_that_fit(
    results: Sequence[RouteResult], intent: Intent, rows: LabelRows
) -> list[Evidence]:
    """What dosing, contraindications and warnings say of just the number that the question tells.

    "With an eGFR of 25?" names kidneys; that it must not be given below 30 may stand in a sentence
    that bears no attribute asked for. At most _MOST_LIMITS sentences: of more, none is telling.
    """
    asked = told_exactly(telling_of_people(intent))
    if not asked:
        return []
    brought = fact_ids(results)
    limiting = [s for s, p in rows.outline.items() if not LIMITING.isdisjoint(p.head.line)]
    people = [span for span in told_spans(telling_of_people(intent)) if span not in asked]
    found = _with_their_lists(rows.in_sections(limiting, Route.SECTION_MATCH), asked, people)
    found = [e for e in found if e.fact and e.fact.fact_id not in brought]
    return found if len(found) <= _MOST_LIMITS else []


def _with_their_lists(
    pool: Sequence[Evidence], asked: Sequence[Span], people: Sequence[Span]
) -> list[Evidence]:
    """What the asked numbers fall under; of a list of conditions ("two of: 80 years, 60 kg, ...")
    all items, which are short; what are sentences of their own may be read alone. A list that rules
    out the `people` asked about says nothing of them."""
    strange = {
        (e.fact.section_id, e.fact.context)
        for e in pool
        if e.fact and e.fact.context and fit(people, [e.fact.quote]) < 0
    }
    pool = [e for e in pool if e.fact and (e.fact.section_id, e.fact.context) not in strange]
    met = [e.fact for e in pool if e.fact and _is_met(asked, e.fact)]
    ids = {fact.fact_id for fact in met}
    lists = {
        (fact.section_id, fact.context)
        for fact in met
        if fact.context and fact.kind is not FactKind.TABLE_ROW and len(fact.quote) <= _CONDITION
    }
    return [
        e
        for e in pool
        if e.fact
        and (
            e.fact.fact_id in ids
            or (e.fact.section_id, e.fact.context) in lists
            or (e.fact.section_id, e.fact.quote) in lists
        )
    ]


def _is_met(asked: Sequence[Span], fact: FactSpan) -> bool:
    own = exact_spans_in(fact.quote) or exact_spans_in(fact.context or "")
    return any(each.meets(other) for each in asked for other in own)
