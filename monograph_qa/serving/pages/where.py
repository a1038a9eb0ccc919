"""Where a line stands: its page with the line boxed, or its section with the line marked."""

import asyncio
from pathlib import Path
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response
from markupsafe import Markup

from monograph_qa.domain.label import Label
from monograph_qa.errors import LabelError, NotFound
from monograph_qa.frozen import frozen
from monograph_qa.library import Library
from monograph_qa.parse.pdfium import page_image
from monograph_qa.pipeline.pages import Sheet, sheet_of, sheets_of
from monograph_qa.serving.pages.page import page, page_routes
from monograph_qa.serving.requests import ServingOf, picture_path
from monograph_qa.serving.tokens import Role
from monograph_qa.store.kept_files import original_of
from monograph_qa.telling.section_page import section_page

_KEPT = {"Cache-Control": "private, max-age=86400, immutable"}


@frozen
class Standing:
    """Where something stands: on sheets of its label, or in a section as HTML."""

    label: Label
    path: str
    quote: str
    sheets: tuple[Sheet, ...] = ()
    section: Markup | None = None


routes = page_routes(Role.ASK)


@routes.get("/where/{identifier}")
async def where(
    request: Request,
    identifier: str,
    serving: ServingOf,
    number: Annotated[int, Query(alias="page")] = 0,
) -> Response:
    """Where a sentence, row, picture or section stands; of a label, a page."""
    found = await serving.draw(lambda library: _standing(library, identifier, number))
    return page(request, "where.html.j2", framed=True, found=found)


@routes.get("/sheets/{label_id}/{number}.png")
async def sheet(label_id: str, number: int, serving: ServingOf) -> Response:
    """A page of a label, with nothing drawn on it."""
    path = await serving.draw(lambda library: _file(library, label_id))
    png = await asyncio.to_thread(page_image, path, number, ())
    return Response(png, media_type="image/png", headers=_KEPT)


def _standing(library: Library, identifier: str, number: int) -> Standing:
    """Raises NotFound for what is not here. Without the label's file, its stored text stands in."""
    reader, place = library.reader, library.place
    if identifier.startswith("lab_"):
        label = reader.get_label(identifier)
        if label.page_count:
            return Standing(label, "", "", (sheet_of(place, reader, identifier, max(number, 1)),))
        identifier = next(s.section_id for s in reader.sections(identifier) if s.text)
    fact, image = reader.find_fact(identifier), reader.find_image(identifier)
    section_id = fact.section_id if fact else image.section_id if image else identifier
    section = reader.find_section(section_id or "")
    if section is None:
        raise NotFound(f"nothing here bears the id {identifier!r}")
    label, path = reader.get_label(section.label_id), section.heading_path
    at = image.box if image else (number or section.page_first if not fact else None)
    quote = fact.quote if fact else image.caption or "" if image else ""
    try:
        if fact and fact.boxes:
            return Standing(label, path, quote, sheets_of(place, reader, identifier))
        if at:
            sheet = sheet_of(place, reader, label.label_id, at)
            return Standing(label, path, quote, (sheet,))
    except (NotFound, LabelError):
        pass
    html = section_page(reader, section.section_id, identifier, picture_path)
    return Standing(label, path, quote, section=Markup(html))  # noqa: S704 - escaped where it was made


def _file(library: Library, label_id: str) -> Path:
    label = library.reader.get_label(label_id)
    try:
        return original_of(library.place.originals, label)
    except NotFound as error:
        raise NotFound(f"the file of {label_id} is not kept here") from error
