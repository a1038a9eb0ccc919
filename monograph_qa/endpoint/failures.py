"""Why a model gave no usable answer. Words of ours alone: a server's could repeat a key."""

from enum import StrEnum

from monograph_qa.errors import MonographError, SettingsError


def need_extra() -> None:
    """Raises SettingsError, naming the extra, when what a model needs is not installed."""
    try:
        import jinja2
        import jsonschema
        import openai
    except ImportError as error:
        raise SettingsError(
            f"asking a model needs {error.name}: pip install 'monograph-qa[llm]'"
        ) from error
    del jinja2, jsonschema, openai


class Cause(StrEnum):
    """The first ten: there was no answer; the others: there was one, and it is no use."""

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


UNREACHABLE = frozenset(
    {
        Cause.NO_CONNECTION,
        Cause.CONNECTION_LOST,
        Cause.TIMED_OUT,
        Cause.BUSY,
        Cause.SERVER_ERROR,
        Cause.NOT_LET_IN,
        Cause.NOT_THERE,
    }
)
"""Causes that will not have gone a moment later: after a few, a server is left alone for a time."""


class EndpointFailure(MonographError):
    """No usable answer came from a model. `cause` is why, `status` the HTTP status if one came."""

    def __init__(self, cause: Cause, status: int | None = None) -> None:
        super().__init__(f"HTTP {status}: {cause.value}" if status else cause.value)
        self.cause = cause
        self.status = status

    @property
    def reason(self) -> str:
        """The failure in a few words, fit for a log."""
        return str(self)


def cause_of_status(status: int) -> Cause:
    """What an HTTP status other than success says."""
    if status == 429:
        return Cause.BUSY
    if status >= 500 or status in (408, 409):
        return Cause.SERVER_ERROR
    if status in (401, 403):
        return Cause.NOT_LET_IN
    return Cause.NOT_THERE if status == 404 else Cause.REQUEST_REFUSED
