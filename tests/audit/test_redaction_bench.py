"""What `bench.redaction` measures does not become less: by kind, of made-up people and products."""

import random

import pytest

from bench.redaction import losses, recall

FEWEST = {  # of a hundred, typed well
    "name after a title": 90, "name after a word": 90, "name after what announces it": 85,
    "name by itself": 50, "date of birth": 97,
    "date of a visit": 85, "record number": 97, "phone": 97, "e-mail": 97, "address": 95,
    "national number": 95, "national number by itself": 95, "age over 89": 97,
}  # fmt: skip


@pytest.mark.parametrize("seed", [1, 2])
def test_identifiers_of_made_up_people_are_found(seed: int) -> None:
    found = recall(100, random.Random(seed), str)
    assert found.keys() == FEWEST.keys()
    low = {kind: tally.whole for kind, tally in found.items() if tally.whole < FEWEST[kind]}
    assert low == {}


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_clinical_and_no_product_is_lost(seed: int) -> None:
    changed = [each for tally in losses(100, random.Random(seed)).values() for each in tally.left]
    assert changed == []
