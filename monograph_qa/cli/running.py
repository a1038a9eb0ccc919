"""What surrounds each command: a lean process, and errors of ours as one line."""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from monograph_qa.errors import (
    MonographError,
    NoLibrary,
    NoSuchLabel,
    NotFound,
    QueryRefused,
    QuestionError,
)
from monograph_qa.visible import visible
from monograph_qa.whereabouts import library_beside


def start_lean() -> None:
    """Keeps pandas out of a process that only asks or looks (DuckDB would import it to bind the
    first value: over a second), looks for garbage seldom, reckons in one thread."""
    sys.modules.setdefault("pandas", None)  # type: ignore[arg-type]
    # What is imported stays: to go through it again and again takes a tenth of a question's time.
    gc.set_threshold(100_000)
    # To start threads takes numpy as long as all else in it, and a label is small. In one
    # thread sums come out alike, however many cores there are.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@contextmanager
def complaining() -> Iterator[None]:
    """Around a command: an error of ours ends the process with one line and an exit code."""
    try:
        yield
    except MonographError as error:
        line, code = complaint(error)
        sys.stderr.write(line)
        sys.exit(code)
    except RuntimeError as error:
        if not is_interrupt(error):
            raise
        raise KeyboardInterrupt from error


def is_interrupt(error: BaseException) -> bool:
    """Whether an error is Ctrl-C, by Python's word or by DuckDB's."""
    return isinstance(error, KeyboardInterrupt) or str(error) == "Query interrupted"


def complaint(error: MonographError) -> tuple[str, int]:
    """An error of ours as one line, and its exit code: 2 for what was typed, else 1."""
    code = 2 if isinstance(error, NotFound | QueryRefused | QuestionError) else 1
    hint = "; see: monograph-qa labels" if isinstance(error, NoSuchLabel) else ""
    if isinstance(error, NoLibrary) and (beside := library_beside()):
        hint = f"; or use the one in this folder: {beside}"
    return visible(f"monograph-qa: {' '.join(str(error).split())}{hint}\n"), code
