"""Which headings open sections where the way they are set has to tell, and how deep they stand.

Numbers printed on a contents page, in highlights, in lists and in cross-references grow too; the
body's own are told apart by what follows them (text, not the next number), by known words, and by
being one long run. Longest increasing subsequence by weight (Fredman 1975, with weights).
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from monograph_qa.domain.frame import Facet
from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import Block
from monograph_qa.frames.amounts import amounts_in
from monograph_qa.frames.measures import spans_in
from monograph_qa.frames.spans import Measure, Span
from monograph_qa.sections.headings import Heading
from monograph_qa.sections.opened import OpenSection, upwards
from monograph_qa.sections.zones import words_below
from monograph_qa.vocabulary.headings import match_heading
from monograph_qa.vocabulary.sections import ancestors

_MOST_GAP = 4  # "5.1" to "5.6" is too far a step for unknown words
_CHILDREN, _POPULATIONS = "pediatric_use", "use_in_specific_populations"


def numbered_run(
    blocks: Sequence[Block], heads: Mapping[int, Heading], layout: LabelFormat
) -> list[Heading]:
    """The numbered headings of one part of a label: the heaviest run whose numbers grow and whose
    parents fit; empty where its numbers are only lists'."""
    numbered = [heading for _, heading in sorted(heads.items()) if heading.number]
    best: list[float] = []
    before: list[int] = []  # -1 where a run begins
    for i, heading in enumerate(numbered):
        own = _weight(heading, words_below(blocks, heads, heading.index), layout)
        best.append(own - _start_cost(heading.number))
        before.append(-1)
        for j in range(i):
            step = _step_cost(numbered[j].number, heading, layout)
            if step is not None and best[j] + own - step > best[i]:
                best[i], before[i] = best[j] + own - step, j
    at = max(range(len(numbered)), key=lambda i: (best[i], i), default=-1)
    run: list[Heading] = []
    while at >= 0:
        run.insert(0, numbered[at])
        at = before[at]
    known = [heading for heading in run if heading.term is not None]
    chapters = sum(len(heading.number) == 1 for heading in known)
    # A few numbered paragraphs are a list; a run with known words is an outline.
    return run if len(known) >= 3 and (chapters >= 2 or len(known) >= 5) else []


def _weight(heading: Heading, words: int, layout: LabelFormat) -> float:
    """How much this looks like a heading of the body, with so many words below it."""
    total = 0.4
    if heading.is_printed_heading:
        total += 1.0
    if heading.term is not None:
        total += 1.0
    if heading.is_lawful(layout):
        total += 2.0
    if words >= 5:
        total += 1.0 + min(words, 60) / 60
    if len(heading.number) == 1:
        # "1. Wash your hands." grows as well: a chapter needs known words or the look of one.
        total += 0.5 if (heading.term is not None or heading.caps) else -1.2
    return total


def _start_cost(first: tuple[int, ...]) -> float:
    return 0.0 if first == (1,) else 0.3 * first[0] + 0.4 * (len(first) - 1)


def _step_cost(previous: tuple[int, ...], heading: Heading, layout: LabelFormat) -> float | None:
    """None where the number does not grow; else what the jump costs."""
    number = heading.number
    if number <= previous:
        return None
    shared = 0
    while shared < min(len(previous), len(number)) and previous[shared] == number[shared]:
        shared += 1
    missing = len(number) - shared - 1
    if shared == len(previous):  # deeper: 5 -> 5.1, missing levels cost
        gap = number[shared] - 1 + 2 * missing
    else:
        gap = number[shared] - previous[shared] - 1 + sum(n - 1 for n in number[shared + 1 :])
        gap += missing
    return 0.35 * gap if gap <= _MOST_GAP or heading.is_lawful(layout) else None


Signature = tuple[object, ...]
Place = tuple[int, Signature, bool]
"""A heading's level; the signature of its level; does a heading without text lead it?"""


