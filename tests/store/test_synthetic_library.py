"""The synthetic labels of `make bench-scale` are sound, seeded, and told apart by their names."""

from itertools import combinations, islice

from rapidfuzz.distance import OSA

from bench.scale_library import monograph, planned
from bench.scale_names import NameMaker
from bench.scale_questions import questions


def test_every_quote_is_its_section_s_text() -> None:
    for plan in islice(planned(7), 20):
        made = monograph(plan, 7)
        texts = {section.section_id: section.text for section in made.sections}
        assert len(made.facts) > 150
        for fact in made.facts:
            assert fact.quote == texts[fact.section_id][fact.start : fact.stop]
        for section in made.sections:
            own = [fact for fact in made.facts if fact.section_id == section.section_id]
            assert "\n".join(fact.quote for fact in own) == section.text


def test_a_seed_makes_the_same_labels_and_another_seed_others() -> None:
    def some(seed: int) -> list[object]:
        return [monograph(plan, seed) for plan in islice(planned(seed), 3)]

    assert some(1) == some(1)
    assert some(1) != some(2)


def test_no_two_names_are_one_letter_apart() -> None:
    names = list(islice(NameMaker(1).brands(), 300))
    assert min(OSA.distance(one, other) for one, other in combinations(names, 2)) > 1


def test_every_sort_of_question_is_asked_as_often() -> None:
    asked = questions(200, 1, 5)
    sorts = [each.sort for each in asked]
    assert {sorts.count(sort) for sort in sorts} == {5}
    assert questions(200, 1, 5) == asked
