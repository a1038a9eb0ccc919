"""For auditors and data teams: the log and its proof; loads, and doubts of reading."""

from dataclasses import replace
from pathlib import PurePath
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from monograph_qa.answer.rendering import value_of
from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.journal import IngestJob, JobState
from monograph_qa.library import Library
from monograph_qa.pipeline.examining.proving import Proof, prove
from monograph_qa.pipeline.writing.recording import audit_key
from monograph_qa.serving.asking import Most, of_label
from monograph_qa.serving.requests import JSON, ServingOf, needs
from monograph_qa.serving.tokens import Role
from monograph_qa.store.audit_search import Wanted, look_back, period
from monograph_qa.store.journal import LAST
from monograph_qa.store.reading import LibraryReader
from monograph_qa.values import proof_value, record_value

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
