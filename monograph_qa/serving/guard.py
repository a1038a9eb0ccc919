"""Checks each request before any route: size, time, rate, token; adds strict headers; counts."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from monograph_qa.serving.requests import WHO, Refused, check, response
from monograph_qa.serving.serving import Serving
from monograph_qa.serving.tokens import Caller, Role

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
