"""The label files themselves, kept under their hash, so that their pages can be shown later."""

import hashlib
import os
import shutil
from contextlib import suppress
from pathlib import Path

from monograph_qa.domain.label import Label
from monograph_qa.errors import LibraryError, NotFound


def keep_original(folder: Path, path: Path, sha256: str) -> None:
    """Keeps the file in `folder`, as a hard link where the disk allows one, else as a copy. Raises
    LibraryError when it cannot be kept."""
    kept = _place(folder, sha256, path.suffix)
    if kept.exists():
        return
    part = kept.with_name(f"{kept.name}.{os.getpid()}.part")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(path, part)
        except OSError:
            shutil.copyfile(path, part)
        part.replace(kept)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise LibraryError(f"{kept}: the file cannot be kept ({error.strerror})") from error


def original_of(folder: Path, label: Label) -> Path:
    """The file that a label was read from: as it was kept, else where it lay, if it is still the
    same. Raises NotFound where it is neither."""
    source = Path(label.source_path)
    for path in (_place(folder, label.sha256, source.suffix), source):
        if path.is_file() and _is_unchanged(path, label.sha256):
            return path
    raise NotFound(f"{label.label_id}: its file is not kept here, and {source} is gone or changed")


def drop_original(folder: Path, label: Label) -> None:
    """Removes the kept file of a label that must not be kept."""
    _place(folder, label.sha256, Path(label.source_path).suffix).unlink(missing_ok=True)


def _place(folder: Path, sha256: str, suffix: str) -> Path:
    return folder / sha256[:2] / f"{sha256}{suffix.lower()}"


def _is_unchanged(path: Path, sha256: str) -> bool:
    """A hard link changes with the file that it links to."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == sha256
