"""Label files as they are delivered: by themselves, in ZIPs, in ZIPs of ZIPs, as records of JSON.

What lies in an archive is named as if that were a folder: `all.zip/one.zip/label.xml`,
`labels.json/ID.json`. Such a name is all that is needed to read it, as any other file's is.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from enum import Enum, auto
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TypeVar

from monograph_qa.errors import LabelError, LabelTooLarge, UnreadableLabel
from monograph_qa.frozen import frozen
from monograph_qa.parse.archives import MOST_BYTES, Archive, RecordFile, holds_records

READABLE: frozenset[str] = frozenset({".pdf", ".docx", ".html", ".htm", ".xml"})

_PICTURE = "pictures that no label shows"
_PICTURES = frozenset({".jpg", ".jpeg", ".png", ".gif", ".tif", ".tiff", ".bmp", ".svg"})
_DEEPEST = 3  # archives in each other; the FDA's bulk files are two
_HEAD = 1 << 16  # bytes that tell what a file is
_PDF, _ZIP, _WORD = b"%PDF-", b"PK\x03\x04", b"word/document.xml"

# A FHIR resource by itself, as bundles are made of: an Organization, a Composition without them.
_FHIR_PART = re.compile(rb'\s*\{\s*"resourceType"\s*:\s*"(?!Bundle")')

_MOST_OF_A_PICTURE = 20_000_000  # bytes

_Found = TypeVar("_Found")
Holder = Archive | RecordFile
Beside = Callable[[str], bytes | None]
"""The content of the file of a name that lies beside a label; None where there is none."""


@frozen
class Taken:
    """A label file's bytes, and those of the pictures beside it that its text names."""

    data: bytes
    beside: Mapping[str, bytes] = field(default_factory=dict)


@frozen
class Skipped:
    """A file that is not read, and the reason, in the plural: "hidden files"."""

    path: Path
    reason: str


class Kind(Enum):
    """What a file is to a load, by its suffix, or where it has none by its content."""

    LABEL = auto()
    ARCHIVE = auto()
    RECORDS = auto()
    OTHER = auto()


def kind_of(name: str, head: Callable[[], bytes], *, is_meant: bool = False) -> Kind:
    """What the file of this name is; `head` gives its first bytes where they are needed. One that
    is meant, being named by itself, is a label whatever its suffix."""
    suffix = Path(name).suffix.lower()
    if suffix in READABLE:
        return Kind.LABEL
    if suffix == ".zip":
        return Kind.ARCHIVE
    if suffix not in {"", ".json"} and not is_meant:
        return Kind.OTHER
    begins = head()
    start = begins.lstrip(b"\xef\xbb\xbf\r\n\t ")
    if suffix == ".json" and _FHIR_PART.match(begins) and not is_meant:
        return Kind.OTHER
    if suffix == ".json" or start.startswith(b"{"):
        return Kind.RECORDS if holds_records(begins) else Kind.LABEL
    if start.startswith(_ZIP):
        return Kind.LABEL if _WORD in begins else Kind.ARCHIVE
    is_label = is_meant or _PDF in begins[:1024] or start.startswith((b"<", b"\xff\xfe<"))
    return Kind.LABEL if is_label else Kind.OTHER


def why_skipped(path: Path) -> str:
    """Why a file of no label's kind is passed over, as a reason of `Skipped`."""
    suffix = path.suffix.lower()
    if suffix in _PICTURES:
        return _PICTURE
    return f"files named {suffix}" if suffix else "files without a suffix that are no labels"


def without_shown(found: Iterable[_Found]) -> Iterator[_Found]:
    """What was found, but for pictures that a label beside them shows: they are read with it."""
    listed = list(found)
    skipped = (each for each in listed if isinstance(each, Skipped) and each.reason == _PICTURE)
    folders = {each.path.parent for each in skipped}
    labels = (each for each in listed if isinstance(each, Path) and each.parent in folders)
    shown = {label.with_name(name) for label in labels for name in _pictures_named(label)}
    return (each for each in listed if not (isinstance(each, Skipped) and each.path in shown))


def _pictures_named(path: Path) -> Iterable[str]:
    """The names of the pictures that a label shows; those of SPL lie beside it, no other's do."""
    if path.suffix.lower() not in {".xml", ""}:
        return ()
    from monograph_qa.parse.spl_flow import MediaFolder
    from monograph_qa.parse.spl_xml import open_spl

    try:
        named = MediaFolder(open_spl(path, content(path)), lambda name: b"").match_files()
    except LabelError:
        return ()
    return (name for name in named if Path(name).name == name)


def iter_delivered(path: Path, *, is_meant: bool = False) -> Iterator[Path | Skipped | LabelError]:
    """The label files that the file at `path` holds, itself if it is one, in its order; beside them
    what in it is skipped, and an error for each part that cannot be read."""
    try:
        held = _holder_of(path)
        if held is not None and isinstance(held[0], Archive):
            yield from _iter_member(held[0], held[1], 1)
            return
        if held is not None or not path.is_file():
            yield path  # a pipe or device would not end: whoever reads it says so
            return
        kind = kind_of(path.name, lambda: _head_on_disk(path), is_meant=is_meant)
        if kind in (Kind.ARCHIVE, Kind.RECORDS):
            yield from _iter_held(_on_disk(path), 1)
        else:
            yield path if kind is Kind.LABEL else Skipped(path, why_skipped(path))
    except LabelError as error:
        yield error


