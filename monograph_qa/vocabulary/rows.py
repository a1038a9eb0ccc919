"""The rows of vocabulary files: read whole, or looked up by the column that a file is sorted by.

Ten thousand brands take 30 ms to read and a question asks for a few of them: the file is mapped
into memory and searched by halves.
"""

import csv
import mmap
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from operator import itemgetter
from typing import Any

from monograph_qa.resources import resource


@cache
def read_rows(name: str) -> tuple[dict[str, str], ...]:
    """Every row of `schemas/vocabulary/<name>.csv`, keyed by its column names.

    Cells come stripped. Raises FileNotFoundError when the file is missing and ValueError, naming
    file and line, when a row has more or fewer cells than the header.
    """
    header, *rows = read_cells(name)
    return tuple([dict(zip(header, cells, strict=True)) for cells in rows])


def read_columns(name: str, *columns: str) -> Iterator[Any]:
    """Of every row only these columns, in this order: a third of the time of `read_rows`.

    Of one column its cells, of several tuples of them.
    """
    header, *rows = read_cells(name)
    return map(itemgetter(*map(header.index, columns)), rows)


@cache
def read_cells(name: str) -> list[list[str]]:
    """The cells of the header and of every row."""
    path = resource(f"schemas/vocabulary/{name}.csv")
    found: list[list[str]] = []
    with path.open(encoding="utf-8", newline="") as lines:
        reader = csv.reader(lines)
        for cells in reader:
            found.append(list(map(str.strip, cells)))
            if len(cells) != len(found[0]):
                raise ValueError(
                    f"{path.name}, line {reader.line_num}: {len(cells)} cells, not {len(found[0])}"
                )
    return found


def split_list(cell: str) -> tuple[str, ...]:
    """The members of a `;`-separated cell; an empty cell has none."""
    return tuple(member.strip() for member in cell.split(";") if member.strip())


def open_pattern(words: str) -> str:
    """The pattern of words of a cell, in which `*` leaves a word open: "prophyla*"."""
    return re.escape(words).replace(r"\*", r"\w*")


def either(words: Iterable[str], spelled: Callable[[str], str] = re.escape) -> str:
    """The pattern of any of the words, each as it is `spelled`, the longest first."""
    return "|".join(map(spelled, sorted(words, key=len, reverse=True)))


def most_words_by_first(keys: Iterable[str]) -> dict[str, int]:
    """How many words the longest key has, by its first word."""
    most: dict[str, int] = {}
    for key in keys:
        first, *others = key.split(" ")
        most[first] = max(most.get(first, 0), 1 + len(others))
    return most


class SortedTable:
    """The rows of `schemas/vocabulary/<name>.csv` by the key in their first column."""

    def __init__(self, name: str) -> None:
        """Raises FileNotFoundError for a file that is not shipped."""
        with resource(f"schemas/vocabulary/{name}.csv").open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._first = self._bytes.find(b"\n") + 1
        self._whole: dict[str, list[tuple[str, ...]]] | None = None

    def read_whole(self) -> None:
        """Keeps all rows in memory from now on: for who looks up thousands of keys."""
        if self._whole is None:
            whole: dict[str, list[tuple[str, ...]]] = {}
            lines = self._bytes[self._first :].decode().splitlines()
            for key, *cells in csv.reader(lines):
                whole.setdefault(key, []).append(tuple(cell.strip() for cell in cells))
            self._whole = whole

    def most_words(self, first: str) -> int:
        """How many words the longest key has that begins with this word; 0 where none does."""
        if self._whole is not None:
            return self._by_first_word.get(first, 0)
        wanted, most = first.encode(), 0
        low = self._first_from(wanted)
        while low < len(self._bytes) and (words := self._key(low).split(b" "))[0] == wanted:
            most = max(most, len(words))
            low = self._line_end(low) + 1
        return most

    def begins(self, word: str) -> bool:
        """Whether a key is this word, or begins with it and goes on behind a blank."""
        return self.most_words(word) > 0

    @cached_property
    def _by_first_word(self) -> dict[str, int]:
        return most_words_by_first(self._whole or ())

    def rows(self, key: str) -> list[tuple[str, ...]]:
        """The cells behind the key, of every row that has it, in the file's order."""
        if self._whole is not None:
            return self._whole.get(key, [])
        wanted = key.encode()
        low = self._first_from(wanted)
        found: list[tuple[str, ...]] = []
        while low < len(self._bytes) and self._key(low) == wanted:
            stop = self._line_end(low)
            cells = next(csv.reader([self._bytes[low:stop].decode()]))
            found.append(tuple(cell.strip() for cell in cells[1:]))
            low = stop + 1
        return found

    def keys_of(self, cell: str) -> Iterator[str]:
        """The keys behind which this cell stands next, in the file's order."""
        wanted = f",{cell},".encode()
        at = self._bytes.find(wanted)
        while at >= 0:
            key = self._bytes[self._bytes.rfind(b"\n", 0, at) + 1 : at]
            if b"," not in key:
                yield key.decode()
            at = self._bytes.find(wanted, at + 1)

    @cached_property
    def beginnings(self) -> dict[str, list[tuple[str, ...]]]:
        """The cells behind every key that ends with `*`, by the beginning before it."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for line in re.findall(rb"^[^,\n]*\*,.*$", self._bytes, re.M):
            key, *cells = next(csv.reader([line.decode()]))
            found.setdefault(key[:-1], []).append(tuple(cell.strip() for cell in cells))
        return found

    def _first_from(self, wanted: bytes) -> int:
        """Where the first line starts whose key does not come before `wanted`."""
        low, high = self._first, len(self._bytes)
        while low < high:
            start = self._bytes.rfind(b"\n", self._first - 1, (low + high) // 2) + 1
            if self._key(start) < wanted:
                low = self._line_end(start) + 1
            else:
                high = start
        return low

    def _line_end(self, start: int) -> int:
        stop = self._bytes.find(b"\n", start)
        return len(self._bytes) if stop < 0 else stop

    def _key(self, start: int) -> bytes:
        return self._bytes[start : self._bytes.find(b",", start)]


@cache
def sorted_table(name: str) -> SortedTable:
    """The table of that name, opened once."""
    return SortedTable(name)
