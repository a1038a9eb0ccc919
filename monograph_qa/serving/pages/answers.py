"""A recorded answer laid out for a page, with the notices of its record."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from monograph_qa.audit.comparing import SaidThen
from monograph_qa.audit.redaction import marks_in
from monograph_qa.domain.evidence import Tier
from monograph_qa.telling.answers import layout_of, lines_in
from monograph_qa.telling.wording import IN_PLACE, LAST_RESORT, REMOVED


def shown(said: SaidThen) -> dict[str, Any]:
    """What answer.html.j2 shows of a recorded answer: all of it, laid out as on a terminal. `first`
    stands on the page that is shown first."""
    layout = layout_of(said, full=True)
    carried = said.intent.carried if said.intent else None
    topics = [topic.replace("_", " ") for topic in carried.topics] if carried else []
    quotes = [quote for group in said.groups for quote in group.quotes]
    cited_above = {quote.source for quote in quotes if quote.tier is not Tier.MORE}
    lines = (line.fact_id for line in lines_in(layout.parts))
    return {
        "said": said,
        "laid": layout,
        "carried": ", ".join([*carried.drugs, *topics]) if carried else "",
        "notices": list(_notices(said)),
        "sources": [source for source in said.sources if source.n in cited_above],
        "folded_sources": [source for source in said.sources if source.n not in cited_above],
        "first": next(chain(lines, (each.image_id for each in said.images)), ""),
    }


def _notices(said: SaidThen) -> Iterator[str]:
    if not said.is_sound:
        yield "This record was changed after it was written: this may not be what was said."
    if removed := marks_in(said.question):
        yield REMOVED.format(", ".join(removed), said.question)
    if said.last_resort:
        yield LAST_RESORT
    if said.writer in IN_PLACE:
        yield IN_PLACE[said.writer].format(said.audit_id)
