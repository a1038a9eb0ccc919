"""Files that hold many labels: ZIP archives as folders, and the JSON that openFDA hands out.

Nothing in an archive is unpacked to disk; what a name in it says is only ever compared, never used
as a place to write to. A record's bytes are its own characters in the file, thousands of them, so
that they can be kept and read again alone.
"""

import io
import itertools
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import IO, Any

from monograph_qa.errors import EncryptedLabel, LabelError, LabelTooLarge, UnreadableLabel

MOST_BYTES = 300 * 1024 * 1024
"""The most bytes of one label file, and of an archive inside another, which is held in memory."""

_ENCRYPTED = 0x1  # flag bit of a member that opens only with a password
_UTF_8 = 0x800  # flag bit of a name that is UTF-8
_BROKEN = (zipfile.BadZipFile, zlib.error, LZMAError, EOFError, OSError, ValueError)
"""What reading a damaged archive may raise."""


class Archive:
    """One open ZIP; `place` is what it is called. `faults` are the members that none may read."""

    def __init__(self, place: Path, file: Path | bytes) -> None:
        """Raises UnreadableLabel, naming the archive, for one that is damaged or made to harm."""
        self.place = place
        self.faults: list[LabelError] = []
        self._members: dict[str, zipfile.ZipInfo] = {}
        with _complaints(place):
            source = file if isinstance(file, Path) else io.BytesIO(file)
            self._zip = zipfile.ZipFile(source)
        listed = [each for each in self._zip.infolist() if not each.is_dir()]
        if _overlap(listed):
            raise UnreadableLabel(place, "its members overlap, as in an archive made to do harm")
        for member in listed:
            name = PurePosixPath(_printed(member).replace("\\", "/"))
            if not name.parts or name.is_absolute() or ".." in name.parts:
                self._refuse(member, "a name that leads out of its archive")
            elif self._members.setdefault(str(name), member) is not member:
                self._refuse(member, "a name that comes twice in its archive")

    def names(self) -> list[str]:
        """The members' names in the order of the archive, with / between folders."""
        return list(self._members)

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def outer_part(self, name: str) -> str | None:
        """The member that `name` would have to be looked for in; None where there is none such."""
        outer = (str(each) for each in PurePosixPath(name).parents)
        return next((each for each in outer if each in self._members), None)

    def head(self, name: str, most: int) -> bytes:
        """The member's first bytes. Raises LabelError."""
        with self.stream(name) as member, _complaints(self.place / name):
            return member.read(most)

    def read(self, name: str, most: int = MOST_BYTES) -> bytes:
        """All bytes of a member. Raises LabelError, naming archive and member."""
        size = self._members[name].file_size  # as the archive says
        if size > most:
            cause = f"{size / 1048576:.0f} MB; the limit is {most // 1048576} MB"
            raise LabelTooLarge(self.place / name, cause)
        with self.stream(name) as member, _complaints(self.place / name):
            return member.read()

    def stream(self, name: str) -> IO[bytes]:
        """A member's bytes, one after the other. Raises LabelError, naming archive and member."""
        member = self._members[name]
        if member.flag_bits & _ENCRYPTED:
            raise EncryptedLabel(self.place / name, "encrypted in its archive")
        with _complaints(self.place / name):
            return self._zip.open(member)

    def _refuse(self, member: zipfile.ZipInfo, cause: str) -> None:
        # Under the archive's name: the member's own may be that of any file of this disk.
        self.faults.append(UnreadableLabel(self.place, f"{member.filename!r} in it has {cause}"))


def _printed(member: zipfile.ZipInfo) -> str:
    """A member's name: many programs write UTF-8 and do not say so."""
    if not member.flag_bits & _UTF_8:
        try:
            return member.filename.encode("cp437").decode()
        except UnicodeError:
            pass  # the name is of that old code page, as it should be
    return member.filename


