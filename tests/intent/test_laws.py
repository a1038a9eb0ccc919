"""Laws of `classify`: what holds for every question."""

import time
from pathlib import Path

import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from monograph_qa.domain.intent import KnownName
from monograph_qa.intent import classify
from monograph_qa.vocabulary.name_keys import lookup_keys, name_key
from monograph_qa.vocabulary.tokens import tokenize

from .list_namebook import ListNameBook

_LIBRARY = yaml.safe_load((Path(__file__).parent / "library.yaml").read_text(encoding="utf-8"))
_BOOK = ListNameBook(_LIBRARY)
_NAMES = [name for name, _, _ in _LIBRARY]
_AROUND = ["", "dose of ", "Is ", "can i take ", "what's ", "(", "the "]
_AFTER = ["", "?", "'s half-life", " dosing", ", please", ")", " and warfarin"]

_texts = st.one_of(
    st.text(max_size=120),
    st.lists(st.sampled_from([*_NAMES, "dose", "and", "with", "of", "?", "5 mg", "®", "/"])).map(
        " ".join
    ),
)


@given(_texts)
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_and_offsets_slice_back(text: str) -> None:
    intent = classify(text, _BOOK)
    for drug in intent.drugs:
        assert text[drug.start : drug.stop] == drug.asked
        assert drug.label_ids
    for unknown in intent.unknown_drugs:
        assert unknown.asked in text
    assert intent.words == tuple(dict.fromkeys(intent.words))
    assert len(set(intent.section_keys)) == len(intent.section_keys)


@given(_texts)
@settings(max_examples=100, deadline=None)
def test_the_same_question_is_always_read_the_same(text: str) -> None:
    assert classify(text, _BOOK) == classify(text, _BOOK)


@given(st.text(max_size=60))
def test_tokens_slice_back_and_do_not_overlap(text: str) -> None:
    end = 0
    for token in tokenize(text):
        assert text[token.start : token.stop] == token.text
        assert token.start >= end
        end = token.stop


@given(st.text(max_size=60))
def test_a_name_s_key_is_its_own_key(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)


@given(st.text(max_size=60))
@example("中文")
def test_every_name_has_a_key_whatever_its_letters(text: str) -> None:
    keys = lookup_keys(text)
    assert len(set(keys)) == len(keys) >= 1


@given(st.sampled_from(_NAMES), st.sampled_from(_AROUND), st.sampled_from(_AFTER))
def test_a_held_name_is_found_wherever_it_stands(name: str, before: str, after: str) -> None:
    if name in ("Iron", "Pain Relief"):  # everyday words: names only when nothing else can be
        return
    intent = classify(f"{before}{name}{after}", _BOOK)
    labels = {label for drug in intent.drugs for label in drug.label_ids}
    wanted = {label for held, _, label in _LIBRARY if held == name}
    assert wanted <= labels


_LISTED = ListNameBook(
    _LIBRARY, elsewhere=[KnownName(name, kind, (name,)) for name, kind, _ in _LIBRARY]
)


@given(_texts)
@example("metformin hydrochloride glyburide and metformin hydrochloride")
@settings(max_examples=200, deadline=None)
def test_a_table_that_lists_only_what_is_held_makes_nothing_unknown(text: str) -> None:
    plain, listed = classify(text, _BOOK), classify(text, _LISTED)
    assert {d.asked for d in plain.drugs} == {d.asked for d in listed.drugs}


def test_every_key_of_a_name_holds_more_than_salts_and_forms() -> None:
    assert lookup_keys("metformin hydrochloride extended-release tablets")[-1] == "metformin"
    assert lookup_keys("potassium chloride") == ("potassium chloride",)
    assert lookup_keys("ertugliflozin L-pyroglutamic acid")[-1] == "ertugliflozin"
    assert lookup_keys("valproic acid") == ("valproic acid",)
    assert lookup_keys("Prevnar 13") == ("prevnar 13", "prevnar")


def test_a_drug_known_elsewhere_is_unknown_here() -> None:
    book = ListNameBook(_LIBRARY, elsewhere=[KnownName("Florble", "brand", ("Florbolol",))])
    assert [u.asked for u in classify("when did florble help", book).unknown_drugs] == ["florble"]
    assert not classify("when did florble help", _BOOK).unknown_drugs


def test_classifying_is_fast_once_warm() -> None:
    names = [(f"Namexa{i}", "brand", f"label-{i}") for i in range(300)]
    book = ListNameBook([*_LIBRARY, *names])
    questions = [
        "Can I take ibuprofen with Axid in CKD 4?",
        "elliquis max dose",
        "half-life of Yaz",
    ]
    for question in questions:
        classify(question, book)
    began = time.process_time()
    for _ in range(20):
        for question in questions:
            classify(question, book)
    assert (time.process_time() - began) / 60 < 0.02  # of a core; 5 ms as a rule


@given(
    st.sampled_from(
        (
            "What is the recommended dose of metformin",
            "Which dose of Eliquis should I use",
            "What is the half-life of Valium",
            "how much Yaz is given",
        )
    ),
    st.sampled_from(("a patient", "my pt", "the patient", "patients", "our patients")),
)
def test_a_dose_for_a_patient_asks_for_the_dose(asked: str, whom: str) -> None:
    alone, for_whom = (classify(f"{q}?", _BOOK) for q in (asked, f"{asked} for {whom}"))
    assert (for_whom.topics, for_whom.section_keys) == (alone.topics, alone.section_keys)
    assert for_whom.words == alone.words
