"""An answer laid out for its reader, on a terminal or a page: parts, tiers, sections, lines."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Protocol

from monograph_qa.domain.answer import Group, Part, Quote
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.intent import Intent
from monograph_qa.frozen import frozen
from monograph_qa.telling.equals import (
    Equals,
    labels_of_equals,
    letters,
    pages_of_equals,
    titles_of,
)
from monograph_qa.telling.lines import Line, Shown, laid_out
from monograph_qa.telling.wording import asked_of, cited, head_of, heading_of, sections_of


class Told(Protocol):
    """An answer as it is given, or as it was recorded."""

    @property
    def groups(self) -> Sequence[Group]: ...
    @property
    def parts(self) -> Sequence[Part]: ...
    @property
    def images(self) -> Sequence[object]: ...
    @property
    def intent(self) -> Intent | None: ...


@frozen
class LaidPart:
    """The answer to one part, under a `title` where there are several. `tiers` are the lines that
    answer and the limits in their order: what is forbidden may come first.

    `folded` is how many lines stand under `more` alone, `where` their sections; `boxed` the first
    line of a boxed warning that stands there too.
    """

    title: str
    tiers: tuple[tuple[Tier, tuple[Shown, ...]], ...]
    more: tuple[Shown, ...]
    folded: int
    where: str
    boxed: Line | None


@frozen
class Laid:
    """`head` is the label that answers, "" where several do; `asked` what was read as asked;
    `silent` the labels that say nothing."""

    head: str
    asked: str
    parts: tuple[LaidPart, ...]
    silent: str


def laid(told: Told, *, full: bool) -> Laid:
    """The answer, nothing of it left out. A label that has `more` alone is silent unless `full`."""
    several = len({part.label_id for part in told.parts}) > 1
    telling = {g.part for g in told.groups if full or _tier(g) is not Tier.MORE}
    silent = [part for part in told.parts if part.n not in telling and several and told.groups]
    kept = [part for part in told.parts if part not in silent]
    alike = labels_of_equals(told.groups, told.parts) if several else {}
    says = bool(told.groups or told.images)
    return Laid(
        head=head_of(told.parts[0]) if told.parts and not several and says else "",
        asked=asked_of(told.intent.frame if told.intent else None) if says else "",
        parts=tuple(
            _part(
                [g for g in told.groups if part is None or g.part == part.n],
                _title(part, several) if part is not None and len(told.parts) > 1 else "",
                alike,
            )
            for part in (kept or (None,))
        ),
        silent=titles_of(silent),
    )


def lines_in(parts: Sequence[LaidPart]) -> Iterator[Line]:
    """All lines, in the order in which they are read."""
    shown = (each for part in parts for _, tier in part.tiers for each in tier)
    more = (each for part in parts for each in part.more)
    return (line for each in (*shown, *more) for run in each.runs for line in run.lines)


def _title(part: Part, several: bool) -> str:
    title = head_of(part) if several or not part.subject else ""
    return " — ".join(filter(None, [part.subject, title]))


def _part(groups: Sequence[Group], title: str, alike: Mapping[str, Sequence[str]]) -> LaidPart:
    equals = Equals(pages_of_equals(groups), alike)
    more = [group for group in groups if _tier(group) is Tier.MORE]
    above = (group for group in groups if _tier(group) is not Tier.MORE)
    boxed = [g for g in groups if g.section_key == "boxed_warning"]
    is_folded = boxed and all(group in more for group in boxed)
    seen = {letters(q) for g in groups for q in g.quotes if q.tier is not Tier.MORE}
    return LaidPart(
        title=title,
        tiers=tuple(
            (tier, tuple(_section(group, equals) for group in run))
            for tier, run in groupby(above, key=_tier)
        ),
        more=tuple(_section(group, equals) for group in more),
        folded=len({letters(q) for g in more for q in g.quotes} - seen),
        where=sections_of(more) if more else "",
        boxed=_line(boxed[0].quotes[0], equals) if is_folded else None,
    )


def _tier(group: Group) -> Tier:
    return group.quotes[0].tier


def _section(group: Group, equals: Equals) -> Shown:
    quotes = {quote.fact_id: quote for quote in group.quotes}
    return laid_out(
        heading_of(group),
        ((quote.context, _line(quote, equals)) for quote in group.quotes),
        cited=lambda lines: cited([quotes[line.fact_id] for line in lines], equals),
    )


def _line(quote: Quote, equals: Equals) -> Line:
    return Line(quote.fact_id, quote.text, quote.page or 0, cited([quote], equals))
