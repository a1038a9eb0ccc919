"""ListNameBook: an honest NameBook over names held in memory."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz.distance import OSA

from monograph_qa.domain.intent import NameHit
from monograph_qa.vocabulary.name_keys import lookup_keys


class ListNameBook:
    """Names given as (name, kind, label_id); `elsewhere` are keys of drugs known but not held."""

    def __init__(
        self, names: Iterable[tuple[str, str, str]], elsewhere: Iterable[str] = ()
    ) -> None:
        labels: dict[tuple[str, str], list[str]] = defaultdict(list)
        for name, kind, label_id in names:
            labels[(name, kind)].append(label_id)
        self._by_key: dict[str, list[NameHit]] = defaultdict(list)
        for (name, kind), label_ids in labels.items():
            hit = NameHit(name, kind, tuple(dict.fromkeys(label_ids)))
            for key in lookup_keys(name):
                self._by_key[key].append(hit)
        self._elsewhere = frozenset(elsewhere)

    def find(self, keys: Sequence[str]) -> Mapping[str, tuple[NameHit, ...]]:
        return {key: tuple(self._by_key[key]) for key in keys if key in self._by_key}

    def near(self, key: str) -> Sequence[NameHit]:
        return [
            hit
            for held, hits in self._by_key.items()
            if held.startswith(f"{key} ")
            or held.replace(" ", "") == key
            or OSA.distance(held, key, score_cutoff=2) <= 2
            for hit in hits
        ]

    def known_elsewhere(self, keys: Sequence[str]) -> frozenset[str]:
        return self._elsewhere.intersection(keys)
