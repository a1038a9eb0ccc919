"""The HTTP API of one library, with its pages: `create_app` gives it, `run` answers until a
signal."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from errno import EADDRINUSE

import h11
import uvicorn
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import Field
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from monograph_qa import __version__
from monograph_qa.errors import SettingsError
from monograph_qa.serving import api
from monograph_qa.serving.pages import asking, page, reviewing, search
from monograph_qa.serving.requests import (
    JSON,
    WHO,
    Guard,
    Refused,
    Sent,
    ServingOf,
    add_schemas,
    answer_errors,
    forget_token,
    keep_token,
    needs,
)
from monograph_qa.serving.serving import Limits, Serving
from monograph_qa.serving.tokens import Role


class Entry(Sent):
    """A token, to be kept by a browser."""

    token: str = Field(max_length=200)


routes = APIRouter(default_response_class=JSON)


@routes.get("/health")
async def health(serving: ServingOf) -> JSON:
    """Whether questions are answered: at once, but where the last could not be."""
    if serving.questions.is_failing:
        await serving.read(lambda library: library.reader.version())
    value = {"status": "ok", "version": __version__, "library_version": serving.version}
    return JSON(value)


@routes.get("/metrics", response_class=Response, dependencies=needs(Role.ASK))
async def metrics(serving: ServingOf) -> Response:
    """Counts and times for Prometheus."""
    text = serving.metrics.text(serving.version, serving.questions.waiting)
    return Response(text, media_type=CONTENT_TYPE_LATEST)


@routes.post("/session", status_code=204)
async def enter(entry: Entry, request: Request, serving: ServingOf) -> Response:
    """Has a browser keep a token, in a cookie that no script can read."""
    if serving.tokens.bearer(entry.token) is None:
        raise Refused(401, "no such token", WHO)
    response = Response(status_code=204)
    keep_token(response, entry.token, request)
    return response


@routes.delete("/session", status_code=204)
async def leave() -> Response:
    """Has a browser forget its token."""
    response = Response(status_code=204)
    forget_token(response)
    return response


def create_app(serving: Serving) -> FastAPI:
    """Answers of one library over HTTP. Routes find `serving` by the dependency `ServingOf`."""

    @asynccontextmanager
    async def closing(_: FastAPI) -> AsyncIterator[None]:
        yield
        serving.close()

    app = FastAPI(
        title="monograph-qa",
        version=__version__,
        lifespan=closing,
        docs_url=None,  # it would fetch scripts from elsewhere; /openapi.json says the same
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.serving = serving
    answer_errors(app)
    pages = (asking.routes, search.routes, *reviewing.routers, page.routes)
    for each in (api.routes, api.of_audit, api.of_loads, routes, *pages):
        app.include_router(each)
    add_schemas(app, "answer", "chat_line")
    app.add_middleware(Guard, serving=serving)
    return app


_BACKLOG = 2048


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there, at a free port where `port` is 0. Raises SettingsError."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        at = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except OSError as error:
        why = "the port is in use: name another" if error.errno == EADDRINUSE else error.strerror
        raise SettingsError(f"cannot listen at {host}, port {port}: {why}") from error
    # Connections inherit it. Without it a body waits until the client has acknowledged the head,
    # which takes clients 40 ms; asyncio sets it only on sockets made with IPPROTO_TCP.
    at.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return at


def run(app: ASGIApp, at: socket.socket, limits: Limits) -> None:
    config = uvicorn.Config(
        app,
        http=_connections(limits.arrival),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # anyone on this machine could give another's address for their own
        limit_concurrency=limits.connections,
        timeout_graceful_shutdown=int(limits.seconds) + 1,
    )
    asyncio.run(_Server(config).serve([at]))


class _Server(uvicorn.Server):
    """Uvicorn's, but a signal ends it with exit code 0, not as killed by the signal."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, self.handle_exit, each, None)
        yield


def _connections(seconds: float) -> type[asyncio.Protocol]:
    """Connections that are closed where a request's head takes longer than `seconds` to arrive."""

    class Connection(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._late: asyncio.TimerHandle | None = None
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._unwatch()

        def _watch(self) -> None:
            """The clock runs from the first byte of a head to its last."""
            if self.conn.their_state is not h11.IDLE:
                self._unwatch()
            elif self._late is None:
                self._late = self.loop.call_later(seconds, self.transport.close)

        def _unwatch(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

    return Connection
