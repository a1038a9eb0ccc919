"""Reading the names of a library's labels: all while they are few, else those that fit."""

from collections.abc import Sequence
from functools import cached_property
from operator import itemgetter

from monograph_qa.domain.label import DrugName, NameKind
from monograph_qa.store.kept_rows import KeptRows
from monograph_qa.store.known_names import KnownNames
from monograph_qa.store.queries import several

NameRow = tuple[str, str, str, str]
"""(name_key, name, kind, label_id): a label bears the name, and is found by the folded key."""

_FEW = 2000  # names; as many are kept at hand, see few_names.sql
MOST_NEAR = 12  # names, here and in pipeline.question.few_names


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
        """Names known beyond this library. Raises LibraryError when they cannot be read."""
        return KnownNames(self._statements.names())

    def names(self, label_id: str) -> list[DrugName]:
        rows = self.rows("store/names_of_label", {"label_id": label_id})
        return [DrugName(name, NameKind(kind), label) for name, kind, label in rows]

    def makers(self) -> list[str]:
        """The makers of the labels, each once."""
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
        near = self.rows("store/keys_near", {"name_key": name_key, "least": least})
        alike = [key for key, _ in near]
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
