"""`sections`, `facts`, `images`, `show`, `export`, `jobs`: what library and journal hold."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from monograph_qa.cli.options import (
    LabelArgument,
    Shown,
    note,
    over_library,
    records_shown,
    say,
    table,
)
from monograph_qa.cli.screen import width
from monograph_qa.cli.text_layout import with_tables
from monograph_qa.domain.journal import JobState
from monograph_qa.domain.label import FactSpan, Label
from monograph_qa.errors import LabelError, NotFound
from monograph_qa.library import Library
from monograph_qa.table_files import Form
from monograph_qa.values import frame_text, image_value, label_value, record_value, value_of


def show_value(library: Library, identifier: str) -> dict[str, Any]:
    """What bears `identifier`, as a JSON value with its `type`. Raises NotFound."""
    kind, _, _ = identifier.partition("_")
    if kind == "job" and (job := library.journal.find_job(identifier)):
        return {"type": "job", **value_of(job)}
    if kind == "aud" and (record := library.journal.find_record(identifier)):
        return {"type": "audit_record", **record_value(record)}
    reader = library.reader
    if kind == "lab":
        label = reader.get_label(identifier)
        names = [{"name": n.name, "kind": n.kind.value} for n in reader.names(identifier)]
        doubts = [value_of(doubt) for doubt in reader.doubts(identifier)]
        return {"type": "label", **label_value(label), "names": names, "doubts": doubts}
    if kind == "sec" and (section := reader.find_section(identifier)):
        facts = [f.fact_id for f in reader.facts_of_section(section.label_id, identifier)]
        here = [d for d in reader.doubts(section.label_id) if d.section_id == identifier]
        value = {**value_of(section), "doubts": [value_of(doubt) for doubt in here]}
        return {"type": "section", **value, "fact_ids": facts}
    if kind == "fact" and (fact := reader.find_fact(identifier)):
        home = reader.find_section(fact.section_id)
        path = home.heading_path if home else None
        return {"type": "fact", **value_of(fact), "heading_path": path}
    if kind == "img" and (image := reader.find_image(identifier)):
        return {"type": "image", **image_value(image, str(library.picture_path(image)))}
    raise NotFound(f"nothing here bears the id {identifier!r}")


def show_lines(library: Library, value: dict[str, Any], identifier: str) -> Iterator[str]:
    """The same for a reader: one field a line, texts last and whole, tables in columns."""
    if value["type"] == "section":
        facts = library.reader.facts_of_section(value["label_id"], identifier)
        value = {**value, "text": with_tables(value["text"], facts, width())}
    yield f"{value['type']} {identifier}"
    for name, content in value.items():
        if content is not None and name not in ("type", "doubts", "text", "quote"):
            is_text = isinstance(content, str)
            yield f"  {name}: {content if is_text else json.dumps(content, ensure_ascii=False)}"
    for doubt in value.get("doubts", ()):
        page = f", page {doubt['page']}" if doubt["page"] else ""
        yield f"  doubt ({doubt['kind']}{page}): {doubt['detail']}"
    yield from (f"\n{text}" for name in ("text", "quote") if (text := value.get(name)))


def _label_named(library: Library, label: str) -> Label:
    """The one label that fits the words. Raises NotFound."""
    from monograph_qa.pipeline.question.choosing import get_label

    return get_label(library.reader, label)


@over_library
def sections(library: Library, label: LabelArgument) -> Shown:
    """List a label's sections: number, heading, LOINC code, key, pages.

    Example: monograph-qa sections axid
    """
    each = library.reader.sections(_label_named(library, label).label_id)
    rows = (
        ("  " * (s.level - 1) + s.heading[:70], s.section_code, s.section_key, s.page_first or "",
         len(s.text), s.section_id)
        for s in each
    )  # fmt: skip
    columns = ("heading", "code", "key", "page", "characters", "section_id")
    return Shown(list(map(value_of, each)), table(columns, rows))


@over_library
def facts(
    library: Library,
    label: LabelArgument,
    attribute: str | None = typer.Option(None, help="Only facts with this attribute."),
) -> Shown:
    """List a label's FactSpans.

    Example: monograph-qa facts axid --attribute half_life
    """
    from monograph_qa.vocabulary.attributes import known_attribute

    attribute = attribute and known_attribute(attribute)
    each = library.reader.facts(_label_named(library, label).label_id, attribute)
    return Shown(list(map(value_of, each)), (line for fact in each for line in _fact_lines(fact)))


def _fact_lines(fact: FactSpan) -> Iterator[str]:
    page = f"p. {fact.page}" if fact.page else ""
    yield f"{fact.fact_id}  {fact.kind.value:11} {page:7} {', '.join(fact.attributes)}"
    if fact.context:
        yield f"    ({fact.context})"
    yield f"    {fact.quote}"
    if fact.frame:
        yield f"    [{frame_text(fact.frame)}]"


@over_library
def images(library: Library, label: LabelArgument) -> Shown:
    """List a label's pictures and write them out as PNG files.

    Example: monograph-qa images axid
    """
    found = library.reader.images(_label_named(library, label).label_id)
    each = [image_value(image, str(library.picture_path(image))) for image in found]
    return records_shown(each, ("image_id", "kind", "confidence", "page", "path", "caption"))


@over_library
def show(
    library: Library,
    identifier: Annotated[str, typer.Argument(metavar="ID", help="Any id that was printed.")],
    page: Path | None = typer.Option(
        None,
        metavar="FILE.png",
        help="Write the page of a fact, with it boxed; without pages, its section (.html).",
    ),
) -> Shown:
    """Show whatever bears an id: label, section, fact, picture, job or audit record.

    Examples:

      monograph-qa show fact_0123456789abcdef0123

      monograph-qa show fact_0123456789abcdef0123 --page where.png
    """
    if page is None:
        value = show_value(library, identifier)
        return Shown(value, show_lines(library, value, identifier))
    written = _written(library, identifier, page)
    is_other = page.suffix != written[0].suffix
    notes = [f"{identifier}: no page of it can be shown; its section is written"] * is_other
    paths = [str(path) for path in written]
    return Shown({**show_value(library, identifier), "pages": paths}, paths, notes)


def written_pages(library: Library, fact_id: str, folder: Path, *, quiet: bool) -> list[Path]:
    """Writes the pages of a fact into a folder, which is made; says why where it has none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"{folder}: cannot be made ({error.strerror})"
        raise typer.BadParameter(why, param_hint="--pages") from error
    try:
        return _written(library, fact_id, folder / f"{fact_id}.png")
    except (NotFound, LabelError) as error:
        if not quiet:
            note(str(error))
        return []


