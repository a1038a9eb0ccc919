"""What the gate lets through of forged quotes, and what it turns away of honest ones.

    python -m bench.gate --library FOLDER [--most N] [--seed N]

Every forgery is put to the gate twice, as the line of a structured draft and as free text with a
citation. A forgery that happens to equal another whole sentence of the cited section is none, and
is counted apart. The seed fixes all of it.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from bench.forging.drafts import draft_of
from bench.forging.field import Field, field_of
from bench.forging.forgeries import FORGERIES
from bench.forging.misplaced import MISCITED, MISPLACED, Miscited
from bench.forging.plain_checks import NAMES, PlainChecks
from bench.forging.prints import PRINTS
from monograph_qa import Library
from monograph_qa.domain.answer import Draft, Status
from monograph_qa.domain.label import Image
from monograph_qa.gate.checks import CHECKS
from monograph_qa.gate.judging import judge
from monograph_qa.gate.quoting import Offered, read_quotes
from monograph_qa.gate.stored import Stored, StoredSpan

_MOST = 120_000
_TIMED = 2000


@dataclass(slots=True)
class Row:
    """One kind of forgery: how many were made, how many who accepted."""

    kind: str
    made: int = 0
    equal: int = 0  # whole sentences of the same section after all
    draft: int = 0
    text: int = 0
    plain: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)


class Kept:
    """The gate's StoredText over a field in memory."""

    def __init__(self, made_from: Field) -> None:
        self._spans = {span.fact.fact_id: span for span in made_from.spans}
        self._images = {image.image_id: image for image in made_from.images}

    def stored(self, fact_ids: Collection[str], image_ids: Collection[str]) -> Stored:
        spans = {i: self._spans[i] for i in fact_ids if i in self._spans}
        return Stored(spans, {i: self._images[i] for i in image_ids if i in self._images})


