"""One order of what the whole question, each of its clauses and its meaning put first."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from monograph_qa.domain.label import FactKind
from monograph_qa.ranking.ranking import Ranked
from monograph_qa.ranking.signs import weights

_FLAT = 4  # the first line is worth 1/4, the second 1/5, the third 1/6
_OF_A_CLAUSE = 0.8  # what a place in a clause's order is worth, of one in the whole question's
READ = 24  # lines that are read as a whole
_NEARNESS, _WHY_NEAR = ("nearness", ""), "it is near to the question, read as a whole"
_CASE = ("nearness", "case")
_AGAINST, _FOR = "-", "+"
_DOSE_OF_OTHERS, _DELAYS_OF_OTHERS, _LEAFLET = "-dose", "-delay", "-leaflet"
_RANGES_OF_OTHERS, _OF_RANGE, _OF_STEP = "-range", "+range", "+contrast"
_OF_ANYBODY = frozenset({"+dose"})  # that a line adjusts a dose tells not for whom
_A_LITTLE = 1e-6  # of worth: right before
_SEEN = 12  # best lines, in front of which nothing of another case may stand
_WHY_OF_A_CLAUSE = "answers a clause of the question"


def fused(ranked: Sequence[Ranked], clauses: Sequence[Sequence[Ranked]]) -> list[Ranked]:
    """The `ranked` lines in the order of the best place that each has for the whole question or for
    one of its `clauses`: "what diluent, and how long is it stable?" is answered by a line for each
    at the top. Reciprocal ranks are compared (Cormack, Clarke and Büttcher, SIGIR 2009), of which
    the best counts here and not their sum. What the whole question excludes stays where it is."""
    worth = {at: reciprocal(n) for n, at in enumerate(_places(ranked))}
    raised = set[int]()
    for clause in clauses:
        for n, at in enumerate(_places(clause)):
            of_clause = _OF_A_CLAUSE * reciprocal(n)
            if worth.get(at, of_clause) < of_clause:
                worth[at] = of_clause
                raised.add(at)
    return _in_order_of(worth, ranked, raised, _WHY_OF_A_CLAUSE)


def reciprocal(place: int) -> float:
    """What a line is worth by its place in an order, from 0."""
    return 1 / (place + _FLAT)


def best_of(ranked: Sequence[Ranked]) -> list[int]:
    """The places of the best lines, which are worth reading once more as a whole."""
    return [each.candidate.line.at for each in _best(ranked)]


def read_again(
    ranked: Sequence[Ranked],
    nearness: Mapping[int, float],
    *,
    own: Collection[int] = (),
    named: Mapping[int, frozenset[str]] | None = None,
    studied: Collection[int] = (),
    tells_a_case: bool = False,
) -> list[Ranked]:
    """The `ranked` lines, those with a `nearness` to the question, by their places, weighed by how
    much nearer or farther they are than the others, and by whether they are for the case asked
    about, of which such a reading knows little: grade 2 is near to grade 3. What is read as a whole
    orders the best lines, and lifts none above them that was not among them; nor a leaflet above
    what the professional part says, nor anything above what is the patient's `own` dose, nor what
    names less of what the question names (`named` by each line) above what names that and more,
    nor, where no case is told, the dose of failing kidneys above that of everybody. What was
    `studied` is weighed down alone: as near as "the median follow-up" may be, it doses nobody."""
    if not nearness:
        return list(ranked)
    usual = sum(nearness.values()) / len(nearness)
    nearer = {at: near - usual for at, near in nearness.items()}
    nearer.update((at, min(nearer[at], 0.0)) for at in nearer.keys() & set(studied))
    weight, of_case = weights()[_NEARNESS], weights()[_CASE]
    worth = {
        at: reciprocal(n) + weight * nearer[at] + of_case * each.of_case
        for n, each in enumerate(_in_question(ranked))
        if (at := each.candidate.line.at) in nearer
    }
    for lifted, before in _lifted(ranked, worth, own, named or {}, tells_a_case=tells_a_case):
        worth[before] = max(worth[before], worth[lifted] + _A_LITTLE)
    return _in_order_of(worth, ranked, {at for at in nearer if nearer[at] > 0}, _WHY_NEAR)


def _lifted(
    ranked: Sequence[Ranked],
    worth: Mapping[int, float],
    own: Collection[int],
    named: Mapping[int, frozenset[str]],
    *,
    tells_a_case: bool,
) -> list[tuple[int, int]]:
    """The places of the lines that may not be lifted, each with that of a line which stands before
    it in the `ranked` order: of a leaflet above the professional part, of what is not the patient's
    `own` above what is, of what names less above what names more, and of a dose for others above
    that for everybody where no case is told."""
    read = [each for each in _in_question(ranked) if each.candidate.line.at in worth]

    def may_not(other: Ranked, before: Ranked) -> bool:
        if _LEAFLET in other.sides and _LEAFLET not in before.sides:
            return True
        if before.candidate.line.at in own and other.candidate.line.at not in own:
            return True
        theirs, more = (named.get(e.candidate.line.at, frozenset()) for e in (other, before))
        if theirs < more and (theirs or _are_rows_of_one_section(other, before)):
            return True
        is_of_others = not tells_a_case and _DOSE_OF_OTHERS in other.sides
        return is_of_others and _is_for_what(_DOSE_OF_OTHERS, before)

    return [
        (other.candidate.line.at, before.candidate.line.at)
        for n, other in enumerate(read)
        for before in read[:n]
        if may_not(other, before)
    ]


def _are_rows_of_one_section(one: Ranked, other: Ranked) -> bool:
    kinds = {each.fact.kind for each in (one, other)}
    return kinds == {FactKind.TABLE_ROW} and one.candidate.line.head is other.candidate.line.head


def naming_first(
    named: Collection[int], ranked: Sequence[Ranked], most: int = READ
) -> list[Ranked]:
    """The `ranked` lines, of the best ones those first (at `most` so many) that stand at the places
    where what is asked about is `named`: "eyelid oedema" says nothing of peripheral oedema."""
    best = best_of(ranked)
    first = [at for at in best if at in named][:most]
    if not first:
        return list(ranked)
    worth = {at: reciprocal(n) + (at in first) for n, at in enumerate(best)}
    return _in_order_of(worth, ranked, (), "")


def for_the_delay(ranked: Sequence[Ranked]) -> set[int]:
    """The places of the lines that say what to do after a delay as long as the one asked about."""
    return {e.candidate.line.at for e in ranked if _is_for_what(_DELAYS_OF_OTHERS, e)}


def of_the_case_first(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The `ranked` lines, of the best ones the first that is for the case asked about before those
    for another (a longer delay, grade 2, failing kidneys that nobody told of); and so within each
    section: "previously treated" before "previously untreated"."""
    order = _best(ranked)
    for each in tuple(order):
        for against in sorted(side for side in each.sides if side[0] == _AGAINST):
            theirs = [e for e in order[:_SEEN] if _is_for_what(against, e)]
            beside = (e for e in theirs if e.fact.section_id == each.fact.section_id)
            for first in (next(iter(theirs), None), next(beside, None)):
                if first and order.index(each) < order.index(first):
                    order.remove(first)
                    order.insert(order.index(each), first)
    return _reordered(order, ranked)