def place_by_look(heading: Heading, floor: int, sections: Sequence[OpenSection]) -> Place:
    """Where the heading stands, never above the level `floor`. A heading stands beside the last one
    that is set like it, and capitals are never below small letters; else, or right under a heading
    that has no text of its own and is set in another way, one step below. Children are no part of
    those whose kidneys or liver fail, or of the old, and adults none of children."""
    current = sections[-1]
    others = _other_population(heading, floor, current) or _other_ages(heading, floor, current)
    if others is not None:
        is_like = others.signature == heading.signature
        return others.level, heading.signature, is_like and others.is_headed
    if _leads(current, heading, floor, sections):
        return current.level + 1, heading.signature, True
    beside = _level_with(heading, floor, current, heading.signature)
    beside = beside or _beside_plain(heading, floor, sections)
    if beside is not None and _names_part_of(beside, current, heading):
        beside = None
    if beside is None and heading.caps:
        beside = _level_with(heading, floor, current, (*heading.signature[:-1], False))
    if beside is not None:
        level = _not_far_below(current, beside.level, floor)
        return level, beside.signature or heading.signature, beside.is_headed
    above = next(one for one in upwards(current) if not one.is_run_in)
    level = max(floor, above.level + 1)
    return _not_far_below(current, level, floor), heading.signature, False


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
    is_of_children = heading.term is not None and heading.term.key == _CHILDREN
    for above in upwards(current) if is_of_children else ():
        term = match_heading(above.heading) if above.level >= floor else None
        if term and term.key != _CHILDREN and _POPULATIONS in ancestors(term.key):
            return above
    return None


def _other_ages(heading: Heading, floor: int, current: OpenSection) -> OpenSection | None:
    """The outermost open section, not above `floor`, of an age range that does not meet that of the
    heading: "bronchitis in adults" is no part of "children of 2 months or older", nor
    "Pediatrics" of "Adults"."""
    own = _ages(heading.text)
    found = None
    for above in upwards(current) if own else ():
        if above.level < floor:
            break
        ages = _ages(above.heading)
        if ages and not all(any(age.meets(other) for other in ages) for age in own):
            found = above
    return found


def _ages(text: str) -> list[Span]:
    return [span for span in spans_in(text) if span.measure is Measure.AGE]


def _level_with(
    heading: Heading, floor: int, current: OpenSection, signature: Signature
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
    """Is it "Children:" below "Motion sickness", both below "Recommended dose"? A heading with a
    colon does not leave the section it stands in for one without, that has no text of its own but
    only such parts."""
    leaves = current is not beside and not current.is_run_in
    return leaves and not beside.blocks and bool(_end(heading.text)) and not _end(beside.heading)


def _leads(
    current: OpenSection, heading: Heading, floor: int, sections: Sequence[OpenSection]
) -> bool:
    """Is the last heading without text of its own, so that it can but lead this one? Entries of a
    list may be set like headings: several without text, one under the other, lead nothing, and
    neither does one under a heading that is set like this one and has no text either, or one that
    is set as parts of other sections on this heading's level are."""
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
    """Do both end alike? Only asked where the same face is used one level higher too. It may be
    below a heading without text, and "If you forget:" is no neighbour of "What is it?"."""
    if _end(above.heading) == _end(heading.text):
        return True
    higher = (one for one in upwards(above.parent) if one.level >= floor)
    return not above.is_headed and not any(
        one.signature == above.signature and _end(one.heading) == _end(heading.text)
        for one in higher
    )


def _end(words: str) -> str:
    last = words.rstrip()[-1:]
    return last if last in (":", "?") else ""


def _not_far_below(current: OpenSection, level: int, floor: int) -> int:
    if level > floor and not current.blocks:
        return min(level, current.level + 1)
    return level


def nest_below_strengths(sections: Sequence[OpenSection]) -> None:
    """Moves headings that stand again among their neighbours, and all their parts, below the
    strength of a form that the last neighbour before them names: of "Tablets 1 mg", "Excipients",
    "Tablets 5 mg", "Excipients", all set alike, the strengths lead."""
    families: dict[int, list[OpenSection]] = {}
    for section in sections:
        if section.parent is not None:
            families.setdefault(id(section.parent), []).append(section)
    for family in (each for each in families.values() if sum(map(_names_strength, each)) > 1):
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
