"""For auditors: the log with its filters, one record with its evidence, proof that all is whole."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from monograph_qa.audit.chain import record_hash
from monograph_qa.audit.comparing import decoded, quotes_of
from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.library import Library
from monograph_qa.serving.pages.page import page
from monograph_qa.serving.requests import Auditor, ServingOf
from monograph_qa.serving.reviewing import shown_proof
from monograph_qa.store.audit_search import Wanted, count_findings, match_records, period
from monograph_qa.telling.records import course_rows, failed_checks, place_of, proof_rows

_MOST = 100  # records on a page of the log


def add_to(routes: APIRouter) -> None:
    @routes.get("/log")
    async def log(
        request: Request,
        serving: ServingOf,
        caller: Auditor,
        since: str = "",
        until: str = "",
        drug: str = "",
        outcome: str = "",
        finding: str = "",
        most: int = _MOST,
    ) -> Response:
        """Recorded questions, newest first, with filters."""
        wanted = Wanted(*period(since, until), drug or None, outcome or None, finding or None)

        def found(library: Library) -> tuple[list[AuditRecord], list[str]]:
            matching = match_records(library.journal, wanted, most=most + 1)
            records = [record for _, record in matching]
            checks = [name for name, *_ in count_findings(library.journal, None, None)]
            return records, sorted(checks)

        records, checks = await serving.review(found)
        asked = {"since": since, "until": until, "drug": drug, "outcome": outcome}
        return page(
            request,
            "log.html.j2",
            rows=[(each, decoded(each.answer).get("outcome", "unreadable")) for each in records],
            checks=checks,
            outcomes=[each.value for each in Outcome],
            asked={**asked, "finding": finding},
            most=most,
        )

    @routes.get("/log/proof")
    async def proof(request: Request, serving: ServingOf, caller: Auditor) -> Response:
        """Whether every record is as it was written, and none is missing."""

        return page(request, "proof.html.j2", proof=await serving.review(shown_proof))

    @routes.get("/log/{audit_id}")
    async def record(
        request: Request, audit_id: str, serving: ServingOf, caller: Auditor
    ) -> Response:
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