@contextmanager
def _complaints(place: Path) -> Iterator[None]:
    """What a damaged archive raises within the block becomes an UnreadableLabel."""
    try:
        yield
    except NotImplementedError as error:
        raise UnreadableLabel(place, "compressed in a way that is not known here") from error
    except _BROKEN as error:
        cause = getattr(error, "strerror", None) or "the archive is damaged or cut off"
        raise UnreadableLabel(place, cause) from error


def _overlap(members: list[zipfile.ZipInfo]) -> bool:
    """Whether two members share bytes: so a small file unpacks to any size."""
    placed = sorted(members, key=lambda each: each.header_offset)
    pairs = itertools.pairwise(placed)
    return any(a.header_offset + a.compress_size > b.header_offset for a, b in pairs)


_RESULTS = re.compile(r'"results"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,]*")
_SIMPLE = re.compile(r"[\w.-]{1,80}", re.ASCII)
_AT_ONCE = 1 << 20  # characters
_LONGEST = 1 << 26  # characters of one record; the longest labels have a hundredth of it


def holds_records(head: bytes) -> bool:
    """Whether a JSON file that begins so holds many records, and is not one itself."""
    return _RESULTS.search(head.decode("utf-8", errors="replace")) is not None


class RecordFile:
    """One file of records. It is read from its beginning, as often as it is opened; whoever reads
    records in the order of the file reads it once. `faults`: what of it none may read."""

    def __init__(self, place: Path, opened: Callable[[], IO[bytes]]) -> None:
        self.place = place
        self._opened = opened
        self._rest: Iterator[tuple[str, bytes]] = iter(())
        self.faults: list[LabelError] = []

    @cached_property
    def _names(self) -> dict[str, None]:
        names: dict[str, None] = {}
        try:
            for name, _ in self._iter():
                if name in names:
                    cause = "its id comes twice in its file"
                    self.faults.append(UnreadableLabel(self.place / name, cause))
                names[name] = None
        except LabelError as error:
            self.faults.append(error)
        return names

    def names(self) -> list[str]:
        """The records' names, from their ids, in the order of the file. What ends
        it early is among the faults from then on."""
        return list(self._names)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def read(self, name: str) -> bytes:
        """One record, as it stands in the file. Raises UnreadableLabel."""
        for rest in (self._rest, self._iter()):
            self._rest = rest
            with suppress(LabelError):  # the record may stand before what is damaged
                found = next((raw for each, raw in rest if each == name), None)
                if found is not None:
                    return found
        raise UnreadableLabel(self.place / name, "no record of this id is in its file")

    def _iter(self) -> Iterator[tuple[str, bytes]]:
        with self._opened() as stream:
            for number, (record, raw) in enumerate(_records(self.place, stream), start=1):
                stated = str(record.get("id", "")) if isinstance(record, dict) else ""
                name = stated if _SIMPLE.fullmatch(stated) else f"record-{number}"
                yield f"{name}.json", raw.encode()


def _records(place: Path, stream: IO[bytes]) -> Iterator[tuple[Any, str]]:
    """Each record with its own characters."""
    decoder = json.JSONDecoder()
    text = io.TextIOWrapper(stream, "utf-8-sig")
    number, at = 0, 0
    try:
        held = text.read(_AT_ONCE)
        begun = _RESULTS.search(held)
        if begun is None:
            raise UnreadableLabel(place, "JSON without a list of label records")
        at = begun.end()
        while True:
            between = _BETWEEN.match(held, at)
            at = between.end() if between else at
            if held[at : at + 1] == "]":
                return
            try:
                record, end = decoder.raw_decode(held, at)
            except json.JSONDecodeError:
                more = text.read(max(_AT_ONCE, len(held) - at))
                if not more or len(held) - at > _LONGEST:
                    raise
                held, at = held[at:] + more, 0
                continue
            yield record, held[at:end]
            number, at = number + 1, end
    except (*_BROKEN, RecursionError) as error:
        cause = f"its JSON is damaged or cut off after {number:,} records"
        raise UnreadableLabel(place, cause) from error
    finally:
        text.detach()  # the stream is closed by whoever opened it
