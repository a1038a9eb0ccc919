"""Frozen classes: as `dataclasses` makes them, but for what they cost at import."""

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, is_dataclass, replace
from typing import Any

import pytest

from monograph_qa.frozen import frozen


@frozen
class Dose:
    """An amount."""

    drug: str
    mg: float = 5.0
    notes: list[str] = field(default_factory=list)
    key: str = field(default="", repr=False)

    @property
    def in_grams(self) -> float:
        return self.mg / 1000


@dataclass(frozen=True, slots=True)
class Usual:
    drug: str
    mg: float = 5.0
    notes: list[str] = field(default_factory=list)
    key: str = field(default="", repr=False)


def test_it_is_made_compared_and_printed_as_a_dataclass_is() -> None:
    for made in (Dose, Usual):
        assert made("a", 2.0) == made(drug="a", mg=2.0) != made("a")
        assert made("a").notes == [] and made("a").notes is not made("a").notes
    assert repr(Dose("a", key="secret")) == "Dose(drug='a', mg=5.0, notes=[])"
    assert repr(Usual("a", key="secret")) == "Usual(drug='a', mg=5.0, notes=[])"
    usual: object = Usual("a")
    assert Dose("a") != usual
    assert Dose("a", 2000.0).in_grams == 2 and Dose.__doc__ == "An amount."


def test_it_can_be_a_key_and_is_never_changed() -> None:
    one = Span(1, 2)
    assert {one: "x"}[Span(1, 2)] == "x" and hash(one) == hash(Span(1, 2))
    with pytest.raises(FrozenInstanceError):
        one.low = 3  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del one.low
    with pytest.raises((AttributeError, TypeError)):
        object.__setattr__(one, "other", 3)


@pytest.mark.parametrize("given", [{}, {"drug": "a", "dose": 1}, {"mg": 1.0}], ids=str)
def test_what_is_missing_or_unknown_is_refused(given: dict[str, Any]) -> None:
    for made in (Dose, Usual):
        with pytest.raises(TypeError, match="__init__"):
            made(**given)


def test_dataclasses_pickle_copy_and_match_know_it() -> None:
    one = Dose("a", 1.0, ["x"], "k")
    assert is_dataclass(one) and [each.name for each in fields(one)] == [*Dose.__match_args__]
    assert asdict(one) == {"drug": "a", "mg": 1.0, "notes": ["x"], "key": "k"}
    assert replace(one, drug="b") == Dose("b", 1.0, ["x"], "k")
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == copy.copy(one) == one
    match one:
        case Dose(drug, mg):
            assert (drug, mg) == ("a", 1.0)


@frozen
class Span:
    low: int
    high: int
