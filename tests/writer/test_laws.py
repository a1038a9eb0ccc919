"""What holds of a draft whatever numbers its writer gives."""

from collections.abc import Sequence
from dataclasses import replace

from building import evidence_of
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.answer.composing import Arrangement, Material, NotWritten, compose
from monograph_qa.domain.answer import Draft
from monograph_qa.domain.evidence import Route, RouteResult, Tier
from writer.monographs import axid

LABEL = axid()
COUNT = len(LABEL.facts)
IDS = {at: fact.fact_id for at, fact in enumerate(LABEL.facts, 1)}
SECTIONS = {fact.fact_id: fact.section_id for fact in LABEL.facts}
ANSWERS = (Tier.ANSWER,) * COUNT


def brought(tiers: Sequence[Tier]) -> RouteResult:
    """The label's sentences in its own order, each of its tier."""
    result = evidence_of(LABEL, Route.SECTION_MATCH, LABEL.facts)
    told = zip(result.evidence, tiers, strict=True)
    evidence = (replace(each, tier=tier, score=float(-at)) for at, (each, tier) in enumerate(told))
    return replace(result, evidence=tuple(evidence))


class Given:
    """A writer that says what it was made to say."""

    name = "given"

    def __init__(self, arrangement: Arrangement) -> None:
        self._arrangement = arrangement

    def write(self, material: Material) -> Arrangement:
        return self._arrangement


def drafted(
    arrangement: Arrangement, tiers: Sequence[Tier] = ANSWERS, *, full: bool = False
) -> Draft:
    results = [brought(tiers)]
    return compose("?", [LABEL.label], results, writer=Given(arrangement), full=full)


def told(draft: Draft, *tiers: Tier) -> list[str]:
    """The fact_ids of the draft's lines in these tiers, or of all."""
    lines = [quote for group in draft.groups for quote in group.quotes]
    return [quote.fact_id for quote in lines if quote.tier in (tiers or Tier)]


def ids_of(tiers: Sequence[Tier], *wanted: Tier) -> list[str]:
    return [IDS[at] for at, tier in enumerate(tiers, 1) if tier in wanted]


offered = st.lists(st.lists(st.integers(1, COUNT)).map(tuple), max_size=8).map(tuple)
alone = st.lists(st.integers(1, COUNT).map(lambda n: (n,)), min_size=1, max_size=8).map(tuple)
strange = st.integers().filter(lambda n: not 1 <= n <= COUNT)
all_tiers = st.lists(st.sampled_from(Tier), min_size=COUNT, max_size=COUNT)


@given(offered.filter(any), all_tiers)
def test_each_sentence_is_said_once_in_some_tier(
    arrangement: Arrangement, tiers: list[Tier]
) -> None:
    draft = drafted(arrangement, tiers, full=True)
    assert sorted(told(draft)) == sorted(IDS.values())
    assert [q.rank for group in draft.groups for q in group.quotes] == list(range(1, COUNT + 1))


@given(offered.filter(any), all_tiers)
def test_a_group_is_of_one_section_and_one_tier(
    arrangement: Arrangement, tiers: list[Tier]
) -> None:
    for group in drafted(arrangement, tiers, full=True).groups:
        assert len({quote.tier for quote in group.quotes}) == 1
        assert len({SECTIONS[quote.fact_id] for quote in group.quotes}) == 1


@given(offered.filter(any), all_tiers)
def test_no_writer_folds_a_limit_or_makes_an_answer(
    arrangement: Arrangement, tiers: list[Tier]
) -> None:
    draft = drafted(arrangement, tiers, full=True)
    assert sorted(told(draft, Tier.LIMIT)) == sorted(ids_of(tiers, Tier.LIMIT))
    named = {IDS[n] for group in arrangement for n in group}
    answers = ids_of(tiers, Tier.ANSWER)
    # Where it names none of them, the best is told all the same: an answer is never empty.
    assert set(told(draft, Tier.ANSWER)) == (named & set(answers) or set(answers[:1]))


@given(alone)
def test_what_it_names_comes_first_and_in_its_order(arrangement: Arrangement) -> None:
    named = list(dict.fromkeys(n for group in arrangement for n in group))
    draft = drafted(arrangement)
    assert told(draft, Tier.ANSWER) == [IDS[n] for n in named]
    assert told(draft)[: len(named)] == [IDS[n] for n in named]


@given(st.permutations(range(1, COUNT + 1)))
def test_within_a_section_of_a_group_its_order_is_kept(numbers: list[int]) -> None:
    draft = drafted((tuple(numbers),))
    for group in draft.groups:
        section = SECTIONS[group.quotes[0].fact_id]
        own = [IDS[n] for n in numbers if SECTIONS[IDS[n]] == section]
        assert [quote.fact_id for quote in group.quotes] == own


@given(offered.filter(any), all_tiers)
def test_what_is_folded_stands_last_and_best_first(
    arrangement: Arrangement, tiers: list[Tier]
) -> None:
    draft = drafted(arrangement, tiers, full=True)
    folded = told(draft, Tier.MORE)
    assert told(draft)[COUNT - len(folded) :] == folded
    by_section: dict[str, list[str]] = {}
    for fact_id in (each for each in IDS.values() if each in folded):
        by_section.setdefault(SECTIONS[fact_id], []).append(fact_id)
    assert folded == [fact_id for own in by_section.values() for fact_id in own]


@given(all_tiers.filter(lambda tiers: Tier.ANSWER in tiers))
def test_limits_before_every_answer_stand_first_and_others_after_them(tiers: list[Tier]) -> None:
    shown = [at for at, tier in enumerate(tiers, 1) if tier is not Tier.MORE]
    draft = drafted((tuple(shown),), tiers)
    first = tiers.index(Tier.ANSWER)
    before = ids_of(tiers[:first], Tier.LIMIT)
    answers = ids_of(tiers, Tier.ANSWER)
    assert told(draft)[: len(before) + len(answers)] == before + answers


@given(all_tiers, st.integers(1, COUNT))
def test_what_is_more_is_not_offered(tiers: list[Tier], n: int) -> None:
    tiers[n - 1] = Tier.MORE
    tiers[n % COUNT] = Tier.ANSWER
    try:
        drafted(((n,),), tiers)
    except NotWritten as failure:
        assert [each.check for each in failure.findings] == ["not_retrieved"]
    else:
        raise AssertionError("it was drafted")


@given(offered.filter(any))
def test_what_is_required_does_not_hang_on_the_writer(arrangement: Arrangement) -> None:
    everything = (tuple(range(1, COUNT + 1)),)
    assert drafted(arrangement).required == drafted(everything).required


@given(offered, strange, st.integers(0, 8))
def test_a_number_that_was_not_offered_makes_no_draft(
    arrangement: Arrangement, n: int, at: int
) -> None:
    try:
        drafted((*arrangement[:at], (n,), *arrangement[at:]))
    except NotWritten as failure:
        assert [each.check for each in failure.findings] == ["not_retrieved"]
    else:
        raise AssertionError("it was drafted")


@given(st.lists(st.just(())).map(tuple))
def test_no_number_at_all_makes_no_draft(arrangement: Arrangement) -> None:
    try:
        drafted(arrangement)
    except NotWritten as failure:
        assert [each.check for each in failure.findings] == ["empty"]
    else:
        raise AssertionError("it was drafted")
