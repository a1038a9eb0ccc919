"""Free text that quotes and cites, read back to the stored sentences it quotes, or to findings."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from monograph_qa.domain.answer import Finding
from monograph_qa.frozen import frozen
from monograph_qa.gate.differences import difference, figures, is_spliced, nearest
from monograph_qa.gate.stored import StoredSpan
from monograph_qa.gate.typography import bare, fold, is_same_print
from monograph_qa.vocabulary.telling_words import fixed_words

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

    def match(self, claimed: str, n: int) -> tuple[StoredSpan, ...]:
        """The stored sentences of source `n` of which `claimed` is a print, whole: several where
        the section prints one more than once, each with its own lead-in."""
        near = self._by_key.get(n, {}).get(bare(claimed), ())
        return tuple(span for span in near if _is_quoted(claimed, span.fact.quote))

    def wrong_with(self, claimed: str, n: int) -> tuple[str, str]:
        """Why `claimed` is no quote of source `n`: the name of a finding, and one sentence."""
        elsewhere = [other for other in self._sources if other != n and self.match(claimed, other)]
        if elsewhere:
            return "misattributed", f"stands in source {elsewhere[0]}, not in source {n}"
        stored = [span.fact.quote for span in self._sources.get(n, ())]
        if is_spliced(claimed, stored):
            return "spliced", "parts of several stored sentences run together"
        kept = nearest(claimed, stored)
        if kept is None:
            return "fabricated", "the cited source holds no sentence"
        name, why = difference(kept, claimed)
        if name == "fabricated":
            return _elsewhere(claimed, [span.fact.quote for span in self]) or (
                name, "no sentence of the cited source says this",
            )  # fmt: skip
        return name, why


def _elsewhere(claimed: str, kept: Sequence[str]) -> tuple[str, str] | None:
    if is_spliced(claimed, kept):
        return "spliced", "parts of sentences of several sources run together"
    best = nearest(claimed, kept)
    name, why = difference(best, claimed) if best is not None else ("fabricated", "")
    return None if name == "fabricated" else (name, f"of another source; {why}")


def _is_quoted(claimed: str, kept: str) -> bool:
    """The same print, and the same figures read a second way."""
    if claimed == kept:
        return True
    if not is_same_print(claimed, kept):
        return False
    one, other = figures(kept), figures(claimed)
    return all(one[kind] == other[kind] for kind in _TELLING)


_QUOTE_OPENS = re.compile(r"[ \t]*(?:[-*•][ \t]+)?[“\"]")
_CITED = re.compile(r"[”\"][ \t]*\n?[ \t]*\[(?:Source[ ])?([1-9]\d{0,3})\]")
_CLOSES = re.compile(r"[”\"][ \t]*$", re.MULTILINE)
_HEADING = re.compile(r"(?P<mark>#{1,6}[ \t]+)?(?:From[ ](?=\S))?(?P<words>.*)")
_MOST_FINDINGS = 20  # of one text; then it is read no further, or reading takes its length squared
_MOST_ENDS = 12  # a stored sentence may itself hold a closing mark and a bracketed number


@frozen
class Quotations:
    """The `fact_ids` that a text quotes, each once, in its order; void where there are findings."""

    fact_ids: tuple[str, ...]
    findings: tuple[Finding, ...]


def read_quotes(text: str, offered: Offered) -> Quotations:
    """What `text` quotes of what was `offered` to its writer.

    Findings, each at a line of the text: `unquoted` (words outside quotes), `uncited` (no citation,
    or one of a source that was not offered), `fabricated`, `altered`, `truncated`, `spliced`,
    `misattributed` (right words, wrong source), `invisible`, `look_alike`, `wrong_heading`,
    `severed` (a lead-in that is not the stored one), `empty` (nothing is quoted). After 20 of them
    the text is read no further.
    """
    reading = _Reading(text, offered)
    reading.read()
    if not reading.found and not reading.findings:
        reading.findings.append(Finding("empty", "text", "nothing is quoted"))
    return Quotations(tuple(reading.found), tuple(reading.findings))


@dataclass(slots=True)
class _Reading:
    text: str
    offered: Offered
    found: dict[str, None] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    heading: str | None = None
    title: str | None = None
    lead_in: str | None = None
    heading_line: int = 0

    def read(self) -> None:
        at = 0
        while at < len(self.text) and len(self.findings) < _MOST_FINDINGS:
            opens = _QUOTE_OPENS.match(self.text, at)
            at = self._quote(opens) if opens else self._line(at)
        self._unused()

    def _quote(self, opens: re.Match[str]) -> int:
        """Reads one quote with its citation; where it ends."""
        start = opens.end()
        ends = list(_first(_CITED.finditer(self.text, start)))
        for end in ends:
            claimed, n = self.text[start : end.start()], int(end[1])
            spans = self.offered.match(claimed, n)
            if spans:
                self._add(spans, start)
                return end.end()
        closes = _CLOSES.search(self.text, start)
        if not ends or (closes and closes.start() < ends[0].start()):
            self._find("uncited", start, "a quote without a citation")
            return closes.end() if closes else self._end_of_line(start)
        claimed, n = self.text[start : ends[0].start()], int(ends[0][1])
        if n not in self.offered:
            self._find("uncited", start, f"there is no source {n}")
        else:
            name, why = self.offered.wrong_with(claimed, n)
            self._find(name, start, why)
        self.lead_in = None
        return ends[0].end()

    def _add(self, spans: tuple[StoredSpan, ...], at: int) -> None:
        if self.lead_in is not None:
            under = [s for s in spans if s.fact.context and fold(s.fact.context) == self.lead_in]
            if not under:
                self._find("severed", at, "the lead-in above it is not the stored one")
            spans = tuple(under) or spans
        self.lead_in = None
        if self.heading is not None:
            printed = {fold(each) for span in spans for each in _names(span)}
            if self.heading not in printed:
                self._find("wrong_heading", at, "stands under a heading that is not its section's")
        if self.title is not None and self.title not in {t for s in spans for t in _titles(s)}:
            self._find("wrong_heading", at, "stands under the title of another label")
        self.found.update(dict.fromkeys(span.fact.fact_id for span in spans))

    def _line(self, at: int) -> int:
        """Reads a line outside quotes; where it ends."""
        stop = self._end_of_line(at)
        line = self.text[at:stop].strip(" \t\r\n")
        if not line:
            return stop
        lead_in = fold(line[1:-1]) if line[0] == "(" and line[-1] == ")" else None
        if lead_in and lead_in in {fold(s.fact.context) for s in self.offered if s.fact.context}:
            self._unused()
            self.lead_in, self.heading_line = lead_in, at
            return stop
        parts = _HEADING.fullmatch(line)
        words = fold(parts["words"]) if parts else ""
        if words and words in {fold(each) for span in self.offered for each in _names(span)}:
            self.heading = words
        elif not self._is_fixed(words):
            self._find("unquoted", at, "words that are neither quoted nor a heading of the label")
        return stop

    def _is_fixed(self, words: str) -> bool:
        if words in {title for span in self.offered for title in _titles(span)}:
            self.title = words
        elif words not in fixed_words():
            return False
        self.heading = None
        return True

    def _unused(self) -> None:
        if self.lead_in is not None:
            self._find("severed", self.heading_line, "a lead-in without the sentence it leads to")
        self.lead_in = None

    def _end_of_line(self, at: int) -> int:
        stop = self.text.find("\n", at)
        return len(self.text) if stop < 0 else stop + 1

    def _find(self, name: str, at: int, why: str) -> None:
        line = self.text.count("\n", 0, at) + 1
        self.findings.append(Finding(name, f"line {line}", why))


def _names(span: StoredSpan) -> tuple[str, str]:
    return span.section.heading, span.section.heading_path


def _titles(span: StoredSpan) -> tuple[str, str]:
    return fold(span.label.title), fold(span.label.drug)


def _first(ends: Iterator[re.Match[str]]) -> Iterator[re.Match[str]]:
    for _, end in zip(range(_MOST_ENDS), ends, strict=False):
        yield end
