"""Labels whose files are gone from the folders that they were loaded from."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from monograph_qa.domain.label import Label

_GONE = "its file is gone from"


def gone_from(labels: Iterable[Label], named: Sequence[Path]) -> list[tuple[Label, str]]:
    """The labels whose files lay in one of the folders named and lie there no more, each with why
    it is withdrawn."""
    folders = [Path(os.path.realpath(each)) for each in named if each.is_dir()]
    found: list[tuple[Label, str]] = []
    for label in labels:
        path = Path(label.source_path)
        folder = next((each for each in folders if path.is_relative_to(each)), None)
        if folder is not None and not path.exists():
            found.append((label, f"{_GONE} {folder}"))
    return found


def is_gone(label: Label) -> bool:
    """Whether a label is withdrawn because its file was gone: it comes back with the file."""
    return label.withdrawn is not None and label.withdrawn.startswith(_GONE)
