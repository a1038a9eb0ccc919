"""How deep a heading stands that neither number nor vocabulary places: by the way it is set."""

from collections.abc import Iterable, Sequence

from monograph_qa.frames.measures import spans_in
from monograph_qa.frames.spans import Measure, Span
from monograph_qa.frozen import frozen
from monograph_qa.sections.headings import Heading
from monograph_qa.sections.opened import OpenSection
from monograph_qa.vocabulary.headings import match_heading
from monograph_qa.vocabulary.sections import ancestors

_ENDS = (":", "?")
_CHILDREN, _POPULATIONS = "pediatric_use", "use_in_specific_populations"


@frozen
class Place:
    """A heading's level; the signature of its level; does a heading without text lead it?"""

    level: int
    signature: tuple[object, ...]
    is_headed: bool = False


def upwards(section: OpenSection | None) -> list[OpenSection]:
    """The section and those above it, innermost first."""
    line: list[OpenSection] = []
    while section is not None:
        line.append(section)
        section = section.parent
    return line


def place_by_look(heading: Heading, floor: int, sections: Sequence[OpenSection]) -> Place:
    """Where the heading stands, never above the level `floor`.

    A heading stands beside the last one that is set like it, and capitals are never below small
    letters; else, or right under a heading that has no text of its own and is set in another way,
    one step below. Children are no part of those whose kidneys or liver fail, or of the old, and
    adults none of children.
    """
    current = sections[-1]
    others = _other_population(heading, floor, current) or _other_ages(heading, floor, current)
    if others is not None:
        is_like = others.signature == heading.signature
        return Place(others.level, heading.signature, is_like and others.is_headed)
    if _leads(current, heading, floor, sections):
        return Place(current.level + 1, heading.signature, is_headed=True)
    beside = _level_with(heading, floor, current, heading.signature)
    beside = beside or _beside_plain(heading, floor, sections)
    if beside is not None and _names_part_of(beside, current, heading):
        beside = None
    if beside is None and heading.caps:
        beside = _level_with(heading, floor, current, (*heading.signature[:-1], False))
    if beside is not None:
        level = _not_far_below(current, beside.level, floor)
        return Place(level, beside.signature or heading.signature, beside.is_headed)
    above = next(one for one in upwards(current) if not one.is_run_in)
    level = max(floor, above.level + 1)
    return Place(_not_far_below(current, level, floor), heading.signature)


def _beside_plain(
    heading: Heading, floor: int, sections: Sequence[OpenSection]
) -> OpenSection | None:
    """The last section that is set like a heading which ends what a plain paragraph opened: "Method
    of administration", underlined as "Special populations" is, is no part of "Children" between."""
    plain = next((above for above in upwards(sections[-1]) if above.is_plain), None)
    if plain is None or not plain.signature or heading.signature == plain.signature:
        return None
    last = next((one for one in reversed(sections) if one.signature == heading.signature), None)
    return last if last is not None and floor <= last.level <= plain.level else None


def _other_population(heading: Heading, floor: int, current: OpenSection) -> OpenSection | None:
    """The open section of another population, not above `floor`, beside a heading of children."""
    if heading.term is None or heading.term.key != _CHILDREN:
        return None
    open_now = (above for above in upwards(current) if above.level >= floor)
    terms = ((above, match_heading(above.heading)) for above in open_now)
    others = (
        above
        for above, term in terms
        if term and term.key != _CHILDREN and _POPULATIONS in ancestors(term.key)
    )
    return next(others, None)


def _other_ages(heading: Heading, floor: int, current: OpenSection) -> OpenSection | None:
    """The outermost open section, not above `floor`, of an age range that does not meet that of the
    heading: "bronchitis in adults" is no part of "children of 2 months or older", nor
    "Pediatrics" of "Adults"."""
    own = _ages(spans_in(heading.text))
    found = None
    for above in upwards(current) if own else ():
        if above.level < floor:
            break
        ages = _ages(spans_in(above.heading))
        if ages and not all(any(age.meets(other) for other in ages) for age in own):
            found = above
    return found


def _ages(spans: Iterable[Span]) -> list[Span]:
    return [span for span in spans if span.measure is Measure.AGE]


def _level_with(
    heading: Heading,
    floor: int,
    current: OpenSection,
    signature: tuple[object, ...],
) -> OpenSection | None:
    """The nearest open section, not above `floor`, that is set like `signature` says."""
    for above in upwards(current):
        if above.level < floor:
            return None
        if above.is_run_in or above.signature != signature:
            continue
        if _is_alike(above, heading, floor):
            return above
    return None


def _names_part_of(beside: OpenSection, current: OpenSection, heading: Heading) -> bool:
    """Is it "Children:" below "Motion sickness", both below "Recommended dose"?

    A heading with a colon does not leave the section it stands in for one without, that has no text
    of its own but only such parts.
    """
    leaves = current is not beside and not current.is_run_in
    return leaves and not beside.blocks and bool(_end(heading.text)) and not _end(beside.heading)


def _leads(
    current: OpenSection, heading: Heading, floor: int, sections: Sequence[OpenSection]
) -> bool:
    """Is the last heading without text of its own, so that it can but lead this one?

    Entries of a list may be set like headings: several without text, one under the other, lead
    nothing, and neither does one under a heading that is set like this one and has no text either,
    or one that is set as parts of other sections on this heading's level are.
    """
    if current.blocks or current.is_run_in:
        return False
    if current.level < floor or current.signature == heading.signature:
        return False
    if any(not last.blocks and last.signature == current.signature for last in sections[-2:-1]):
        return False
    alike = next((one for one in upwards(current) if one.signature == heading.signature), None)
    if alike is None:
        return True
    return bool(alike.blocks) and not any(
        one.signature == current.signature
        and one.parent is not None
        and one.parent is not alike
        and one.parent.signature == alike.signature
        for one in sections
    )


def _is_alike(above: OpenSection, heading: Heading, floor: int) -> bool:
    """Do both end alike? Only asked where the same face is used one level higher too.

    It may be below a heading without text, and "If you forget:" is no neighbour of "What is it?".
    """
    if _end(above.heading) == _end(heading.text):
        return True
    higher = (one for one in upwards(above.parent) if one.level >= floor)
    return not above.is_headed and not any(
        one.signature == above.signature and _end(one.heading) == _end(heading.text)
        for one in higher
    )


def _end(words: str) -> str:
    last = words.rstrip()[-1:]
    return last if last in _ENDS else ""


def _not_far_below(current: OpenSection, level: int, floor: int) -> int:
    if level > floor and not current.blocks:
        return min(level, current.level + 1)
    return level
