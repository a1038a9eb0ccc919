"""Errors as one line of JSON, which names no path and no line of code."""

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from monograph_qa.errors import LabelError, MonographError, NotFound, QuestionError
from monograph_qa.serving.reading_queue import TooBusy
from monograph_qa.serving.tokens import Caller, Role

WHO = {"WWW-Authenticate": "Bearer"}
_LATER = {"Retry-After": "5"}
_log = logging.getLogger("monograph_qa.serving")


class Refused(Exception):
    """A request that is not answered: its HTTP status, and why."""

    def __init__(self, status: int, why: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(why)
        self.status = status
        self.headers = headers


def check(caller: Caller, role: Role) -> None:
    if role not in caller.roles:
        why = f"this needs a token with the role {role.value}"
        raise Refused(403, why) if caller.name else Refused(401, why, WHO)


def refusal(error: Exception) -> Refused:
    """The status and the words for an error. Of what is our own fault only the log says more."""
    match error:
        case Refused():
            return error
        case HTTPException():
            return Refused(error.status_code, str(error.detail), dict(error.headers or {}))
        case RequestValidationError():
            wrong = [".".join(map(str, e["loc"])) + ": " + e["msg"] for e in error.errors()]
            return Refused(422, "; ".join(wrong)[:500])
        case QuestionError():
            return Refused(422, str(error))
        case NotFound():
            return Refused(404, str(error))
        case TooBusy():
            return Refused(503, "too many wait already: ask again later", _LATER)
        case TimeoutError():
            return Refused(504, "this took too long: ask again later", _LATER)
        case LabelError():
            return Refused(500, "this page cannot be shown; the server's log says why")
        case MonographError():
            return Refused(503, "the library cannot be read; the server's log says why", _LATER)
        case _:
            return Refused(500, "our error; the server's log says more")


def logged(error: Exception) -> Refused:
    refused = refusal(error)
    if refused.status >= 500:
        _log.error("%s", error, exc_info=None if isinstance(error, MonographError) else error)
    return refused


def response(error: Exception) -> JSONResponse:
    refused = logged(error)
    return JSONResponse({"error": str(refused)}, refused.status, refused.headers)


def answer_errors(app: FastAPI) -> None:
    async def answer(_: Request, error: Exception) -> JSONResponse:
        return response(error)

    ours = (MonographError, Refused, TooBusy, TimeoutError)
    for kind in (HTTPException, RequestValidationError, *ours):
        app.add_exception_handler(kind, answer)
