"""An answer as text: grouped by section, each line quoted and cited, then sources, then verdict."""

from collections.abc import Callable, Iterator

from monograph_qa.audit.redaction import marks_in
from monograph_qa.cli.wrapping import width, wrapped
from monograph_qa.domain.answer import Answer, Group, Source
from monograph_qa.domain.label import Image

_LAST_RESORT = (
    "No section or fact of the label is known to be about this. Last resort: sentences of this "
    "label that hold words of the question, or words near them. They may not answer it."
)
_REMOVED = (
    "What identifies a person was removed from the question before it was read, stored or sent "
    "anywhere: {}. It reads: {}"
)
_IN_PLACE = {
    "template (model unavailable)": (
        "The model gave nothing, so the template arranged the quotes. Why: audit show {}"
    ),
    "template (model withheld)": (
        "What the model wrote failed a check and is not shown; the template arranged the quotes. "
        "Why: audit show {}"
    ),
}


def answer_text(answer: Answer, path_of: Callable[[Image], str]) -> str:
    """The whole answer; lines are wrapped to the terminal, and left whole when piped."""
    return "\n".join(_lines(answer, path_of, width()))


def _lines(answer: Answer, path_of: Callable[[Image], str], columns: int | None) -> Iterator[str]:
    removed = marks_in(answer.question)
    if removed:
        yield wrapped(_REMOVED.format(", ".join(removed), answer.question), "", columns)
        yield ""
    if answer.message:
        yield wrapped(answer.message, "", columns)
        yield ""
    for finding in answer.verdict.findings:
        found = f"{finding.check}: {finding.subject}: {finding.message}"
        yield wrapped(found, "    ", columns, "  - ")
    for at, candidate in enumerate(answer.candidates, 1):
        named = (
            f"{candidate.offered} (--label {candidate.label_id})"
            if candidate.label_id
            else (candidate.name)
        )
        yield wrapped(named, "     ", columns, f"  {at}. ")
    if answer.candidates:
        yield ""
    if answer.last_resort:
        yield wrapped(_LAST_RESORT, "", columns)
        yield ""
    yield from _parts(answer, columns)
    yield from _pictures(answer, path_of, columns)
    if answer.sources:
        yield "Sources"
        for source in answer.sources:
            yield wrapped(_source(source), "      ", columns, f"  [{source.n}] ")
        yield ""
    if answer.writer in _IN_PLACE:
        yield wrapped(_IN_PLACE[answer.writer].format(answer.audit_id), "", columns)
    yield wrapped(_closing(answer), "", columns)


def _parts(answer: Answer, columns: int | None) -> Iterator[str]:
    """The groups, part by part; parts are headed where there is more than one."""
    several = len({part.label_id for part in answer.parts}) > 1
    for part in answer.parts:
        if len(answer.parts) > 1:
            title = part.title if several or not part.subject else ""
            heading = " — ".join(filter(None, [part.subject, title]))
            yield wrapped(f"# {heading}", "  ", columns, "")
            yield ""
        if part.note:
            yield wrapped(part.note, "", columns)
            yield ""
        for group in answer.groups:
            if group.part == part.n:
                yield from _group(group, columns)
    known = {part.n for part in answer.parts}
    for group in answer.groups:
        if group.part not in known:
            yield from _group(group, columns)


def _group(group: Group, columns: int | None) -> Iterator[str]:
    yield wrapped(f"## From {group.heading_path}", "   ", columns, "")
    above: tuple[str | None, str] = (None, "")
    for quote in group.quotes:
        # A lead-in that was just read, as such or as a quote, needs no second reading.
        if quote.context and quote.context not in above:
            yield wrapped(f"({quote.context})", "  ", columns)
        above = (quote.context, quote.text)
        yield wrapped(f"“{quote.text}” [Source {quote.source}]", "    ", columns, "  - ")
    yield ""


def _pictures(
    answer: Answer, path_of: Callable[[Image], str], columns: int | None
) -> Iterator[str]:
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


def _source(source: Source) -> str:
    page = f", page {source.page}" if source.page else ""
    label = f"{source.title} (version {source.version}, {source.label_id})"
    return f"{label}, {source.heading_path}{page}"


def _closing(answer: Answer) -> str:
    routes = ", ".join(f"{r.route} {r.hits}" for r in answer.routes) or "none"
    by_model = answer.writer != "template" and answer.writer not in _IN_PLACE
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
