"""What was read of a PDF against pdfium's text of the same pages: nothing added, nothing lost."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.printed import PrintedPages, letters
from monograph_qa.domain.label import FactKind
from monograph_qa.pipeline.loading.report import Reading

_REPEATS = 0.4  # of the pages: a line that stands on more of them is a running head or foot
_PARTS = re.compile(r"\d+|[^\W\d]+")
_EDGE = 4  # lines at a page's top and bottom in which one is looked for
_LEAST = 12  # letters; a shorter one ("Axid") may well stand in a sentence of its own right


@dataclass(frozen=True, slots=True)
class TextScore:
    """Shares of quotes and of words found; what was not, a few examples each."""

    name: str
    pages: int
    quotes: int
    quotes_found: float
    words: int
    words_found: float
    heads_in_quotes: int
    lost_quotes: tuple[str, ...]
    lost_words: tuple[str, ...]
    heads: tuple[str, ...]


def text_score(path: Path, reading: Reading, printed: PrintedPages, examples: int = 3) -> TextScore:
    """The label as read held against pdfium's text of the same file."""
    facts = [f for f in reading.monograph.facts if f.kind is not FactKind.TABLE_ROW and f.page]
    pages = printed.texts
    lost = [f for f in facts if not printed.holds(f)]
    heads = _running(pages)
    words, missing = _missing_words(reading, pages, heads)
    long = [head for head in heads if len(head) >= _LEAST]
    quoting = [head for f in facts for head in long if head in _bare(f.quote)]
    return TextScore(
        path.stem,
        len(pages),
        len(facts),
        1 - len(lost) / len(facts) if facts else 0.0,
        words,
        1 - len(missing) / words if words else 0.0,
        len(quoting),
        tuple(f"p{f.page}: {' '.join(f.quote.split())}" for f in lost[:examples]),
        _stretches(missing, examples),
        tuple(dict.fromkeys(quoting))[:examples],
    )


def _bare(line: str) -> str:
    """A line as running heads are compared: page numbers left out."""
    return letters(re.sub(r"\d+", "", line)).casefold()


def _running(pages: Sequence[str]) -> frozenset[str]:
    """Lines at page edges that stand on many pages, bare."""
    times: Counter[str] = Counter()
    for page in pages:
        lines = [bare for bare in map(_bare, page.splitlines()) if bare]
        times.update({*lines[:_EDGE], *lines[-_EDGE:]})
    most = max(2.0, _REPEATS * len(pages))
    return frozenset(bare for bare, n in times.items() if n > most and len(bare) > 2)


def _missing_words(
    reading: Reading, pages: Sequence[str], heads: frozenset[str]
) -> tuple[int, list[tuple[int, int, str]]]:
    """How many body words pdfium reads, and (page, position, word) of those in no section.

    A word is in a section when it stands there beside a neighbour that it has on the page (letters
    alone are compared, so spacing and hyphens do not matter), or by itself in a section of that
    page: a table's cells have other neighbours where each row is told with its headings.
    """
    told = (
        "".join(letters(f"{s.heading} {s.text} ").casefold() for s in reading.monograph.sections)
        + letters(" ".join(i.caption or "" for i in reading.monograph.images)).casefold()
    )
    count, missing = 0, []
    for number, page in enumerate(pages, start=1):
        body = [x for x in page.splitlines() if _bare(x) not in heads]
        words = [w for w in (letters(t).casefold() for line in body for t in line.split()) if w]
        here = _tokens(reading, number)
        count += len(words)
        for at, word in enumerate(words):
            before = words[at - 1] if at else ""
            after = words[at + 1] if at + 1 < len(words) else ""
            if (before and before + word in told) or (after and word + after in told):
                continue
            # "91.5g": a raised letter, which we may set apart from its figure.
            if word in here or all(part in here for part in _PARTS.findall(word)):
                continue
            missing.append((number, at, word))
    return count, missing


def _tokens(reading: Reading, page: int) -> frozenset[str]:
    """Words of the sections that touch the page, whole and as letters and figures apart."""
    found: set[str] = set()
    for section in reading.monograph.sections:
        if (section.page_first or 0) <= page <= (section.page_last or 0):
            for token in f"{section.heading} {section.text}".split():
                word = letters(token).casefold()
                found.update((word, *_PARTS.findall(word)))
    return frozenset(found)


def _stretches(missing: Sequence[tuple[int, int, str]], most: int) -> tuple[str, ...]:
    """The longest runs of lost words, as `p7: ...`."""
    runs: list[list[tuple[int, int, str]]] = []
    for each in missing:
        last = runs[-1][-1] if runs else None
        if last is not None and last[0] == each[0] and each[1] - last[1] <= 2:
            runs[-1].append(each)
        else:
            runs.append([each])
    runs.sort(key=len, reverse=True)
    return tuple(
        f"p{run[0][0]} ({len(run)}): " + " ".join(w for _, _, w in run) for run in runs[:most]
    )
