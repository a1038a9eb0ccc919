"""The effects that a question asks about, and by which names labels may say them."""

import pytest

from monograph_qa.domain.frame import Facet
from monograph_qa.frames.concepts import named_concepts
from monograph_qa.frames.effects import effects_asked


@pytest.mark.parametrize(
    ("question", "effects"),
    [
        ("does it cause hair loss?", ("hair loss",)),
        ("can it cause loss of appetite", ("loss appetite",)),
        ("can it cause nausea and vomiting in children", ("nausea", "vomiting")),
        ("can it cause increases in blood urea nitrogen?", ("blood urea nitrogen",)),
        ("does it cause elevations of transaminases in adults", ("transaminases",)),
        ("can it cause changes in the level of cortisol", ("cortisol",)),
        ("can it cause side effects", ()),
        ("can it cause changes", ()),
        ("how common is headache with it", ("headache",)),
        ("how often do we check cbc in patients on it", ()),
        ("how often nausea with it", ("nausea",)),
        ("how often levels with it", ()),
        ("how often lfts on it", ()),
        ("how often gr 3-4 neutropenia with it", ("neutropenia",)),
        ("tooth extraction due. ONJ how often, and when to stop?", ("onj",)),
        ("gynaecomastia how common?", ("gynaecomastia",)),
        ("dose how often?", ()),
        ("cbc how often?", ()),
        ("new AF three months after starting it. Is that reported?", ("af",)),
        ("new-onset cataract since last year on it - has this been seen?", ("cataract",)),
        ("new prescription after discharge. Is it stored cold?", ()),
        ("came in with oral thrush. known? how often vs placebo", ("oral thrush",)),
    ],
)
def test_an_effect_is_asked_for_by_the_words_that_name_it(
    question: str, effects: tuple[str, ...]
) -> None:
    assert effects_asked(question, ()) == effects


@pytest.mark.parametrize(
    ("asked", "opposite"),
    [
        ("hyperkalemia", "hypokal"),
        ("hypokalemia", "hyperkal"),
        ("hyponatremia", "hypernatr"),
        ("hypertension", "hypotens"),
        ("hypoglycemia", "hyperglyc"),
        ("tachycardia", "bradycard"),
        ("hypothyroidism", "hyperthyr"),
        ("constipation", "diarrh"),
    ],
)
def test_a_disorder_is_never_named_by_its_opposite(asked: str, opposite: str) -> None:
    (named,) = (n for n in named_concepts([asked]) if n.facet is Facet.CONDITION)
    terms = [" ".join(term) for term in (*named.narrower, *named.broader, *named.broadest)]
    assert terms and not [term for term in terms if term.startswith(opposite)]
