"""Under which keys a printed name is found."""

import pytest

from monograph_qa.vocabulary.name_keys import isotopes_in, lookup_keys


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("zorbavancin diphosphate", "zorbavancin"),
        ("zorbavancin hemisulfate", "zorbavancin"),
        ("zorbaroline fosamil acetic acid solvate monohydrate", "zorbaroline fosamil"),
        ("zorbetamol (18F)", "zorbetamol"),
        ("zorbetamol F 18", "zorbetamol"),
        ("technetium Tc 99m zorbamibi", "technetium zorbamibi"),
    ],
)
def test_salts_by_number_and_isotopes_may_be_left_out(name: str, key: str) -> None:
    assert key in lookup_keys(name)


@pytest.mark.parametrize(("name", "said"), [("vitamin B12", ()), ("Zorbi I-131", ("131i",))])
def test_only_isotopes_in_use_are_read(name: str, said: tuple[str, ...]) -> None:
    assert isotopes_in(name) == frozenset(said)
