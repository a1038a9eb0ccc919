"""What sentences do, by passes and fails."""

from pathlib import Path

import pytest
import yaml

from monograph_qa.frames.stances import first_stance, stances_in, stances_of_section

_CASES = [
    (each["stance"], text, does == "pass")
    for each in yaml.safe_load(Path(__file__).with_name("stances.yaml").read_text("utf-8"))
    for does in ("pass", "fail")
    for text in each[does]
]


@pytest.mark.parametrize(("stance", "text", "does"), _CASES)
def test_a_sentence_does_what_its_words_say(stance: str, text: str, does: bool) -> None:
    assert (stance in stances_in(text)) is does


def test_the_words_of_a_stance_take_the_use_with_them() -> None:
    assert first_stance("must not be taken with alcohol") == ("forbids", 0, 17)


def test_a_section_does_to_its_lines_what_it_is_called_for() -> None:
    assert stances_of_section("contraindications") == ("forbids", "advises against")
    assert stances_of_section("adverse_reactions") == ()
