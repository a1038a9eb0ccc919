"""FactSpans: verbatim, ordered, whole; sentences that a page's end cut are one."""

import pickle
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monograph_qa.domain.label import FactKind
from monograph_qa.domain.sectioned import PieceKind
from monograph_qa.facts.extraction import extract_facts
from monograph_qa.parse.spl import read_spl
from monograph_qa.sections import sectionize

from .section_text import Line, item, row, section, text

_SAMPLES = Path(__file__).parents[2].parent / "shared" / "labels" / "spl"
_WORDS = st.sampled_from(
    [
        "Take it daily.",
        "Do not use if you:",
        "have asthma",
        "the dose [see",
        "Warnings (5.1)].",
        "e.g. 5 mg",
        "which is low",
        "Half-life",
        "A. B.",
        "• hives",
        "  x",
        "(1) The",
        "?",
        "mL.1 The risk is low",
    ]
)
_LINES = st.lists(
    st.builds(
        Line,
        said=st.lists(_WORDS, min_size=1, max_size=4).map(" ".join),
        kind=st.sampled_from(list(PieceKind)),
        left=st.sampled_from([36.0, 72.0, 90.0, 330.0]),
        page=st.sampled_from([None, 1, 2]),
        level=st.integers(0, 2),
    ),
    max_size=9,
)


@given(_LINES)
@settings(max_examples=200, deadline=None)
def test_facts_are_verbatim_ordered_disjoint_and_leave_nothing_out(lines: list[Line]) -> None:
    held = section(lines)
    facts = extract_facts([held])
    said = held.section.text
    last, left_out = 0, ""
    for ordinal, fact in enumerate(facts):
        assert fact.ordinal == ordinal
        assert last <= fact.start < fact.stop
        assert fact.quote == said[fact.start : fact.stop]
        left_out += said[last : fact.start]
        last = fact.stop
    assert not (left_out + said[last:]).strip()
    assert len({fact.fact_id for fact in facts}) == len(facts)


@given(_LINES)
@settings(max_examples=100, deadline=None)
def test_context_is_made_of_stored_text(lines: list[Line]) -> None:
    held = section(lines)
    plain = " ".join(held.section.text.split())
    for fact in extract_facts([held]):
        rest = " ".join((fact.context or "").split())
        while rest:
            # Whole sentences and items, joined by spaces: take the longest that is stored.
            whole = next(n for n in range(len(rest), 0, -1) if rest[:n] in plain)
            rest = rest[whole:].strip()


@given(_LINES)
@settings(max_examples=100, deadline=None)
def test_boxes_are_the_printed_lines_that_a_span_covers(lines: list[Line]) -> None:
    held = section(lines)
    printed = [line for piece in held.pieces for line in piece.lines]
    for fact in extract_facts([held]):
        covered = tuple(
            line.place for line in printed if line.start < fact.stop and line.stop > fact.start
        )
        assert fact.boxes == covered
        assert fact.page == (covered[0].page if covered else 1)


def _quotes(*lines: Line) -> list[str]:
    return [fact.quote for fact in extract_facts([section(lines)])]


def test_a_sentence_that_a_page_break_cut_is_one_again() -> None:
    said = _quotes(
        text("Do not exceed the dose of 10 mg unless"),
        text("the benefit is greater than the risk. Stop if not.", page=2),
    )
    assert said == [
        "Do not exceed the dose of 10 mg unless\nthe benefit is greater than the risk.",
        "Stop if not.",
    ]


def test_a_bracket_that_a_page_break_cut_is_one_again() -> None:
    said = _quotes(
        item("Bleeding may be fatal [see Warnings and"), text("Precautions (5.1)].", page=2)
    )
    assert said == ["Bleeding may be fatal [see Warnings and\nPrecautions (5.1)]."]


def test_a_capital_overleaf_goes_on_with_an_unfinished_sentence() -> None:
    said = _quotes(
        text("The risk is greater in the old. Discontinue"),
        text("LOSIGREL in patients who bleed.", page=2),
    )
    assert said[-1] == "Discontinue\nLOSIGREL in patients who bleed."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The dose is 5 mg.", "which is low"),
        ("Adults", "take 5 mg daily."),
        ("Take it with water", "Store it in a dry place."),
        ("It is made for the firm of Corwin", "or"),
    ],
)
def test_other_neighbours_stay_apart(first: str, second: str) -> None:
    assert _quotes(text(first), text(second)) == [first, second]


def test_a_joined_sentence_shows_the_lines_on_both_pages() -> None:
    facts = extract_facts(
        [section([text("It is not known whether it"), text("harms the child.", page=2)])],
    )
    assert [box.page for box in facts[0].boxes] == [1, 2]


def test_front_matter_and_references_state_nothing() -> None:
    for key in ("highlights", "references"):
        facts = extract_facts([section([text("Losigrel is fatal in gout.")], key=key)])
        assert facts[0].kind is FactKind.OTHER
        assert facts[0].attributes == ()


def test_a_section_below_the_highlights_is_front_matter_too() -> None:
    above = section([text("Losigrel is new.")], key="highlights", section_id="sec_0")
    below = section([text("Losigrel is fatal in gout.")], parent_id="sec_0")
    assert extract_facts([above, below])[1].kind is FactKind.OTHER


def _attributes(heading: str, count: int = 1, key: str = "pharmacokinetics") -> set[str]:
    lines = [text(f"It was {at} of 100.") for at in range(count)]
    facts = extract_facts([section(lines, heading=heading, key=key)])
    return set(facts[0].attributes)


def test_a_narrow_heading_lends_its_attribute() -> None:
    assert "absorption" in _attributes("Absorption")
    assert "absorption" in _attributes("Absorption", 24)


def test_a_broad_heading_lends_none() -> None:
    assert "absorption" not in _attributes("Absorption", 25)
    assert "mutagenicity" not in _attributes("Carcinogenesis, Mutagenesis and Fertility")
    assert "malignancy" not in _attributes("Gastric Cancer", key="clinical_studies")


def test_an_equal_section_gives_equal_facts() -> None:
    lines = [text("Take it daily."), item("with water"), row("5 mg | 10 mg")]
    assert extract_facts([section(lines)]) == extract_facts([section(lines)])
    assert pickle.loads(pickle.dumps(extract_facts([section(lines)])))


@pytest.mark.slow
def test_real_labels_keep_the_laws_and_are_quick() -> None:
    files = sorted(_SAMPLES.glob("*.xml"))
    if not files:
        pytest.skip("the folder of sample labels is not beside the project")
    extract_facts([section([text("The vocabulary is read once.")])])
    took, count = 0.0, 0
    for path in files[:6]:
        sections = sectionize(read_spl(path, path.read_bytes()), "label_1").sections
        start = time.process_time()
        facts = extract_facts(sections)
        took, count = took + time.process_time() - start, count + len(facts)
        by_id = {s.section.section_id: s.section for s in sections}
        for fact in facts:
            assert fact.quote == by_id[fact.section_id].text[fact.start : fact.stop]
    assert took / max(count, 1) < 0.003
