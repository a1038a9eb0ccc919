"""Which identifiers of people are found in questions as pharmacists type them, and what is lost.

    python -m bench.people [--part seen|earlier|last|latest|fifth|sixth|seventh|eighth] [--show]

The questions are tests/audit/cases/people.yaml, each identifier in braces, and harmless.yaml, which
names nobody. Rules were worked out on what is `seen`; the other parts measured them, and their
failures were mended after (docs/decisions/0006 has what was found at first sight). An identifier is
found when no word or number of it is left to read; what stands beside is spared when every word of
it is. A harmless question is kept when it is left as it is, down to the last character.
"""

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from monograph_qa.audit.redaction import redact

CASES = Path(__file__).resolve().parent.parent / "tests" / "audit" / "cases"
PARTS = ("seen", "earlier", "last", "latest", "fifth", "sixth", "seventh", "eighth")
_IDENTIFIER = re.compile(r"\{([^{}]+)\}")
_WORD = re.compile(r"[^\W_]{2,}|\d")


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one part: how many there were, and each that was missed or lost, as shown."""

    identifiers: int
    missed: Sequence[str]
    questions: int
    harmed: Sequence[str]
    harmless: int
    lost: Sequence[str]

    @property
    def found(self) -> float:
        return 1 - len(self.missed) / self.identifiers

    @property
    def spared(self) -> float:
        return 1 - len(self.harmed) / self.questions

    @property
    def kept(self) -> float:
        return 1 - len(self.lost) / self.harmless


def measured(part: str) -> Result:
    """The questions of one part, read as the engine reads them."""
    missed: list[str] = []
    harmed: list[str] = []
    identifiers = 0
    for marked in _cases("people")[part]:
        shown = redact(_IDENTIFIER.sub(r"\1", marked)).question
        left = set(_WORD.findall(re.sub(r"\[[a-z0-9 -]+\]", " ", shown).lower()))
        beside = set(_WORD.findall(_IDENTIFIER.sub(" ", marked).lower()))
        if not beside <= left:
            harmed.append(f"{' '.join(beside - left)}  of  {marked}")
        for identifier in _IDENTIFIER.findall(marked):
            identifiers += 1
            if (set(_WORD.findall(identifier.lower())) - beside) & left:
                missed.append(f"{identifier}  in  {shown}")
    harmless = _cases("harmless")[part]
    shown_all = [(question, redact(question).question) for question in harmless]
    lost = [f"{question}  ->  {shown}" for question, shown in shown_all if shown != question]
    questions = len(_cases("people")[part])
    return Result(identifiers, missed, questions, harmed, len(harmless), lost)


@cache
def _cases(name: str) -> dict[str, list[str]]:
    read: dict[str, list[str]] = yaml.safe_load((CASES / f"{name}.yaml").read_text("utf-8"))
    return read


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", choices=PARTS, help="only this part")
    parser.add_argument("--show", action="store_true", help="what was missed and lost")
    chosen = parser.parse_args()
    for part in (chosen.part,) if chosen.part else PARTS:
        result = measured(part)
        print(
            f"{part:7} found {result.identifiers - len(result.missed)} of {result.identifiers}"
            f" ({100 * result.found:.1f}%), what is beside spared in {100 * result.spared:.1f}% of"
            f" {result.questions}, kept {result.harmless - len(result.lost)} of"
            f" {result.harmless} ({100 * result.kept:.1f}%)"
        )
        for each in (*result.missed, *result.harmed, *result.lost) if chosen.show else ():
            print(f"    {each}")


if __name__ == "__main__":
    main()
