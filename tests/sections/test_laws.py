"""Laws of sectionizing, over blocks in any order."""

from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.domain.label import Section
from monograph_qa.domain.parsed import Block, BlockKind
from monograph_qa.sections import sectionize
from sections.blocks import a_parsed_label, caption, heading, item, table, text

_WORDS = st.text("abc XYZ 0.5%≥µ", min_size=1, max_size=30).filter(lambda s: s.strip() != "")
_TITLES = st.sampled_from(
    [
        "1 INDICATIONS AND USAGE",
        "2 DOSAGE AND ADMINISTRATION",
        "2.1 Adults",
        "WARNINGS",
        "PRECAUTIONS",
        "Pregnancy",
        "FULL PRESCRIBING INFORMATION",
        "HIGHLIGHTS OF PRESCRIBING INFORMATION",
        "TABLE OF CONTENTS",
        "MEDICATION GUIDE",
        "PART II: SCIENTIFIC INFORMATION",
        "ANNEX II",
        "4.2 Posology and method of administration",
        "Something nobody has heard of",
        "What is Nizat?",
        "NDC 12345-678-90",
        "Drug Facts",
    ]
)
_PARAGRAPHS = st.one_of(
    _WORDS,
    st.builds(
        "{} {}".format,
        st.sampled_from(["Pregnancy:", "Nursing Mothers.", "Do not use", "Geriatric Use -"]),
        _WORDS,
    ),
)
_PAGES = st.integers(1, 4)
_BLOCKS = st.lists(
    st.one_of(
        st.builds(heading, _TITLES, _PAGES),
        st.builds(text, _PARAGRAPHS, _PAGES),
        st.builds(item, _WORDS, st.integers(0, 2), _PAGES),
        st.builds(caption, _WORDS, _PAGES),
        st.builds(
            table,
            st.lists(st.lists(_WORDS, min_size=2, max_size=2), min_size=2, max_size=3),
            _PAGES,
        ),
    ),
    min_size=1,
    max_size=25,
)


@given(_BLOCKS)
def test_no_text_is_lost_and_none_is_added_to(blocks: list[Block]) -> None:
    found = sectionize(a_parsed_label(*blocks), "lab_test")
    # A run-in heading is cut off its paragraph: heading and text together still say all of it.
    kept = [f"{s.section.heading} {s.section.text} {s.section.heading}" for s in found.sections]
    for block in blocks:
        if block.kind is BlockKind.TABLE and block.grid is not None:
            wanted = [" ".join(c.text.split()) for c in block.grid.cells]
        else:
            wanted = [block.text]
        for words in wanted:
            plain = " ".join(words.split())
            assert any(words in said or plain in " ".join(said.split()) for said in kept)


@given(_BLOCKS)
def test_pieces_cover_the_text_in_order_and_apart(blocks: list[Block]) -> None:
    for section_text in sectionize(a_parsed_label(*blocks), "lab_test").sections:
        text_, at = section_text.section.text, 0
        for piece in section_text.pieces:
            assert piece.start >= at
            assert text_[at : piece.start].strip() == ""
            assert piece.stop > piece.start
            at = piece.stop
        assert text_[at:].strip() == ""


@given(_BLOCKS)
def test_sections_form_a_tree_in_order(blocks: list[Block]) -> None:
    found = [s.section for s in sectionize(a_parsed_label(*blocks), "lab_test").sections]
    assert [s.ordinal for s in found] == list(range(len(found)))
    assert len({s.section_id for s in found}) == len(found)
    seen: dict[str, Section] = {}
    for section in found:
        if section.parent_id is not None:
            parent = seen[section.parent_id]
            assert parent.level < section.level
            assert section.heading_path == f"{parent.heading_path} > {section.heading}"
        seen[section.section_id] = section


@given(_BLOCKS)
def test_sectionizing_is_the_same_each_time(blocks: list[Block]) -> None:
    label = a_parsed_label(*blocks)
    assert sectionize(label, "lab_test") == sectionize(label, "lab_test")