def forge_all(made_from: Field, most: int, *, plain: bool = True) -> list[Row]:
    """A row a kind, from at most `most` forgeries shared out among the kinds."""
    store = Kept(made_from)
    share = max(1, most // (len(FORGERIES) + len(MISPLACED)))
    checks = PlainChecks(made_from) if plain else None
    rows: list[Row] = []
    for kind in FORGERIES:
        row = Row(kind)
        forged = list(_forged(kind, made_from, share, row))
        for span, text in forged:
            _put_text(row, span, text, made_from, store)
        if checks is not None:
            said = checks.accepted([text for _, text in forged], [span for span, _ in forged])
            row.plain.update({name: sum(each) for name, each in said.items()})
        rows.append(row)
    for kind in dict.fromkeys((*MISPLACED, *MISCITED)):
        row = Row(kind)
        for draft in islice(_misplaced(kind, made_from), share):
            row.made += 1
            _put_draft(row, draft, store)
        for text, sources in islice(_miscited(kind, made_from), share):
            row.made += 1
            _put_free_text(row, text, Offered(sources))
        rows.append(row)
    return rows


def _shuffled(made_from: Field) -> list[StoredSpan]:
    spans = list(made_from.spans)
    made_from.chance.shuffle(spans)
    return spans


def _forged(kind: str, made_from: Field, most: int, row: Row) -> Iterator[tuple[StoredSpan, str]]:
    seen: set[tuple[str, str]] = set()
    for span in _shuffled(made_from) * 3:
        whole = {_flat(each.fact.quote) for each in made_from.beside(span)}
        for text in FORGERIES[kind](span, made_from):
            if (span.fact.fact_id, text) in seen or text == span.fact.quote:
                continue
            seen.add((span.fact.fact_id, text))
            if _flat(text) in whole:
                row.equal += 1
                continue
            yield span, text
            row.made += 1
            if row.made >= most:
                return


def _misplaced(kind: str, made_from: Field) -> Iterator[Draft]:
    if kind in MISPLACED:
        for span in _shuffled(made_from):
            yield from MISPLACED[kind](span, made_from)


def _miscited(kind: str, made_from: Field) -> Iterator[Miscited]:
    if kind in MISCITED:
        for span in _shuffled(made_from):
            yield from MISCITED[kind](span, made_from)


def _put_text(row: Row, span: StoredSpan, text: str, made_from: Field, store: Kept) -> None:
    _put_draft(row, draft_of(span, text=text), store)
    _put_free_text(row, f"“{text}” [Source 1]", Offered({1: made_from.beside(span)}))


def _put_free_text(row: Row, text: str, offered: Offered) -> None:
    read = read_quotes(text, offered)
    row.text += not read.findings
    row.found.update(f"text {each.check}" for each in read.findings[:1])


def _put_draft(row: Row, draft: Draft, store: Kept) -> None:
    answer = judge(draft, store)
    row.draft += answer.verdict.status is Status.RELEASED
    row.found.update({f"draft {each.check}" for each in answer.verdict.findings})


def print_all(made_from: Field) -> dict[str, tuple[int, int, list[str]]]:
    """name of a print -> (made, rejected, some that were): each stored sentence, printed so."""
    offers = {key: Offered({1: spans}) for key, spans in made_from.by_section.items()}
    rows: dict[str, tuple[int, int, list[str]]] = {}
    for name, printed in PRINTS.items():
        made, rejected = 0, []
        for span in made_from.spans:
            text = printed(span.fact.quote, made_from.chance)
            if name != "as stored" and text == span.fact.quote:
                continue
            made += 1
            read = read_quotes(f"- “{text}” [1]", offers[span.section.section_id])
            if span.fact.fact_id not in read.fact_ids or read.findings:
                rejected.append(text)
        rows[f"text, {name}"] = (made, len(rejected), rejected[:3])
    store = Kept(made_from)
    late = [s for s in made_from.spans if judge(draft_of(s), store).verdict.findings]
    said = [span.fact.quote for span in late]
    rows["draft, as stored"] = (len(made_from.spans), len(said), said[:3])
    bad = [i for i in made_from.images if judge(_picture(i), store).verdict.findings]
    rows["draft, pictures"] = (len(made_from.images), len(bad), [i.image_id for i in bad[:3]])
    return rows


def _picture(image: Image) -> Draft:
    return Draft("Show it", (image.label_id,), (), (), images=(image,))


def times(made_from: Field) -> dict[str, float]:
    """Microseconds that each check takes of a draft of one line, and a free text of one quote."""
    spans = made_from.spans[:_TIMED]
    store = Kept(made_from)
    drafts = [draft_of(span) for span in spans]
    held = [store.stored({span.fact.fact_id}, ()) for span in spans]
    taken: dict[str, float] = {}
    for check in CHECKS:
        started = time.perf_counter()
        for draft, stored in zip(drafts, held, strict=True):
            list(check(draft, stored))
        taken[check.__name__] = (time.perf_counter() - started) / len(spans) * 1e6
    offers = [Offered({1: made_from.beside(span)}) for span in spans]
    started = time.perf_counter()
    for span, offered in zip(spans, offers, strict=True):
        read_quotes(f"“{span.fact.quote}” [1]", offered)
    taken["read_quotes"] = (time.perf_counter() - started) / len(spans) * 1e6
    return taken


def _flat(text: str) -> str:
    return " ".join(text.split())


def _field(library: Path, seed: int) -> Field:
    with Library.open(library) as opened:
        reader = opened.reader
        labels = [
            (each, reader.sections(each.label_id), reader.facts(each.label_id),
             reader.images(each.label_id))
            for each in reader.labels()
        ]  # fmt: skip
    return field_of(labels, seed)


def _print_forgeries(rows: Sequence[Row]) -> None:
    heads = ("draft", "text", *NAMES)
    print(f"\n{'forged quotes':30}{'made':>8}{'equal':>7}  accepted by the gate as, and by others")
    print(f"{'':45}" + "".join(f"{head:>{len(head) + 2}}" for head in heads))
    total = Row("all")
    for row in [*rows, total]:
        others = [str(row.plain.get(name, "")) for name in NAMES]
        as_draft = "" if row.kind == "words outside quotes" else str(row.draft)
        as_text = "" if row.kind in MISPLACED.keys() - MISCITED.keys() else str(row.text)
        cells = (as_draft, as_text, *others)
        line = "".join(f"{c:>{len(h) + 2}}" for c, h in zip(cells, heads, strict=True))
        print(f"{row.kind:30}{row.made:8}{row.equal:7}{line}")
        for name in ("made", "equal", "draft", "text"):
            setattr(total, name, getattr(total, name) + getattr(row, name))
        total.plain.update(row.plain)
    found: Counter[str] = sum((row.found for row in rows), Counter())
    print("\nfound as: " + ", ".join(f"{name} {n}" for name, n in found.most_common()))


def _print_prints(rows: Mapping[str, tuple[int, int, list[str]]]) -> None:
    print(f"\n{'honest quotes':34}{'made':>8}{'rejected':>10}")
    for name, (made, rejected, some) in rows.items():
        print(f"{name:34}{made:8}{rejected:10}")
        for each in some:
            print(f"    {each!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--most", type=int, default=_MOST, help="forgeries in all")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    started = time.perf_counter()
    made_from = _field(chosen.library, chosen.seed)
    labels = len({span.label.label_id for span in made_from.spans})
    print(f"{labels} labels, {len(made_from.spans)} sentences and rows, "
          f"{len(made_from.images)} pictures, seed {chosen.seed}")  # fmt: skip
    rows = forge_all(made_from, chosen.most)
    _print_forgeries(rows)
    prints = print_all(made_from)
    _print_prints(prints)
    print(f"\n{'microseconds':34}{'each':>8}")
    for name, micros in times(made_from).items():
        print(f"{name:34}{micros:8.1f}")
    print(f"\n{time.perf_counter() - started:.0f} s in all")
    wrong = sum(row.draft + row.text for row in rows) + sum(n for _, n, _ in prints.values())
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
