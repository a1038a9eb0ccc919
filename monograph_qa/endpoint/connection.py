"""A connection to one server, bounded in time and size, that rests while the server is down;
readers of a reply; why none came, in words of ours alone: a server could repeat a key."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import field
from datetime import UTC, datetime
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from monograph_qa.domain.journal import ModelUse
from monograph_qa.errors import MonographError, SettingsError
from monograph_qa.frozen import frozen

if TYPE_CHECKING:
    from openai import OpenAI


class Cause(StrEnum):
    """The first ten: there was no answer; the others: there was one, and it is no use. The first
    seven say that the server cannot be reached."""

    NO_CONNECTION = "no connection"
    CONNECTION_LOST = "connection lost"
    TIMED_OUT = "timed out"
    BUSY = "too many requests"
    SERVER_ERROR = "server error"
    NOT_LET_IN = "not let in"
    NOT_THERE = "no such model or address"
    REQUEST_REFUSED = "request refused"
    RESTING = "server resting after failures"
    CLIENT_ERROR = "client error"
    NO_COMPLETION = "reply is no chat completion"
    NO_VECTORS = "reply holds no vectors"
    REFUSED = "refused"
    EMPTY = "empty answer"
    CUT_OFF = "answer cut off"
    TOO_LONG = "answer too long"
    NO_JSON = "answer is no JSON"
    BREAKS_SCHEMA = "answer breaks the schema"
    NO_MEANING = "vectors tell nothing apart"


UNREACHABLE = frozenset(list(Cause)[:7])
"""Causes that will not have gone a moment later: after a few, a server is left alone for a time."""


class EndpointFailure(MonographError):
    """No usable answer came from a model. `cause` is why, `status` the HTTP status if one came."""

    def __init__(self, cause: Cause, status: int | None = None) -> None:
        super().__init__(f"HTTP {status}: {cause.value}" if status else cause.value)
        self.cause = cause
        self.status = status


def cause_of_status(status: int) -> Cause:
    if status == 429:
        return Cause.BUSY
    if status >= 500 or status in (408, 409):
        return Cause.SERVER_ERROR
    if status in (401, 403):
        return Cause.NOT_LET_IN
    return Cause.NOT_THERE if status == 404 else Cause.REQUEST_REFUSED


_notes: ContextVar[list[ModelUse] | None] = ContextVar("model_uses", default=None)


@contextmanager
def noting_uses() -> Iterator[list[ModelUse]]:
    """A list that grows by one ModelUse for each model asked inside, whichever room asks."""
    notes: list[ModelUse] = []
    token = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(token)


def noted_uses() -> tuple[ModelUse, ...]:
    return tuple(_notes.get() or ())


@contextmanager
def noted(purpose: str, model: str, **prompt: str) -> Iterator[dict[str, Any]]:
    """Notes in the innermost list, if there is one, the model that is asked within the block."""
    use: dict[str, Any] = {"model": model, **prompt}
    started = time.perf_counter()
    try:
        yield use
    except EndpointFailure as failure:
        use["failure"] = str(failure)
        raise
    finally:
        ms = round((time.perf_counter() - started) * 1000, 1)
        notes = _notes.get()
        if notes is not None:
            notes.append(ModelUse(purpose, ms=ms, **use))


_OPENAI = "https://api.openai.com/v1"
_AGAIN = frozenset({408, 409, 429, 500, 502, 503, 504, 529})  # statuses worth a second try
_FEWEST_SECONDS = 0.05  # with less left, no further try is begun
_FAILURES = 3  # in a row; then the server is left alone …
_REST = 300.0  # … for so many seconds

Send = Callable[["OpenAI", float], AbstractContextManager[Any]]
"""Begins one request with a client and the seconds left; gives the response, still unread."""


@frozen
class Server:
    """Where models are asked (None: at OpenAI's), and how long that may take: `seconds` bounds one
    question whole; `pause` (seconds) comes before the second try and doubles with each further one,
    unless the server names another (Retry-After)."""

    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    seconds: float = 20.0
    tries: int = 3
    pause: float = 0.5


class Connection:
    """Sends requests to one server. After three failures in a row it asks nothing for 5 minutes."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._client: OpenAI | None = None
        self._failures = 0
        self._rests_until = 0.0

    def deadline(self) -> float:
        """When a question that begins now must be over (`time.monotonic()`)."""
        return time.monotonic() + self._server.seconds

    def request(self, send: Send, until: float, most_bytes: int) -> bytes:
        """The body of the reply; tries again while that may help and `until` allows it."""
        if time.monotonic() < self._rests_until:
            raise EndpointFailure(Cause.RESTING)
        try:
            body = self._tried(send, until, most_bytes)
        except EndpointFailure as failure:
            self._failures = self._failures + 1 if failure.cause in UNREACHABLE else 0
            if self._failures >= _FAILURES:
                self._failures = 0
                self._rests_until = time.monotonic() + _REST
            raise
        self._failures = 0
        return body

    def _tried(self, send: Send, until: float, most_bytes: int) -> bytes:
        pause = self._server.pause
        for left in reversed(range(self._server.tries)):
            try:
                return self._within(send, until, most_bytes)
            except _TryAgain as trouble:
                wait = pause if trouble.after is None else trouble.after
                if not left or time.monotonic() + wait + _FEWEST_SECONDS > until:
                    raise trouble.failure from None
            time.sleep(wait)
            pause *= 2
        raise EndpointFailure(Cause.TIMED_OUT)

    def _within(self, send: Send, until: float, most_bytes: int) -> bytes:
        """One try, in a thread of its own: looking up an address, for one, knows no time limit."""
        client = self._client = self._client or self._new_client()
        done: list[bytes | BaseException] = []

        def ask() -> None:
            try:
                done.append(_read(send, client, until, most_bytes))
            except BaseException as error:
                done.append(error)

        thread = threading.Thread(target=ask, name="endpoint", daemon=True)
        thread.start()
        try:
            thread.join(max(until - time.monotonic(), _FEWEST_SECONDS))
        finally:
            is_late = not done  # once closed, the request ends as one without a connection
            if is_late:
                self._client = None
                threading.Thread(target=client.close, daemon=True).start()
        result = EndpointFailure(Cause.TIMED_OUT) if is_late else done[0]
        if isinstance(result, BaseException):
            raise result
        return result

    def _new_client(self) -> "OpenAI":
        from openai import OpenAI

        # Local servers want no key, but the client insists on one. Its own retries know of no
        # common deadline, so they are off.
        key, url = self._server.api_key or "none", self._server.base_url or _OPENAI
        return OpenAI(api_key=key, base_url=url, max_retries=0)


class _TryAgain(Exception):
    """A failure that may be over soon; `after` is how many seconds the server asks to wait."""

    def __init__(self, failure: EndpointFailure, after: float | None = None) -> None:
        self.failure, self.after = failure, after


def _read(send: Send, client: "OpenAI", until: float, most_bytes: int) -> bytes:
    """The reply, read piece by piece so that a trickle cannot outlast the deadline."""
    import httpx2
    import openai

    reply = bytearray()
    try:
        with send(client, max(until - time.monotonic(), _FEWEST_SECONDS)) as response:
            for piece in response.iter_bytes():
                reply += piece
                if time.monotonic() > until:
                    raise EndpointFailure(Cause.TIMED_OUT)
                if len(reply) > most_bytes:
                    raise EndpointFailure(Cause.TOO_LONG)
    except (openai.APITimeoutError, httpx2.TimeoutException):
        raise EndpointFailure(Cause.TIMED_OUT) from None
    except openai.APIStatusError as error:
        status = error.status_code
        failure = EndpointFailure(cause_of_status(status), status)
        if status in _AGAIN:
            raise _TryAgain(failure, _asked_to_wait(error.response.headers)) from None
        raise failure from None
    except openai.APIConnectionError:
        raise _TryAgain(EndpointFailure(Cause.NO_CONNECTION)) from None
    except httpx2.HTTPError:
        raise _TryAgain(EndpointFailure(Cause.CONNECTION_LOST)) from None
    except openai.OpenAIError:
        raise EndpointFailure(Cause.CLIENT_ERROR) from None
    return bytes(reply)


def _asked_to_wait(headers: Any) -> float | None:
    """The seconds in Retry-After (a number or a date), None without one that can be read."""
    from email.utils import parsedate_to_datetime

    named = str(headers.get("retry-after") or "").strip()
    try:
        seconds = float(named)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(named) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):
            return None
    return max(seconds, 0.0) if seconds == seconds else None


