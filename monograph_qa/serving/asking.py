"""For those who may ask: questions, lines of all labels, views, and what the library holds."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import PurePath
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from monograph_qa.answer.rendering import answer_value, value_of
from monograph_qa.domain.answer import Answer
from monograph_qa.domain.label import Label
from monograph_qa.domain.search import View
from monograph_qa.errors import NotFound
from monograph_qa.library import Library
from monograph_qa.pipeline.question.choosing import get_label
from monograph_qa.serving.requests import (
    JSON,
    CallerOf,
    Sent,
    ServingOf,
    answers_with,
    needs,
    picture_path,
)
from monograph_qa.serving.tokens import Role
from monograph_qa.store.reading import LibraryReader
from monograph_qa.values import carried_value, image_value, label_value
from monograph_qa.vocabulary.attributes import known_attribute

T = TypeVar("T")
_MOST = 2000  # characters: twice what a question may have, so that `ask` says what is too long
Words = Annotated[str, Field(max_length=_MOST)]
_LINES = answers_with("chat_line", conversation={"type": "string"})


class Question(Sent):
    """A question, and how it is to be answered (see `monograph-qa ask --help`)."""

    question: Words
    label: Words | None = None
    all_labels: bool = False
    full: bool = False


class ChatLine(Sent):
    """A question or command in a conversation, a new one without `conversation`; `label` keeps to a
    label."""

    line: Words
    conversation: Words | None = None
    label: Words | None = None


routes = APIRouter(default_response_class=JSON, dependencies=needs(Role.ASK))


@routes.post("/ask", responses=answers_with("answer"))
async def ask(asked: Question, serving: ServingOf, caller: CallerOf) -> JSON:
    """The answer, as `monograph-qa ask --json` prints it; a picture's `path` is its URL."""

    how = {**asked.model_dump(), "caller": caller.name}
    answer = await serving.read(lambda library: serving.ask(library, **how))
    return JSON(answer_value(answer, picture_path))


@routes.post("/chat", responses=_LINES)
async def chat(sent: ChatLine, serving: ServingOf, caller: CallerOf) -> JSON:
    """A line as `monograph-qa chat --json` prints it, and the `conversation` to go on with."""

    key, shown = await serving.read(
        lambda _: serving.chats.say(caller.name, sent.conversation, sent.line, sent.label)
    )
    if isinstance(shown, Answer):
        answer = answer_value(shown, picture_path)
        shown = {"carried": carried_value(shown.intent), "answer": answer}
    return JSON({"conversation": key, "line": sent.line, **shown})


Asked = Annotated[str, Query(max_length=_MOST, pattern=r"\S")]
Filter = Asked | None
Most = Annotated[int, Query(ge=1, le=1000)]
Skip = Annotated[int, Query(ge=0)]
LINES = 100  # of a need, unless more are asked for


@routes.get("/find")
async def find(
    need: Asked,
    serving: ServingOf,
    section: Filter = None,
    kind: Filter = None,
    format: Filter = None,
    drug: Filter = None,
    most: Most = LINES,
    skip: Skip = 0,
) -> JSON:
    """The lines of all labels that fit a need, `lines` as `monograph-qa find --json` prints
    them: `most` of `total`, after the first `skip`; and how many there are of each kind."""

    narrow = {"section": section, "kind": kind, "format": format, "drug": drug}
    found = await serving.draw(lambda library: library.find(need, **narrow, most=most, skip=skip))
    return JSON({**found.counts(), "lines": found.table().records()})


@routes.get("/dose")
async def dose(drug: Asked, serving: ServingOf) -> JSON:
    """A card of doses, as `monograph-qa dose --json` prints it."""
    return _rows(await serving.draw(lambda library: library.doses(drug)))


@routes.get("/interactions")
async def interactions(drug: Asked, other: Asked, serving: ServingOf) -> JSON:
    """What each label of either drug says of the other, as `interactions --json` prints it."""
    return _rows(await serving.draw(lambda library: library.interactions(drug, other)))


@routes.get("/reactions")
async def reactions(
    drug: Asked, serving: ServingOf, effect: Annotated[str, Query(max_length=_MOST)] = ""
) -> JSON:
    """Tables of adverse reactions row by row, as `reactions --json` prints them."""
    return _rows(await serving.draw(lambda library: library.reactions(drug, effect)))


@routes.get("/compare")
async def compare(drug: Annotated[list[Asked], Query()], topic: Asked, serving: ServingOf) -> JSON:
    """What the labels of several drugs say on a topic, as `compare --json` prints it; `drug`
    is given once for each."""
    return _rows(await serving.draw(lambda library: library.compare(drug, topic)))


def _rows(view: View) -> JSON:
    return JSON(view.table().records())


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


@routes.get("/labels")
async def labels(serving: ServingOf) -> JSON:
    """The labels that questions are answered from."""
    found = await serving.read(lambda library: library.reader.current_labels())
    return JSON([shown_label(label) for label in found])


@routes.get("/sections")
async def sections(label: str, serving: ServingOf) -> JSON:
    """A label's sections, in reading order; `label` is an id, or words that fit one label."""
    return await of_label(serving.read, label, LibraryReader.sections)


@routes.get("/facts")
async def facts(label: str, serving: ServingOf, attribute: str | None = None) -> JSON:
    """A label's sentences and table rows, in reading order: all, or those with an attribute."""
    key = known_attribute(attribute) if attribute is not None else None
    return await of_label(serving.read, label, lambda reader, at: reader.facts(at, key))


@routes.get("/images")
async def images(label: str, serving: ServingOf) -> JSON:
    """A label's pictures; `path` is where this server gives each."""
    return await of_label(
        serving.read,
        label,
        LibraryReader.images,
        lambda each: image_value(each, picture_path(each)),
    )


@routes.get("/images/{image_id}.png", response_class=Response)
async def image(image_id: str, serving: ServingOf) -> Response:
    """A picture, as the label has it."""
    found = await serving.read(lambda library: library.reader.find_image(image_id))
    if found is None:
        raise NotFound(f"no picture here bears the id {image_id!r}")
    return Response(found.png, media_type=_PNG)


@routes.get("/pages/{fact_id}.png", response_class=Response)
async def page(fact_id: str, serving: ServingOf, n: int = 1) -> Response:
    """A page on which a sentence or table row stands, boxed; `n` is 2 for the second."""
    pages = await serving.draw(lambda _: serving.pages(fact_id))
    if not 1 <= n <= len(pages):
        raise NotFound(f"{fact_id!r} stands on {len(pages)} pages")
    return Response(pages[n - 1].png, media_type=_PNG)
