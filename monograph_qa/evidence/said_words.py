"""Which sentences of one label say a word: to look with, never to show.

A sentence is read with the heading and the lead-in that it stands under. A label is taken apart
once; a question then asks for its few words, and no sentence is read again.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import takewhile

from monograph_qa.evidence.outline import Place
from monograph_qa.evidence.stems import stem, words_of
from monograph_qa.evidence.whole_label import WholeLabel


class SaidWords:
    """The words of a label's sentences, each with the places of the sentences that say it."""

    def __init__(self, whole: WholeLabel, outline: Mapping[str, Place]) -> None:
        places: dict[str, list[int]] = {}
        read: dict[str, frozenset[str]] = {}  # headings and lead-ins stand over many sentences

        def words_once(text: str) -> frozenset[str]:
            if text not in read:
                read[text] = words_of(text)
            return read[text]

        for at in range(len(whole)):
            section_id, lead_in, quote = whole.text(at)
            if section_id not in outline:
                continue
            above = words_once(outline[section_id].head.heading), words_once(lead_in)
            for word in words_of(quote).union(*above):
                places.setdefault(word, []).append(at)
        self._places = places
        self._words = sorted(places)
        self._by_stem: dict[str, list[str]] = {}
        for word in self._words:
            self._by_stem.setdefault(stem(word), []).append(word)

    def saying(self, term: Sequence[str]) -> set[int]:
        """The places (see `WholeLabel`) of the sentences that say all words of a term.

        A word is said in any of its forms; one that ends with `*` is a beginning of words.
        """
        found: set[int] | None = None
        for word in term:
            own = {at for form in self._forms(word) for at in self._places[form]}
            found = own if found is None else found & own
            if not found:
                break
        return found or set()

    def _forms(self, word: str) -> list[str]:
        beginning = word.removesuffix("*")
        if beginning == word:
            return self._by_stem.get(stem(word), [])
        first = bisect_left(self._words, beginning)
        return list(takewhile(lambda w: w.startswith(beginning), self._words[first:]))
