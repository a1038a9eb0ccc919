"""Questions to a synthetic library, by the route that should answer them."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from bench.scale_library import Planned, planned
from bench.scale_names import NameMaker

EXACT = ("section_match", "fact_span", "image_lookup")
_ASKED = {
    "section_match": (
        "Contraindications of {}",
        "What are the warnings and precautions of {}?",
        "{} in pregnancy",
        "What should be done in overdosage of {}?",
        "Drug interactions of {}",
    ),
    "fact_span": (
        "What is the half-life of {}?",
        "What is the protein binding of {}?",
        "What is the maximum dose of {}?",
        "What is the bioavailability of {}?",
        "What is the molecular weight of {}?",
    ),
    "image_lookup": ("Show me the structure of {}",),
    "text_search": (
        "{} desiccant in the bottle",
        "{} mediators released",
        "{} rats crossed the placenta",
        "{} debossed",
        "{} randomized trial week points placebo",
    ),
    "unknown drug": ("What is the half-life of {}?",),
    "misspelt": ("What is the half-life of {}?",),
    "several labels": ("Contraindications of {}",),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the route, or the sort of refusal, that it was made for."""

    words: str
    sort: str


def questions(labels: int, seed: int, of_each: int) -> list[Question]:
    """Seeded questions of every sort to the library of so many labels, mixed. Each asks about a
    label drawn from all of them by its brand; refusals about names that no label or many bear."""
    plans = list(islice(planned(seed), labels))
    chance = random.Random(f"questions {seed} {labels}")
    names = _names(plans, chance, seed)
    asked = [
        Question(chance.choice(said).format(chance.choice(names[sort])), sort)
        for sort, said in _ASKED.items()
        for _ in range(of_each)
    ]
    chance.shuffle(asked)
    return asked


def _names(plans: Sequence[Planned], chance: random.Random, seed: int) -> dict[str, Sequence[str]]:
    brands = [plan.brand for plan in plans if plan.brand]
    shared = [name for name, n in Counter(p.ingredient for p in plans).items() if n > 1]
    strangers = NameMaker(seed + 1).brands()  # another seed: as good as never one of these
    names: dict[str, Sequence[str]] = dict.fromkeys(_ASKED, brands)
    names["unknown drug"] = [name.capitalize() for name in islice(strangers, 200)]
    names["misspelt"] = [_slipped(chance.choice(brands), chance) for _ in range(200)]
    names["several labels"] = shared
    return names


def _slipped(name: str, chance: random.Random) -> str:
    """The name with two neighbouring letters exchanged, not the first."""
    at = chance.randrange(1, len(name) - 2)
    return (name[:at] + name[at + 1] + name[at] + name[at + 2 :]).capitalize()
