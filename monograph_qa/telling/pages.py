"""Templates of pages; a section as HTML with one sentence or row marked in it, for labels without
pages."""

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import cache
from itertools import groupby
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from monograph_qa.domain.label import CELL, FactSpan, Image
from monograph_qa.frozen import frozen
from monograph_qa.pipeline.pages import read_with
from monograph_qa.store.reading import LibraryReader
from monograph_qa.telling.lines import HEAD, ROW, columns_of, lines_of_section
from monograph_qa.visible import visible


@cache
def page_templates(package: str) -> Environment:
    """The templates in the `templates` folder of a package; an unknown variable is an error."""
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: visible(value) if isinstance(value, str) else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )


_QUOTE, _BESIDE = "quote", "beside"  # tones: what is looked for, and what that is read with

PictureOf = Callable[[Image], str]
"""Where a page finds a picture."""


Block = dict[str, Any]
"""For the template: a paragraph's `spans` of text, each with the tone that it is marked in, "" for
none; a table's `rows` with their tones, under `heads` of one `tone`; or an `image`."""


@frozen
class _Line:
    """A line of the section: a `row` of a table, one of the `heads` above it, or text."""

    start: int
    text: str
    is_row: bool = False
    is_head: bool = False
    tones: dict[tuple[int, int], str] = field(default_factory=dict)


def section_page(reader: LibraryReader, section_id: str, fact_id: str, of: PictureOf) -> str:
    """The section as part of an HTML page, all of it escaped; the FactSpan, where `fact_id` names
    one, is marked as `#quote`, its lead-in, caption and column heads in a second tone. Raises
    NotFound for an id that no section bears."""
    section = reader.get_section(section_id)
    facts = reader.facts_of_section(section.label_id, section_id)
    images = [each for each in reader.images(section.label_id) if each.section_id == section_id]
    template = page_templates("monograph_qa.telling").get_template("section.html.j2")
    html: str = template.render(
        path=section.heading_path.split(" > "),
        blocks=_blocks(section.text, facts, images, fact_id),
        source_of=of,
    )
    return html


def section_file(reader: LibraryReader, section_id: str, fact_id: str, why: str = "") -> str:
    """The same as a page of its own, its pictures and style in it; `why` says above it why it
    stands in for a page. Raises NotFound likewise."""

    def as_data(image: Image) -> str:
        return f"data:image/png;base64,{b64encode(image.png).decode()}"

    html = Markup(section_page(reader, section_id, fact_id, as_data))  # noqa: S704 - escaped there
    template = page_templates("monograph_qa.telling").get_template("section_file.html.j2")
    page: str = template.render(section=html, why=why)
    return page


def _blocks(
    text: str, facts: Sequence[FactSpan], images: Sequence[Image], fact_id: str
) -> Iterator[Block]:
    """What the section is made of, in order; a picture stands behind its caption, or at the end."""
    lines = _lines(text, facts, fact_id)
    left = list(images)
    for is_table, run in groupby(lines, key=lambda line: line.is_row or line.is_head):
        if is_table:
            yield _table(list(run))
            continue
        for line in run:
            yield {"spans": list(_spans(line))}
            captioned = [image for image in left if image.caption and image.caption == line.text]
            yield from ({"image": image} for image in captioned)
            left = [image for image in left if image not in captioned]
    yield from ({"image": image} for image in left)


def _lines(text: str, facts: Sequence[FactSpan], fact_id: str) -> list[_Line]:
    fact = next((each for each in facts if each.fact_id == fact_id), None)
    tones = {(f.start, f.stop): _BESIDE for f in (read_with(fact, facts) if fact else ())}
    if fact is not None:
        tones[fact.start, fact.stop] = _QUOTE
    lines = []
    for kind, at, line in lines_of_section(text, facts):
        stop = at + len(line)
        here = {span: tone for span, tone in tones.items() if span[0] < stop and span[1] > at}
        # The name of a group of rows stands between the heads and them, and is text here.
        lines.append(_Line(at, line, kind == ROW, kind == HEAD and CELL in line, here))
    return lines


def _table(lines: Sequence[_Line]) -> Block:
    """The rows under the heads that they repeat. A printed row of heads says nothing more, and is
    shown only where it is looked for itself."""
    shown = [line for line in lines if line.is_row or _QUOTE in line.tones.values()]
    shown = shown or list(lines)
    columns = columns_of([line.text for line in shown])
    tones = [next(iter(line.tones.values()), "") for line in shown]
    return {
        "heads": columns.heads if any(columns.heads) else (),
        "rows": list(zip(columns.rows, tones, strict=True)),
        "tone": _BESIDE if _QUOTE in tones else "",
    }


def _spans(line: _Line) -> Iterator[tuple[str, str]]:
    at = 0
    for (start, stop), tone in sorted(line.tones.items()):
        first, last = max(start - line.start, at), min(stop - line.start, len(line.text))
        if first > at:
            yield line.text[at:first], ""
        if last > first:
            yield line.text[first:last], tone
        at = max(at, last)
    if at < len(line.text):
        yield line.text[at:], ""
