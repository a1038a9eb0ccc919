"""Settings, read once from the environment. No file is read and nothing is fetched. A dataclass and
not a settings framework: importing one costs a third of the time that a question may take."""

import math
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from monograph_qa.errors import SettingsError
from monograph_qa.frozen import frozen
from monograph_qa.whereabouts import LIBRARY, library_named

if TYPE_CHECKING:
    from monograph_qa.endpoint.connection import Server
    from monograph_qa.endpoint.models import ChatModel, EmbeddingModel

PICTURES = "MONOGRAPH_QA_PICTURES"
JUDGE = "MONOGRAPH_QA_JUDGE"
INTENT = "MONOGRAPH_QA_INTENT"
WRITER = "MONOGRAPH_QA_WRITER"
EMBEDDER = "MONOGRAPH_QA_EMBEDDER"
AUDIT_KEY_FILE = "MONOGRAPH_QA_AUDIT_KEY_FILE"
LLM_BASE_URL = "MONOGRAPH_QA_LLM_BASE_URL"
LLM_MODEL = "MONOGRAPH_QA_LLM_MODEL"
LLM_TIMEOUT = "MONOGRAPH_QA_LLM_TIMEOUT"
LLM_KEY = "OPENAI_API_KEY"
EMBEDDING_MODEL = "MONOGRAPH_QA_EMBEDDING_MODEL"
EMBEDDING_QUERY_PREFIX = "MONOGRAPH_QA_EMBEDDING_QUERY_PREFIX"
EMBEDDING_DOCUMENT_PREFIX = "MONOGRAPH_QA_EMBEDDING_DOCUMENT_PREFIX"
EMBEDDING_QUERY_TYPE = "MONOGRAPH_QA_EMBEDDING_QUERY_TYPE"
EMBEDDING_DOCUMENT_TYPE = "MONOGRAPH_QA_EMBEDDING_DOCUMENT_TYPE"

_WRITERS = ("template", "llm", "llm-text")
_TIMEOUT, _LONGEST_TIMEOUT = 20.0, 600.0  # seconds


@frozen
class Settings:
    """`library`: the folder, or the URL of the database, that holds library and journal. The others
    are models behind an endpoint, each None unless its switch names it: `pictures` says what a
    picture shows, `intent` helps to read questions, `embedder` finds sentences near in meaning;
    `writer` arranges the sentences of an answer, or `texts` quotes them in free text; `judge` says
    beside the verdicts of `eval` what it thinks. What is shipped does the work of each that is
    None."""

    library: Path | str
    pictures: "ChatModel | None" = None
    intent: "ChatModel | None" = None
    writer: "ChatModel | None" = None
    texts: "ChatModel | None" = None
    embedder: "EmbeddingModel | None" = None
    judge: "ChatModel | None" = None

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """Settings from the environment (MONOGRAPH_QA_*, OPENAI_API_KEY). Without
        MONOGRAPH_QA_LIBRARY the library is in the user's data folder (XDG base directories). Raises
        SettingsError, naming the variable, for a value that makes no sense."""
        env = os.environ if environment is None else environment
        return cls(
            library=_library(env),
            pictures=_chat(env, PICTURES, ("forest", "llm")),
            intent=_chat(env, INTENT, ("rules", "llm")),
            writer=_chat(env, WRITER, _WRITERS),
            texts=_chat(env, WRITER, _WRITERS, "llm-text"),
            embedder=_embedder(env),
            judge=_chat(env, JUDGE, ("rules", "llm")),
        )


def audit_key_file() -> Path | None:
    """The file with the key that signs how the audit log ends, None where none is named. By itself,
    since every question needs it and most need no other setting."""
    named = os.environ.get(AUDIT_KEY_FILE, "").strip()
    return Path(named).expanduser() if named else None


def _library(env: Mapping[str, str]) -> Path | str:
    named = library_named(env)
    if not named.strip():
        raise SettingsError(f"{LIBRARY} is set but empty: name a folder or URL, or unset it")
    return named if "://" in named else Path(named).expanduser()


def _chat(
    env: Mapping[str, str], switch: str, choices: Sequence[str], wanted: str = "llm"
) -> "ChatModel | None":
    """The model where `switch` says what is `wanted`, None where it says another of the choices."""
    if _choice(env, switch, choices) != wanted:
        return None
    from monograph_qa.endpoint.models import ChatModel

    return ChatModel(*_model(env, LLM_MODEL, f"{switch}={wanted}"))


def _embedder(env: Mapping[str, str]) -> "EmbeddingModel | None":
    if _choice(env, EMBEDDER, ("static", "endpoint")) == "static":
        return None
    from monograph_qa.endpoint.models import EmbeddingModel

    return EmbeddingModel(
        *_model(env, EMBEDDING_MODEL, f"{EMBEDDER}=endpoint"),
        # Not stripped: models are trained with the space after "query:".
        query_prefix=env.get(EMBEDDING_QUERY_PREFIX, ""),
        document_prefix=env.get(EMBEDDING_DOCUMENT_PREFIX, ""),
        query_type=env.get(EMBEDDING_QUERY_TYPE, "").strip(),
        document_type=env.get(EMBEDDING_DOCUMENT_TYPE, "").strip(),
    )


def _model(env: Mapping[str, str], variable: str, why: str) -> "tuple[str, Server]":
    """The model that the variable names, and the server to ask; `why` one is needed."""
    model = env.get(variable, "").strip()
    if not model:
        raise SettingsError(f"{why} needs {variable}: name the model to ask")
    return model, _server(env, why)


def _choice(env: Mapping[str, str], switch: str, choices: Sequence[str]) -> str:
    """The value of a switch; the first choice where it is unset or empty."""
    value = env.get(switch, "").strip().lower() or choices[0]
    if value not in choices:
        raise SettingsError(f"{switch} is {value!r}: say {' or '.join(choices)}")
    return value


def _server(env: Mapping[str, str], why: str) -> "Server":
    from monograph_qa.endpoint.connection import Server

    address = env.get(LLM_BASE_URL, "").strip() or None
    key = env.get(LLM_KEY, "").strip() or None
    if address is not None:
        _check_address(address)
    elif key is None:
        raise SettingsError(f"{why} needs {LLM_KEY}, or {LLM_BASE_URL} of another server")
    if key is not None and not (key.isascii() and key.isprintable()):
        raise SettingsError(f"{LLM_KEY} holds characters that no key has: copy it again")
    return Server(address, key, seconds=_seconds(env))


def _check_address(address: str) -> None:
    from urllib.parse import urlsplit

    # The address is not repeated: some hold a password.
    if not address.startswith(("http://", "https://")):
        raise SettingsError(f"{LLM_BASE_URL} must start with http:// or https://")
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError as error:
        raise SettingsError(f"{LLM_BASE_URL} is no address: {error}") from error
    if not parts.hostname:
        raise SettingsError(f"{LLM_BASE_URL} names no server: say http://server:port/v1")
    if parts.username or parts.password:
        raise SettingsError(f"{LLM_BASE_URL} must not hold a password: use {LLM_KEY}")


def _seconds(env: Mapping[str, str]) -> float:
    value = env.get(LLM_TIMEOUT, "").strip()
    seconds = math.nan if value else _TIMEOUT
    with suppress(ValueError):
        seconds = float(value)
    if not 0 < seconds <= _LONGEST_TIMEOUT:
        raise SettingsError(
            f"{LLM_TIMEOUT} is {value!r}: say a number of seconds, {_LONGEST_TIMEOUT:.0f} at most"
        )
    return seconds
