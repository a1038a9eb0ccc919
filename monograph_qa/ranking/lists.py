"""A list that is asked for whole, as it is read."""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from monograph_qa.domain.label import BLOCK_SEPARATOR
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.signals.specials import beside_the_point

MOST_OF_A_LIST = 20


def listed_lines(once: Iterable[Ranked], listed: Collection[str], most: int) -> list[Ranked]:
    """The list that is asked for, as it is read; of one of more than `most` lines its outline."""
    found = [each for each in once if each.fact.fact_id in listed]
    found = _as_read(found)
    if len(found) > most:
        found = [each for each in found if not each.fact.context] or found
    return found if len(found) <= most else _outline(found, most)


def names_of_blocks(ranked: Iterable[Ranked]) -> frozenset[str]:
    """What blocks of rows are called: the row that has no more than that is their heading."""
    contexts = {each.fact.context for each in ranked if each.fact.context}
    return frozenset(
        each.rpartition(BLOCK_SEPARATOR)[2] for each in contexts if BLOCK_SEPARATOR in each
    )


def _outline(found: Sequence[Ranked], most: int) -> list[Ranked]:
    """The first lines of every section, as many of each as there is room for."""
    sections: dict[str, list[Ranked]] = {}
    for each in found:
        sections.setdefault(each.fact.section_id, []).append(each)
    turns = (own[at] for at in range(len(found)) for own in sections.values() if at < len(own))
    chosen = list(islice(turns, most))
    return _as_read(chosen)


def _as_read(found: Iterable[Ranked]) -> list[Ranked]:
    """In the label's order, but what tells of animals and registries last."""
    in_order = sorted(found, key=lambda each: each.candidate.line.at)
    aside = beside_the_point([each.candidate.line for each in in_order])
    return sorted(in_order, key=lambda each: each.candidate.line.at in aside)
