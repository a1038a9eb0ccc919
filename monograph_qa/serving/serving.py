"""What the routes of a server share: its library behind queues, limits, conversations, tokens,
metrics."""

import asyncio
import os
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import fields
from functools import lru_cache, partial
from importlib import import_module
from threading import Lock
from typing import Any, TypeVar, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest

from monograph_qa import __version__
from monograph_qa.domain.answer import Answer, Status
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.errors import JournalError, LibraryError, NotFound, SettingsError
from monograph_qa.frozen import frozen
from monograph_qa.library import Library
from monograph_qa.pipeline.conversation import Conversation
from monograph_qa.pipeline.question.choosing import get_label
from monograph_qa.serving.tokens import Tokens
from monograph_qa.store.place import Place, open_journal
from monograph_qa.values import command_value, is_command

_PREFIX = "MONOGRAPH_QA_SERVE_"


@frozen
class Limits:
    """Each is set by MONOGRAPH_QA_SERVE_ and its name in capitals. `body` is the most bytes of a
    request; `arrival` the seconds that a request may take to arrive; `seconds` those that an answer
    may take, waiting included; `waiting` the most that may wait in line; `connections` the most
    that are open; `rate` the requests a second of one caller, `burst` those that may come at once;
    `chats` the conversations remembered."""

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
            variable, number = _PREFIX + field.name.upper(), cast(Any, type(field.default))
            if not (text := env.get(variable)):
                continue
            with suppress(ValueError):
                values[field.name] = number(text)
            if not 0 < values.get(field.name, 0) < float("inf"):
                raise SettingsError(f"{variable} is {text!r}: say a number above 0")
        return cls(**values)


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


M = TypeVar("M", Counter, Gauge, Histogram, Info)


class Metrics:
    """Counts and times since the server started."""

    def __init__(self) -> None:
        kept = self._kept = CollectorRegistry()

        def named(kind: type[M], name: str, meaning: str, *labels: str) -> M:
            return kind(f"monograph_qa_{name}", meaning, labels, registry=kept)

        self._questions = named(Counter, "questions", "Questions answered.", "outcome")
        self._withheld = named(Counter, "withheld", "Answers that the gate withheld.")
        brought = "Answers to which this route brought something."
        self._routes = named(Counter, "routes", brought, "route")
        self._lines = named(Counter, "lines", "Lines of answers.", "tier")
        answering = "From question to recorded answer, without waiting."
        self._answering = named(Histogram, "answer_seconds", answering)
        requests = "From request to response."
        self._requests = named(Histogram, "request_seconds", requests, "route", "status")
        self._waiting = named(Gauge, "waiting", "Questions and look-ups in line.")
        self._library = named(Info, "library", "What is published.")

    def count_answer(self, answer: Answer) -> None:
        self._questions.labels(answer.outcome.value).inc()
        self._withheld.inc(answer.verdict.status is Status.WITHHELD)
        for route in answer.routes:
            self._routes.labels(route.route).inc(route.hits > 0)
        for group in answer.groups:
            for quote in group.quotes:
                self._lines.labels(quote.tier.value).inc()
        self._answering.observe(answer.elapsed_ms / 1000)

    def count_request(self, route: str, status: int, seconds: float) -> None:
        self._requests.labels(route, str(status)).observe(seconds)

    def text(self, library_version: str, waiting: int) -> bytes:
        self._waiting.set(waiting)
        self._library.info({"version": __version__, "library_version": library_version})
        return generate_latest(self._kept)


class Chats:
    """The latest `most` conversations; to be used within a turn (see `Serving`)."""

    def __init__(self, library: Library, ask: Callable[..., Answer], most: int) -> None:
        self._library = library
        self._ask = ask
        self._most = most
        self._going_on: OrderedDict[tuple[str, str], Conversation] = OrderedDict()

    def say(
        self, caller: str, key: str | None, line: str, label: str | None
    ) -> tuple[str, Answer | dict[str, Any]]:
        """The answer to a line, or what a command shows, and the key of the conversation: a new one
        where `key` is None. `label` keeps the conversation to a label. Raises NotFound for a
        conversation of another caller or a forgotten one."""
        if key is None:
            ask, library = partial(self._ask, caller=caller), self._library
            conversation = Conversation(ask, lambda named: get_label(library.reader, named))
        elif (caller, key) in self._going_on:
            conversation = self._going_on[caller, key]
        else:
            raise NotFound("there is no such conversation any more: begin another")
        if label is not None:
            conversation.keep_label(label)
        shown: Answer | dict[str, Any]
        if is_command(line):
            shown = command_value(line, conversation, self._library.journal.find_record)
        else:
            shown = conversation.say(line)
        key = key or secrets.token_urlsafe(16)
        if isinstance(shown, dict) and "ended" in shown:
            self._going_on.pop((caller, key), None)
            return key, shown
        self._going_on[caller, key] = conversation
        self._going_on.move_to_end((caller, key))
        if len(self._going_on) > self._most:
            self._going_on.popitem(last=False)
        return key, shown

    def renew(self) -> None:
        """Something was published: no conversation leans on what no longer holds."""
        for conversation in self._going_on.values():
            conversation.renew(self._library.reader.is_current)


_PAGES_KEPT = 64  # sentences whose pages are kept, of 150 kB each


class Serving:
    """The library behind three queues, so that none waits long: `read` for questions and look-ups,
    `draw` for pages and searches, `review` for the log. Each takes a function of the library."""

    def __init__(self, place: Place, limits: Limits, tokens: Tokens) -> None:
        self.place = place
        self.limits = limits
        self.tokens = tokens
        self.metrics = Metrics()
        self._queues = tuple(ReadingQueue(Library(place), limits) for _ in range(3))
        self.questions, pages, log = self._queues
        self.read, self.draw, self.review = self.questions.read, pages.read, log.read
        self.pages = lru_cache(_PAGES_KEPT)(pages.library.pages)
        """`Library.pages`, the latest of them kept; to be called in a turn of `draw`."""
        pages.when_published(self.pages.cache_clear)
        library = self.questions.library
        self.chats = Chats(library, partial(self.ask, library), limits.chats)
        self.version = library.reader.version()
        open_journal(place, make=True).close()
        self.questions.when_published(self._renew)
        self.questions.queue(_prepare_questions)
        pages.queue(_prepare_pages)

    def ask(self, library: Library, question: str, **how: Any) -> Answer:
        """`library.ask`, counted; to be called in turn."""
        answer = library.ask(question, **how)
        self.metrics.count_answer(answer)
        return answer

    def close(self) -> None:
        for queue in self._queues:
            queue.close()

    def _renew(self) -> None:
        self.version = self.questions.library.reader.version()
        self.chats.renew()


class _NoJournal:
    """Takes a record and forgets it: of a question that nobody asked, whose answer nobody sees."""

    def append(self, seal: Callable[[str], AuditRecord]) -> tuple[int, AuditRecord]:
        return 0, seal("")

    def keep_head(self, following: Callable[[str | None], str | None]) -> None:
        pass


def _prepare_questions(library: Library) -> None:
    """Imports and reads what the first question would wait for, by a question of our own."""
    from monograph_qa.pipeline.answering import answer_question

    names = library.reader.few_names()
    if names:
        _, name, _, label_id = names[0]
        question = f"Maximum dose and half-life of {name} in children with renal impairment"
        answer_question(question, library.reader, _NoJournal(), label=label_id)


def _prepare_pages(library: Library) -> None:
    for name in ("pypdfium2", "PIL.ImageDraw", "PIL.PngImagePlugin"):
        import_module(name)
    library.reader.version()
