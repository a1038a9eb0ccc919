"""An endpoint that means harm: it reads the prompt like a model and answers as it is told to."""

import html
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_SENTENCE = re.compile(r'<sentence n="(\d+)"[^>]*>(.*?)</sentence>', re.DOTALL)
_SOURCE = re.compile(r'<source n="(\d+)"[^>]*>(.*?)</source>', re.DOTALL)
_OWN = re.compile(r"<sentence>(.*?)</sentence>", re.DOTALL)
_MOST_PIECES = 4000


@dataclass(frozen=True, slots=True)
class Seen:
    """What a prompt shows: each sentence with its number, or with that of its source."""

    sentences: tuple[tuple[int, str], ...]
    is_text: bool

    @classmethod
    def read(cls, request: dict[str, Any]) -> "Seen":
        prompt = str(request["messages"][-1]["content"])
        sources = _SOURCE.findall(prompt)
        if sources:
            said = [(int(n), html.unescape(s)) for n, own in sources for s in _OWN.findall(own)]
            return cls(tuple(said), True)
        each = [(int(n), html.unescape(s)) for n, s in _SENTENCE.findall(prompt)]
        return cls(tuple(each), False)

    @property
    def numbers(self) -> list[int]:
        return [n for n, _ in self.sentences]


@dataclass(frozen=True, slots=True)
class Served:
    """One reply: what the model says, or the raw body in its place, and how it is sent.

    `wait` seconds pass before it. An `endless` body is sent over and over until the asker hangs up;
    a `torn` one ends in the middle.
    """

    content: str = ""
    raw: bytes | None = None
    status: int = 200
    wait: float = 0.0
    endless: bool = False
    torn: bool = False
    finish: str = "stop"
    refusal: str | None = None
    model: str = "hostile"
    headers: tuple[tuple[str, str], ...] = ()

    def body(self) -> bytes:
        if self.raw is not None:
            return self.raw
        message = {"role": "assistant", "content": self.content, "refusal": self.refusal}
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        return json.dumps({"model": self.model, "choices": [choice], "usage": usage}).encode()


Deed = Callable[[Seen], Served]


class Endpoint:
    """Where the server listens, what it does next, and how often it was asked."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.deed: Deed = lambda seen: Served()
        self.asked = 0


@contextmanager
def serving() -> Iterator[Endpoint]:
    """A running server on loopback that does whatever `deed` is set to."""
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.asked += 1
            reply = endpoint.deed(Seen.read(request))
            over.wait(reply.wait)
            try:
                self._send(reply, reply.body())
            except OSError:
                self.close_connection = True  # the asker has hung up

        def _send(self, reply: Served, body: bytes) -> None:
            self.send_response(reply.status)
            self.send_header("Content-Type", "application/json")
            if not reply.endless:
                self.send_header("Content-Length", str(len(body)))
            for name, value in reply.headers:
                self.send_header(name, value)
            self.end_headers()
            if reply.torn:
                self.wfile.write(body[: len(body) // 2])
                self.close_connection = True
                return
            self.wfile.write(body)
            for _ in range(_MOST_PIECES if reply.endless else 0):
                if over.wait(0.002):
                    break
                self.wfile.write(body)
            self.close_connection = self.close_connection or reply.endless

        def log_message(self, format: str, *args: Any) -> None:
            """The bench prints one table."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    endpoint = Endpoint(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield endpoint
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()
