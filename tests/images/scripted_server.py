"""A real HTTP server on this machine that answers chat requests from a script."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply: `content` is what the model says, `raw` the whole body in its place.

    `wait` seconds pass before it; with `trickle` each byte of the body waits as long.
    """

    content: str | None = None
    status: int = 200
    raw: str | None = None
    refusal: str | None = None
    wait: float = 0.0
    trickle: bool = False

    def body(self) -> bytes:
        if self.raw is not None:
            return self.raw.encode()
        if self.status != 200:
            return b'{"error": {"message": "no, and your key was sk-secret"}}'
        message = {"role": "assistant", "content": self.content, "refusal": self.refusal}
        return json.dumps({"choices": [{"index": 0, "message": message}]}).encode()


@dataclass
class Script:
    """The replies still to give (the last one repeats), and the requests that came."""

    address: str
    replies: list[Reply]
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)

    def next(self) -> Reply:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@contextmanager
def scripted(*replies: Reply) -> Iterator[Script]:
    """A running server that gives `replies` in order."""
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            script.requests.append(json.loads(self.rfile.read(length)))
            script.keys.append(self.headers["Authorization"])
            reply = script.next()
            body = reply.body()
            if reply.wait and not reply.trickle:
                over.wait(reply.wait)
            try:
                self.send_response(reply.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
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
