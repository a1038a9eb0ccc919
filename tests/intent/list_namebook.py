"""ListNameBook: an honest NameBook over names held in memory."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz.distance import OSA

from monograph_qa.domain.intent import KnownName, NameHit
from monograph_qa.domain.label import DrugName, NameKind
from monograph_qa.names.namebook import own_brands
from monograph_qa.vocabulary.name_keys import lookup_keys


class ListNameBook:
    """Names given as (name, kind, label_id); `elsewhere` are drugs known but not held,
    `makers` those of labels by id."""

    def __init__(
        self,
        names: Iterable[tuple[str, str, str]],
        elsewhere: Iterable[KnownName] = (),
        makers: Mapping[str, str] | None = None,
    ) -> None:
        self._makers = makers or {}
        names = list(names)
        self._of_label: dict[str, list[DrugName]] = defaultdict(list)
        for name, kind, label_id in names:
            self._of_label[label_id].append(DrugName(name, NameKind(kind), label_id))
        labels: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name, kind, label_id in names:
            labels[(name, kind)].append(label_id)
        self._by_key: dict[str, list[NameHit]] = defaultdict(list)
        for (name, kind), label_ids in labels.items():
            hit = NameHit(name, kind, tuple(dict.fromkeys(label_ids)))
            for key in lookup_keys(name):
                self._by_key[key].append(hit)
        self._elsewhere: dict[str, list[KnownName]] = defaultdict(list)
        for known in elsewhere:
            for key in lookup_keys(known.name):
                self._elsewhere[key].append(known)

    def find(self, keys: Sequence[str]) -> Mapping[str, tuple[NameHit, ...]]:
        return {key: tuple(self._by_key[key]) for key in keys if key in self._by_key}

    def near(self, key: str) -> Sequence[NameHit]:
        return [
            hit
            for held, hits in self._by_key.items()
            if held.startswith(key)
            or held.replace(" ", "") == key
            or OSA.distance(held, key, score_cutoff=3) <= 3  # "enggerix" of Engerix-B
            for hit in hits
        ]

    def with_word(self, word: str) -> Sequence[NameHit]:
        return [hit for held, hits in self._by_key.items() if word in held.split() for hit in hits]

    def known_elsewhere(self, keys: Sequence[str]) -> Mapping[str, tuple[KnownName, ...]]:
        return {key: tuple(self._elsewhere[key]) for key in keys if key in self._elsewhere}

    def keys_near_elsewhere(self, key: str, edits: int) -> Sequence[str]:
        return [k for k in self._elsewhere if abs(len(k) - len(key)) <= edits]

    def makers(self, label_ids: Sequence[str]) -> Sequence[str]:
        return [self._makers[each] for each in label_ids if each in self._makers]

    def unbranded(self, label_ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(each for each in label_ids if not own_brands(self._of_label[each]))
