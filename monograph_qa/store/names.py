"""Names of drugs: those that labels bear, and those known beyond the library, from imported tables.
On a server these have tables of their own; in a folder, a small SQLite file, replaced whole."""

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from datetime import UTC, datetime
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any

from monograph_qa.domain.intent import KnownName
from monograph_qa.domain.label import DrugName, NameKind
from monograph_qa.errors import LibraryError
from monograph_qa.frozen import frozen
from monograph_qa.names.name_table import NameTable
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.rows import NameStatements, Statements, query, several
from monograph_qa.vocabulary.name_keys import lookup_keys

FILE = "names.sqlite"
INGREDIENTS_JOINED = "; "
_COLUMNS = {"name_table": 4, "known_name": 5, "known_key": 2}
_NEXT = "SELECT coalesce(max(name_id), 0) + 1 FROM known_name"


@frozen
class NameSource:
    """One imported table: its file name, its layout, how many names it lists, when it came."""

    source: str
    layout: str
    names: int
    sha256: str
    imported_at: str


class KnownNames:
    """The imported names; without any, every look-up finds nothing."""

    def __init__(self, statements: NameStatements) -> None:
        self._statements = statements

    def close(self) -> None:
        self._statements.close()

    def by_keys(self, keys: Iterable[str]) -> Mapping[str, tuple[KnownName, ...]]:
        """The names under each of these exact keys; keys without a name are left out."""
        found: dict[str, list[KnownName]] = {}
        bound = {"keys": json.dumps(list(keys))}
        for key, name, kind, ingredients in self._statements.rows("store/known_by_keys", bound):
            found.setdefault(key, []).append(_known(name, kind, ingredients))
        return {key: tuple(names) for key, names in found.items()}

    def keys_near(self, key: str, edits: int) -> list[str]:
        """Keys no more than `edits` letters longer or shorter, with its first letter or its end."""
        bound = {"name_key": key, "edits": edits}
        return [name_key for (name_key,) in self._statements.rows("store/known_near", bound)]

    def sources(self) -> list[NameSource]:
        return [NameSource(*row) for row in self._statements.rows("store/known_sources", {})]

    def listed(self, beginning: str, source: str, most: int) -> list[tuple[KnownName, str]]:
        """At most `most` names that begin so, of one table or of all, with the table of each."""
        escaped = beginning.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        bound = {"beginning": f"{escaped}%", "source": source, "most": most}
        rows = self._statements.rows("store/known_listed", bound)
        return [(_known(*row[:3]), row[3]) for row in rows]


def _known(name: str, kind: str, ingredients: str) -> KnownName:
    each = ingredients.split(INGREDIENTS_JOINED) if ingredients else ()
    return KnownName(name, kind, tuple(each))


def name_rows(table: NameTable, first: int) -> dict[str, Iterable[tuple[str | int, ...]]]:
    """The rows that a table of names becomes, its names numbered from `first` on, by where they are
    stored; in `known_key` the spellings under which a name is found, each once."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    joined = INGREDIENTS_JOINED.join
    return {
        "name_table": [(table.source, table.layout, table.sha256, when)],
        "known_name": (
            (number, known.name, known.kind, joined(known.ingredients), table.source)
            for number, known in enumerate(table.names, first)
        ),
        "known_key": (
            (key, number)
            for number, known in enumerate(table.names, first)
            for key in dict.fromkeys(lookup_keys(known.name))
        ),
    }


class NamesFile:
    """The statements over the file of names as it was when opened; without one, no rows at all."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._connection = _opened(self._path) if self._path.is_file() else None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        if self._connection is None:
            return []
        try:
            return self._connection.execute(query(name), dict(values or {})).fetchall()
        except sqlite3.Error as error:
            raise LibraryError(f"{self._path}: the names could not be read: {error}") from error


def publish_names(folder: LibraryFolder, *, drop: str, add: NameTable | None) -> None:
    """Puts a new file in place, without the names of the table `drop`, with those of `add`. The
    caller holds `folder.exclusively()`. Raises LibraryError when it cannot be written."""
    path = folder.root / FILE
    part = folder.root / f"{FILE}.part"
    try:
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            if path.is_file():
                with closing(_opened(path)) as published:
                    published.backup(connection)
            else:
                connection.executescript(query("store/known_names_tables"))
            connection.execute("BEGIN")
            for statement in ("drop_known_keys", "drop_known_names", "drop_name_table"):
                connection.execute(query(f"store/{statement}"), {"source": drop})
            if add is not None:
                ((first,),) = connection.execute(_NEXT)
                for table, rows in name_rows(add, first).items():
                    values = ", ".join("?" * _COLUMNS[table])
                    connection.executemany(f"INSERT INTO {table} VALUES ({values})", rows)  # noqa: S608
            connection.execute("COMMIT")
            connection.execute("VACUUM")
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except sqlite3.Error as error:
        raise LibraryError(f"{path}: the names cannot be stored: {error}") from error
    except OSError as error:
        raise LibraryError(f"{path}: cannot be written ({error.strerror})") from error
    finally:
        part.unlink(missing_ok=True)


def _opened(path: Path) -> sqlite3.Connection:
    # Published files never change, so no lock and no journal is needed to read one.
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
        )
        connection.execute("SELECT 1 FROM name_table LIMIT 1")
    except sqlite3.Error as error:
        raise LibraryError(f"{path}: not a readable file of names: {error}") from error
    return connection


NameRow = tuple[str, str, str, str]
"""(name_key, name, kind, label_id): a label bears the name, and is found by the folded key."""

