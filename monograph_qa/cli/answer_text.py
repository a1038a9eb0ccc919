"""An answer as a pharmacist reads it: the label, what was read as asked, the lines that answer
under their sections, limits, one line for what else there is, verdict. At most a screen."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict

from monograph_qa.audit.redaction import marks_in
from monograph_qa.cli.text_layout import table_lines, wrapped
from monograph_qa.domain.answer import Answer
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import Image
from monograph_qa.pipeline.question.choosing import MOST_TOGETHER
from monograph_qa.telling.answers import (
    IN_PLACE,
    LAST_RESORT,
    REMOVED,
    Layout,
    PartLayout,
    layout_of,
)
from monograph_qa.telling.lines import Shown

_SCREEN = 40  # rows
_BELOW = 8  # rows that stand below the lines: what else there is, the verdict


def answer_text(
    answer: Answer, path_of: Callable[[Image], str], columns: int | None, *, full: bool = False
) -> str:
    """The answer, wrapped to `columns` (None: not at all); `full` with folded lines and sources."""
    layout = layout_of(answer, full=full)
    above = list(_above(answer, layout, columns))
    room = None if full else _SCREEN - _BELOW - _rows(above)
    lines = [*above, *_parts(layout, columns, room, full=full), *_below(answer, path_of, columns)]
    if full and answer.sources:
        texts = ((each.n, source_text(**asdict(each))) for each in answer.sources)
        lines += ["Sources", *(wrapped(t, "      ", columns, f"  [{n}] ") for n, t in texts), ""]
    if answer.writer in IN_PLACE:
        lines.append(wrapped(IN_PLACE[answer.writer].format(answer.audit_id), "", columns))
    lines.append(wrapped(_closing(answer), "", columns))
    return "\n".join(lines)


def _above(answer: Answer, layout: Layout, columns: int | None) -> Iterator[str]:
    """What stands over the lines: what was removed or read as asked, the message, choices."""

    def block(*lines: str, indent: str = "") -> Iterator[str]:
        if any(lines):
            yield from (wrapped(line, indent, columns, "") for line in lines if line)
            yield ""

    if removed := marks_in(answer.question):
        yield from block(REMOVED.format(", ".join(removed), answer.question))
    yield from block(layout.head, layout.asked and f"Asked: {layout.asked}", indent="  ")
    yield from block(answer.message)
    for finding in answer.verdict.findings:
        found = f"{finding.check}: {finding.subject}: {finding.message}"
        yield wrapped(found, "    ", columns, "  - ")
    for at, candidate in enumerate(answer.candidates, 1):
        label = f"{candidate.offered} (--label {candidate.label_id})"
        named = label if candidate.label_id else candidate.name
        yield wrapped(named, "     ", columns, f"  {at}. ")
    if answer.candidates:
        yield ""
    if answer.last_resort:
        yield from block(LAST_RESORT)


def _parts(layout: Layout, columns: int | None, room: int | None, *, full: bool) -> Iterator[str]:
    each_room = None if room is None else max(room // len(layout.parts), _BELOW)
    for at, part in enumerate(layout.parts):
        if room is not None and at >= MOST_TOGETHER and not layout.head:
            left = len(layout.parts) - at
            yield wrapped(f"{left} more labels say it otherwise (--full)", "", columns)
            yield ""
            break
        if part.title:
            yield wrapped(f"# {part.title}", "  ", columns, "")
            yield ""
        yield from _tiers(part, columns, each_room, full=full)
    if layout.silent:
        yield wrapped(f"Nothing else in: {layout.silent}", "  ", columns)
        yield ""


def _tiers(part: PartLayout, columns: int | None, room: int | None, *, full: bool) -> Iterator[str]:
    """One part: all limits, the answer as far as there is room beside them (its first section
    always), and what else there is."""
    limits = (each for tier, sections in part.tiers if tier is Tier.LIMIT for each in sections)
    left = room and room - sum(_rows(_section(each, columns)) for each in limits)
    folded, is_first = 0, True
    for at, (tier, sections) in enumerate(part.tiers):
        if tier is Tier.LIMIT or at:
            yield "Limits" if tier is Tier.LIMIT else "Answer"
        for section in sections:
            lines = list(_section(section, columns))
            if left is not None and tier is Tier.ANSWER:
                if not is_first and _rows(lines) > left:
                    folded += sum(len(run.lines) for run in section.runs)
                    continue
                left -= _rows(lines)
                is_first = False
            yield from lines
    if not full:
        yield from _else(part, folded, columns)
    elif part.more:
        yield "More"
        for section in part.more:
            yield from _section(section, columns)


def _else(part: PartLayout, folded: int, columns: int | None) -> Iterator[str]:
    if part.boxed:
        page = f", page {part.boxed.page}" if part.boxed.page else ""
        yield wrapped(f"Boxed warning{page}: --full", "  ", columns)
    count = folded + part.folded
    if count:
        where = f" in {part.where}" if part.where else ""
        lines = "line" if count == 1 else "lines"
        yield wrapped(f"{count} more {lines}{where} (--full)", "  ", columns)
    if part.boxed or count:
        yield ""


def _section(shown: Shown, columns: int | None) -> Iterator[str]:
    yield wrapped(shown.heading, "   ", columns, "## ")
    for run in shown.runs:
        if run.context:
            yield wrapped(f"({run.context})", "  ", columns)
        if run.table and len(run.lines) > 1:
            rows = table_lines([line.text for line in run.lines], (columns or 120) - 4)
            yield from (f"  | {row}" for row in rows)
            yield f"    {run.citation}"
        else:
            for line in run.lines:
                yield wrapped(f"“{line.text}” {line.citation}", "    ", columns, "  - ")
    yield ""


def _below(answer: Answer, path_of: Callable[[Image], str], columns: int | None) -> Iterator[str]:
    for image in answer.images:
        kind = image.kind.value.replace("_", " ")
        where = f", page {image.page}" if image.page else ""
        yield f"Picture: {kind}{where} ({image.image_id})"
        if image.caption:
            yield wrapped(f"“{image.caption}”", "  ", columns)
        yield f"  {path_of(image)}"
    if answer.images:
        yield "Open them with --open, or any viewer."
        yield ""


def source_text(
    *, title: str, version: int, label_id: str, heading_path: str, page: int | None, **_: object
) -> str:
    """A source in one line, without its number: label, section, page."""
    where = f", page {page}" if page else ""
    return f"{title} (version {version}, {label_id}), {heading_path}{where}"


def _rows(lines: Iterable[str]) -> int:
    return sum(line.count("\n") + 1 for line in lines)


def _closing(answer: Answer) -> str:
    routes = ", ".join(f"{r.route} {r.hits}" for r in answer.routes) or "none"
    by_model = answer.writer != "template" and answer.writer not in IN_PLACE
    writer = f"writer: {answer.writer} · " if by_model else ""
    return (
        f"{answer.verdict.status.value} · {answer.outcome.value} · routes: {routes} · {writer}"
        f"{answer.elapsed_ms:.0f} ms · audit {answer.audit_id}"
    )


def trace_text(answer: Answer) -> str:
    """The steps that led to the answer, a line each: milliseconds, step, part, what it saw."""
    lines = ["", "Trace"]
    for step in answer.trace:
        part = f" (part {step.part})" if step.part and len(answer.parts) > 1 else ""
        lines.append(f"{step.ms:9.2f} ms  {step.name}{part}: {step.saw}")
    return "\n".join(lines)
