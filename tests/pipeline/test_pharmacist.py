"""What a pharmacist reads first in the sample monographs: questions with what is needed, scored by
what is shown (see pipeline/scoring); and the lines shown, in their order, as a golden file that
MONOGRAPH_QA_REWRITE_RANKINGS=1 writes anew.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from monograph_qa import Library
from monograph_qa.pipeline.scoring.judging import Judged, judge, shown
from monograph_qa.pipeline.scoring.questions import read_questions

HERE = Path(__file__).parent
QUESTIONS = HERE / "pharmacist.jsonl"
RANKINGS = HERE / "rankings.txt"
SAMPLES = HERE.parents[1] / "monographs"


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("samples") / "library") as library:
        library.ingest([SAMPLES], workers=2)
        yield library


@pytest.fixture(scope="module")
def judged(samples: Library) -> dict[str, Judged]:
    rows = read_questions(QUESTIONS)
    return {row.id: judge(row, samples.ask(row.question)) for row in rows}


def test_most_answers_are_right_and_short(judged: dict[str, Judged]) -> None:
    tally = Counter(each.verdict for each in judged.values())
    assert tally["right"] >= 26, tally
    assert tally["harm"] <= 2, tally
    assert tally["asked"] + tally["refused"] == 0, tally


def test_no_answer_is_longer_than_a_screen(judged: dict[str, Judged]) -> None:
    lines = sorted(each.lines for each in judged.values() if each.outcome == "answered")
    assert lines[len(lines) // 2] <= 6
    assert lines[-1] <= 20


def test_the_lines_shown_are_those_of_the_golden_file(samples: Library) -> None:
    made = []
    for row in read_questions(QUESTIONS):
        lines = (f"  {text[:90]}" for text, *_ in shown(samples.ask(row.question)))
        made.append("\n".join([f"{row.id} {row.question}", *lines]))
    text = "\n\n".join(made) + "\n"
    if os.environ.get("MONOGRAPH_QA_REWRITE_RANKINGS"):
        RANKINGS.write_text(text, encoding="utf-8")
    assert text == RANKINGS.read_text(encoding="utf-8")
    assert not (os.environ.get("CI") and os.environ.get("MONOGRAPH_QA_REWRITE_RANKINGS"))
