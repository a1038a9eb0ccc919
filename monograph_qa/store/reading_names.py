"""Runs named statements over a published library, with a cache of frequent ones; reads names."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from operator import itemgetter
from typing import Any

from monograph_qa.domain.label import DrugName, NameKind
from monograph_qa.store.known_names import KnownNames
from monograph_qa.store.queries import Statements, several

NameRow = tuple[str, str, str, str]
"""(name_key, name, kind, label_id): a label bears the name, and is found by the folded key."""

_FEW = 2000  # names; as many are kept at hand, see few_names.sql
MOST_NEAR = 12  # names, here and in pipeline.question.held
_MOST_ALIKE = 30  # keys: names that only replaced labels bear fall away after
_LENGTH = 3  # letters more or less, as in keys_alike.sql

_MOST_KEPT = 400  # answers of `KeptRows.kept`


class KeptRows:
    """What is published. Of a file: as it was when opened, later publishings do not disturb it.
    On a server: as it is now, or, inside `at_once`, as it was when that began."""

    def __init__(self, statements: Statements) -> None:
        self._statements = statements
        self._mark = statements.mark()
        self._kept: dict[tuple[str, tuple[tuple[str, Any], ...]], list[tuple[Any, ...]]] = {}

    def close(self) -> None:
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


class NameReader(KeptRows):
    """The names of current labels, and those known beyond this library."""

    _few: tuple[object, object, list[NameRow]] | None = None

    def close(self) -> None:
        known = self.__dict__.pop("known_names", None)
        if known is not None:
            known.close()
        super().close()

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
