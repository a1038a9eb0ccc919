"""What a pharmacist reads first: questions with what is needed, scored by what is shown.

    python -m bench.pharmacist --library FOLDER [--questions FILE.jsonl] [--out FILE] [--only ID,ID]

The file and the verdicts are those of `monograph-qa eval` (pipeline/scoring).

Beside it, on the same questions: `pieces`, what a plain search brings (BM25 over pieces of 200
words of all labels), and `floor`, the sentences of the label asked about by BM25 over heading path,
sentence and names of attributes, times a prior for section and kind.
"""

import argparse
import json
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench.pharmacist_floor import Floor, Pieces
from monograph_qa import Library
from monograph_qa.domain.answer import Outcome
from monograph_qa.pipeline.scoring.judging import VERDICTS, Judged, judge, places
from monograph_qa.pipeline.scoring.questions import Expected, ScoredQuestion, read_questions


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
            judged[row.id] = judge(row, library.ask(row.question))
        if chosen.out:
            chosen.out.write_text("".join(_written(row, judged[row.id]) for row in rows))
        print(_summary(list(judged.values())))
        answered = [row for row in rows if row.expect is Expected.ANSWER and row.need]
        _print_places("ours", [judged[row.id].found for row in answered])
        _print_places("ours, folded lines too", [judged[row.id].anywhere for row in answered])
        if not chosen.plain:
            floor, pieces = Floor(library), Pieces(library)
            _print_places("floor", [places(row, floor.lines(row)) for row in answered])
            _print_places("pieces", [places(row, pieces.lines(row)) for row in answered])
    return 0


def _summary(judged: Sequence[Judged]) -> str:
    """One line: the share of each verdict, and how many lines answers have."""
    tally = Counter(each.verdict for each in judged)
    shares = " ".join(f"{name} {tally[name] / len(judged):.3f}" for name in VERDICTS)
    amounts = [each.lines for each in judged if each.outcome == Outcome.ANSWERED] or [0]
    return (
        f"n={len(judged)} {shares} | lines shown: median {statistics.median(amounts):g}, "
        f"mean {statistics.mean(amounts):.1f}, largest {max(amounts)}"
    )


def questions_of(path: Path, only: Sequence[str] = ()) -> list[ScoredQuestion]:
    """The questions of a file; of those named only, where some are named."""
    return [each for each in read_questions(path) if not only or each.id in only]


def _print_places(name: str, found: Sequence[Sequence[int | None]]) -> None:
    def share(within: int) -> float:
        return sum(all(at and at <= within for at in each) for each in found) / (len(found) or 1)

    print(
        f"{name:<24} all that is needed within 5 lines {share(5):.3f}, within 12 {share(12):.3f}, "
        f"anywhere {share(10**6):.3f} (of {len(found)})"
    )


def _written(row: ScoredQuestion, each: Judged) -> str:
    value = {
        "id": row.id,
        "verdict": each.verdict,
        "outcome": each.outcome,
        "shown": each.lines,
        "found": each.found,
        "anywhere": each.anywhere,
        "question": row.question,
    }
    return json.dumps(value, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(main())
