"""A label calls its drug by its brand, and who asks by the ingredient: a change is read alike."""

from dataclasses import replace

from monograph_qa.ranking.signals import SIGNALS

from .labels import Printed, ask, candidates

SAID = (
    "Other treatment should not be initiated for at least 30 days after the last dose of Zelforine."
)
QUESTION = "stopping warfarin, how long before starting famotidine?"


def test_a_change_from_the_brand_is_no_change_to_its_ingredient() -> None:
    lines, (each,) = candidates([Printed(SAID, ("warnings_and_precautions",), "5 WARNINGS")])
    asked = ask(QUESTION, "famotidine", lines)

    def signs(*called: str) -> list[str]:
        named = replace(asked, called=called)
        return [sign.of for sign in SIGNALS["switch"](named, each)]

    assert signs() == []
    assert signs("famotidine", "Zelforine") == ["other"]
