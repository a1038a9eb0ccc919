"""The file beside the journal that says how it ends: only moved forward, whole or not at all."""

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from monograph_qa.errors import JournalError


def keep_head(path: Path, text: str, may_replace: Callable[[str], bool]) -> None:
    """Writes `text` to `path`, on disk before this returns.

    `may_replace` says of a text that is there already whether it may go; processes that write at
    once take turns. Raises JournalError when the file cannot be written.
    """
    try:
        lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise JournalError(f"{path}: cannot be written ({error.strerror})") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        kept = read_head(path)
        if kept is not None and not may_replace(kept):
            return
        _write(path, text)
    except OSError as error:
        raise JournalError(f"{path}: cannot be written ({error.strerror})") from error
    finally:
        os.close(lock)


def read_head(path: Path) -> str | None:
    """The file's text, None where there is none. Raises JournalError when it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="backslashreplace")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise JournalError(f"{path}: cannot be read ({error.strerror})") from error


def _write(path: Path, text: str) -> None:
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
