"""What rises or falls, by the name of the disorder."""

import pytest

from monograph_qa.frames.spoken import changes_named


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("can it drop sodium", "hyponatremia"),
        ("potassium going up on it", "hyperkalemia"),
        ("platelets dropped after the third dose", "thrombocytopenia"),
        ("does it lower my blood sugar", "hypoglycemia"),
        ("increase in liver enzymes", "elevated liver enzymes"),
        ("reduce the dose in ckd", None),
        ("lower dose of it", None),
        ("how high can the dose go", None),
    ],
)
def test_a_change_is_a_disorder(question: str, concept: str | None) -> None:
    assert [each.concept for each in changes_named(question.split())] == [concept] * bool(concept)


def test_a_change_is_found_by_each_word_for_it() -> None:
    (named,) = changes_named(["can", "it", "drop", "potassium"])
    assert {("reduction", "potassium"), ("decreased", "potassium")} <= set(named.narrower)
    assert not any("increased" in term for term in named.narrower)
