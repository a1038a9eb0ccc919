"""What holds of a draft whatever numbers its writer gives."""

from building import evidence_of
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.answer import compose
from monograph_qa.answer.writing import Arrangement, Material, NotWritten
from monograph_qa.domain.answer import Draft
from monograph_qa.domain.evidence import Route
from writer.monographs import axid

LABEL = axid()
COUNT = len(LABEL.facts)
RESULT = evidence_of(LABEL, Route.SECTION_MATCH, LABEL.facts)


class Given:
    """A writer that says what it was made to say."""

    name = "given"

    def __init__(self, arrangement: Arrangement) -> None:
        self._arrangement = arrangement

    def write(self, material: Material) -> Arrangement:
        return self._arrangement


def drafted(arrangement: Arrangement, *, full: bool = False) -> Draft:
    return compose("?", [LABEL.label], [RESULT], writer=Given(arrangement), full=full)


def numbers(draft: Draft) -> list[str]:
    return [quote.fact_id for group in draft.groups for quote in group.quotes]


offered = st.lists(st.lists(st.integers(1, COUNT)).map(tuple), max_size=8).map(tuple)
strange = st.integers().filter(lambda n: not 1 <= n <= COUNT)


@given(offered.filter(any))
def test_each_sentence_is_said_once_or_counted(arrangement: Arrangement) -> None:
    draft = drafted(arrangement)
    said = numbers(draft)
    assert len(set(said)) == len(said)
    assert len(said) + sum(group.more for group in draft.groups) == COUNT
    assert all(group.quotes for group in draft.groups)
    assert {group.heading for group in draft.groups} == {s.heading for s in LABEL.sections}


@given(offered.filter(any))
def test_asked_in_full_every_sentence_is_said(arrangement: Arrangement) -> None:
    draft = drafted(arrangement, full=True)
    assert sorted(numbers(draft)) == sorted(fact.fact_id for fact in LABEL.facts)
    assert not any(group.more for group in draft.groups)


@given(offered.filter(any))
def test_what_it_names_comes_first_and_in_its_order(arrangement: Arrangement) -> None:
    named = list(dict.fromkeys(n for group in arrangement for n in group))
    ids = {at: fact.fact_id for at, fact in enumerate(LABEL.facts, 1)}
    assert numbers(drafted(arrangement))[: len(named)] == [ids[n] for n in named]


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
