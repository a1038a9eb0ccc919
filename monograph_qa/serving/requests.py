"""What routes share: `Serving`, caller and role, JSON and its schemas; errors as one line of JSON
that names no path and no line of code."""

import json
import logging
from typing import Annotated, Any, cast

from fastapi import Depends, FastAPI, Request, params
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from monograph_qa.domain.label import Image
from monograph_qa.errors import LabelError, MonographError, NotFound, QuestionError
from monograph_qa.resources import resource
from monograph_qa.serving.serving import Serving, TooBusy
from monograph_qa.serving.tokens import Caller, Role
from monograph_qa.visible import json_text

_PLACE = "#/components/schemas/"  # of a schema, in what OpenAPI says


def _serving(request: Request) -> Serving:
    return cast(Serving, request.app.state.serving)


ServingOf = Annotated[Serving, Depends(_serving)]
"""The library that is asked, as a route's argument: `await serving.read(lambda library: ...)`."""


def _caller(request: Request) -> Caller:
    return cast(Caller, request.state.caller)


CallerOf = Annotated[Caller, Depends(_caller)]
"""Who sent a request, as a route's argument."""


def needs(role: Role) -> list[params.Depends]:
    """The dependencies of routes that only a caller with this role may ask."""

    def checked(caller: CallerOf) -> None:
        check(caller, role)

    return [Depends(checked)]


class Sent(BaseModel):
    """What is sent with a request: just these fields, each of its type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class JSON(Response):
    """JSON as `--json` prints it: all that a label says, and nothing that steers a terminal."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return (json_text(content) + "\n").encode()


def picture_path(image: Image) -> str:
    return f"/images/{image.image_id}.png"


def answers_with(name: str, **more: Any) -> dict[int | str, dict[str, Any]]:
    """For a route: it answers as `schemas/json/NAME.schema.json` says, with `more` properties."""
    schema: dict[str, Any] = {"$ref": f"{_PLACE}{name}"}
    if more:
        schema = {"allOf": [schema, {"type": "object", "properties": more}]}
    return {200: {"content": {"application/json": {"schema": schema}}}}


def add_schemas(app: FastAPI, *names: str) -> None:
    """Adds the JSON schemas of these names (`schemas/json`) to the app's OpenAPI document."""
    known = app.openapi()["components"]["schemas"]
    for name in names:
        text = resource(f"schemas/json/{name}.schema.json").read_text(encoding="utf-8")
        schema = json.loads(text.replace("#/$defs/", _PLACE))
        known.update(schema.pop("$defs", {}))
        known[name] = schema


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