_FEW = 2000  # names; as many are kept at hand, see few_names.sql
MOST_NEAR = 12  # names, here and in pipeline.question.held
_MOST_ALIKE = 30  # keys: names that only replaced labels bear fall away after
_LENGTH = 3  # letters more or less, as in keys_alike.sql
_MOST_KEPT = 400  # answers of `NameReader.kept`


class NameReader:
    """What is published. Of a file: as it was when opened, later publishings do not disturb it.
    On a server: as it is now, or, inside `at_once`, as it was when that began. Here: statements by
    their names, the names of current labels, and those known beyond this library."""

    _few: tuple[object, object, list[NameRow]] | None = None

    def __init__(self, statements: Statements) -> None:
        self._statements = statements
        self._mark = statements.mark()
        self._kept: dict[tuple[str, tuple[tuple[str, Any], ...]], list[tuple[Any, ...]]] = {}

    def close(self) -> None:
        known = self.__dict__.pop("known_names", None)
        if known is not None:
            known.close()
        self._statements.close()

    @property
    def searches(self) -> bool:
        """Whether sentences can be searched where they are stored, by words and by meaning."""
        return self._statements.searches

    def at_once(self) -> AbstractContextManager[None]:
        return self._statements.at_once()

    def mark(self) -> object:
        return self._statements.mark()

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        return self._statements.rows(name, values)

    def kept(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """As `rows`, remembered for as long as what is published stays as it is: for what every
        question asks again (a label, its outline); the last few hundred are kept."""
        mark = self._statements.mark()
        if mark != self._mark:
            self._mark = mark
            self._kept.clear()
        key = (name, tuple(sorted((values or {}).items())))
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = self.rows(name, values)
        return self._kept[key]

    def _gone(self) -> set[str]:
        """The labels that no question is answered from: replaced by a newer version, withdrawn."""
        return {label_id for (label_id,) in self.kept("store/superseded")}

    def _current(self, rows: list[tuple[Any, ...]]) -> list[Any]:
        """Those rows whose last column is a label that questions are answered from."""
        gone = self._gone()
        return [row for row in rows if row[-1] not in gone]

    @cached_property
    def known_names(self) -> KnownNames:
        return KnownNames(self._statements.names())

    def names(self, label_id: str) -> list[DrugName]:
        rows = self.rows("store/names_of_label", {"label_id": label_id})
        return [DrugName(name, NameKind(kind), label) for name, kind, label in rows]

    def makers(self) -> list[str]:
        return [maker for (maker,) in self.kept("store/makers")]

    def few_names(self) -> list[NameRow] | None:
        """All names of current labels, one and the same list for as long as what is published stays
        as it is; None where they are more than _FEW."""
        rows, gone = self.kept("store/few_names"), self.kept("store/superseded")
        if not rows or len(rows) > _FEW:  # a server sends none of too many
            return None
        if self._few is None or self._few[0] is not rows or self._few[1] is not gone:
            self._few = (rows, gone, self._current(rows))
        return self._few[2]

    def names_by_keys(self, keys: Sequence[str]) -> list[NameRow]:
        """(name_key, name, kind, label_id) of current labels under any of the folded names."""
        found = self._current(self.rows("store/names_by_keys", {"keys": several(keys)}))
        return sorted(found, key=itemgetter(2, 1, 3))

    def names_near(self, name_key: str, least: float) -> list[tuple[str, str, Sequence[str]]]:
        """(name, kind, label_ids) of current labels whose Jaro-Winkler similarity to `name_key` is
        >= `least`, the most alike first; of several names under one key the shortest."""
        keys = self.rows("store/keys_alike", {"name_key": name_key})
        alike = most_alike((key for (key,) in keys), name_key, least)[:_MOST_ALIKE]
        borne: dict[str, list[NameRow]] = {}
        for row in self.names_by_keys(alike) if alike else ():
            borne.setdefault(row[0], []).append(row)
        found: list[tuple[str, str, Sequence[str]]] = []
        for rows in [borne[key] for key in alike if key in borne][:MOST_NEAR]:
            _, name, kind, _ = min(rows, key=lambda row: (len(row[1]), row[1]))
            found.append((name, kind, sorted({label_id for *_, label_id in rows})))
        return found

    def names_with_word(self, word: str) -> list[tuple[str, str, str]]:
        """(name, kind, label_id) of current labels whose folded name holds the word."""
        found = set(self._current(self.rows("store/names_with_word", {"word": word})))
        return sorted(found, key=itemgetter(1, 0, 2))

    def names_beginning(self, begin: str, most: int) -> list[str]:
        """Names of current labels whose folded name begins so, the shortest first."""
        rows = self._current(self.rows("store/names_beginning", {"begin": begin}))
        return list({name.casefold(): name for name, _ in rows}.values())[:most]


def most_alike(keys: Iterable[str], asked: str, least: float) -> list[str]:
    """Keys that `asked` could be a misspelling of, the most alike first: about as long and of a
    Jaro-Winkler similarity >= `least`, or going on where it breaks off ("cipro")."""
    from rapidfuzz.distance import JaroWinkler  # it takes long to import

    def is_near(key: str) -> bool:
        # The key, or its first word, is about as long: "merem", Merrem IV.
        is_long = any(abs(len(e) - len(asked)) <= _LENGTH for e in (key, key.partition(" ")[0]))
        return (is_long and alike[key] >= least) or key.startswith(asked)

    alike = {key: JaroWinkler.similarity(key, asked) for key in keys}
    return sorted(filter(is_near, alike), key=lambda key: (-alike[key], key))
