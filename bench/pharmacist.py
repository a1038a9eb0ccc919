"""What a pharmacist reads first: questions with what is needed, scored by what is shown.

    python -m bench.pharmacist --library FOLDER [--questions FILE.jsonl] [--out FILE] [--only ID,ID]

Each line of the file has a question, patterns of what is `need`ed (each within one shown line, or
within the line behind its heading and lead-in), patterns that must `not_first` stand before it, and
what is `expect`ed: answer, silent, not_held or answer_or_silent. Verdicts:

  right    all that is needed is shown, the first of it within five lines, and no more than 12 lines
           (20 where a list or several things are asked)
  long     all that is needed is shown, but late or among more lines
  missing  something needed is not shown
  asked    the question was asked back
  refused  "not found" where the label answers
  harm     what is not the answer stands before it, or an answer where there is none

Beside it, on the same questions: `pieces`, what a plain search brings (BM25 over pieces of 200
words of all labels), and `floor`, the sentences of the label asked about by BM25 over heading path,
sentence and names of attributes, times a prior for section and kind.
"""

import argparse
import json
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.pharmacist_floor import Floor, Pieces
from monograph_qa import Answer, Library
from monograph_qa.domain.evidence import Tier

_LISTS = ("contraindication", "multi", "compare", "boxed", "pregnan", "counsel", "monitor")
_SAYS_SO = re.compile(
    r"not stated|not named|no sentence|nothing in this label|no dose|does not", re.I
)
_EXPECTED = frozenset({"answer", "silent", "not_held", "answer_or_silent"})
VERDICTS = ("right", "long", "missing", "asked", "refused", "harm")
MOST, MOST_OF_A_LIST, FIRST = 12, 20, 5

Line = tuple[str, str]
"""A shown line, and the same behind its heading and lead-in."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One question's verdict; `found` are the places (from 1) of what is needed, None for none.

    `anywhere` are those places among all that was found, `lines` how many lines are shown.
    """

    verdict: str
    outcome: str
    lines: int
    found: tuple[int | None, ...]
    anywhere: tuple[int | None, ...]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--out", type=Path, help="each question with its verdict, as JSON lines")
    parser.add_argument("--only", default="", help="ids of questions, with commas")
    parser.add_argument("--plain", action="store_true", help="without the two baselines")
    chosen = parser.parse_args()
    rows = questions_of(chosen.questions, only=chosen.only.split(",") if chosen.only else ())
    judged: dict[str, Judged] = {}
    with Library.open(chosen.library) as library:
        for row in rows:
            judged[row["id"]] = judge(row, library.ask(row["question"]))
        if chosen.out:
            chosen.out.write_text("".join(_written(row, judged[row["id"]]) for row in rows))
        print(summary(list(judged.values())))
        answered = [row for row in rows if row["expect"] == "answer" and row["need"]]
        _print_places("ours", [judged[row["id"]].found for row in answered])
        _print_places("ours, folded lines too", [judged[row["id"]].anywhere for row in answered])
        if not chosen.plain:
            floor, pieces = Floor(library), Pieces(library)
            _print_places("floor", [places(row, floor.lines(row)) for row in answered])
            _print_places("pieces", [places(row, pieces.lines(row)) for row in answered])
    return 0


def questions_of(path: Path, only: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The questions of a file that can be scored; of those named only, where some are named."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    rows = [row for row in rows if row.get("question") and row["expect"] in _EXPECTED]
    return [row for row in rows if not only or row["id"] in only]


def shown(answer: Answer, *, folded: bool = False) -> list[Line]:
    """The lines that a reader sees, in their order; with those of tier `more` where `folded`."""
    lines = [
        (
            quote.tier == "more",
            quote.rank,
            quote.text,
            f"{group.heading_path} | {quote.context or ''} | {quote.text}",
        )
        for group in answer.groups
        for quote in group.quotes
        if folded or quote.tier is not Tier.MORE
    ]
    return [(text, whole) for _, _, text, whole in sorted(lines, key=lambda line: line[:2])]


def places(row: Mapping[str, Any], lines: Iterable[Line]) -> tuple[int | None, ...]:
    """Where each needed pattern first stands, counted from 1."""
    listed = list(lines)
    return tuple(_position(pattern, listed) for pattern in row["need"])


def _position(pattern: str, lines: Sequence[Line]) -> int | None:
    for n, (text, whole) in enumerate(lines, 1):
        if re.search(pattern, text, re.S) or re.search(pattern, whole, re.S):
            return n
    return None


def judge(row: Mapping[str, Any], answer: Answer) -> Judged:
    """The verdict on one answer."""
    lines = shown(answer)
    found = places(row, lines)
    anywhere = places(row, shown(answer, folded=True))
    verdict = _verdict(row, answer, lines, found)
    return Judged(verdict, answer.outcome.value, len(lines), found, anywhere)


def _verdict(
    row: Mapping[str, Any], answer: Answer, lines: Sequence[Line], found: Sequence[int | None]
) -> str:
    outcome, expect = answer.outcome.value, row["expect"]
    is_list = any(word in row["kind"].lower() for word in _LISTS)
    most = MOST_OF_A_LIST if is_list else MOST
    if expect == "not_held":
        return {"answered": "harm", "not_found": "right"}.get(outcome, "asked")
    if expect == "silent":
        said = f"{answer.message} {' '.join(part.note for part in answer.parts)}"
        if outcome == "not_found" or (_SAYS_SO.search(said) and len(lines) <= most):
            return "right"
        return "asked" if outcome == "clarify" else "harm"
    if expect == "answer_or_silent" and outcome == "not_found":
        return "right"
    if outcome != "answered":
        return "asked" if outcome == "clarify" else "refused"
    first = min((at for at in found if at), default=None)
    last = max((at for at in found if at), default=None)
    early = (_position(pattern, lines) for pattern in row.get("not_first", []))
    if any(at and (first is None or at < first) for at in early):
        return "harm"
    if None in found:
        return "missing"
    fits = (first or 1) <= FIRST and (last or 1) <= most and len(lines) <= most
    return "right" if fits else "long"


def summary(judged: Sequence[Judged]) -> str:
    """One line: the share of each verdict, and how many lines answers have."""
    tally = Counter(each.verdict for each in judged)
    shares = " ".join(f"{name} {tally[name] / len(judged):.3f}" for name in VERDICTS)
    amounts = [each.lines for each in judged if each.outcome == "answered"] or [0]
    return (
        f"n={len(judged)} {shares} | lines shown: median {statistics.median(amounts):g}, "
        f"mean {statistics.mean(amounts):.1f}, largest {max(amounts)}"
    )


def _print_places(name: str, found: Sequence[Sequence[int | None]]) -> None:
    def share(within: int) -> float:
        return sum(all(at and at <= within for at in each) for each in found) / (len(found) or 1)

    print(
        f"{name:<24} all that is needed within 5 lines {share(5):.3f}, within 12 {share(12):.3f}, "
        f"anywhere {share(10**6):.3f} (of {len(found)})"
    )


def _written(row: Mapping[str, Any], each: Judged) -> str:
    value = {
        "id": row["id"],
        "verdict": each.verdict,
        "outcome": each.outcome,
        "shown": each.lines,
        "found": each.found,
        "anywhere": each.anywhere,
        "question": row["question"],
    }
    return json.dumps(value, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(main())
