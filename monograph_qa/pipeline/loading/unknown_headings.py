"""Headings of the loaded labels that the vocabulary does not know, for its keeper."""

from collections import Counter, defaultdict
from enum import StrEnum

from monograph_qa.frozen import frozen
from monograph_qa.store.place import Place, open_reader
from monograph_qa.vocabulary.folding import split_number
from monograph_qa.vocabulary.sections import UNCLASSIFIED


class HeadingPlace(StrEnum):
    """Where an unknown heading stands. A chapter is likely a gap in the vocabulary; an unnumbered
    one below a known section may be; a numbered one ("5.3 Hepatotoxicity") is mostly the drug's
    own."""

    CHAPTER = "chapter"
    SUBSECTION = "subsection"
    NUMBERED = "numbered"


@frozen
class UnknownHeading:
    """A heading as most labels print it, without its number.

    `under` is the key of the nearest known section above it (None: there is none), `level` the
    least depth at which it stands; `labels` and `times` count the labels and the places with it.
    """

    heading: str
    place: HeadingPlace
    under: str | None
    level: int
    labels: int
    times: int


def unknown_headings(place: Place) -> list[UnknownHeading]:
    """Every unknown heading of the current labels, those of most labels first.

    Headings that differ in capitals or number alone are one. Raises LibraryError.
    """
    reader = open_reader(place)
    try:
        above = {each[0]: (each[1], each[2]) for each in reader.rows("store/section_keys")}
        rows = reader.rows("store/unknown_headings")
    finally:
        reader.close()
    printed: defaultdict[tuple[str, HeadingPlace, str | None], Counter[str]] = defaultdict(Counter)
    labels: defaultdict[tuple[str, HeadingPlace, str | None], set[str]] = defaultdict(set)
    levels: dict[tuple[str, HeadingPlace, str | None], int] = {}
    for heading, number, level, label_id, parent_id in rows:
        words = " ".join(split_number(heading)[1].split())
        under = _known_above(parent_id, above)
        key = (words.casefold(), _place(number, under), under)
        printed[key][words] += 1
        labels[key].add(label_id)
        levels[key] = min(level, levels.get(key, level))
    found = [
        UnknownHeading(
            heading=spellings.most_common(1)[0][0],
            place=key[1],
            under=key[2],
            level=levels[key],
            labels=len(labels[key]),
            times=spellings.total(),
        )
        for key, spellings in printed.items()
    ]
    return sorted(found, key=lambda each: (-each.labels, -each.times, each.heading.casefold()))


def _place(number: str | None, under: str | None) -> HeadingPlace:
    if under is None:
        return HeadingPlace.CHAPTER
    return HeadingPlace.NUMBERED if number else HeadingPlace.SUBSECTION


def _known_above(at: str | None, above: dict[str, tuple[str | None, str]]) -> str | None:
    while at is not None:
        at, key = above[at]
        if key != UNCLASSIFIED:
            return str(key)
    return None
