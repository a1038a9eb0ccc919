"""What a trial measured, as questions and labels name it."""

import pytest

from monograph_qa.vocabulary.endpoints import endpoints_in


@pytest.mark.parametrize(
    ("question", "stated"),
    [
        ("ORR of zelforine in NSCLC?", "response rate"),
        ("zelforine: median PFS and OS vs placebo", "progression free survival"),
        ("zelforine: median PFS and OS vs placebo", "overall survival"),
        ("how long was the duration of response with zelforine", "dor"),
    ],
)
def test_a_question_names_what_a_trial_measured(question: str, stated: str) -> None:
    assert tuple(stated.split()) in endpoints_in(question)


@pytest.mark.parametrize(
    "question", ["zelforine dose", "survival kit", "is there an immune response to zelforine"]
)
def test_other_words_name_no_endpoint(question: str) -> None:
    assert endpoints_in(question) == ()
