"""Requests: what is checked of each before any route (size, time, rate, token), strict headers,
counts; what routes share: `Serving`, caller and role, JSON and its schemas; errors as one line of
JSON that names no path and no line of code."""

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from typing import Annotated, Any, cast
from urllib.parse import urlsplit

from fastapi import Depends, FastAPI, Request, params
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


COOKIE = "monograph_qa_token"
_HERE = ("localhost", "127.0.0.1", "::1")
_MOST_CALLERS = 10_000  # of which the rate is kept
_DIGITS = 15  # of a length; longer ones are too long whatever they say
_CLOSE = {"Connection": "close"}
_NOBODY = Caller("", frozenset())
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


class Rates:
    """A token bucket a caller, filled at a steady rate; the least recent callers are forgotten."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, caller: str) -> float:
        """0 where the caller may ask, which then counts; else the seconds until it may."""
        now = self._clock()
        left, then = self._buckets.pop(caller, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        may = left >= 1
        self._buckets[caller] = (left - 1 if may else left, now)
        if len(self._buckets) > _MOST_CALLERS:
            self._buckets.popitem(last=False)
        return 0.0 if may else (1 - left) / self._rate


class Guard:
    """An ASGI middleware around any app: `request.state.caller` then says who asks."""

    def __init__(self, app: ASGIApp, serving: Serving, needs: Role | None = None) -> None:
        """Where the app does not look itself what a caller may, every one must have `needs`."""
        self._app = app
        self._needs = needs
        self._serving = serving
        self._rates = Rates(serving.limits.rate, serving.limits.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        started, status = time.perf_counter(), 0

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            whole = await self._let_in(scope, receive)
            await self._app(scope, whole, send_safely)
        except Exception as error:
            if status:
                raise
            await response(error)(scope, receive, send_safely)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            self._serving.metrics.count_request(route, status, time.perf_counter() - started)

    async def _let_in(self, scope: Scope, receive: Receive) -> Receive:
        """Notes who asks, and gives the request once all of it is here. Raises Refused."""
        if scope["type"] != "http":
            raise Refused(400, "this server speaks HTTP alone")
        headers = Headers(scope=scope)
        peer = (scope.get("client") or ("",))[0]
        caller = self._caller(headers, peer)
        if wait := self._rates.wait(caller.name if caller and caller.name else peer):
            raise Refused(429, "too many requests", {"Retry-After": str(int(wait) + 1)})
        if caller is None:
            raise Refused(401, "no such token", WHO)
        if self._needs is not None:
            check(caller, self._needs)
        scope.setdefault("state", {})["caller"] = caller
        if "origin" in headers and _host(headers["origin"]) != _host(f"//{headers.get('host')}"):
            raise Refused(403, "pages from elsewhere may not ask")
        try:
            async with asyncio.timeout(self._serving.limits.arrival):
                body = await self._body(headers, receive)
        except TimeoutError:
            raise Refused(408, "the request did not arrive in time", _CLOSE) from None
        # What the app receives: the body that is here already, then what comes after.
        first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return first.pop() if first else await receive()

        return receive_again

    def _caller(self, headers: Headers, peer: str) -> Caller | None:
        """The caller whose token is sent; None for an unknown token. An unknown cookie counts as
        none, so that a browser with an old one still gets the page to send another. Without a
        token: the guest, if the request comes from this machine under a local name (another page
        may point its own name here), else nobody."""
        tokens = self._serving.tokens
        if "authorization" in headers:
            scheme, _, token = headers["authorization"].partition(" ")
            return tokens.bearer(token.strip()) if scheme.lower() == "bearer" else None
        for token in _cookies(headers):
            if found := tokens.bearer(token):
                return found
        name, _ = _host(f"//{headers.get('host')}")
        return tokens.guest if name in _HERE and _is_here(peer) else _NOBODY

    async def _body(self, headers: Headers, receive: Receive) -> bytes:
        """All of a request's body, as long as that is no longer than it may be."""
        most = self._serving.limits.body
        length = headers.get("content-length", "0")
        if len(length) > _DIGITS or int(length) > most:
            raise Refused(413, f"a request has {most} bytes at most", _CLOSE)
        body = bytearray()
        while True:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > most:
                raise Refused(413, f"a request has {most} bytes at most", _CLOSE)
            if not message.get("more_body", False):
                return bytes(body)


def _cookies(headers: Headers) -> Iterator[str]:
    for cookie in headers.get("cookie", "").split(";"):
        name, _, value = cookie.strip().partition("=")
        if name == COOKIE:
            yield value


def keep_token(response: Response, token: str, request: Request) -> None:
    """Has the browser that is answered keep its token, in a cookie that no script can read."""
    schemes = (request.url.scheme, request.headers.get("x-forwarded-proto"))
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure="https" in schemes)


def forget_token(response: Response) -> None:
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")


def _host(address: str) -> tuple[str, int | None]:
    try:
        parts = urlsplit(address)
        return parts.hostname or "", parts.port
    except ValueError:
        return "", None


def _is_here(peer: str) -> bool:
    try:
        return ip_address(peer).is_loopback
    except ValueError:
        return False
