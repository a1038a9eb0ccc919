"""Files kept beside a library: the label files, to show their pages, and pictures for viewing."""

import hashlib
import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path

from monograph_qa.domain.label import Label
from monograph_qa.errors import DiskFull, LibraryError, NoPage
from monograph_qa.table_files import failing_as, whole_file, why_full

_PIECE = 1 << 30  # bytes
_NAME = re.compile(r"[A-Za-z0-9_]{1,80}", re.ASCII)


def keep_original(folder: Path, label: Label, path: Path, data: bytes | None = None) -> None:
    """Keeps a copy of the file of a label in `folder`; `data` are its bytes where it is no file of
    the disk. Raises LibraryError when it cannot be kept, or is no longer what was read."""
    kept = kept_at(folder, label)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(kept) as part:
            if data is None:
                _copy(path, part)
            else:
                part.write_bytes(data)
            if sha256_of(part) != label.sha256:
                raise LibraryError(f"{path.name}: it was changed while it was loaded")
            if data is None:  # by which `is_kept` knows it again
                os.utime(part, ns=(time.time_ns(), path.stat().st_mtime_ns))
    except OSError as error:
        if why := why_full(error):
            cause = f"{path.name} cannot be kept: {why}; --no-originals keeps no files"
            raise DiskFull(f"{folder}: {cause}") from error
        raise LibraryError(f"{kept}: the file cannot be kept ({error.strerror})") from error


def _copy(path: Path, part: Path) -> None:
    """On file systems that can (Btrfs, XFS), a copy shares its blocks until either is changed."""
    with path.open("rb") as source, part.open("wb") as copied:
        with suppress(OSError, AttributeError):  # not on every system: the rest is written
            while os.copy_file_range(source.fileno(), copied.fileno(), _PIECE):
                pass
        shutil.copyfileobj(source, copied)


def is_kept(folder: Path, label: Label, path: Path) -> bool:
    """Whether the file of a label is kept as it was read. A copy of the size and time of the file
    at `path` was not touched since, and is not read again."""
    kept = kept_at(folder, label)
    if not kept.is_file() or kept.stat().st_nlink != 1:
        return False
    if path.is_file():  # and in no archive
        copy, source = kept.stat(), path.stat()
        if (copy.st_size, copy.st_mtime_ns) == (source.st_size, source.st_mtime_ns):
            return True
    return sha256_of(kept) == label.sha256


def is_damaged(folder: Path, label: Label) -> bool:
    try:
        return sha256_of(kept_at(folder, label)) != label.sha256
    except OSError:
        return True


def original_of(folder: Path, label: Label) -> Path:
    """The file that a label was read from: as it was kept, else where it lay, if still the same."""
    kept, source = kept_at(folder, label), Path(label.source_path)
    for path in (kept, source):
        if path.is_file() and sha256_of(path) == label.sha256:
            return path
    # The name alone: whoever asks a server is not to learn where its files lie.
    here = "its kept file was changed or damaged" if kept.is_file() else "its file is not kept here"
    gone = f"{source.name}, where it was loaded from, is gone or changed"
    raise NoPage(f"{label.label_id}: {here}, and {gone}; to see its pages, load the file again")


def kept_at(folder: Path, label: Label) -> Path:
    """Where the file of a label is kept, if it is."""
    suffix = Path(label.source_path).suffix.lower()
    return folder / label.sha256[:2] / f"{label.sha256}{suffix}"


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def kept_file(folder: Path, name: str, content: bytes, ending: str) -> Path:
    """A file in `folder` with exactly these bytes; another of that name, or a link, is replaced,
    never followed. Raises LibraryError for a name of a place outside."""
    if _NAME.fullmatch(name) is None:
        raise LibraryError(f"no picture is written under the id {name!r}")
    path = folder / f"{name}{ending}"
    is_there = False
    with suppress(OSError):
        is_alike = not path.is_symlink() and path.stat().st_size == len(content)
        is_there = is_alike and path.read_bytes() == content
    if not is_there:
        with failing_as(LibraryError, path):
            folder.mkdir(parents=True, exist_ok=True)
            # A half-written picture would be taken for the picture.
            with whole_file(path) as part:
                part.unlink(missing_ok=True)
                with part.open("xb") as file:  # follows no link
                    file.write(content)
    return path.absolute()
