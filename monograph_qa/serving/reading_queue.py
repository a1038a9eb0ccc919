"""A queue of tasks that read a library, one after the other, and the limits of one server."""

import asyncio
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import fields
from threading import Lock
from typing import Any, TypeVar

from monograph_qa.errors import JournalError, LibraryError, SettingsError
from monograph_qa.frozen import frozen
from monograph_qa.library import Library

_PREFIX = "MONOGRAPH_QA_SERVE_"


@frozen
class Limits:
    """Each is set by MONOGRAPH_QA_SERVE_ and its name in capitals.

    `body` is the most bytes of a request; `arrival` the seconds that a request may take to arrive;
    `seconds` those that an answer may take, waiting included; `waiting` the most that may wait in
    line; `connections` the most that are open; `rate` the requests a second of one caller, `burst`
    those that may come at once; `chats` the conversations remembered.
    """

    body: int = 64 * 1024
    arrival: float = 10.0
    seconds: float = 30.0
    waiting: int = 200
    connections: int = 1000
    rate: float = 50.0
    burst: int = 500
    chats: int = 1000

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> "Limits":
        """Raises SettingsError, naming the variable, for a value that makes no sense."""
        env = os.environ if environment is None else environment
        values: dict[str, Any] = {}
        for field in fields(cls):
            variable = _PREFIX + field.name.upper()
            if env.get(variable):
                values[field.name] = _number(env[variable], variable, type(field.default))
        return cls(**values)


def _number(text: str, variable: str, kind: type) -> float:
    try:
        number: float = kind(text)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise SettingsError(f"{variable} is {text!r}: say a number above 0")
    return number


T = TypeVar("T")


class TooBusy(Exception):
    """More wait already than may."""


class ReadingQueue:
    """One thread reads one `Library`, always as it is published now: nobody overtakes."""

    def __init__(self, library: Library, limits: Limits) -> None:
        self.library = library
        self.waiting = 0
        self.is_failing = False
        self._counting = Lock()  # who comes and who leaves are counted in different threads
        self._limits = limits
        self._published = library.published()
        self._turns = ThreadPoolExecutor(1, "library")
        self._listeners: list[Callable[[], None]] = []

    def when_published(self, listener: Callable[[], None]) -> None:
        """`listener` is called whenever something was published, before anything else is read."""
        self._listeners.append(listener)

    async def read(self, task: Callable[[Library], T]) -> T:
        """What `task` returns of the library. Raises what it raises, TooBusy when the queue is
        full, TimeoutError when it takes too long: it is ended all the same, and recorded."""
        async with asyncio.timeout(self._limits.seconds):
            return await asyncio.wrap_future(self.queue(task))

    def queue(self, task: Callable[[Library], T]) -> "Future[T]":
        """The same for who waits otherwise. Raises TooBusy."""
        with self._counting:
            if self.waiting >= self._limits.waiting:
                raise TooBusy
            self.waiting += 1
        turn = self._turns.submit(self._now, task)
        turn.add_done_callback(self._left)
        return turn

    def close(self) -> None:
        """Waits for what was begun, and lets go of the library."""
        self._turns.shutdown(cancel_futures=True)
        self.library.close()

    def _left(self, _: "Future[Any]") -> None:
        with self._counting:
            self.waiting -= 1

    def _now(self, task: Callable[[Library], T]) -> T:
        try:
            published = self.library.published()
            if published != self._published:
                self.library.read_anew()
                for listener in self._listeners:
                    listener()
                self._published = published
            result = task(self.library)
        except (LibraryError, JournalError):
            self.is_failing = True
            raise
        self.is_failing = False
        return result