_MODEL = re.compile(r"[\w./:@+-]{1,100}")


def object_of(reply: bytes, otherwise: Cause) -> dict[str, Any]:
    try:
        value = json.loads(reply)
    except (ValueError, RecursionError) as error:
        raise EndpointFailure(otherwise) from error
    if not isinstance(value, dict):
        raise EndpointFailure(otherwise)
    return value


def model_of(reply: dict[str, Any], asked: str, key: str | None) -> str:
    """The model that the server says answered; the one asked when it names none in good form."""
    named = reply.get("model")
    if not isinstance(named, str) or not _MODEL.fullmatch(named) or (key and key in named):
        return asked
    return named


def tokens_of(reply: dict[str, Any], name: str) -> int | None:
    usage = reply.get("usage")
    count = usage.get(name) if isinstance(usage, dict) else None
    is_count = isinstance(count, int) and not isinstance(count, bool) and 0 <= count < 10**9
    return count if is_count else None


_Model = TypeVar("_Model", bound=Any)


class AsksModel(Generic[_Model]):
    def __init__(self, model: _Model) -> None:
        """Raises SettingsError when the extra `llm` is not installed."""
        try:
            for name in ("jinja2", "jsonschema", "openai"):
                import_module(name)
        except ImportError as error:
            why = f"asking a model needs {error.name}: pip install 'monograph-qa[llm]'"
            raise SettingsError(why) from error
        self._model = model

    @property
    def name(self) -> str:
        return str(self._model.name)
