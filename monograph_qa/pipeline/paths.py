"""From what a user typed (files, folders, globs) to the label files that are meant."""

import glob
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from monograph_qa.parse import READABLE

_NOTHING = "no such file or folder"


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
            if _is_there(path):
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
    except FileNotFoundError:
        return "a link to a file that is not there" if path.is_symlink() else _NOTHING
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", None) or "cannot be opened"
    return "no label file (PDF, DOCX, HTML, SPL XML) in this folder" if path.is_dir() else _NOTHING


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
    return sorted(
        path
        for path in folder.rglob("*")
        # A broken link is no file, but whoever put it there expects a label to be loaded.
        if (path.is_file() or not _is_there(path))
        and path.suffix.lower() in READABLE
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
