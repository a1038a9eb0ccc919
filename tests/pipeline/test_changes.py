"""What changed between two versions, in any wording: of a section, of a topic, or of all."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from building import Said, a_label, a_monograph, publish_at

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.label import FactKind
from monograph_qa.library import Library
from monograph_qa.pipeline.changes import differences
from monograph_qa.store.homes import LibraryFolder

OLD_DOSE = Said("The recommended dose is 10 mg once daily.", ("recommended_dose",))
NEW_DOSE = Said("The recommended dose is 20 mg once daily.", ("recommended_dose",))
KEPT = Said("Do not use in patients with porphyria.", ("contraindication",))
NEW_LIMIT = Said("Do not use in patients with gout.", ("contraindication",))
OLD_PARTNER = Said("Florbolol raises its level.", ("drug_interaction",))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    old = replace(a_label("Zorbidine", text="old"), doc_key="file:/z")
    new = replace(a_label("Zorbidine", text="new"), doc_key="file:/z", version=2)
    folder = LibraryFolder(tmp_path)
    publish_at(folder, a_monograph({
        "dosage_and_administration": [OLD_DOSE], "contraindications": [KEPT],
        "drug_interactions": [OLD_PARTNER],
    }, old))  # fmt: skip
    publish_at(folder, a_monograph({
        "dosage_and_administration": [NEW_DOSE], "contraindications": [KEPT, NEW_LIMIT],
    }, new))  # fmt: skip
    with Library(folder) as opened:
        yield opened


def said(answer: Answer) -> set[str]:
    return {quote.text for group in answer.groups for quote in group.quotes}


@pytest.mark.parametrize(
    "question",
    [
        "What changed in the zorbidine label?",
        "what's new in zorbidine",
        "zorbidine label update - what is different?",
        "what was removed from the zorbidine label",
        "differences between the two versions of the zorbidine label",
        "How does the zorbidine label differ from the previous version?",
        "any changes to the label of zorbidine since the last version?",
        "summary of changes zorbidine",
        "compare the old and new zorbidine label",
        "compare version 1 and version 2 of zorbidine",
        "what changed between zorbidine versions",
        "zorbidine changes since version 1",
        "what was revised in zorbidine",
    ],
)
def test_all_that_changed_is_shown_whatever_the_words(library: Library, question: str) -> None:
    answer = library.ask(question)
    assert answer.outcome is Outcome.ANSWERED
    assert said(answer) == {NEW_DOSE.text, OLD_DOSE.text, NEW_LIMIT.text, OLD_PARTNER.text}


@pytest.mark.parametrize(
    ("question", "changed"),
    [
        ("has the zorbidine dose changed?", {NEW_DOSE.text, OLD_DOSE.text}),
        ("what's new in zorbidine contraindications", {NEW_LIMIT.text}),
        ("which contraindications of zorbidine were added since the last version",
         {NEW_LIMIT.text}),
        ("zorbidine: changes in drug interactions vs the old version", {OLD_PARTNER.text}),
        ("How did the dosing section of zorbidine change between versions?",
         {NEW_DOSE.text, OLD_DOSE.text}),
        ("zorbidine gout what changed", {NEW_LIMIT.text}),
        ("what is new in zorbidine about florbolol", {OLD_PARTNER.text}),
        ("changes to contraindications of zorbidine", {NEW_LIMIT.text}),
        ("what was revised in zorbidine contraindications", {NEW_LIMIT.text}),
    ],
)  # fmt: skip
def test_of_a_topic_only_what_changed_in_it_is_shown(
    library: Library, question: str, changed: set[str]
) -> None:
    assert said(library.ask(question)) == changed


def test_without_an_older_version_that_is_said(tmp_path: Path) -> None:
    folder = LibraryFolder(tmp_path)
    publish_at(folder, a_monograph({"contraindications": [KEPT]}, a_label("Zorbidine")))
    with Library(folder) as library:
        assert "Only version 1" in library.ask("What changed in the zorbidine label?").message


def test_a_label_s_own_list_of_changes_is_found_in_its_highlights(tmp_path: Path) -> None:
    folder = LibraryFolder(tmp_path)
    lines = ("RECENT MAJOR CHANGES", "Warnings (5.9) 7/2025", "INDICATIONS AND USAGE", "For gout.")
    highlights = [Said(each, kind=FactKind.OTHER) for each in lines]
    publish_at(folder, a_monograph({
        "highlights": highlights, "contraindications": [KEPT],
    }, a_label("Zorbidine")))  # fmt: skip
    with Library(folder) as library:
        assert said(library.ask("what changed in zorbidine")) == {"Warnings (5.9) 7/2025"}


@pytest.mark.parametrize(
    ("question", "changed"),
    [
        ("what changed in section 2 of zorbidine", {NEW_LIMIT.text}),
        ("zorbidine section 3: what is new?", {OLD_PARTNER.text}),
        ("what was revised in zorbidine section 2", {NEW_LIMIT.text}),
        ("which changes in section 1 of the zorbidine label since the last version",
         {NEW_DOSE.text, OLD_DOSE.text}),
    ],
)  # fmt: skip
def test_of_a_section_by_its_number_only_what_changed_in_it_is_shown(
    library: Library, question: str, changed: set[str]
) -> None:
    assert said(library.ask(question)) == changed


def test_a_section_that_did_not_change_is_said_not_to_have_changed(library: Library) -> None:
    answer = library.ask("what changed in section 14 of zorbidine")
    assert "did not change" in answer.message
    assert len(said(answer)) == 4


def test_what_differs_stands_in_the_order_of_the_label(library: Library) -> None:
    reader = library.reader
    old, new = sorted(reader.labels(), key=lambda label: label.version)
    headings = [each.section_key for each in differences(reader, new, old)]
    assert headings == ["dosage_and_administration", "contraindications", "drug_interactions"]


def test_a_section_s_number_is_its_whole_number(library: Library) -> None:
    reader = library.reader
    old, new = sorted(reader.labels(), key=lambda label: label.version)
    assert differences(reader, old, new, "DOSAGE") == differences(reader, old, new, "dosage")
    held = [each.heading for each in differences(reader, old, new)]
    first = held[0].split()[0]
    assert [each.heading for each in differences(reader, old, new, first)] == held[:1]
    assert not differences(reader, old, new, f"1{first}")