def content(path: Path) -> bytes:
    """The bytes of a label file, wherever it lies. Raises LabelError naming it."""
    held = _holder_of(path)
    if held is not None:
        holder, name = held
        if name not in holder:
            raise UnreadableLabel(path, f"no such member in {holder.place.name}")
        data = holder.read(name)
        if not data:
            raise UnreadableLabel(path, "the file is empty")
        return data
    with _opening(path):
        if path.is_dir():
            raise UnreadableLabel(path, "a folder, not a file")
        size = path.stat().st_size
        if size == 0:
            raise UnreadableLabel(path, "the file is empty")
        if size > MOST_BYTES:
            cause = f"{size / 1048576:.0f} MB; the limit is {MOST_BYTES // 1048576} MB"
            raise LabelTooLarge(path, cause)
        return path.read_bytes()


def pictures_beside(path: Path) -> Beside:
    """The pictures in the folder, or the archive, in which the file at `path` lies. One that is too
    large or cannot be read is as good as missing."""

    def find(name: str) -> bytes | None:
        if name in {"", ".", ".."} or any(sign in name for sign in "/\\:\0"):
            return None
        try:
            if is_archived(path):
                held = _holder_of(path.parent / name)
                if held is None or not isinstance(held[0], Archive) or held[1] not in held[0]:
                    return None
                return held[0].read(held[1], _MOST_OF_A_PICTURE)
            folder = path.parent.resolve()
            file = (folder / name).resolve()  # follows a link, so that one leading out is refused
            is_here = file.parent == folder and file.is_file()
            return (
                file.read_bytes() if is_here and file.stat().st_size <= _MOST_OF_A_PICTURE else None
            )
        except (OSError, LabelError):
            return None

    return find


def is_archived(path: Path) -> bool:
    """Whether a name is that of something inside a file."""
    return file_of(path) not in (None, path)


def is_there(path: Path) -> bool:
    """Whether a label file is where its name says, on the disk or in an archive there; True where
    the archive cannot be read, so that nobody can say that it is gone."""
    try:
        held = _holder_of(path)
    except LabelError:
        return True
    except OSError:
        return False
    if held is None:
        return path.exists()
    holder, name = held
    return name in holder or (isinstance(holder, RecordFile) and bool(holder.faults))


def _iter_held(holder: Holder, depth: int) -> Iterator[Path | Skipped | LabelError]:
    found = False
    parts = (
        _iter_member(holder, name, depth) if isinstance(holder, Archive) else [holder.place / name]
        for name in holder.names()
    )
    for each in without_shown(chain.from_iterable(parts)):
        found = found or not isinstance(each, Skipped)
        yield each
    yield from holder.faults
    if not (found or holder.faults):
        yield UnreadableLabel(
            holder.place, "no label file (PDF, DOCX, HTML, SPL, openFDA, FHIR ePI) in it"
        )


def _iter_member(holder: Archive, name: str, depth: int) -> Iterator[Path | Skipped | LabelError]:
    path = holder.place / name
    if any(part[0] == "." or part == "__MACOSX" for part in Path(name).parts):
        yield Skipped(path, "hidden files")
        return
    try:
        kind = kind_of(name, lambda: holder.head(name, _HEAD))
        if kind is Kind.OTHER:
            yield Skipped(path, why_skipped(path))
        elif kind is Kind.LABEL:
            yield path
        elif kind is Kind.ARCHIVE and depth == _DEEPEST:
            raise UnreadableLabel(path, f"archives in each other, more than {_DEEPEST} deep")
        else:
            yield from _iter_held(_within(holder, name), depth + 1)
    except LabelError as error:
        yield error


def file_of(path: Path) -> Path | None:
    """The file on the disk that `path` is, or lies in."""
    return next((each for each in (path, *path.parents) if each.is_file()), None)


def _holder_of(path: Path) -> tuple[Holder, str] | None:
    """What holds the file at `path`, and its name in there; None on the disk. Raises LabelError."""
    file = file_of(path)
    if file is None or file == path:
        return None
    holder = _on_disk(file)
    name = path.relative_to(file).as_posix()
    while isinstance(holder, Archive) and name not in holder:
        outer = holder.outer_part(name)
        if outer is None:
            break
        holder, name = _within(holder, outer), name[len(outer) + 1 :]
    return holder, name


@contextmanager
def _opening(path: Path) -> Iterator[None]:
    """What the disk will not do within the block becomes an UnreadableLabel."""
    try:
        yield
    except OSError as error:
        raise UnreadableLabel(path, error.strerror or "the file cannot be opened") from error


def _head_on_disk(path: Path) -> bytes:
    with _opening(path), path.open("rb") as file:
        return file.read(_HEAD)


def _on_disk(path: Path) -> Holder:
    with _opening(path):
        stat = path.stat()
    return _opened(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=4)
def _opened(path: Path, modified: int, size: int) -> Holder:
    """An archive stays open between two members: a list of ten thousand takes a while to read."""
    if size == 0:
        raise UnreadableLabel(path, "the file is empty")
    if path.suffix.lower() == ".zip" or _head_on_disk(path).startswith(_ZIP):
        return Archive(path, path)
    return RecordFile(path, lambda: path.open("rb"))


@lru_cache(maxsize=2)
def _within(holder: Archive, name: str) -> Holder:
    """The archive, or file of records, that a member is."""
    if Path(name).suffix.lower() == ".zip" or holder.head(name, len(_ZIP)) == _ZIP:
        return Archive(holder.place / name, holder.read(name))
    return RecordFile(holder.place / name, lambda: holder.stream(name))
