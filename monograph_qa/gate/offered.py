"""The stored sentences that a writer of free text may quote, by the number of their source."""

from collections.abc import Iterator, Mapping, Sequence

from monograph_qa.gate.differences import difference, is_spliced, nearest
from monograph_qa.gate.figures import figures
from monograph_qa.gate.stored import StoredSpan
from monograph_qa.gate.typography import bare, is_same_print

_TELLING = ("number", "sign", "comparator")


class Offered:
    """What was offered to one writer for one question, by source number, ready to be looked up."""

    def __init__(self, sources: Mapping[int, Sequence[StoredSpan]]) -> None:
        self._sources = {n: tuple(spans) for n, spans in sources.items()}
        self._by_key: dict[int, dict[str, list[StoredSpan]]] = {}
        for n, spans in self._sources.items():
            keys = self._by_key[n] = {}
            for span in spans:
                keys.setdefault(bare(span.fact.quote), []).append(span)

    def __contains__(self, n: int) -> bool:
        return n in self._sources

    def __iter__(self) -> Iterator[StoredSpan]:
        for spans in self._sources.values():
            yield from spans

    def match(self, said: str, n: int) -> tuple[StoredSpan, ...]:
        """The stored sentences of source `n` of which `said` is a print, whole.

        Several where the section prints one sentence more than once: the quote stands for each of
        them, with its own lead-in.
        """
        near = self._by_key.get(n, {}).get(bare(said), ())
        return tuple(span for span in near if _is_quoted(said, span.fact.quote))

    def wrong_with(self, said: str, n: int) -> tuple[str, str]:
        """Why `said` is no quote of source `n`: the name of a finding, and one sentence."""
        elsewhere = [other for other in self._sources if other != n and self.match(said, other)]
        if elsewhere:
            return "misattributed", f"stands in source {elsewhere[0]}, not in source {n}"
        own = [span.fact.quote for span in self._sources.get(n, ())]
        if is_spliced(said, own):
            return "spliced", "parts of several stored sentences run together"
        kept = nearest(said, own)
        if kept is None:
            return "fabricated", "the cited source holds no sentence"
        name, why = difference(kept, said)
        if name == "fabricated":
            return _elsewhere(said, [span.fact.quote for span in self]) or (
                name, "no sentence of the cited source says this",
            )  # fmt: skip
        return name, why


def _elsewhere(said: str, kept: Sequence[str]) -> tuple[str, str] | None:
    if is_spliced(said, kept):
        return "spliced", "parts of sentences of several sources run together"
    best = nearest(said, kept)
    name, why = difference(best, said) if best is not None else ("fabricated", "")
    return None if name == "fabricated" else (name, f"of another source; {why}")


def _is_quoted(said: str, kept: str) -> bool:
    """The same print, and the same figures read a second way."""
    if said == kept:
        return True
    if not is_same_print(said, kept):
        return False
    one, other = figures(kept), figures(said)
    return all(one[kind] == other[kind] for kind in _TELLING)
