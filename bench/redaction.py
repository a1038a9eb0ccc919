"""How many identifiers of people a question loses, and how much else it loses by mistake.

    python -m bench.redaction [--each N] [--seed N] [--show N]

People and questions are made up by a seed from redaction.yaml, typed as they stand there, all in
small letters, and all in capitals. An identifier is found when no word or number of it is left to
read; it is left in part when some is. What must stay is
clinical or a product's: a question with it may not change at all. Exit code 1 when one does.
"""

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import yaml

from monograph_qa.audit.redaction import redact

_TABLES: dict[str, Any] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)
_LETTERS = "ABCEGHJKLNPRTWXY"
_SLOT = re.compile(r"\{(given|GIVEN|family|drug)\}")
_WORD = re.compile(r"[^\W_]+")
_LEAST = 3  # letters or digits of a word that tells somebody apart
_FIRST, _DAYS = date(1930, 1, 1), 30_000
_TYPED: Mapping[str, Callable[[str], str]] = {
    "as it stands": str,
    "small letters": str.lower,
    "capitals": str.upper,
}


@dataclass(slots=True)
class Tally:
    """Of one kind: how many were asked, how many went whole or in part, and some that did not."""

    asked: int = 0
    whole: int = 0
    part: int = 0
    left: list[str] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--each", type=int, default=200, help="questions of one kind and typing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="of what was missed or lost, of a kind")
    chosen = parser.parse_args()
    print(f"{'identifiers':34} {'asked':>6} {'found':>7} {'in part':>8} {'left':>6}")
    for typed, spell in _TYPED.items():
        chance = random.Random(chosen.seed)
        tallies = recall(chosen.each, chance, spell)
        print(f"-- {typed}")
        for kind, tally in tallies.items():
            _print(kind, tally, chosen.show)
        _print("all", _sum(list(tallies.values())), 0)
    print(f"\n{'what must stay':34} {'asked':>6} {'stayed':>7} {'changed':>8}")
    lost = 0
    for kind, tally in losses(chosen.each, random.Random(chosen.seed)).items():
        lost += tally.asked - tally.whole
        print(f"{kind:34} {tally.asked:6} {_share(tally.whole, tally.asked)}"
              f" {tally.asked - tally.whole:8}")  # fmt: skip
        for each in tally.left[: chosen.show]:
            print(f"    {each}")
    sys.exit(1 if lost else 0)


def recall(each: int, chance: random.Random, spell: Callable[[str], str]) -> dict[str, Tally]:
    """For each kind of identifier, what became of so many."""
    tallies: dict[str, Tally] = {}
    for kind, shapes in _TABLES["kinds"].items():
        tally = tallies[kind] = Tally()
        for at in range(each):
            said, secret = _filled(shapes[at % len(shapes)], chance)
            question = spell(chance.choice(_TABLES["questions"]).replace("<id>", said))
            shown = redact(question).question
            words = set(map(spell, secret))
            kept = words & set(_WORD.findall(re.sub(r"\[[a-z0-9 -]+\]", " ", shown)))
            tally.asked += 1
            tally.whole += not kept
            tally.part += bool(kept) and shown != question and kept != words
            if kept:
                tally.left.append(f"{question}  ->  {shown}")
    return tallies


def losses(each: int, chance: random.Random) -> dict[str, Tally]:
    """For each kind of what must stay, how many questions did."""
    tallies: dict[str, Tally] = {}
    for kind, shapes in _TABLES["stay"].items():
        tally = tallies[kind] = Tally()
        for at in range(each):
            said, _ = _filled(shapes[at % len(shapes)], chance)
            question = chance.choice(_TABLES["questions"]).replace("<id>", said)
            shown = redact(question).question
            tally.asked += 1
            tally.whole += shown == question
            if shown != question:
                tally.left.append(f"{question}  ->  {shown}")
    return tallies


def _filled(shape: str, chance: random.Random) -> tuple[str, list[str]]:
    """A shape filled in, and its words and numbers that must not be read again.

    Those are what was filled in: a word of the shape itself ("Street", "MRN") names nobody.
    """
    when = _FIRST + timedelta(days=chance.randrange(_DAYS))
    names = {name: chance.choice(_TABLES[name]) for name in ("given", "family", "drug")}
    said = when.strftime(shape) if "%" in shape and "#" not in shape else shape
    said = _SLOT.sub(lambda m: _named(m[1], names), said)
    said = "".join(_drawn(character, chance) for character in said)
    fixed = set(_WORD.findall(_SLOT.sub(" ", shape)))
    secret = [w for w in _WORD.findall(said) if len(w) >= _LEAST and w not in fixed]
    return said, secret or [w for w in _WORD.findall(said) if w not in fixed]


def _named(slot: str, names: Mapping[str, str]) -> str:
    return names["given"].upper() if slot == "GIVEN" else names[slot]


def _drawn(character: str, chance: random.Random) -> str:
    if character == "#":
        return str(chance.randrange(10))
    if character == "~":
        return "#"
    return chance.choice(_LETTERS) if character == "^" else character


def _sum(tallies: Sequence[Tally]) -> Tally:
    return Tally(*(sum(getattr(t, name) for t in tallies) for name in ("asked", "whole", "part")))


def _print(kind: str, tally: Tally, show: int) -> None:
    missed = tally.asked - tally.whole - tally.part
    print(f"{kind:34} {tally.asked:6} {_share(tally.whole, tally.asked)} {tally.part:8} {missed:6}")
    for each in _some(tally.left, show):
        print(f"    {each}")


def _some(said: Sequence[str], most: int) -> Iterator[str]:
    yield from said[:: max(1, len(said) // most)][:most] if most else ()


def _share(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):6.1f}%"


if __name__ == "__main__":
    main()
