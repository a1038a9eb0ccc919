"""The text source of a monograph, read into blocks.

The markup is described in ``monographs/README.md``. Reading refuses what it does not know:
a line that opens no known block inside a fence raises ``SourceError``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_HEADING = re.compile(r"^(#{1,5}) +(.+)$")
_ITEM = re.compile(r"^( *)(-|\d+\.|[a-z]\)) +(.+)$")
_PART = re.compile(r"^=== +([a-z_]+)$")
_FENCE = re.compile(r"^:::([a-z]+)(?: +(\w+))?$")


class SourceError(ValueError):
    """A source line that the markup does not allow; the message names the file and line."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; ``level`` 1 is a main section."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    """One paragraph, centred or not."""

    text: str
    centred: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """One list item; ``depth`` 0 is the outer list, ``marker`` is ``-`` or ``1.`` or ``a)``."""

    marker: str
    text: str
    depth: int


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: ``kind`` is ``ruled``, ``lined`` or ``plain`` (columns by white space alone)."""

    kind: str
    caption: str
    widths: tuple[float, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing: ``kind`` is ``structure``, ``bitmap``, ``curve`` or ``logo``."""

    kind: str
    settings: dict[str, str] = field(default_factory=dict)
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Boxed:
    """Blocks inside a printed frame, as a boxed warning is."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class NewPage:
    """The next block begins a page."""


Block = Heading | Prose | Item | Grid | Figure | Boxed | NewPage


@dataclass(frozen=True, slots=True)
class Source:
    """A whole monograph: its settings, and its parts by name in source order."""

    name: str
    settings: dict[str, str]
    parts: dict[str, tuple[Block, ...]]


def read_source(path: Path) -> Source:
    """The monograph written in ``path``; raises ``SourceError`` on unknown markup."""
    lines = path.read_text(encoding="utf-8").splitlines()
    settings: dict[str, str] = {}
    cursor = 0
    while cursor < len(lines) and not _PART.match(lines[cursor]):
        key, colon, value = lines[cursor].partition(":")
        if lines[cursor].strip() and not colon:
            raise SourceError(f"{path.name}:{cursor + 1}: a setting has no colon")
        if colon:
            settings[key.strip()] = value.strip()
        cursor += 1
    parts: dict[str, tuple[Block, ...]] = {}
    while cursor < len(lines):
        opening = _PART.match(lines[cursor])
        end = cursor + 1
        while end < len(lines) and not _PART.match(lines[end]):
            end += 1
        assert opening is not None  # the first loop stopped at a part, and so did this one
        parts[opening[1]] = read_blocks(lines[cursor + 1 : end], path.name, cursor + 2)
        cursor = end
    return Source(path.stem, settings, parts)


def read_blocks(lines: list[str], name: str, first_line: int) -> tuple[Block, ...]:
    """The blocks in ``lines``; ``name`` and ``first_line`` are for the error message."""
    blocks: list[Block] = []
    prose: list[str] = []

    def close() -> None:
        if prose:
            blocks.append(Prose(" ".join(prose)))
            prose.clear()

    cursor = 0
    while cursor < len(lines):
        line = lines[cursor].rstrip()
        cursor += 1
        if fence := _FENCE.match(line):
            close()
            end = lines.index(":::", cursor) if ":::" in lines[cursor:] else -1
            if end < 0:
                raise SourceError(f"{name}:{first_line + cursor - 1}: the fence is never closed")
            blocks.append(
                _fenced(fence[1], fence[2] or "", lines[cursor:end], name, first_line + cursor)
            )
            cursor = end + 1
        elif heading := _HEADING.match(line):
            close()
            blocks.append(Heading(len(heading[1]), heading[2]))
        elif item := _ITEM.match(line):
            close()
            blocks.append(Item(item[2], item[3], len(item[1]) // 2))
        elif line.startswith("> "):
            close()
            above = lines[cursor - 2] if cursor > 1 else ""
            if above.startswith("> ") and isinstance(blocks[-1], Prose):
                blocks[-1] = Prose(f"{blocks[-1].text} {line[2:]}", centred=True)
            else:
                blocks.append(Prose(line[2:], centred=True))
        elif line.startswith("  ") and not prose and blocks and isinstance(blocks[-1], Item):
            last = blocks[-1]
            blocks[-1] = Item(last.marker, f"{last.text} {line.strip()}", last.depth)
        elif line:
            prose.append(line)
        else:
            close()
    close()
    return tuple(blocks)


def _fenced(opening: str, kind: str, lines: list[str], name: str, first_line: int) -> Block:
    if opening == "page":
        return NewPage()
    if opening == "box":
        return Boxed(read_blocks(lines, name, first_line))
    if opening not in ("table", "figure"):
        raise SourceError(f"{name}:{first_line - 1}: no block is called {opening!r}")
    rows: list[tuple[str, ...]] = []
    settings: dict[str, str] = {}
    notes: list[str] = []
    for number, line in enumerate(lines, first_line):
        key, colon, value = line.partition(":")
        if line.startswith("|"):
            rows.append(tuple(cell.strip() for cell in line.strip().strip("|").split("|")))
        elif key == "note":
            notes.append(value.strip())
        elif colon and key.isidentifier():
            settings[key] = value.strip()
        elif line.strip():
            raise SourceError(f"{name}:{number}: neither a row, a note nor a setting")
    if opening == "figure":
        return Figure(kind, settings, tuple(rows))
    columns = max(len(row) for row in rows)
    widths = tuple(float(part) for part in settings.get("widths", "1 " * columns).split())
    if len(widths) != columns:
        raise SourceError(f"{name}:{first_line}: {len(widths)} widths for {columns} columns")
    return Grid(kind or "ruled", settings.get("caption", ""), widths, tuple(rows), tuple(notes))
