"""Why a model gave no usable answer, in words of ours alone: a server's could repeat a key."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from importlib import import_module
from typing import Any

from monograph_qa.domain.journal import ModelUse
from monograph_qa.errors import MonographError, SettingsError


def need_extra() -> None:
    try:
        for name in ("jinja2", "jsonschema", "openai"):
            import_module(name)
    except ImportError as error:
        why = f"asking a model needs {error.name}: pip install 'monograph-qa[llm]'"
        raise SettingsError(why) from error


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
