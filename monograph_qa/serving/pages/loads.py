"""For data teams: the labels held, what became of each file, where reading is in doubt."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from monograph_qa.domain.journal import IngestJob, JobState
from monograph_qa.domain.label import Doubt, Label
from monograph_qa.errors import NotFound
from monograph_qa.library import Library
from monograph_qa.serving.labels import shown_label
from monograph_qa.serving.pages.page import page
from monograph_qa.serving.requests import Loader, ServingOf
from monograph_qa.serving.reviewing import shown_job

_MOST = 1000  # jobs, and labels, on a page
_Counts = dict[str, tuple[int, int, int, int]]
_Found = tuple[list[Label], _Counts, dict[str, int], list[IngestJob], dict[JobState, int]]


def add_to(routes: APIRouter) -> None:
    @routes.get("/loads")
    async def loads(
        request: Request, serving: ServingOf, caller: Loader, state: str = ""
    ) -> Response:
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

    @routes.get("/loads/{label_id}")
    async def label(
        request: Request, label_id: str, serving: ServingOf, caller: Loader
    ) -> Response:
        """One label: what it is, and each doubt of its reading beside the page to look at."""

        def found(library: Library) -> tuple[Label, list[Doubt], dict[str, str]]:
            reader = library.reader
            paths = {each.section_id: each.heading_path for each in reader.sections(label_id)}
            return reader.get_label(label_id), reader.doubts(label_id), paths

        held, doubts, paths = await serving.review(found)
        return page(request, "label.html.j2", label=shown_label(held), doubts=doubts, paths=paths)
