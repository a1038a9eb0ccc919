"""An answer as text: grouped by section, each line quoted and cited, then sources, then verdict."""

from collections.abc import Callable, Iterator

from monograph_qa.cli.wrapping import width, wrapped
from monograph_qa.domain.answer import Answer, Group, Source
from monograph_qa.domain.label import Image

_LAST_RESORT = (
    "No section or fact of the label is known to be about this. Last resort: sentences of this "
    "label that hold words of the question, or words near them. They may not answer it."
)


def answer_text(answer: Answer, path_of: Callable[[Image], str]) -> str:
    """The whole answer; lines are wrapped to the terminal, and left whole when piped."""
    return "\n".join(_lines(answer, path_of, width()))


def _lines(answer: Answer, path_of: Callable[[Image], str], columns: int | None) -> Iterator[str]:
    if answer.message:
        yield wrapped(answer.message, "", columns)
        yield ""
    for finding in answer.verdict.findings:
        found = f"{finding.check}: {finding.subject}: {finding.message}"
        yield wrapped(found, "    ", columns, "  - ")
    for at, candidate in enumerate(answer.candidates, 1):
        named = (
            f"{candidate.title} (--label {candidate.label_id})"
            if candidate.label_id
            else (candidate.name)
        )
        yield wrapped(named, "     ", columns, f"  {at}. ")
    if answer.candidates:
        yield ""
    if answer.last_resort:
        yield wrapped(_LAST_RESORT, "", columns)
        yield ""
    several = len({group.label_id for group in answer.groups}) > 1
    titles = {source.label_id: source.title for source in answer.sources}
    label_id = None
    for group in answer.groups:
        if several and group.label_id != label_id:
            label_id = group.label_id
            yield wrapped(f"# {titles.get(label_id, label_id)}", "  ", columns, "")
            yield ""
        yield from _group(group, columns)
    yield from _pictures(answer, path_of, columns)
    if answer.sources:
        yield "Sources"
        for source in answer.sources:
            yield wrapped(_source(source), "      ", columns, f"  [{source.n}] ")
        yield ""
    yield wrapped(_closing(answer), "", columns)


def _group(group: Group, columns: int | None) -> Iterator[str]:
    yield wrapped(f"## From {group.heading_path}", "   ", columns, "")
    context = None
    for quote in group.quotes:
        if quote.context and quote.context != context:
            yield wrapped(f"({quote.context})", "  ", columns)
        context = quote.context
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
    return (
        f"{answer.verdict.status.value} · {answer.outcome.value} · routes: {routes} · "
        f"{answer.elapsed_ms:.0f} ms · audit {answer.audit_id}"
    )
