"""The names of a small library in memory: the statements of the store without their cost, which is
most of what reading a question takes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from weakref import WeakKeyDictionary

from monograph_qa.domain.intent import NameHit
from monograph_qa.store.reading import LibraryReader
from monograph_qa.store.reading_names import MOST_NEAR, NameRow

_LENGTH, _START, _END = 3, 2, 3  # letters more or less, and of both ends, as there


class FewNames:
    """Look-ups over names that are all at hand; what they find is what the store would."""

    def __init__(self, rows: Sequence[NameRow]) -> None:
        self._by_key: dict[str, list[NameRow]] = defaultdict(list)
        self._by_end: dict[str, list[str]] = defaultdict(list)
        self._by_word: dict[str, list[NameRow]] = defaultdict(list)
        for row in sorted(rows, key=lambda each: (each[2], each[1], each[3])):
            self._by_key[row[0]].append(row)
            for word in dict.fromkeys(row[0].split()):
                self._by_word[word].append(row)
        for key in sorted(self._by_key):
            self._by_end[f"{key[:_START]}-"].append(key)
            self._by_end[f"-{key[-_END:]}"].append(key)

    def find(self, keys: Sequence[str]) -> Mapping[str, tuple[NameHit, ...]]:
        """The names under each of these keys, as `HeldNames.find`."""
        return {
            key: hits_of(row[1:] for row in self._by_key[key])
            for key in keys
            if key in self._by_key
        }

    def with_word(self, word: str) -> tuple[NameHit, ...]:
        """The names that hold a word, as `HeldNames.with_word`."""
        return hits_of(row[1:] for row in self._by_word.get(word, ()))

    def near(self, key: str, least: float) -> list[NameHit]:
        """The names near a key, as `HeldNames.near`."""
        sharing = dict.fromkeys(
            (
                *self._by_end.get(f"{key[:_START]}-", ()),
                *self._by_end.get(f"-{key[-_END:]}", ()),
            )
        )
        from rapidfuzz.distance import JaroWinkler  # it takes long to import

        alike = {each: JaroWinkler.similarity(each, key) for each in sharing}
        found = [
            each
            for each, likeness in alike.items()
            if (_is_as_long(each, key) and likeness >= least) or each.startswith(key)
        ]
        nearest = sorted(found, key=lambda each: (-alike[each], each))[:MOST_NEAR]
        return [_plainest(self._by_key[each]) for each in nearest]


def _is_as_long(held: str, key: str) -> bool:
    """Whether a held key, or its first word, is about as long as `key`: "merem", Merrem IV."""
    return any(abs(len(e) - len(key)) <= _LENGTH for e in (held, held.partition(" ")[0]))


def hits_of(rows: Iterable[Sequence[str]]) -> tuple[NameHit, ...]:
    """One hit for each name of rows of (name, kind, label_id), with all of its labels."""
    labels: dict[tuple[str, str], list[str]] = {}
    for name, kind, label_id in rows:
        labels.setdefault((name, kind), []).append(label_id)
    return tuple(
        NameHit(name, kind, tuple(dict.fromkeys(ids))) for (name, kind), ids in labels.items()
    )


def few_names(reader: LibraryReader) -> FewNames | None:
    """The names of a reader's library, built once for what is published; None of a larger."""
    rows = reader.few_names()
    if rows is None:
        return None
    built = _BUILT.get(reader)
    if built is None or built[0] is not rows:
        built = _BUILT[reader] = (rows, FewNames(rows))
    return built[1]


def _plainest(rows: Sequence[NameRow]) -> NameHit:
    _, name, kind, *_ = min(rows, key=lambda row: (len(row[1]), row[1], row[2]))
    return NameHit(name, kind, tuple(sorted({row[3] for row in rows})))


_BUILT: "WeakKeyDictionary[LibraryReader, tuple[Sequence[NameRow], FewNames]]" = WeakKeyDictionary()
