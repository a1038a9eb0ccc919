"""Notes of every model asked while one question is answered."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from monograph_qa.domain.journal import ModelUse

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
    """The notes of the innermost `noting_uses` so far; none outside of one."""
    return tuple(_notes.get() or ())


def note(use: ModelUse) -> None:
    """Adds to the innermost list; does nothing outside of one."""
    notes = _notes.get()
    if notes is not None:
        notes.append(use)
