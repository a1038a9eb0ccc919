"""`sections`, `facts`, `images`, `show`, `export`: what the library holds."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from monograph_qa.answer.rendering import value_of
from monograph_qa.cli.options import JsonOption, LabelArgument, LibraryOption
from monograph_qa.cli.printing import (
    end_withheld,
    note,
    print_json,
    print_records,
    print_table,
    say,
)
from monograph_qa.cli.screen import width
from monograph_qa.cli.text_layout import with_tables
from monograph_qa.domain.label import Label
from monograph_qa.errors import LabelError, NotFound
from monograph_qa.library import Library
from monograph_qa.table_files import Form
from monograph_qa.values import frame_text, image_value, label_value, record_value


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


def show_text(library: Library, identifier: str) -> str:
    """The same for a reader: one field a line, texts last and whole, tables in columns."""
    value = show_value(library, identifier)
    if value["type"] == "section":
        facts = library.reader.facts_of_section(value["label_id"], identifier)
        value["text"] = with_tables(value["text"], facts, width())
    lines = [f"{value.pop('type')} {identifier}"]
    doubts, texts = value.pop("doubts", []), [value.pop(name, "") for name in ("text", "quote")]
    for name, content in value.items():
        if content is not None:
            said = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
            lines.append(f"  {name}: {said}")
    for doubt in doubts:
        page = f", page {doubt['page']}" if doubt["page"] else ""
        lines.append(f"  doubt ({doubt['kind']}{page}): {doubt['detail']}")
    return "\n".join([*lines, *(f"\n{text}" for text in texts if text)])


@contextmanager
def _label_named(label: str, library: str | None) -> "Iterator[tuple[Library, Label]]":
    """The library and the one label of it that fits the words. Raises NotFound."""
    from monograph_qa.pipeline.question.choosing import get_label

    with Library.open(library) as opened:
        yield opened, get_label(opened.reader, label)


def sections(
    label: LabelArgument, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List a label's sections: number, heading, LOINC code, key, pages.

    Example: monograph-qa sections axid
    """
    with _label_named(label, library) as (opened, found):
        each = opened.reader.sections(found.label_id)
    if as_json:
        print_json([value_of(section) for section in each])
        end_withheld(section.text for section in each)
        return
    rows = (
        ("  " * (s.level - 1) + s.heading[:70], s.section_code, s.section_key, s.page_first or "",
         len(s.text), s.section_id)
        for s in each
    )  # fmt: skip
    print_table(("heading", "code", "key", "page", "characters", "section_id"), rows)


def facts(
    label: LabelArgument,
    attribute: Annotated[str | None, typer.Option(help="Only facts with this attribute.")] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List a label's FactSpans.

    Example: monograph-qa facts axid --attribute half_life
    """
    from monograph_qa.vocabulary.attributes import known_attribute

    attribute = attribute and known_attribute(attribute)
    with _label_named(label, library) as (opened, found):
        each = opened.reader.facts(found.label_id, attribute)
    if as_json:
        print_json([value_of(fact) for fact in each])
    for fact in () if as_json else each:
        page = f"p. {fact.page}" if fact.page else ""
        say(f"{fact.fact_id}  {fact.kind.value:11} {page:7} {', '.join(fact.attributes)}")
        if fact.context:
            say(f"    ({fact.context})")
        say(f"    {fact.quote}")
        if fact.frame:
            say(f"    [{frame_text(fact.frame)}]")
    end_withheld(fact.quote for fact in each)


def images(
    label: LabelArgument, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """List a label's pictures and write them out as PNG files.

    Example: monograph-qa images axid
    """
    with _label_named(label, library) as (opened, found):
        each = [
            image_value(image, str(opened.picture_path(image)))
            for image in opened.reader.images(found.label_id)
        ]
    columns = ("image_id", "kind", "confidence", "page", "path", "caption")
    print_records(each, columns, as_json=as_json)


def show(
    identifier: Annotated[str, typer.Argument(metavar="ID", help="Any id that was printed.")],
    page: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.png",
            help="Write the page of a fact, with it boxed; without pages, its section (.html).",
        ),
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show whatever bears an id: label, section, fact, picture, job or audit record.

    Examples:

      monograph-qa show fact_0123456789abcdef0123

      monograph-qa show fact_0123456789abcdef0123 --page where.png
    """
    with Library.open(library) as opened:
        written = _written(opened, identifier, page) if page is not None else []
        if page is not None and not as_json and page.suffix != written[0].suffix:
            note(f"{identifier}: no page of it can be shown; its section is written")
        value = show_value(opened, identifier)
        if as_json:
            pages = {"pages": [str(path) for path in written]} if page is not None else {}
            print_json({**value, **pages})
        elif page is not None:
            for path in written:
                say(str(path))
        else:
            say(show_text(opened, identifier))
        end_withheld([value.get("quote"), value.get("text")])


def written_pages(library: Library, fact_id: str, folder: Path | None, quiet: bool) -> list[Path]:
    """Writes the pages of a fact into a folder, which is made; where it has none here, prints
    why on standard error."""
    if folder is None:
        return []
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
    """Writes the pages of a fact; of a second page the file's name ends in -2. Of a label without
    pages it ends in .html."""
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


def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write; made if absent.")],
    form: Annotated[Form, typer.Option("--format", help="What to write.")] = Form.PARQUET,
    tables: Annotated[
        str, typer.Option(metavar="NAMES", help="Only these, with commas between.")
    ] = "",
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
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
    with Library.open(library) as opened:
        for each in opened.export(folder, form=form, tables=named):
            written.append(each)
            if not as_json:
                say(f"{each.table:14} {each.rows:>10,} rows  {each.path}", flush=True)
    if as_json:
        print_json([{"table": w.table, "rows": w.rows, "file": str(w.path)} for w in written])
