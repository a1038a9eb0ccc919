"""A real HTTP server on this machine that answers chat and embedding requests from a script."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply: `content` is what the model says, `raw` the whole body in its place.

    `wait` seconds pass before it; with `trickle` each byte of the body waits as long. `of` makes
    the whole body out of the request.
    """

    content: str | None = None
    status: int = 200
    raw: str | None = None
    refusal: str | None = None
    wait: float = 0.0
    trickle: bool = False
    finish: str = "stop"
    headers: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)
    of: Callable[[dict[str, Any]], dict[str, Any]] | None = None

    def body(self, request: dict[str, Any]) -> bytes:
        if self.of is not None:
            return json.dumps(self.of(request)).encode()
        if self.raw is not None:
            return self.raw.encode()
        if self.status != 200:
            return b'{"error": {"message": "no, and your key was sk-secret"}}'
        message = {"role": "assistant", "content": self.content, "refusal": self.refusal}
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        return json.dumps({"choices": [choice], **self.more}).encode()


@dataclass
class Script:
    """The replies still to give (the last one repeats), and the requests that came."""

    address: str
    replies: list[Reply]
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def next(self) -> Reply:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@contextmanager
def scripted(*replies: Reply) -> Iterator[Script]:
    """A running server that gives `replies` in order."""
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(length))
            script.requests.append(request)
            script.keys.append(self.headers["Authorization"])
            script.times.append(time.monotonic())
            reply = script.next()
            body = reply.body(request)
            if reply.wait and not reply.trickle:
                over.wait(reply.wait)
            try:
                self.send_response(reply.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                for at in range(len(body)) if reply.trickle else ():
                    self.wfile.write(body[at : at + 1])
                    time.sleep(reply.wait)
                if not reply.trickle:
                    self.wfile.write(body)
            except OSError:
                self.close_connection = True  # the asker has hung up

        def log_message(self, format: str, *args: Any) -> None:
            """Tests print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    script = Script(f"http://127.0.0.1:{server.server_port}/v1", list(replies))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield script
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def closed_port() -> str:
    """The address of a server that is not there."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
