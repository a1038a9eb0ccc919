"""Who may ask a server, and for what: tokens with roles, kept as hashes."""

import hashlib
import hmac
import json
import os
import secrets
import stat
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path

from monograph_qa.errors import NotFound, SettingsError
from monograph_qa.frozen import frozen
from monograph_qa.table_files import failing_as, whole_file

TOKENS_FILE = "MONOGRAPH_QA_TOKENS_FILE"
_BYTES = 32


class Role(StrEnum):
    """What a token is good for: questions and what labels say; the audit log; loads and doubts."""

    ASK = "ask"
    AUDIT = "audit"
    LOAD = "load"


@frozen
class Caller:
    """Who sent a request: the name of the token, "" without one, and what it is good for."""

    name: str
    roles: frozenset[Role]


class Tokens:
    """All tokens that a server takes, and what may be done without one."""

    def __init__(self, tokens: Mapping[str, Caller], guest: Iterable[Role] = ()) -> None:
        """`tokens` are callers by the SHA-256 of their tokens, which are kept nowhere."""
        self._tokens = tokens
        self.guest = Caller("", frozenset(guest))

    def bearer(self, token: str) -> Caller | None:
        sent = _sha256(token)
        found = None
        for sha256, caller in self._tokens.items():  # all, so that time tells nothing of which
            if hmac.compare_digest(sha256, sent):
                found = caller
        return found


def tokens_file() -> Path | None:
    named = os.environ.get(TOKENS_FILE, "").strip()
    return Path(named).expanduser() if named else None


def read_tokens(path: Path) -> dict[str, Caller]:
    """Callers by the SHA-256 of their tokens, of a file: {"name": {"sha256": ..., "roles": [...]}}.
    Raises SettingsError for a file that others may read or change, or that says something else."""
    with failing_as(SettingsError, path, "the tokens cannot be read"):
        mode, content = path.stat().st_mode, path.read_bytes()
    try:
        named = json.loads(content)
        found = {
            _hash(token["sha256"]): Caller(name, frozenset(map(Role, token["roles"])))
            for name, token in named.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SettingsError(f"{path} is no file of tokens (see: monograph-qa tokens)") from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise SettingsError(f"{path}: others may read or change it: chmod 600 {path}")
    return found


def add_token(path: Path, name: str, roles: Iterable[Role]) -> str:
    """Makes a token, keeps its hash in the file under `name`, and gives it back, this once."""
    token = secrets.token_urlsafe(_BYTES)
    others = _without(name, read_tokens(path) if path.exists() else {})
    _write(path, {**others, _sha256(token): Caller(name, frozenset(roles))})
    return token


def remove_token(path: Path, name: str) -> None:
    there = read_tokens(path) if path.exists() else {}
    others = _without(name, there)
    if len(others) == len(there):
        raise NotFound(f"{path}: there is no token of the name {name!r}")
    _write(path, others)


def _without(name: str, tokens: Mapping[str, Caller]) -> dict[str, Caller]:
    return {sha256: caller for sha256, caller in tokens.items() if caller.name != name}


def _write(path: Path, tokens: Mapping[str, Caller]) -> None:
    named = {
        caller.name: {"sha256": sha256, "roles": sorted(caller.roles)}
        for sha256, caller in tokens.items()
    }
    with failing_as(SettingsError, path, "the tokens cannot be kept"), whole_file(path) as part:
        part.touch(0o600)
        part.write_text(json.dumps(named, indent=2) + "\n", encoding="utf-8")


def _sha256(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _hash(text: str) -> str:
    if len(bytes.fromhex(text)) != hashlib.sha256().digest_size:
        raise ValueError(text)
    return text.lower()
