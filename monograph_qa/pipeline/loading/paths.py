"""Finds the label files behind what a user typed: files, folders, globs."""

import glob
import os
import stat
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from itertools import chain
from pathlib import Path

from monograph_qa.errors import LabelError
from monograph_qa.frozen import frozen
from monograph_qa.parse import READABLE, Skipped, is_there, iter_delivered, without_shown

_NOTHING = "no such file or folder"
_NO_MATCH = "a pattern that no file fits"


@frozen
class FoundFiles:
    """`files` in the order named, folders sorted, each once; `missing` are names that fit nothing,
    `refused` errors of archives that cannot be read, `skipped` counts what is no label, by the name
    below which it was found and the reason."""

    files: tuple[Path, ...]
    missing: tuple[str, ...]
    refused: tuple[LabelError, ...] = ()
    skipped: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def skipped_by_reason(self) -> dict[str, int]:
        """How many files are passed over for each reason."""
        counted: Counter[str] = Counter()
        for (_, reason), files in self.skipped.items():
            counted[reason] += files
        return dict(counted.most_common())


def find_files(named: Sequence[str | Path]) -> FoundFiles:
    """The label files behind `named`: of a folder every readable file below it but hidden ones, of
    an archive every one in it. A file named by itself is taken whatever its suffix, so that a wrong
    one is reported. Pictures that belong to a label are neither files nor skipped."""
    files: dict[Path, None] = {}
    missing: dict[str, None] = {}
    refused: list[LabelError] = []
    skipped: Counter[tuple[str, str]] = Counter()
    for name in named:
        stands_for_none = True
        found = (
            [match] if isinstance(match, Skipped) else _delivered(*match)
            for match in _matches(name)
        )
        for each in without_shown(chain.from_iterable(found)):
            stands_for_none = stands_for_none and isinstance(each, Skipped)
            if isinstance(each, Path):
                files[each] = None
            elif isinstance(each, Skipped):
                skipped[str(name), each.reason] += 1
            elif isinstance(each, LabelError):
                refused.append(each)
            else:
                missing[each] = None
        if stands_for_none:
            missing[str(name)] = None
    return FoundFiles(tuple(files), tuple(missing), tuple(refused), skipped)


def _delivered(path: Path, is_meant: bool) -> Iterable[Path | Skipped | LabelError | str]:
    """The labels that a file holds, and what else is in it; its name where it cannot be found."""
    # A folder among them is one that cannot be looked into.
    if not _is_there(path) or path.is_dir():
        return [str(path)]
    return iter_delivered(Path(os.path.realpath(path)), is_meant=is_meant)


def path_text(path: Path) -> str:
    """The path as text that can be stored and printed: bytes that are no UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", errors="backslashreplace")


def folder_of(paths: Iterable[Path]) -> Path:
    """What all these files lie in: a folder or an archive; below it each has a name of its own."""
    folders = [str(path.absolute().parent) for path in paths]
    return Path(os.path.commonpath(folders)) if folders else Path()


def name_in(folder: Path, path: Path) -> str:
    """What a file is called in a folder, as text; its whole path where it lies elsewhere."""
    return path_text(path.relative_to(folder) if path.is_relative_to(folder) else path)


def doc_key_of(path: Path, identity: Mapping[str, str]) -> str:
    """What makes two files versions of one document: an SPL set id, else the file's place."""
    set_id = identity.get("set_id")
    return f"spl:{set_id}" if set_id else f"file:{path_text(Path(os.path.realpath(path)))}"


def why_missing(path: Path) -> str:
    """Why no label file is found under a name, as one readable clause."""
    try:
        path.stat()
        if path.is_dir():
            next(path.iterdir(), None)
            return "no label file (PDF, DOCX, HTML, SPL, openFDA, FHIR ePI, ZIP) in this folder"
    except FileNotFoundError:
        if path.is_symlink():
            return "a link to a file that is not there"
        return _NO_MATCH if glob.has_magic(str(path)) else _NOTHING
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or "cannot be opened"
    return _NOTHING


def _is_there(path: Path) -> bool:
    """Path.exists(), in archives too; False also where looking is not allowed."""
    try:
        return path.exists() or is_there(path)
    except (OSError, ValueError):
        return False


def _matches(name: str | Path) -> Iterable[tuple[Path, bool] | Skipped]:
    """The files that a name stands for, and whether each is named by itself."""
    path = Path(name).expanduser()
    if _is_there(path):
        return _files_below(path) if path.is_dir() else [(path, True)]
    if glob.has_magic(str(path)):
        found = sorted(Path(each) for each in glob.glob(str(path), recursive=True))  # noqa: PTH207
        return [
            p for each in found for p in (_files_below(each) if each.is_dir() else [(each, True)])
        ]
    return []


def _files_below(folder: Path) -> list[tuple[Path, bool] | Skipped]:
    """The files below a folder, in order, and the folders there that cannot be looked into."""
    found: list[Path] = []
    skipped: list[Skipped] = []

    def note(error: OSError) -> None:
        found.append(Path(error.filename))

    entered: set[str] = set()  # linked folders are gone into as well, and may lie in each other
    for at, below, names in os.walk(folder, onerror=note, followlinks=True):
        real = os.path.realpath(at)
        if real in entered:
            below.clear()
            continue
        entered.add(real)
        skipped += [Skipped(Path(at, each), "hidden folders") for each in below if each[0] == "."]
        below[:] = [each for each in below if each[0] != "."]
        for path in (Path(at, name) for name in names):
            reason = _why_passed_over(path)
            if reason is None:
                found.append(path)
            else:
                skipped.append(Skipped(path, reason))
    return [*((path, False) for path in sorted(found)), *skipped]


def _why_passed_over(path: Path) -> str | None:
    if path.name[0] == ".":
        return "hidden files"
    try:
        return None if stat.S_ISREG(path.stat().st_mode) else "pipes and devices"
    except OSError:
        # A link to nothing: whoever put it there expects a label to be loaded.
        return None if path.suffix.lower() in READABLE else "links to nothing"
