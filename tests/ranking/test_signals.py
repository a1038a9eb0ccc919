"""What each signal says of a sentence, given a question: cases/<signal>.yaml.

A case expects that the signal `agrees`, that it is `general` (says nothing, or what weighs nothing)
or that the sentence is `excluded`: for something or somebody else, or of less worth by its place.
`signs` are the names by which the signal says so; `beside` names more lines of the label.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from monograph_qa.domain.label import FactKind
from monograph_qa.ranking import rank
from monograph_qa.ranking.signals import SIGNALS
from monograph_qa.ranking.signs import Sign, weights

from .labels import Printed, ask, candidates

_FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
_READ = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in _FILES}
_LEAST = 4  # cases of a signal
CASES = [
    pytest.param(signal, read, case, id=f"{signal}: {case['question']} | {case['sentence'][:40]}")
    for signal, read in _READ.items()
    for case in read["cases"]
]


def _printed(row: dict[str, Any]) -> Printed:
    return Printed(
        row["sentence"],
        tuple(row["section"]),
        row["heading"],
        row.get("lead_in", ""),
        FactKind(row.get("kind", "FACT")),
        tuple(row.get("attributes", ())),
    )


def _weight(signal: str, sign: Sign) -> float:
    own = weights().get((signal, sign.of))
    return sign.value * (weights().get((sign.of, ""), 0.0) if own is None else own)


def _verdict(signal: str, signs: list[Sign]) -> str:
    worth = sum(_weight(signal, sign) for sign in signs)
    if any(sign.excludes for sign in signs) or worth < 0:
        return "excluded"
    return "agrees" if worth else "general"


def test_every_signal_has_its_cases() -> None:
    counted = Counter({signal: len(read["cases"]) for signal, read in _READ.items()})
    assert counted.keys() == SIGNALS.keys()
    assert min(counted.values()) >= _LEAST


@pytest.mark.parametrize(("signal", "read", "case"), CASES)
def test_a_signal_says_what_its_case_expects(
    signal: str, read: dict[str, Any], case: dict[str, Any]
) -> None:
    label = (*read.get("label", ()), *read.get(case.get("beside", ""), ()))
    printed = [*map(_printed, label), _printed(case)]
    lines, each = candidates(printed)
    asked = ask(case["question"], read["drug"], lines)
    signs = list(SIGNALS[signal](asked, each[-1]))
    assert [sign.of for sign in signs] == case["signs"]
    assert _verdict(signal, signs) == case["expected"]
    assert all(sign.value > 0 for sign in signs)
    told = [sign.why for sign in signs if sign.why]
    assert set(told) <= set(rank(asked, [each[-1]])[0].because)


@pytest.mark.parametrize(
    ("sentence", "heading", "signs"),
    [
        ("The half-life of prilocaine was 2.8 hours.", "12.3 Pharmacokinetics", ["agrees"]),
        ("The half-life of lidocaine was 3.6 hours.", "12.3 Pharmacokinetics", ["part"]),
        ("The half-life was 3.6 hours.", "Lidocaine", ["part"]),
        ("Lidocaine and prilocaine are cleared at once.", "12.3 Pharmacokinetics", []),
        ("The half-life was 3.6 hours.", "12.3 Pharmacokinetics", []),
    ],
)
def test_of_a_combination_one_substance_is_not_the_other(
    sentence: str, heading: str, signs: list[str]
) -> None:
    lines, (only,) = candidates([Printed(sentence, ("pharmacokinetics",), heading)])
    asked = ask("prilocaine half-life", "lidocaine and prilocaine", lines)
    assert [sign.of for sign in SIGNALS["product"](asked, only)] == signs
    of_both = ask("half-life", "lidocaine and prilocaine", lines)
    assert not list(SIGNALS["product"](of_both, only))
