"""From what a user typed (files, folders, globs) to the label files that are meant."""

import glob
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from monograph_qa.parse import READABLE

_NOTHING = "no such file or folder"
_NO_MATCH = "a pattern that no file fits"


@dataclass(frozen=True, slots=True)
class FoundFiles:
    """`files` in the order named, folders sorted, each once; `missing`: names that fit nothing."""

    files: tuple[Path, ...]
    missing: tuple[str, ...]


def find_files(named: Sequence[str | Path]) -> FoundFiles:
    """The label files behind `named`.

    A folder stands for every readable file below it, hidden ones left out; a file named by itself
    is taken whatever its suffix, so that a wrong one is reported and not passed over.
    """
    files: dict[Path, None] = {}
    missing: list[str] = []
    for name in named:
        matches = list(_matches(name))
        if not matches:
            missing.append(str(name))
        for path in matches:
            # A folder among them is one that cannot be looked into.
            if _is_there(path) and not path.is_dir():
                files.setdefault(Path(os.path.realpath(path)), None)
            else:
                missing.append(str(path))
    return FoundFiles(tuple(files), tuple(dict.fromkeys(missing)))


def path_text(path: Path) -> str:
    """The path as text that can be stored and printed: bytes that are no UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", errors="backslashreplace")


def doc_key_of(path: Path, identity: Mapping[str, str]) -> str:
    """What makes two files versions of one document: an SPL set id, else the file's place (the
    first, where a load has seen the file move)."""
    set_id = identity.get("set_id")
    return f"spl:{set_id}" if set_id else f"file:{path_text(Path(os.path.realpath(path)))}"


def why_missing(path: Path) -> str:
    """Why no label file is found under a name, as one readable clause."""
    try:
        path.stat()
        if path.is_dir():
            next(path.iterdir(), None)
            return "no label file (PDF, DOCX, HTML, SPL XML) in this folder"
    except FileNotFoundError:
        if path.is_symlink():
            return "a link to a file that is not there"
        return _NO_MATCH if glob.has_magic(str(path)) else _NOTHING
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or "cannot be opened"
    return _NOTHING


def _is_there(path: Path) -> bool:
    """Path.exists(), but False also where looking is not allowed or the name cannot be one."""
    try:
        return path.exists()
    except OSError:
        return False


def _matches(name: str | Path) -> Iterable[Path]:
    path = Path(name).expanduser()
    if _is_there(path):
        return _readable_below(path) if path.is_dir() else [path]
    if glob.has_magic(str(path)):
        found = sorted(Path(each) for each in glob.glob(str(path), recursive=True))  # noqa: PTH207
        return [p for each in found for p in (_readable_below(each) if each.is_dir() else [each])]
    return []


def _readable_below(folder: Path) -> list[Path]:
    """Label files below a folder, in order, and the folders there that cannot be looked into."""
    found: list[Path] = []

    def note(error: OSError) -> None:
        found.append(Path(error.filename))

    entered: set[str] = set()  # linked folders are gone into as well, and may lie in each other
    for at, below, names in os.walk(folder, onerror=note, followlinks=True):
        real = os.path.realpath(at)
        if real in entered:
            below.clear()
            continue
        entered.add(real)
        below[:] = [each for each in below if each[0] != "."]
        found += [Path(at, name) for name in names if _may_be_label(Path(at, name))]
    return sorted(found)


def _may_be_label(path: Path) -> bool:
    if path.name[0] == "." or path.suffix.lower() not in READABLE:
        return False
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return True  # as a link to nothing: whoever put it there expects a label to be loaded
