"""The routes of the HTTP API: questions, lines of all labels, views, what the library holds; the
log and its proof; loads, and doubts of reading."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import PurePath
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import Field

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.journal import IngestJob, JobState
from monograph_qa.domain.label import Label
from monograph_qa.domain.search import View
from monograph_qa.errors import NotFound
from monograph_qa.library import Library
from monograph_qa.pipeline.examining.proving import Proof, prove
from monograph_qa.pipeline.question.choosing import get_label
from monograph_qa.pipeline.writing.recording import audit_key
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
from monograph_qa.store.audit_search import Wanted, look_back, period
from monograph_qa.store.journal import LAST
from monograph_qa.store.reading import LibraryReader
from monograph_qa.values import (
    answer_value,
    carried_value,
    image_value,
    label_value,
    proof_value,
    record_value,
    value_of,
)
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


_HEAD = "the signed head"
Before = Annotated[int | None, Query(ge=1, le=LAST)]
CallerName = Annotated[str, Query(alias="caller")]


def shown_job(job: IngestJob) -> dict[str, Any]:
    """A job as `jobs --json` prints it, but of where its file lay the name alone."""
    value, name = value_of(job), PurePath(job.source_path).name
    error = (job.error or "").replace(job.source_path, name) or None
    return {**value, "source_path": name, "doc_key": name, "error": error}


def shown_proof(library: Library) -> Proof:
    """Whether the log is whole; of where its signed head is kept, no path."""
    proof, place = prove(library.journal, key=audit_key()), library.journal.head_place
    breaks = (replace(each, problem=each.problem.replace(place, _HEAD)) for each in proof.breaks)
    notes = (note.replace(place, _HEAD) for note in proof.notes)
    return replace(proof, breaks=tuple(breaks), notes=tuple(notes))


of_audit = APIRouter(default_response_class=JSON, dependencies=needs(Role.AUDIT))
of_loads = APIRouter(default_response_class=JSON, dependencies=needs(Role.LOAD))


@of_audit.get("/audit")
async def audit(
    request: Request,
    serving: ServingOf,
    since: str | None = None,
    until: str | None = None,
    drug: str | None = None,
    outcome: Outcome | None = None,
    finding: str | None = None,
    asker: CallerName = "",
    replays: bool = False,
    most: Most = 50,
    before: Before = None,
) -> JSON:
    """Recorded questions, newest first, as `monograph-qa audit list --json` prints them: those that
    are found in half a second, older than the one at `before`. Where older ones were not looked
    at, a `Link` with rel="next" goes on."""
    wanted = Wanted(*period(since, until), drug, outcome, finding, asker or None, replays)

    looked = await serving.review(
        lambda library: look_back(library.journal, wanted, most=most, before=before)
    )
    shown = JSON([{"sequence": at, **record_value(record)} for at, record in looked.records])
    if looked.reached:
        further = request.url.include_query_params(before=looked.reached)
        shown.headers["Link"] = f'<{further.path}?{further.query}>; rel="next"'
    return shown


@of_audit.get("/audit/proof")
async def proof(serving: ServingOf) -> JSON:
    """Whether the log is whole, as `monograph-qa audit verify --json` says it."""
    return JSON(proof_value(await serving.review(shown_proof)))


@of_audit.get("/audit/{audit_id}")
async def record(audit_id: str, serving: ServingOf) -> JSON:
    """One record, as `monograph-qa audit show --json` prints it."""
    found = await serving.review(lambda library: library.journal.get_record(audit_id))
    return JSON(record_value(found))


@of_loads.get("/jobs")
async def jobs(serving: ServingOf, state: JobState | None = None, most: Most = 1000) -> JSON:
    """Loads, newest first, with the cause of each failure."""
    wanted = [state] if state else []
    found = await serving.review(lambda library: library.journal.jobs(wanted, most=most))
    return JSON([shown_job(job) for job in found])


@of_loads.get("/doubts")
async def doubts(label: str, serving: ServingOf) -> JSON:
    """Where a label may have been read wrongly."""
    return await of_label(serving.review, label, LibraryReader.doubts)
