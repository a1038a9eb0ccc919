"""`ask` answered by a server that runs for the library already. What is imported here is waited for
at each question: next to nothing."""

import _socket  # what socket adds to it takes longer than the question
import marshal  # so does json; both ends are this program, run by the same user
import os
import sys

from monograph_qa import TYPE_CHECKING, __version__
from monograph_qa.cli.screen import open_file, typed, width
from monograph_qa.whereabouts import LIBRARY, SocketOf, library_named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

GREETING = b"2"  # which way of talking is spoken here
_LENGTH, _FORM = 4, 2  # bytes that say how long a value is; the form of marshal
_PATIENCE = 0.5  # seconds in which a server says that it is there; one that was stopped never does
_ANSWER = 600.0
_OF_SERVERS = (LIBRARY, "MONOGRAPH_QA_TOKENS_FILE", "MONOGRAPH_QA_SERVE_")


def answered(asked: "dict[str, str | bool]") -> int | None:
    """The exit code of `ask`, where a server of the same user, version and settings answered it."""
    connection = _reach(str(asked.get("library") or library_named(os.environ)))
    if connection is None:
        return None
    request = {
        "asked": asked,
        "version": __version__,
        "settings": settings_in(os.environ),
        "columns": width(),
        "is_attended": sys.stdin.isatty() and sys.stdout.isatty(),
    }
    try:
        _send(connection, request)
        has_said = False
        while message := _heard(connection):
            if "exit" in message:
                return int(message["exit"])
            has_said = True
            if reply := _do(message):
                _send(connection, reply)
    finally:
        connection.close()
    if has_said:
        sys.stderr.write("monograph-qa: the server ended before it had answered\n")
        return 1
    return None


def settings_in(environment: "Mapping[str, str]") -> dict[str, str]:
    """What in the environment decides how questions are answered."""
    return {
        name: value
        for name, value in environment.items()
        if name.startswith(("MONOGRAPH_QA_", "OPENAI_")) and not name.startswith(_OF_SERVERS)
    }


def is_same_user(connection: "_socket.socket") -> bool:
    credentials = connection.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    return int.from_bytes(credentials[4:8], sys.byteorder) == os.geteuid()


def _do(message: dict[str, str]) -> dict[str, str] | None:
    if "say" in message:
        sys.stdout.write(message["say"])
        sys.stdout.flush()
    elif "note" in message:
        sys.stderr.write(message["note"])
    elif "open" in message:
        open_file(message["open"])
    elif "ask" in message:
        return {"typed": typed(message["ask"])}
    return None


def _reach(where: str) -> "_socket.socket | None":
    """A connection to the server of the library, None where none is there for this user."""
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        with SocketOf(where) as address:
            connection.settimeout(_PATIENCE)
            connection.connect(address)
        if is_same_user(connection) and connection.recv(1) == GREETING:
            connection.settimeout(_ANSWER)
            return connection
    except (OSError, AttributeError):  # no folder, no server; a system that has no such sockets
        pass
    connection.close()
    return None


def packed(value: "Mapping[str, Any]") -> bytes:
    """A value of plain types as it is sent."""
    content = marshal.dumps(dict(value), _FORM)
    return len(content).to_bytes(_LENGTH, "big") + content


def unpacked(read: "Callable[[int], bytes]") -> "dict[str, Any]":
    """The next value of the other end, {} when it has ended."""
    length = int.from_bytes(read(_LENGTH), "big")
    content = read(length)
    is_whole = bool(content) and len(content) == length
    value: dict[str, Any] = marshal.loads(content) if is_whole else {}  # noqa: S302
    return value


def _send(connection: "_socket.socket", value: "Mapping[str, Any]") -> None:
    try:
        connection.sendall(packed(value))
    except OSError:  # it is gone: nothing more comes
        return


def _heard(connection: "_socket.socket") -> "dict[str, Any]":
    """What the server says next, {} when it has ended."""

    def read(length: int) -> bytes:
        held = b""
        while len(held) < length and (received := connection.recv(length - len(held))):
            held += received
        return held

    try:
        return unpacked(read)
    except OSError:
        return {}
