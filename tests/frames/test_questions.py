"""What the frame of a question leaves out: the label's own drug, what is denied, people, drugs that
are no effects."""

from dataclasses import replace

import pytest
from building import a_label
from intent.list_namebook import ListNameBook

from monograph_qa.domain.frame import Facet, Frame
from monograph_qa.frames.denied import is_dose_of, was_taken_before
from monograph_qa.frames.reading import read_question, read_text
from monograph_qa.intent import classify


def frame_of(question: str, drug: str, brand: str = "") -> Frame:
    label = a_label(drug)
    label = replace(label, title=f"{brand} tablets") if brand else label
    intent = classify(question, ListNameBook([(brand or drug, "generic", label.label_id)]))
    return read_question(intent, label, intent)


def named(question: str, drug: str, facet: Facet, brand: str = "") -> set[str]:
    return {each.said for each in frame_of(question, drug, brand).named if each.facet is facet}


@pytest.mark.parametrize(
    ("question", "drugs"),
    [
        ("atorvastatin: stop the statin?", set()),
        ("atorvastatin 80, ALT up, what do we do with the statin", set()),
        ("atorvastatin with another statin", {"statin"}),
        ("atorvastatin with a statin", {"statin"}),
        ("lisinopril: could the cough be from the ace inhibitor", set()),
    ],
)
def test_its_class_is_the_drug_itself(question: str, drugs: set[str]) -> None:
    assert named(question, question.split()[0].strip(":"), Facet.COMEDICATION) == drugs


@pytest.mark.parametrize(
    ("question", "drugs"),
    [
        ("zelmox overdose: when to draw the apap level", set()),
        ("max daily apap in zelmox", set()),
        ("zelmox while she takes the apap at home", {"apap"}),
        ("max tylenol with zelmox", {"tylenol"}),
        ("zelmox with apap 1:200, how much?", set()),
    ],
)
def test_an_ingredient_of_which_the_amount_is_told_is_no_other_drug(
    question: str, drugs: set[str]
) -> None:
    found = named(question, "acetaminophen and ibuprofen", Facet.COMEDICATION, "Zelmox")
    assert found == drugs


@pytest.mark.parametrize(
    ("question", "denied"),
    [
        ("amlodipine, belly pain, no face or tongue swelling", "tongue swelling"),
        ("amlodipine dose, denies chest pain, palpitations or gout", "gout"),
    ],
)
def test_of_a_list_all_is_denied(question: str, denied: str) -> None:
    frame = frame_of(question, "amlodipine")
    assert denied in {each.said for each in frame.denied}
    assert denied not in {each.said for each in frame.named}


@pytest.mark.parametrize(
    ("question", "is_denied"),
    [
        ("amlodipine restart, LFTs fine", True),
        ("amlodipine restart with normal LFTs", True),
        ("amlodipine restart, LFTs are OK, K high", True),
        ("amlodipine: LFTs ok?", False),
        ("amlodipine with LFTs up", False),
    ],
)
def test_what_is_as_it_should_be_is_denied(question: str, is_denied: bool) -> None:
    frame = frame_of(question, "amlodipine")
    assert ("lfts" in {each.said for each in frame.denied}) is is_denied


def test_a_unit_is_no_disease() -> None:
    assert "ms" not in named("amlodipine, QTc 512 ms", "amlodipine", Facet.CONDITION)
    assert "ms" in named("amlodipine in MS", "amlodipine", Facet.CONDITION)


def test_a_unit_of_a_label_is_no_disease() -> None:
    conditions = {v.concept for v in read_text("a QTcF > 500 ms, in MS", "words")}
    assert "multiple sclerosis" in conditions
    assert "multiple sclerosis" not in {v.concept for v in read_text("QTcF > 500 ms", "words")}


@pytest.mark.parametrize("said", ["nitrate-free interval", "alcohol-free", "aspirin-free days"])
def test_what_a_thing_is_free_of_is_not_taken(said: str) -> None:
    assert named(f"amlodipine, {said}?", "amlodipine", Facet.COMEDICATION) == set()


def test_a_person_is_no_disease() -> None:
    said = "amlodipine: her PCP wants labs"
    assert "pcp" not in named(said, "amlodipine", Facet.CONDITION)
    assert "pcp" in named("amlodipine in PCP", "amlodipine", Facet.CONDITION)


@pytest.mark.parametrize("said", ["ED: took ten amlodipine", "pt in the ED, amlodipine dose?"])
def test_a_place_is_no_disease(said: str) -> None:
    assert "ed" not in named(said, "amlodipine", Facet.CONDITION)
    assert "ed" in named("amlodipine in a man with ED", "amlodipine", Facet.CONDITION)


def test_what_is_given_is_no_effect() -> None:
    said = "amlodipine, nurse wants to give her the live flu vaccine"
    assert not named(said, "amlodipine", Facet.EFFECT)
    assert named("does amlodipine give you leg cramps", "amlodipine", Facet.EFFECT)


@pytest.mark.parametrize(
    ("question", "drug", "is_its_dose"),
    [
        ("naloxone dose for an amlodipine overdose", "naloxone", True),
        ("dose of IV glucagon with amlodipine", "glucagon", True),
        ("lipid emulsion 20% bolus with it?", "lipid emulsion", True),
        ("toxicity: lipofundin 20% loading dose?", "lipofundin 20", True),
        ("amlodipine dose with naloxone", "naloxone", False),
        ("amlodipine with naloxone: dose?", "naloxone", False),
    ],
)
def test_whose_dose_is_asked_for(question: str, drug: str, is_its_dose: bool) -> None:
    assert is_dose_of(drug, question) is is_its_dose


@pytest.mark.parametrize(
    ("question", "taken"),
    [
        ("atorvastatin, the regimen has rifabutin not rifampicin. Reduce?", {"rifabutin"}),
        ("atorvastatin with azithromycin instead of clarithromycin", {"azithromycin"}),
        ("atorvastatin with azithromycin rather than clarithromycin", {"azithromycin"}),
        ("atorvastatin and azithromycin, and not clarithromycin?", {"azithromycin"}),
        ("atorvastatin: why not clarithromycin with it?", {"clarithromycin"}),
    ],
)
def test_a_drug_that_another_is_given_for_is_not_taken(question: str, taken: set[str]) -> None:
    assert named(question, "atorvastatin", Facet.COMEDICATION) == taken


@pytest.mark.parametrize(
    ("said", "concept"),
    [
        ("HF", "heart failure"),
        ("CHF", "heart failure"),
        ("beta thal", "beta thalassemia"),
        ("systemic JIA", "systemic juvenile idiopathic arthritis"),
    ],
)
def test_a_short_form_means_the_disease_of_the_table(said: str, concept: str) -> None:
    frame = frame_of(f"amlodipine dose for {said}", "amlodipine")
    assert concept in {each.concept for each in frame.named}


@pytest.mark.parametrize(
    ("drug", "question", "was_taken"),
    [
        ("chemo", "start dose, 9 yo, had prior chemo", True),
        ("imatinib", "previously treated with imatinib, now?", True),
        ("imatinib", "failed imatinib, what dose", True),
        ("warfarin", "s/p warfarin, start it?", True),
        ("imatinib", "on imatinib, what dose", False),
        ("warfarin", "prior stroke, on warfarin", False),
    ],
)
def test_what_was_taken_before_is_taken_no_more(drug: str, question: str, was_taken: bool) -> None:
    assert was_taken_before(drug, question) is was_taken
