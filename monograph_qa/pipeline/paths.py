"""From what a user typed (files, folders, globs) to the label files that are meant."""

import glob
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from monograph_qa.parse import READABLE


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
            files.setdefault(path.resolve(), None)
    return FoundFiles(tuple(files), tuple(missing))


def _matches(name: str | Path) -> Iterable[Path]:
    path = Path(name).expanduser()
    if path.is_dir():
        return _readable_below(path)
    if path.exists():
        return [path]
    if glob.has_magic(str(path)):
        found = sorted(Path(each) for each in glob.glob(str(path), recursive=True))
        return [p for each in found for p in (_readable_below(each) if each.is_dir() else [each])]
    return []


def _readable_below(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and path.suffix.lower() in READABLE
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
