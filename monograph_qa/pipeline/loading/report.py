"""What a load needs of a reader of files (local or a cluster), and what it reports of each file."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from monograph_qa.domain.label import Label, Monograph
from monograph_qa.errors import ClusterError, DiskFull, LabelError
from monograph_qa.frozen import frozen


@frozen
class Limits:
    """What one file may cost: seconds of wall time, bytes of address space (None: no limit)."""

    seconds: float = 600.0
    memory: int | None = 12 * 1024**3


@frozen
class Reading:
    """A monograph as read, before the library gives it its version; `unknown_headings` are those
    that the vocabulary does not know, as printed."""

    monograph: Monograph
    silent_pages: tuple[int, ...]
    tables: int
    unknown_headings: tuple[str, ...]


@frozen
class ReadOutcome:
    """A reading, or the error that names its cause; `data` are the bytes of an archived file."""

    path: Path
    reading: Reading | None
    error: LabelError | None
    data: bytes | None = None


class Readers(Protocol):
    """Reads files side by side. Stores nothing: the load is the only writer."""

    def iter_read(
        self, paths: Iterable[Path], stopping: Callable[[], bool]
    ) -> Iterator[ReadOutcome]:
        """One outcome for every path, as they finish, until `stopping`; what was read by then is
        still given. Takes paths only a few ahead, so that readings never pile up in memory. Raises
        ClusterError when nobody is left to read the rest."""
        ...


class ReadingEngine(Protocol):
    """Where the files of a load are read."""

    def readers(
        self, files: int, workers: int | None, limits: Limits
    ) -> AbstractContextManager[Readers]:
        """Readers for so many files, at most `workers` at once (None: as many as there is room
        for); they let go of everything when the block is left."""
        ...


class FileState(StrEnum):
    LOADED = "loaded"
    UPDATED = "updated"
    REREAD = "reread"  # by another reader than the one before, `parser_before`
    UNCHANGED = "unchanged"
    DUPLICATE = "duplicate"
    FAILED = "failed"
    ELSEWHERE = "elsewhere"  # another load, which runs at the same time, has it
    WITHDRAWN = "withdrawn"  # the file is gone
    RESTORED = "restored"  # ... and back


@frozen
class FileResult:
    """What a load did with one file. `sections` to `images` count what the label holds;
    `duplicate_of` is another file with the same bytes; `is_nameless`: no drug's name was found."""

    path: Path
    state: FileState
    label: Label | None = None
    error: LabelError | None = None
    sections: int = 0
    facts: int = 0
    tables: int = 0
    images: int = 0
    silent_pages: tuple[int, ...] = ()
    unknown_headings: tuple[str, ...] = ()
    duplicate_of: Path | None = None
    parser_before: str | None = None
    doubts: int = 0
    is_nameless: bool = False

    @property
    def was_read(self) -> bool:
        """Whether this load read the file, which was not held already, and did not fail."""
        return self.sections > 0


@frozen
class LoadReport:
    """What a load did, file by file. `interrupted`: Ctrl-C ended it early; `deserted`: lost readers
    or a full disk did, with this error. `published` counts the labels that can be asked since;
    `skipped` the files passed over, by reason."""

    results: tuple[FileResult, ...]
    seconds: float
    interrupted: bool = False
    deserted: ClusterError | DiskFull | None = None
    published: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """True when no file was left waiting for another load."""
        return not self.interrupted and self.deserted is None

    @property
    def failed(self) -> tuple[FileResult, ...]:
        return tuple(r for r in self.results if r.state is FileState.FAILED)

    @property
    def nameless(self) -> tuple[FileResult, ...]:
        """What was read and says no name by which questions could mean it."""
        return tuple(r for r in self.results if r.is_nameless)

    @property
    def pages(self) -> int:
        """Pages of the labels that were read in this load."""
        fresh = (FileState.LOADED, FileState.UPDATED, FileState.REREAD)
        return sum(r.label.page_count for r in self.results if r.label and r.state in fresh)

    @property
    def read(self) -> int:
        """Files that were read in this load."""
        return sum(r.was_read for r in self.results)

    @property
    def files_a_second(self) -> float:
        """Files read, as `pages_a_second`: labels without pages (SPL) are counted by it alone."""
        return self.read / self.seconds if self.seconds else 0.0

    @property
    def pages_a_second(self) -> float:
        """Over the whole load, from finding the files to publishing the last."""
        return self.pages / self.seconds if self.seconds else 0.0

    @property
    def rate(self) -> str:
        """How fast the whole load was, in words."""
        return rate_text(self.files_a_second, self.pages_a_second)


def rate_text(files: float, pages: float) -> str:
    """Files and, where there are any, pages a second, in words."""
    return f"{files:.1f} files/s" + (f", {pages:.1f} pages/s" if pages else "")


def skipped_text(skipped: Mapping[str, int]) -> str:
    """How many files were skipped for each reason, on one line; "" for none."""
    counts = ", ".join(f"{files:,} {reason}" for reason, files in skipped.items())
    return f"skipped: {counts}" if counts else ""


@frozen
class Waiting:
    """Another load, named in words, has the library; this one waits for it."""

    holder: str


@frozen
class Found:
    """How many files a load takes, all in `folder`, and how many it passes over, by reason."""

    files: int
    skipped: Mapping[str, int]
    folder: Path


@frozen
class Published:
    """So many labels of this load are before the askers by now."""

    labels: int


Notice = Callable[[Waiting | Found | Published], None]
"""Called with what happens beside the single files."""

Progress = Callable[[FileResult, int, int], None]
"""Called with each finished file: its result, how many are done, how many there are."""
