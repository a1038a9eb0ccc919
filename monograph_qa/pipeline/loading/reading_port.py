"""What a load asks of whatever reads its files: this machine's processes, or a cluster."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from monograph_qa.domain.label import Monograph
from monograph_qa.errors import LabelError
from monograph_qa.frozen import frozen


@frozen
class Limits:
    """What one file may cost: seconds of wall time, bytes of address space (None: no limit)."""

    seconds: float = 600.0
    memory: int | None = 12 * 1024**3


@frozen
class Reading:
    """A monograph as read, before the library gives it its version.

    `unknown_headings` are headings that the vocabulary does not know, kept as printed.
    """

    monograph: Monograph
    silent_pages: tuple[int, ...]
    tables: int
    unknown_headings: tuple[str, ...]


@frozen
class ReadOutcome:
    """What became of one file: a reading, or the error that names its cause; `data` are the bytes
    of a file out of an archive, which is not opened twice."""

    path: Path
    reading: Reading | None
    error: LabelError | None
    data: bytes | None = None


class Readers(Protocol):
    """Reads files side by side. Stores nothing: the load is the only writer."""

    def iter_read(
        self, paths: Iterable[Path], stopping: Callable[[], bool]
    ) -> Iterator[ReadOutcome]:
        """One outcome for every path, in the order in which they finish, until it is to stop; what
        was read by then is given still.

        Paths are taken only a few ahead of what is read. Raises ClusterError when there is nobody
        left to read the rest; what was yielded before it counts.
        """
        ...


class ReadingEngine(Protocol):
    """Where the files of a load are read."""

    def readers(
        self, files: int, workers: int | None, limits: Limits
    ) -> AbstractContextManager[Readers]:
        """Readers for so many files, at most `workers` at once (None: as many as there is room
        for); they let go of everything when the block is left."""
        ...
