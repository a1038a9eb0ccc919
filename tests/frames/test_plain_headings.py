"""A disease in a line of its own stands over the sentences below it, though no layout says so."""

from dataclasses import replace

import pytest
from building import Said, a_monograph

from monograph_qa.domain.label import FactKind
from monograph_qa.frames.framing import with_frames

SWALLOW = "Swallow the tablets whole."
TEN = "The recommended dose is 10 mg twice a day for 8 weeks."
OF_COLITIS = "1. For treatment of moderate ulcerative colitis."
OF_PSORIASIS = "2. For treatment of plaque psoriasis."
FIVE = "The recommended dose is 5 mg twice a day."


NUMBERED = "2.3 Switching Stop the other one first."


DOSES = "dosage_and_administration"


def governing(*lines: str, section: str = DOSES) -> dict[str, str]:
    """What stands over each sentence; what ends without a full stop is a name."""
    said = [Said(e, kind=FactKind.FACT if e.endswith(".") else FactKind.OTHER) for e in lines]
    facts = a_monograph({section: said}).facts
    by_id = {fact.fact_id: fact.quote for fact in facts}
    return {
        fact.quote: by_id[need.fact_id]
        for fact in facts
        for need in fact.needs
        if need.why == "governs"
    }


@pytest.mark.parametrize(
    ("lines", "over"),
    [
        ((SWALLOW, "Ulcerative colitis", TEN), {TEN: "Ulcerative colitis"}),
        (
            ("Psoriatic arthritis", FIVE, "Ulcerative colitis", TEN),
            {FIVE: "Psoriatic arthritis", TEN: "Ulcerative colitis"},
        ),
        # Among doses a title is one, whether or not a vocabulary knows it.
        (
            ("Psoriatic arthritis", FIVE, "Fibrolastic morvitis", TEN),
            {FIVE: "Psoriatic arthritis", TEN: "Fibrolastic morvitis"},
        ),
        (
            ("sJIA Patients", FIVE, "pJIA Patients", TEN),
            {FIVE: "sJIA Patients", TEN: "pJIA Patients"},
        ),
        ((SWALLOW, "Headache", "Stroke", "Taste change", FIVE), {}),  # a list of effects
        (("Psoriatic arthritis", FIVE, "Ireland", "Malta", TEN), {FIVE: "Psoriatic arthritis"}),
        # An item says for which disease it is.
        ((OF_COLITIS, TEN, OF_PSORIASIS, FIVE), {TEN: OF_COLITIS, FIVE: OF_PSORIASIS}),
        ((OF_COLITIS, SWALLOW, TEN), {TEN: OF_COLITIS}),
        (("1. For oral use only.", TEN), {}),
        (("Abbreviations: ALC=absolute lymphocyte count; CBC=blood count", TEN), {}),
        # What is to be done stands over nothing.
        (("Give the child cold water to drink.", FIVE), {}),
        # A record that prints all in one piece goes on with its next numbered heading.
        (("Psoriatic arthritis", FIVE, NUMBERED, TEN), {FIVE: "Psoriatic arthritis"}),
    ],
)
def test_a_disease_governs_until_another_name(lines: tuple[str, ...], over: dict[str, str]) -> None:
    assert governing(*lines) == over


@pytest.mark.parametrize(
    ("line", "is_over"),
    [
        ("Adults with ulcerative colitis:", True),
        ("Children and adolescents:", True),
        ("Patients 3 years of age or older with recurrent malignant glioma:", True),
        ("The following is needed:", False),  # of nobody
        ("Patients with ulcerative colitis should avoid all of it:", False),  # a sentence
        ("Adults with ulcerative colitis", True),
    ],
)
def test_people_before_a_colon_stand_over_sentences(line: str, is_over: bool) -> None:
    read = a_monograph({DOSES: [Said(SWALLOW), Said(line), Said(FIVE), Said(TEN)]})
    (section,) = read.sections
    apart = replace(section, text=section.text.replace(f" {line} ", f"\n{line}\n"))
    _, facts = with_frames((), [apart], read.facts)
    over = [need for need in facts[2].needs if need.why == "governs"]
    assert bool(over) is is_over


def test_people_before_a_list_are_its_lead_in() -> None:
    line = "Adults with ulcerative colitis:"
    facts = a_monograph({DOSES: [Said(line), Said(FIVE, context=line)]}).facts
    assert not facts[1].needs


def test_elsewhere_a_line_that_no_vocabulary_knows_is_over_nothing() -> None:
    assert governing(SWALLOW, "Ireland", FIVE, section="how_supplied") == {}
