"""What a server's reply says besides the answer: who answered, and the tokens it counted."""

import json
import re
from typing import Any

from monograph_qa.endpoint.failures import Cause, EndpointFailure

_MODEL = re.compile(r"[\w./:@+-]{1,100}")


def object_of(reply: bytes, otherwise: Cause) -> dict[str, Any]:
    """The JSON object that a reply is. Raises EndpointFailure(otherwise)."""
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
    """A count of tokens, `prompt_tokens` or `completion_tokens`; None without one."""
    usage = reply.get("usage")
    count = usage.get(name) if isinstance(usage, dict) else None
    is_count = isinstance(count, int) and not isinstance(count, bool) and 0 <= count < 10**9
    return count if is_count else None
