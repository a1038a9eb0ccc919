"""What a load tells: each file's result, and all of them with the time it took."""

from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum
from pathlib import Path

from monograph_qa.domain.label import Label
from monograph_qa.errors import ClusterError, DiskFull, LabelError
from monograph_qa.frozen import frozen


class FileState(StrEnum):
    LOADED = "loaded"
    UPDATED = "updated"
    REREAD = "reread"
    UNCHANGED = "unchanged"
    DUPLICATE = "duplicate"
    FAILED = "failed"
    ELSEWHERE = "elsewhere"
    WITHDRAWN = "withdrawn"
    RESTORED = "restored"


@frozen
class FileResult:
    """What a load did with one file. `sections` to `images` count what the label holds;
    `duplicate_of` is the other file that has the same bytes. A file is `elsewhere` when another
    load, which runs at the same time, has it; `withdrawn` when it is gone, `restored` when it is
    back, `reread` when only the reader is another than the one before, `parser_before`."""

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

    @property
    def was_read(self) -> bool:
        """True when this load read the file; False for one held already, or one that failed."""
        return self.sections > 0

    @property
    def is_elsewhere(self) -> bool:
        return self.state is FileState.ELSEWHERE


@frozen
class LoadReport:
    """What a load did, file by file, and how long it took in seconds.

    `interrupted`: Ctrl-C ended it early; `deserted`: whoever read its files, or the disk, did, with
    this error. `published` counts the labels that askers see since; `skipped` the files that were
    passed over, by reason.
    """

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


@frozen
class Waiting:
    """Another load, named in words, has the library; this one waits for it."""

    holder: str


@frozen
class Found:
    """What a load found: how many files it takes, and how many it passes over, by reason."""

    files: int
    skipped: Mapping[str, int]


@frozen
class Published:
    """So many labels of this load are before the askers by now."""

    labels: int


Notice = Callable[[Waiting | Found | Published], None]
"""Told of what happens beside the single files."""

Progress = Callable[[FileResult, int, int], None]
"""Told of each finished file: its result, how many are done, how many there are."""
