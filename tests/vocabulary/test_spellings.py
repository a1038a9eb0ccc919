"""Words in British and American spelling have one stem; other words keep theirs."""

import pytest

from monograph_qa.vocabulary.stems import beginning, begun_alike, cut_short, stem


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
    assert "hyponatr" in begun_alike("hyponatr")


@pytest.mark.parametrize(
    ("begins", "word"),
    [
        ("hypertensi", "hypertension"),
        ("contracepti", "contraception"),
        ("dehydrat", "dehydration"),
        ("hallucinat", "hallucinations"),
        ("haemorrhag", "haemorrhage"),
        ("anticoagula", "anticoagulation"),
    ],
)
def test_the_ending_of_a_word_may_begin_in_what_it_begins_with(begins: str, word: str) -> None:
    assert stem(word) in cut_short(begins)


@pytest.mark.parametrize("begins", ["statin", "macrolid", "hepat", "ora", "lati"])
def test_what_ends_otherwise_is_not_cut(begins: str) -> None:
    assert all(len(each) >= 4 for each in cut_short(begins))
    assert "stat" not in cut_short(begins)