def _written(library: Library, fact_id: str, page: Path) -> list[Path]:
    """Writes the pages of a fact: of a second page the name ends in -2, of a section in .html."""
    paths = []
    for at, (ending, content) in enumerate(library.standing(fact_id), 1):
        path = page if ending == ".png" else page.with_suffix(ending)
        path = path if at == 1 else path.with_name(f"{page.stem}-{at}{page.suffix}")
        try:
            path.write_bytes(content)
        except OSError as error:
            why = f"{path}: cannot be written ({error.strerror})"
            raise typer.BadParameter(why, param_hint="--page") from error
        paths.append(path)
    return paths


@over_library
def export(
    library: Library,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write; made if absent.")],
    form: Form = typer.Option(Form.PARQUET, "--format", help="What to write."),
    tables: str = typer.Option("", metavar="NAMES", help="Only these, with commas between."),
    as_json: bool = False,
) -> Shown:
    """Write all tables of the library, one file each, and a dictionary of their columns.

    Tables: label, drug_name, section, fact_span, reading_doubt, image, and what sentences and
    headings speak of: fact_frame, section_frame, fact_link. All are of one state of the library,
    superseded and withdrawn labels with them. Quotes are to the letter, but that in CSV cells that
    a spreadsheet would run as a formula begin with an apostrophe. Pictures are bytes (CSV and JSON
    lines: Base64).

    Examples:

      monograph-qa export tables/

      monograph-qa export tables/ --format csv --tables label,fact_span
    """
    named = [name.strip() for name in tables.split(",") if name.strip()]
    written = []
    for each in library.export(folder, form=form, tables=named):
        written.append(each)
        if not as_json:
            say(f"{each.table:14} {each.rows:>10,} rows  {each.path}", flush=True)
    return Shown([{"table": w.table, "rows": w.rows, "file": str(w.path)} for w in written])


@over_library
def jobs(
    library: Library,
    state: JobState | None = typer.Option(None, help="Only jobs in this state, e.g. failed."),
) -> Shown:
    """List load jobs, newest first, with the cause of each failure.

    Example: monograph-qa jobs --state failed
    """
    each = [value_of(job) for job in library.journal.jobs([state] if state else [])]
    columns = ("job_id", "state", "attempt", "source_path", "error_type", "error")
    return records_shown(each, columns)
