"""The other end of `warm`: questions of the command line, answered in a server that runs."""

import fcntl
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingUnixStreamServer
from typing import Any, TypeVar

from monograph_qa import __version__
from monograph_qa.cli.answering import Terminal, answer_at
from monograph_qa.cli.running import complaint
from monograph_qa.cli.warm import GREETING, is_same_user, packed, settings_in, unpacked
from monograph_qa.domain.answer import Answer
from monograph_qa.domain.label import Image
from monograph_qa.errors import MonographError
from monograph_qa.library import Library
from monograph_qa.serving.serving import Serving
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.whereabouts import SocketOf

T = TypeVar("T")
_log = logging.getLogger("monograph_qa.serving")


@contextmanager
def answering_commands(serving: Serving) -> Iterator[None]:
    """Within the block, `ask` is answered here for the same user; by itself where there is no
    folder, another server does it, or it cannot be written."""
    place = serving.place
    with ExitStack() as stack:
        if isinstance(place, LibraryFolder):
            with suppress(OSError):
                stack.enter_context(_listening(place, serving))
        yield


@contextmanager
def _listening(folder: LibraryFolder, serving: Serving) -> Iterator[None]:
    lock_file = folder.root / ".serve.lock"
    with lock_file.open("w") as lock, SocketOf(str(folder.root)) as address:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # let go of when the process dies
        path = Path(address)
        path.unlink(missing_ok=True)  # of a server that was killed
        old = os.umask(0o177)
        try:
            server = _Commands(address, serving)
        finally:
            os.umask(old)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
            server.shutdown()
            server.server_close()


class _Commands(ThreadingUnixStreamServer):
    """One thread a command, which waits for its turn like every other question."""

    daemon_threads = True

    def __init__(self, address: str, serving: Serving) -> None:
        self.serving = serving
        super().__init__(address, _Command)

    def verify_request(self, request: Any, client_address: Any) -> bool:
        return is_same_user(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Who asked is gone, which is no error, or answers by itself."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            _log.exception("a question of the command line")


class _Command(StreamRequestHandler, Terminal):
    """One `ask`: the connection is its terminal, and ends without a word where it declines."""

    server: _Commands

    def handle(self) -> None:
        self.wfile.write(GREETING)
        request = self._hear()
        mine = {"version": __version__, "settings": settings_in(os.environ)}
        if any(request[name] != value for name, value in mine.items()):
            return
        self.columns, self.is_attended = request["columns"], request["is_attended"]
        self.place = self.server.serving.place
        self._has_asked = False
        try:
            code = answer_at(self, **request["asked"])
        except Exception as error:
            if not self._has_asked:
                return  # the command line tries by itself, and says what is wrong
            if not isinstance(error, MonographError):
                raise
            line, code = complaint(error)
            self.note(line)
        self._tell({"exit": code})

    def _tell(self, value: dict[str, Any]) -> None:
        self.wfile.write(packed(value))

    def _hear(self) -> dict[str, Any]:
        return unpacked(self.rfile.read)

    @contextmanager
    def library(self, named: str | None) -> Iterator["_Command"]:
        yield self

    def say(self, text: str) -> None:
        self._tell({"say": text})

    def note(self, text: str) -> None:
        self._tell({"note": text})

    def typed(self, prompt: str) -> str:
        self._tell({"ask": prompt})
        return str(self._hear()["typed"])

    def launch(self, path: Path) -> None:
        self._tell({"open": str(path)})

    def ask(self, question: str, **how: Any) -> Answer:
        answer = self._in_turn(lambda library: self.server.serving.ask(library, question, **how))
        self._has_asked = True
        return answer

    def standing(self, fact_id: str) -> tuple[tuple[str, bytes], ...]:
        return self._in_turn(lambda library: library.standing(fact_id))

    def picture_path(self, image: Image) -> Path:
        return self._in_turn(lambda library: library.picture_path(image))

    def _in_turn(self, task: Callable[[Library], T]) -> T:
        return self.server.serving.questions.queue(task).result()
