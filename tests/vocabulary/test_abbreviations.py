"""The table of abbreviations is sound and is read as it is written."""

import pytest

from monograph_qa.vocabulary.abbreviations import abbreviations, find_meaning


def test_an_abbreviation_stands_once_and_has_a_meaning() -> None:
    written = [each.written for each in abbreviations()]
    assert len(written) == len(set(written))
    assert all(each.meaning for each in abbreviations())


def test_only_an_abbreviation_with_a_full_stop_can_keep_a_sentence_open() -> None:
    assert all(each.written.endswith(".") for each in abbreviations() if each.never_ends_sentence)


@pytest.mark.parametrize("written", ["approx.", "e.g.", "i.e.", "vs.", "Fig.", "No.", "Dr."])
def test_a_sentence_goes_on_after(written: str) -> None:
    folded = {each.written.casefold() for each in abbreviations() if each.never_ends_sentence}
    assert written.casefold() in folded


@pytest.mark.parametrize("written", ["b.i.d.", "mL.", "Inc.", "spp.", "etc.", "hrs."])
def test_a_sentence_may_end_after(written: str) -> None:
    ends = {each.written: each.never_ends_sentence for each in abbreviations()}
    assert ends[written] is False


@pytest.mark.parametrize(
    ("written", "meaning"),
    [
        ("CrCl", "creatinine clearance"),
        ("bid", "twice a day"),
        ("BID", "twice a day"),
        ("b.i.d.", "twice a day"),
        ("egfr", "estimated glomerular filtration rate"),
        ("lfts", "liver function tests"),
        ("in", None),
        ("tablet", None),
    ],
)
def test_a_meaning_is_found_whatever_the_case(written: str, meaning: str | None) -> None:
    assert find_meaning(written) == meaning
