"""An answer laid out for its reader, on a terminal or a page: parts, tiers, sections, lines, and
what stands around the quotes (heads, headings, citations, notices)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from monograph_qa.domain.answer import Answer, Group, Part, Quote
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.frame import Facet, Frame
from monograph_qa.frames.spans import range_said
from monograph_qa.frozen import frozen
from monograph_qa.pipeline.question.choosing import MOST_TOGETHER
from monograph_qa.ranking import letters_of
from monograph_qa.telling.lines import Line, Shown, laid_out

_TITLE = 50  # characters of a title in a list
_MOST_SECTIONS = 8
_NUMBER = re.compile(r"^(\d{1,2}(?:\.\d{1,2})*)\.?\s")
LAST_RESORT = (
    "No section or fact of the label is known to be about this. Last resort: sentences of this "
    "label that hold words of the question, or words near them. They may not answer it."
)
REMOVED = (
    "What identifies a person was removed from the question before it was read, stored or sent "
    "anywhere: {}. It reads: {}"
)
IN_PLACE = {
    "template (model unavailable)": (
        "The model gave nothing, so the template arranged the quotes. Why: audit show {}"
    ),
    "template (model withheld)": (
        "What the model wrote failed a check and is not shown; the template arranged the quotes. "
        "Why: audit show {}"
    ),
}


@frozen
class Repeats:
    """Where the words of a line stand again: pages of its label, titles of other labels."""

    pages: Mapping[str, Sequence[int]]
    labels: Mapping[str, Sequence[str]]


def head_of(part: Part) -> str:
    return " · ".join(filter(None, [part.title, part.edition]))


def asked_of(frame: Frame | None) -> str:
    """What was read of the patient and of what is named; "" where there is only a topic."""
    if frame is None:
        return ""
    read = [each.said for each in frame.named]
    read += (
        range_said(value.concept, value.low or 0.0, value.high, value.unit)
        for value in frame.values
        if value.facet in (Facet.PEOPLE, Facet.ORGAN)
    )
    return " · ".join(dict.fromkeys(read))


def sections_of(groups: Iterable[Group]) -> str:
    """The sections of the groups by their numbers, or the beginnings of headings without one."""
    named: dict[str, None] = {}
    for group in groups:
        headings = map(_NUMBER.match, group.heading_path.split(" > "))
        numbers = [each[1] for each in headings if each]
        named[numbers[-1] if numbers else group.heading[:30]] = None
    return ", ".join([*named][:_MOST_SECTIONS]) + (", …" if len(named) > _MOST_SECTIONS else "")


def heading_of(group: Group) -> str:
    """The section's heading, behind the numbered one that it stands below and all between."""
    path = group.heading_path.split(" > ")
    numbered = [at for at, heading in enumerate(path) if _NUMBER.match(heading)]
    first = numbered[-1] if numbered else max(len(path) - 2, 0)
    return " > ".join(path[first:])


def cited(quotes: Iterable[Quote], repeats: Repeats) -> str:
    """The source of the quotes, their page, and where the same words stand again."""
    each = list(quotes)
    pages = sorted({quote.page for quote in each if quote.page})
    again = {page for quote in each for page in repeats.pages.get(letters(quote), ())}
    others = sorted(again.difference(pages))
    source = ", ".join(str(n) for n in dict.fromkeys(quote.source for quote in each))
    page = f", page {', '.join(map(str, pages))}" if pages else ""
    also = f"; also page {', '.join(map(str, others[:4]))}" if others else ""
    labels = repeats.labels.get(letters(each[0]), ())
    alike = f"; the same in {len(labels)} labels" if labels else ""
    return f"[Source {source}{page}{also}{alike}]"


def titles_of(parts: Sequence[Part]) -> str:
    """The labels of the parts, the first few by their titles, the others by their number."""
    titles = [" · ".join(filter(None, [p.subject, _short_title(p.title)])) for p in parts]
    rest = f"; and {len(titles) - MOST_TOGETHER} more" if len(titles) > MOST_TOGETHER else ""
    return "; ".join(titles[:MOST_TOGETHER]) + rest


def _short_title(title: str) -> str:
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 1]}…"


def labels_of_repeats(groups: Sequence[Group], parts: Sequence[Part]) -> dict[str, list[str]]:
    """The labels that say a line in the same words, by its letters."""
    titles = {part.label_id: _short_title(part.title) for part in parts}
    found: dict[str, dict[str, str]] = {}
    for group in groups:
        for quote in group.quotes:
            labels = found.setdefault(letters(quote), {})
            labels[group.label_id] = titles.get(group.label_id, group.label_id)
    return {key: list(labels.values()) for key, labels in found.items() if len(labels) > 1}