def specific_first(ranked: Sequence[Ranked], doses: Collection[int]) -> list[Ranked]:
    """The `ranked` lines, of the best `doses`, by their places, the first that is for the patient's
    age, weight or organs in figures, and of these for the step of several that is asked about,
    before those that are for anybody, and for the same case else: where the specific exists the
    general comes after it."""
    of_doses = [each for each in _best(ranked)[:_SEEN] if each.candidate.line.at in doses]
    of_ranges = [each for each in of_doses if _is_for_what(_RANGES_OF_OTHERS, each)]
    if not of_ranges:
        return list(ranked)
    own = next((each for each in of_ranges if _OF_STEP in each.sides), of_ranges[0])
    told = {_OF_RANGE, _OF_STEP} & own.sides
    usual = (e for e in of_doses if not told <= e.sides and e.sides - _OF_ANYBODY <= own.sides)
    return _before(own, next(usual, None), ranked)


def most_met_first(ranked: Sequence[Ranked], met: Mapping[int, int]) -> list[Ranked]:
    """The `ranked` lines, of the best ones the first for which most of several values of the
    patient are `met` before those for which fewer are: "ALT > 3 × ULN and bilirubin > 2 × ULN"."""
    of_values = [each for each in _best(ranked)[:_SEEN] if met.get(each.candidate.line.at)]
    most = max(of_values, key=lambda each: met[each.candidate.line.at], default=None)
    return list(ranked) if most is None else _before(most, of_values[0], ranked)


def _before(own: Ranked, other: Ranked | None, ranked: Sequence[Ranked]) -> list[Ranked]:
    """The `ranked` lines, with a line of the best put before another that stands above it."""
    order = _best(ranked)
    if other is None or order.index(own) <= order.index(other):
        return list(ranked)
    order.remove(own)
    order.insert(order.index(other), own)
    return _reordered(order, ranked)


def _reordered(order: Sequence[Ranked], ranked: Sequence[Ranked]) -> list[Ranked]:
    """The `ranked` lines, the best of them in another `order`."""
    worth = {each.candidate.line.at: -float(n) for n, each in enumerate(order)}
    return _in_order_of(worth, ranked, (), "")


def _is_for_what(against: str, line: Ranked) -> bool:
    """Whether a line is for the case which a sign is `against` (for any, where that names none),
    and against none itself."""
    wanted = against.replace(_AGAINST, _FOR, 1)
    return any(side.startswith(wanted) for side in line.sides) and not any(
        side[0] == _AGAINST for side in line.sides
    )


def _best(ranked: Sequence[Ranked]) -> list[Ranked]:
    return _in_question(ranked)[:READ]


def _in_question(ranked: Sequence[Ranked]) -> list[Ranked]:
    return [each for each in ranked if not each.is_excluded]


def _places(ranked: Sequence[Ranked]) -> list[int]:
    return [each.candidate.line.at for each in _in_question(ranked)]


def _in_order_of(
    worth: Mapping[int, float], ranked: Sequence[Ranked], raised: Collection[int], why: str
) -> list[Ranked]:
    """The lines that have a worth by it, each with the score that stood at its new place, so that
    how far a line falls behind the best means what it meant; the others as they were. Those that
    are `raised` tell `why`."""
    lines = {each.candidate.line.at: each for each in ranked}
    before = [at for at in _places(ranked) if at in worth]
    moved = {
        old: replace(
            lines[new],
            score=lines[old].score,
            because=(*lines[new].because, why) if new in raised else lines[new].because,
        )
        for old, new in zip(before, sorted(before, key=lambda at: -worth[at]), strict=True)
    }
    return [moved.get(each.candidate.line.at, each) for each in ranked]
