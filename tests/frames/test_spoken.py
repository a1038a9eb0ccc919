"""What is said on wards and at counters, in words that no label has."""

import pytest

from monograph_qa.frames.concepts import named_concepts
from monograph_qa.frames.spoken import spoken_concepts

SAID = (  # a question, and words of labels for what it names
    ("76 yo, sees people in the room at night - the drug?", "hallucination"),
    ("he has a poor stream and closed-angle glaucoma", "benign prostatic hyperplasia"),
    ("her skin is coming off since Monday", "toxic epidermal necrolysis"),
    ("can't poop for a week on it", "constipation"),
    ("climbing out of his bed all night", "agitation"),
    ("lump in her throat after the second dose", "dysphagia"),
    ("TKR booked on Friday", "knee arthroplasty"),
    ("mix it with LR?", "lactated ringer"),
    ("bladder won't empty", "urinary retention"),
    ("metal valve, which dose", "prosthetic heart valves"),
)


@pytest.mark.parametrize(("question", "meant"), SAID)
def test_what_is_said_in_plain_words_is_found_by_the_words_of_labels(
    question: str, meant: str
) -> None:
    terms = {" ".join(term) for each in spoken_concepts(question) for term in each.narrower}
    assert meant in terms


OTHERS = (
    "the skin must be clean before the next patch",  # nothing comes off
    "how many people were in the trial",
    "room temperature for how long",
    "store it in the fridge",
    "lr is short for nothing in small letters",
    "the pen sat in the car overnight",  # nothing of her sats
)


@pytest.mark.parametrize("question", OTHERS)
def test_the_same_words_elsewhere_name_nothing(question: str) -> None:
    assert spoken_concepts(question) == []


def test_a_low_count_of_platelets_is_no_clot() -> None:
    (low,) = named_concepts(["thrombocytopenia"])
    assert ("thrombosis",) not in low.narrower
    assert not any(term[0] in ("thrombo*", "thrombos*") for term in low.narrower)