def pages_of_repeats(groups: Sequence[Group]) -> dict[str, list[int]]:
    """The pages on which a line stands, by its letters."""
    found: dict[str, list[int]] = {}
    for quote in (q for group in groups for q in group.quotes if q.page):
        found.setdefault(letters(quote), []).append(quote.page or 0)
    return found


def letters(quote: Quote) -> str:
    """The key that lines with the same words share."""
    return letters_of(quote.context, quote.text)


@frozen
class PartLayout:
    """The answer to one part, under a `title` where there are several. `tiers` are the lines that
    answer and the limits in their order: what is forbidden may come first. `folded` is how many
    lines stand under `more` alone, `where` their sections; `boxed` the first line of a boxed
    warning that stands there too."""

    title: str
    tiers: tuple[tuple[Tier, tuple[Shown, ...]], ...]
    more: tuple[Shown, ...]
    folded: int
    where: str
    boxed: Line | None


@frozen
class Layout:
    """`head` is the label that answers, "" where several do; `asked` what was read as asked;
    `silent` the labels that say nothing."""

    head: str
    asked: str
    parts: tuple[PartLayout, ...]
    silent: str


def layout_of(answer: Answer, *, full: bool) -> Layout:
    """The whole answer laid out. A label that has `more` alone is silent unless `full`."""
    groups, parts = answer.groups, answer.parts
    several = len({part.label_id for part in parts}) > 1
    speaking = {g.part for g in groups if full or _tier(g) is not Tier.MORE}
    silent = [part for part in parts if part.n not in speaking and several and groups]
    kept = [part for part in parts if part not in silent]
    in_labels = labels_of_repeats(groups, parts) if several else {}
    has_content = bool(groups or answer.images)
    frame = answer.intent.frame if answer.intent else None
    return Layout(
        head=head_of(parts[0]) if parts and not several and has_content else "",
        asked=asked_of(frame) if has_content else "",
        parts=tuple(
            _part(
                [g for g in groups if part is None or g.part == part.n],
                _title(part, several) if part is not None and len(parts) > 1 else "",
                in_labels,
            )
            for part in (kept or (None,))
        ),
        silent=titles_of(silent),
    )


def lines_in(parts: Sequence[PartLayout]) -> Iterator[Line]:
    shown = (each for part in parts for _, tier in part.tiers for each in tier)
    more = (each for part in parts for each in part.more)
    return (line for each in (*shown, *more) for run in each.runs for line in run.lines)


def _title(part: Part, several: bool) -> str:
    title = head_of(part) if several or not part.subject else ""
    return " — ".join(filter(None, [part.subject, title]))


def _part(
    groups: Sequence[Group], title: str, in_labels: Mapping[str, Sequence[str]]
) -> PartLayout:
    repeats = Repeats(pages_of_repeats(groups), in_labels)
    more = [group for group in groups if _tier(group) is Tier.MORE]
    above = (group for group in groups if _tier(group) is not Tier.MORE)
    boxed = [g for g in groups if g.section_key == "boxed_warning"]
    is_folded = boxed and all(group in more for group in boxed)
    seen = {letters(q) for g in groups for q in g.quotes if q.tier is not Tier.MORE}
    return PartLayout(
        title=title,
        tiers=tuple(
            (tier, tuple(_section(group, repeats) for group in run))
            for tier, run in groupby(above, key=_tier)
        ),
        more=tuple(_section(group, repeats) for group in more),
        folded=len({letters(q) for g in more for q in g.quotes} - seen),
        where=sections_of(more) if more else "",
        boxed=_line(boxed[0].quotes[0], repeats) if is_folded else None,
    )


def _tier(group: Group) -> Tier:
    return group.quotes[0].tier


def _section(group: Group, repeats: Repeats) -> Shown:
    quotes = {quote.fact_id: quote for quote in group.quotes}
    return laid_out(
        heading_of(group),
        ((quote.context, _line(quote, repeats)) for quote in group.quotes),
        cited=lambda lines: cited([quotes[line.fact_id] for line in lines], repeats),
    )


def _line(quote: Quote, repeats: Repeats) -> Line:
    return Line(quote.fact_id, quote.text, quote.page or 0, cited([quote], repeats))
