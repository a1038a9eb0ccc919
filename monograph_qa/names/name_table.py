"""Reading a table of drug names: the FDA's own tables, or a plain name,kind,ingredient one."""

import csv
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from monograph_qa.domain.intent import KnownName
from monograph_qa.domain.label import NameKind
from monograph_qa.errors import NameTableError
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.name_keys import lookup_keys, name_key, name_parts
from monograph_qa.vocabulary.rows import read_rows

_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";"}
_BETWEEN_INGREDIENTS = re.compile(r";(?![^(]*\))")  # "LIOTRIX (T4;T3)" is one
_MOST_CHARACTERS = 1000  # of one cell; longer ones are no names
_MOST_BYTES = 200_000_000


@frozen
class Layout:
    """One known arrangement of columns; empty column names are columns it does not have."""

    name: str
    separator: str
    is_quoted: bool
    name_column: str
    ingredients_column: str
    kind_column: str


@frozen
class NameTable:
    """What a file says: `names`, each once, in the order of the file. `source` is its file name."""

    source: str
    layout: str
    sha256: str
    names: tuple[KnownName, ...]


def read_name_table(path: Path) -> NameTable:
    """The names that the table at `path` lists, ingredients included. Raises NameTableError, naming
    line and column, for a file that is none of the known layouts, or has a row that cannot be read:
    a table is taken whole or not at all."""
    content = _content(path)
    lines = _decoded(path, content).replace("\r\n", "\n").split("\n")
    if not lines or not lines[0].strip():
        raise NameTableError(f"{path}: line 1: empty; a row of column names is expected")
    layout, header = _layout_of(path, lines[0])
    names: dict[KnownName, None] = {}
    for line, cells in _rows(path, layout, header, lines[1:]):
        for known in _names_of(path, layout, line, cells):
            names.setdefault(known)
    if not names:
        raise NameTableError(f"{path}: line 2: no names, only a row of column names")
    return NameTable(path.name, layout.name, hashlib.sha256(content).hexdigest(), tuple(names))


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise NameTableError(f"{path}: larger than {_MOST_BYTES // 1_000_000} MB")
        return path.read_bytes()
    except OSError as error:
        raise NameTableError(f"{path}: cannot be read ({error.strerror})") from error


def _decoded(path: Path, content: bytes) -> str:
    at = content.find(b"\0")
    if at >= 0:
        line = content.count(b"\n", 0, at) + 1
        raise NameTableError(f"{path}: line {line}: not a text file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        # The FDA's files are in the character set of Windows, which has a letter for every byte
        # but five.
        return content.decode("cp1252", errors="replace")


def _layouts() -> Iterator[Layout]:
    for row in read_rows("name_table_layouts"):
        separator = _SEPARATORS.get(row["separator"], row["separator"])
        columns = (row[each] for each in ("name_column", "ingredients_column", "kind_column"))
        yield Layout(row["layout"], separator, row["is_quoted"] == "yes", *columns)


def _layout_of(path: Path, first: str) -> tuple[Layout, list[str]]:
    for layout in _layouts():
        header = [cell.strip() for cell in _cells(layout, [first])[0]]
        folded = [cell.casefold() for cell in header]
        needed = [layout.name_column]
        if not layout.kind_column:
            needed.append(layout.ingredients_column)
        if len(folded) > 1 and all(column.casefold() in folded for column in needed):
            return layout, folded
    known = dict.fromkeys(f"{each.name_column}, {each.ingredients_column}" for each in _layouts())
    raise NameTableError(
        f"{path}: line 1: no known columns in {first[:80]!r}. A first row with one of these is "
        f"expected: {'; '.join(known)}"
    )


def _cells(layout: Layout, lines: Sequence[str]) -> list[list[str]]:
    if layout.is_quoted:
        return list(csv.reader(lines, delimiter=layout.separator))
    return [line.split(layout.separator) for line in lines]


def _rows(
    path: Path, layout: Layout, header: Sequence[str], lines: Sequence[str]
) -> Iterator[tuple[int, Mapping[str, str]]]:
    for line, text in enumerate(lines, 2):
        if not text.strip():
            continue
        cells = [cell.strip().strip('"').strip() for cell in _cells(layout, [text])[0]]
        # The FDA ends a few rows with one separator too many.
        while len(cells) > len(header) and not cells[-1]:
            cells.pop()
        if len(cells) > len(header):
            raise NameTableError(
                f"{path}: line {line}, column {len(header) + 1}: {len(cells)} cells where the "
                f"first row has {len(header)}"
            )
        row = dict(zip(header, cells, strict=False))
        for column, cell in row.items():
            if len(cell) > _MOST_CHARACTERS:
                raise NameTableError(
                    f"{path}: line {line}, column {column}: {len(cell)} characters are no name"
                )
        yield line, row


def _names_of(
    path: Path, layout: Layout, line: int, cells: Mapping[str, str]
) -> Iterator[KnownName]:
    def cell(column: str) -> str:
        return cells.get(column.casefold(), "")

    name = " ".join(cell(layout.name_column).replace('"', "").split())
    if not name_key(name):
        raise NameTableError(f"{path}: line {line}, column {layout.name_column}: no name")
    if layout.ingredients_column.casefold() not in cells and not layout.kind_column:
        raise NameTableError(f"{path}: line {line}, column {layout.ingredients_column}: missing")
    parts = _BETWEEN_INGREDIENTS.split(cell(layout.ingredients_column))
    ingredients = tuple(dict.fromkeys(" ".join(each.split()) for each in parts if name_key(each)))
    said = cell(layout.kind_column).casefold() if layout.kind_column else ""
    kinds = [kind.value for kind in NameKind]
    if said and said not in kinds:
        raise NameTableError(
            f"{path}: line {line}, column {layout.kind_column}: {said!r} is none of "
            f"{', '.join(kinds)}"
        )
    yield KnownName(name, said or _kind_of(name, ingredients), ingredients)
    for ingredient in ingredients:
        yield KnownName(ingredient, NameKind.GENERIC.value, (ingredient,))


def _kind_of(name: str, ingredients: Sequence[str]) -> str:
    """A brand, unless the name only spells the ingredients out."""
    if not ingredients:
        return NameKind.GENERIC.value
    parts = name_parts()
    words = set(name_key(name).split())
    spelt = all(lookup_keys(each)[-1].split()[0] in words for each in ingredients)
    if not spelt:
        return NameKind.BRAND.value
    more = words - parts.salts - parts.forms
    same = len(more) <= sum(len(lookup_keys(each)[-1].split()) for each in ingredients)
    return NameKind.GENERIC.value if same else NameKind.SYNONYM.value
