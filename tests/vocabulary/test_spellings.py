"""Words in British and American spelling have one stem; other words keep theirs."""

import pytest

from monograph_qa.vocabulary.stems import beginning, begun_alike, stem


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("gynaecomastia", "gynecomastia"),
        ("oedema", "edema"),
        ("diarrhoea", "diarrhea"),
        ("anaemic", "anemic"),
        ("tumours", "tumors"),
        ("behavioural", "behavioral"),
        ("stabilisation", "stabilization"),
        ("hospitalised", "hospitalized"),
        ("dialysed", "dialyzed"),
        ("titre", "titer"),
        ("centre", "center"),
        ("sulphate", "sulfate"),
        ("oesophagitis", "esophagitis"),
        ("paediatric", "pediatric"),
        ("haemorrhage", "hemorrhage"),
        ("oestradiol", "estradiol"),
    ],
)
def test_both_spellings_are_one_word(british: str, american: str) -> None:
    assert stem(british) == stem(american)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("influenzae", "influenza"),
        ("four", "for"),
        ("hour", "hor"),
        ("does", "des"),
        ("this", "thiz"),
        ("dialysis", "dialyzed"),
        ("AEs", "es"),
    ],
)
def test_other_words_are_not_drawn_together(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_a_beginning_is_spelt_as_the_text_is() -> None:
    assert beginning("anaemia") == "anaemia"
    assert begun_alike("anaem") == ("anem",)
    assert begun_alike("stabilis") == ("stabilis", "stabiliz")
    assert begun_alike("digitalis")[0] == "digitalis"
