"""Writing a file whole or not at all; whether a disk is full."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FULL = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the quota of this disk is used up",
    errno.EFBIG: "no file may grow so large here (ulimit -f)",
}


def why_full(error: BaseException) -> str:
    """For want of which room, or of what allowance for more, something could not be written: as the
    system says itself, or in its words what wrote; "" for any other error."""
    number, message = getattr(error, "errno", None), str(error)
    return next((why for n, why in _FULL.items() if n == number or os.strerror(n) in message), "")


@contextmanager
def failing_as(
    failure: type[Exception], place: object, what: str = "cannot be written"
) -> Iterator[None]:
    """Within the block, what the system complains of becomes a `failure` that names the place."""
    try:
        yield
    except OSError as error:
        raise failure(f"{place}: {what} ({error.strerror})") from error


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Within the block, a place beside `path` to write to: what stands there takes the name of
    `path` at the end, or goes again when the block fails. Raises OSError."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
