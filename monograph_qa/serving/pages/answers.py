"""A recorded answer laid out for a page, with what its record tells beside it."""

from collections.abc import Iterator
from itertools import chain

from monograph_qa.audit.comparing import SaidThen
from monograph_qa.audit.redaction import marks_in
from monograph_qa.domain.answer import Source
from monograph_qa.domain.evidence import Tier
from monograph_qa.frozen import frozen
from monograph_qa.telling.answers import Laid, laid, lines_in
from monograph_qa.telling.wording import IN_PLACE, LAST_RESORT, REMOVED


@frozen
class ShownAnswer:
    """All that a page says of a recorded answer. `first` is what stands on the page shown first."""

    said: SaidThen
    laid: Laid
    carried: str
    notices: tuple[str, ...]
    sources: tuple[Source, ...]
    folded_sources: tuple[Source, ...]
    first: str


def shown(said: SaidThen) -> ShownAnswer:
    """The answer, laid out as a terminal lays it out; nothing of it is left out."""
    answer = laid(said, full=True)
    carried = said.intent.carried if said.intent else None
    topics = [topic.replace("_", " ") for topic in carried.topics] if carried else []
    quotes = [quote for group in said.groups for quote in group.quotes]
    cited_above = {quote.source for quote in quotes if quote.tier is not Tier.MORE}
    ids = chain(
        (line.fact_id for line in lines_in(answer.parts)), (each.image_id for each in said.images)
    )
    return ShownAnswer(
        said=said,
        laid=answer,
        carried=", ".join([*carried.drugs, *topics]) if carried else "",
        notices=tuple(_notices(said)),
        sources=tuple(source for source in said.sources if source.n in cited_above),
        folded_sources=tuple(source for source in said.sources if source.n not in cited_above),
        first=next(ids, ""),
    )


def _notices(said: SaidThen) -> Iterator[str]:
    if not said.is_sound:
        yield "This record was changed after it was written: this may not be what was said."
    if removed := marks_in(said.question):
        yield REMOVED.format(", ".join(removed), said.question)
    if said.last_resort:
        yield LAST_RESORT
    if said.writer in IN_PLACE:
        yield IN_PLACE[said.writer].format(said.audit_id)
