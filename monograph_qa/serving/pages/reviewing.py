"""For auditors: the log, its records and its proof. For data teams: labels, loads, doubts."""

from fastapi import Request
from fastapi.responses import Response

from monograph_qa.audit.chain import record_hash
from monograph_qa.audit.recording import quotes_of
from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.journal import IngestJob, JobState
from monograph_qa.domain.label import Doubt, Label
from monograph_qa.errors import NotFound
from monograph_qa.library import Library
from monograph_qa.serving.api import Before, CallerName, shown_job, shown_label, shown_proof
from monograph_qa.serving.pages.page import page, page_routes
from monograph_qa.serving.requests import ServingOf
from monograph_qa.serving.tokens import Role
from monograph_qa.store.audit_search import Wanted, look_back, period
from monograph_qa.telling.records import (
    caller_of,
    course_rows,
    failed_checks,
    outcome_of,
    place_of,
    proof_rows,
)

_MOST_RECORDS = 100  # on a page of the log
_MOST = 1000  # jobs, and labels, on a page
_Counts = dict[str, tuple[int, int, int, int]]
_Found = tuple[list[Label], _Counts, dict[str, int], list[IngestJob], dict[JobState, int]]

routers = log_pages, load_pages = page_routes(Role.AUDIT), page_routes(Role.LOAD)


@log_pages.get("/log")
async def log(
    request: Request,
    serving: ServingOf,
    since: str = "",
    until: str = "",
    drug: str = "",
    outcome: str = "",
    finding: str = "",
    asker: CallerName = "",
    before: Before = None,
) -> Response:
    """Recorded questions, newest first, with filters; those older than the one at `before`."""
    asked = {
        "since": since, "until": until, "drug": drug, "outcome": outcome, "finding": finding,
        "caller": asker,
    }  # fmt: skip
    wanted = Wanted(
        *period(since, until), drug or None, outcome or None, finding or None, asker or None
    )

    looked = await serving.review(
        lambda library: look_back(library.journal, wanted, most=_MOST_RECORDS, before=before)
    )
    return page(
        request,
        "log.html.j2",
        rows=[(each, outcome_of(each), caller_of(each)) for _, each in looked.records],
        outcomes=[each.value for each in Outcome],
        asked=asked,
        before=before,
        looked=looked,
    )


@log_pages.get("/log/proof")
async def proof(request: Request, serving: ServingOf) -> Response:
    """Whether every record is as it was written, and none is missing."""
    return page(request, "proof.html.j2", proof=await serving.review(shown_proof))


@log_pages.get("/log/{audit_id}")
async def record(request: Request, audit_id: str, serving: ServingOf) -> Response:
    """One record, from the question to its hash, each quote with the place that it is from."""
    found = await serving.review(lambda library: library.journal.get_record(audit_id))
    return page(
        request,
        "record.html.j2",
        record=found,
        course=list(course_rows(found)),
        quotes=[(quote, place_of(quote)) for quote in quotes_of(found)],
        failed=failed_checks(found),
        proof=list(proof_rows(found)),
        is_sound=record_hash(found) == found.hash,
    )


@load_pages.get("/loads")
async def loads(request: Request, serving: ServingOf, state: str = "") -> Response:
    """Jobs, newest first, all or those in a state; labels with what each holds and how many
    doubts there are of its reading."""
    if state and state not in list(JobState):
        raise NotFound(f"no load is {state!r}")
    wanted = [JobState(state)] if state else []

    def found(library: Library) -> _Found:
        reader, journal = library.reader, library.journal
        jobs = journal.jobs(wanted, most=_MOST)
        held = (reader.labels(), reader.counts(), reader.doubt_counts())
        return *held, jobs, journal.job_counts()

    labels, counts, doubts, jobs, counted = await serving.review(found)
    held = [label for label in labels if label.is_current]
    fit = sum(counted.get(each, 0) for each in wanted or counted)
    return page(
        request,
        "loads.html.j2",
        labels=[shown_label(each) for each in held[:_MOST]],
        more=max(len(held) - _MOST, 0),
        gone=[shown_label(each) for each in labels if not each.is_current][:_MOST],
        counts=counts,
        doubts=doubts,
        jobs=[shown_job(each) for each in jobs],
        counted=list(counted.items()),
        state=state,
        hidden=max(fit - len(jobs), 0),
    )


@load_pages.get("/loads/{label_id}")
async def label(request: Request, label_id: str, serving: ServingOf) -> Response:
    """One label: what it is, and each doubt of its reading beside the page to look at."""

    def found(library: Library) -> tuple[Label, list[Doubt], dict[str, str]]:
        reader = library.reader
        paths = {each.section_id: each.heading_path for each in reader.sections(label_id)}
        return reader.get_label(label_id), reader.doubts(label_id), paths

    held, doubts, paths = await serving.review(found)
    return page(request, "label.html.j2", label=shown_label(held), doubts=doubts, paths=paths)
