"""What the library holds: labels, their sections, facts and pictures, and pages."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import PurePath
from typing import Any, TypeVar

from fastapi import APIRouter
from fastapi.responses import Response

from monograph_qa.answer.rendering import value_of
from monograph_qa.domain.label import Image, Label
from monograph_qa.errors import NotFound
from monograph_qa.library import Library
from monograph_qa.pipeline.question.choosing import get_label
from monograph_qa.serving.requests import JSON, Asker, ServingOf, picture_path
from monograph_qa.store.reading import LibraryReader
from monograph_qa.values import image_value, label_value
from monograph_qa.vocabulary.attributes import known_attribute

T = TypeVar("T")
_PNG = "image/png"


def shown_label(label: Label) -> dict[str, Any]:
    """A label as `labels --json` prints it, but of where its file lay the name alone."""
    name = PurePath(label.source_path).name
    return label_value(replace(label, source_path=name, doc_key=name))


async def of_label(
    read: Callable[[Callable[[Library], list[T]]], Awaitable[list[T]]],
    label: str,
    values: Callable[[LibraryReader, str], list[T]],
    as_json: Callable[[T], dict[str, Any]] = value_of,
) -> JSON:
    """What is read of one label, which is named by its id or by words that fit it alone."""

    def found(library: Library) -> list[T]:
        return values(library.reader, get_label(library.reader, label).label_id)

    return JSON([as_json(each) for each in await read(found)])


routes = APIRouter(default_response_class=JSON)


@routes.get("/labels")
async def labels(serving: ServingOf, caller: Asker) -> JSON:
    """The labels that questions are answered from."""
    found = await serving.read(lambda library: library.reader.current_labels())
    return JSON([shown_label(label) for label in found])


@routes.get("/sections")
async def sections(label: str, serving: ServingOf, caller: Asker) -> JSON:
    """A label's sections, in reading order; `label` is an id, or words that fit one label."""
    return await of_label(serving.read, label, lambda reader, at: reader.sections(at))


@routes.get("/facts")
async def facts(
    label: str, serving: ServingOf, caller: Asker, attribute: str | None = None
) -> JSON:
    """A label's sentences and table rows, in reading order: all, or those with an attribute."""
    key = known_attribute(attribute) if attribute is not None else None
    return await of_label(serving.read, label, lambda reader, at: reader.facts(at, key))


@routes.get("/images")
async def images(label: str, serving: ServingOf, caller: Asker) -> JSON:
    """A label's pictures; `path` is where this server gives each."""

    def with_path(image: Image) -> dict[str, Any]:
        return image_value(image, picture_path(image))

    return await of_label(serving.read, label, lambda reader, at: reader.images(at), with_path)


@routes.get("/images/{image_id}.png", response_class=Response)
async def image(image_id: str, serving: ServingOf, caller: Asker) -> Response:
    """A picture, as the label has it."""
    found = await serving.read(lambda library: library.reader.find_image(image_id))
    if found is None:
        raise NotFound(f"no picture here bears the id {image_id!r}")
    return Response(found.png, media_type=_PNG)


@routes.get("/pages/{fact_id}.png", response_class=Response)
async def page(fact_id: str, serving: ServingOf, caller: Asker, n: int = 1) -> Response:
    """A page on which a sentence or table row stands, boxed; `n` is 2 for the second."""
    pages = await serving.draw(lambda _: serving.pages(fact_id))
    if not 1 <= n <= len(pages):
        raise NotFound(f"{fact_id!r} stands on {len(pages)} pages")
    return Response(pages[n - 1].png, media_type=_PNG)
