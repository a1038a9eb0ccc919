"""Parts that stand again for each strength: of "Tablets 1 mg", "Excipients", "Tablets 5 mg",
"Excipients", all set alike, the strengths lead."""

from collections import Counter
from collections.abc import Sequence

from monograph_qa.domain.frame import Facet
from monograph_qa.frames.amounts import amounts_in
from monograph_qa.sections.levels import upwards
from monograph_qa.sections.opened import OpenSection


def nest_below_strengths(sections: Sequence[OpenSection]) -> None:
    """Moves headings that stand again among their neighbours, and all their parts, below the
    strength of a form that the last neighbour before them names."""
    families: dict[int, list[OpenSection]] = {}
    for section in sections:
        if section.parent is not None:
            families.setdefault(id(section.parent), []).append(section)
    for family in families.values():
        if sum(map(_names_strength, family)) > 1:
            _nest(family, sections)


def _nest(family: Sequence[OpenSection], sections: Sequence[OpenSection]) -> None:
    said = Counter(map(_words, family))
    strength: OpenSection | None = None
    for part in family:
        if _names_strength(part):
            strength = part
        elif said[_words(part)] == 1:
            strength = None
        elif strength is not None:
            deeper = strength.level + 1 - part.level
            for section in sections:
                if part in upwards(section):
                    section.level += deeper
            part.parent = strength


def _words(section: OpenSection) -> str:
    return " ".join(section.heading.casefold().split())


def _names_strength(section: OpenSection) -> bool:
    return not section.number and any(
        value.facet is Facet.PRODUCT for value in amounts_in(section.heading)
    )
