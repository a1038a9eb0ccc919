"""Runs an app until a signal stops it; requests under way are answered first."""

import asyncio
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EADDRINUSE

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from monograph_qa.errors import SettingsError
from monograph_qa.serving.reading_queue import Limits

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
    """Answers until SIGINT or SIGTERM."""
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
