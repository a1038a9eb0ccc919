"""Files of many label records: the JSON in which openFDA hands out drug labels, thousands a file.

A record's bytes are its own characters in the file, so that they can be kept and read again alone.
"""

import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import IO, Any

from monograph_qa.errors import LabelError, UnreadableLabel
from monograph_qa.parse.archives import BROKEN

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
            number += 1
            yield record, held[at:end]
            at = end
    except (*BROKEN, RecursionError) as error:
        cause = f"its JSON is damaged or cut off after {number:,} records"
        raise UnreadableLabel(place, cause) from error
    finally:
        text.detach()  # the stream is closed by whoever opened it
