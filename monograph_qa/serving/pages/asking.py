"""For pharmacists: a question, its recorded answer under a link of its own, where a line of it
stands."""

import asyncio
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

from fastapi import Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from markupsafe import Markup

from monograph_qa.audit.recording import RecordedAnswer, recorded_answer
from monograph_qa.audit.redaction import marks_in
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import Label
from monograph_qa.errors import AuditError, LabelError, NotFound
from monograph_qa.frozen import frozen
from monograph_qa.library import Library
from monograph_qa.parse.pdfium import page_image
from monograph_qa.pipeline.conversation import Ask, Conversation
from monograph_qa.pipeline.pages import Sheet, sheet_of, sheets_of
from monograph_qa.pipeline.question.choosing import get_label
from monograph_qa.serving.pages.page import form_of, page, page_routes
from monograph_qa.serving.requests import CallerOf, ServingOf, picture_path
from monograph_qa.serving.tokens import Role
from monograph_qa.store.kept_files import original_of
from monograph_qa.telling.answers import IN_PLACE, LAST_RESORT, REMOVED, layout_of, lines_in
from monograph_qa.telling.pages import section_page
from monograph_qa.vocabulary.name_keys import name_key

_FEWEST = 2  # letters that are completed
_MOST_NAMES = 8
_LISTED = 200  # labels: so many are named below an empty question field, of more the number


routes = page_routes(Role.ASK)


@routes.get("/")
async def empty(request: Request, serving: ServingOf) -> Response:
    """The question field, and what may be asked about."""

    def held(library: Library) -> tuple[int, list[Label]]:
        count = library.reader.count_current()
        return count, library.reader.current_labels() if count <= _LISTED else []

    count, labels = await serving.read(held)
    labels.sort(key=lambda label: (label.drug.casefold(), label.title))
    return page(request, "ask.html.j2", labels=labels, count=count)


@routes.post("/")
async def ask(request: Request, serving: ServingOf, caller: CallerOf) -> Response:
    """Answers a question, a follow-up of the answer `after`, or the `choice` it offered; then
    leads to the answer as it was recorded."""
    form = await form_of(request)
    line, after = form.get("choice") or form.get("question", ""), form.get("after")

    def asked(library: Library) -> str:
        ask_as_caller = partial(serving.ask, library, caller=caller.name)
        recorded = _find_recorded(library, after) if after else None
        return _conversation(library, ask_as_caller, recorded).say(line).audit_id

    return RedirectResponse(f"/answers/{await serving.read(asked)}", 303)


@routes.get("/answers/{audit_id}")
async def answer(request: Request, audit_id: str, serving: ServingOf) -> Response:
    """What was answered, as it was: from its record alone."""
    recorded = await serving.review(lambda library: _find_recorded(library, audit_id))
    return page(request, "answer.html.j2", answer=shown(recorded))


@routes.get("/completions")
async def completions(begin: str, serving: ServingOf) -> Response:
    """Names of drugs held here that begin so, as JSON."""
    key = name_key(begin)
    if len(key) < _FEWEST:
        return JSONResponse([])
    found = await serving.read(lambda library: library.reader.names_beginning(key, _MOST_NAMES))
    return JSONResponse(found)


def _find_recorded(library: Library, audit_id: str) -> RecordedAnswer:
    record = library.journal.find_record(audit_id)
    try:
        if record is not None:
            return recorded_answer(record)
    except AuditError as error:
        raise NotFound(f"{audit_id!r}: no answer can be read back from this record") from error
    raise NotFound(f"no answer bears the id {audit_id!r}")


def _conversation(library: Library, ask: Ask, recorded: RecordedAnswer | None) -> Conversation:
    """The conversation as it stood after that answer, as far as its labels are still asked."""

    def find_label(named: str) -> Label:
        return get_label(library.reader, named)

    try:
        conversation = Conversation.after(recorded, ask, find_label) if recorded else None
    except NotFound:
        conversation = None
    if recorded and conversation and recorded.record.library_version != library.reader.version():
        conversation.renew(library.reader.is_current)
    return conversation or Conversation(ask, find_label)


def shown(recorded: RecordedAnswer) -> dict[str, Any]:
    """What answer.html.j2 shows of a recorded answer; `first` stands on the page shown first."""
    answer = recorded.answer
    layout = layout_of(answer, full=True)
    carried = answer.intent.carried if answer.intent else None
    topics = [topic.replace("_", " ") for topic in carried.topics] if carried else []
    quotes = [quote for group in answer.groups for quote in group.quotes]
    cited_above = {quote.source for quote in quotes if quote.tier is not Tier.MORE}
    lines = (line.fact_id for line in lines_in(layout.parts))
    return {
        "record": recorded.record,
        "said": answer,
        "laid": layout,
        "carried": ", ".join([*carried.drugs, *topics]) if carried else "",
        "notices": list(_notices(recorded)),
        "sources": [source for source in answer.sources if source.n in cited_above],
        "folded_sources": [source for source in answer.sources if source.n not in cited_above],
        "first": next(chain(lines, (each.image_id for each in answer.images)), ""),
    }


def _notices(recorded: RecordedAnswer) -> Iterator[str]:
    if not recorded.is_sound:
        yield "This record was changed after it was written: this may not be what was said."
    answer = recorded.answer
    if removed := marks_in(answer.question):
        yield REMOVED.format(", ".join(removed), answer.question)
    if answer.last_resort:
        yield LAST_RESORT
    if answer.writer in IN_PLACE:
        yield IN_PLACE[answer.writer].format(answer.audit_id)


_KEPT = {"Cache-Control": "private, max-age=86400, immutable"}


@frozen
class Standing:
    """Where something stands: on sheets of its label, or in a section as HTML."""

    label: Label
    path: str
    quote: str
    sheets: tuple[Sheet, ...] = ()
    section: Markup | None = None


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
