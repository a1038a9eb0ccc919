"""Laws that hold for any SPL document: nothing is lost, grids are sound, titles are headings."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from monograph_qa.domain.parsed import BlockKind, Grid, ParsedLabel
from monograph_qa.errors import UnreadableLabel
from monograph_qa.parse.spl import read_spl
from monograph_qa.parse.spl_xml import LOINC
from parse_spl.spl_oracle import V3, check_nothing_is_lost

SHARED = Path(__file__).resolve().parents[3] / "shared" / "labels" / "spl"

ET.register_namespace("", "urn:hl7-org:v3")
WORDS = st.sampled_from(
    ["niza", "tidine ", " 150\u00a0mg", "<", "&", "Table 2", ". ", "\n ", "é", "Dose:", "\ufeff"]
)
STYLES = st.sampled_from(["bold", "Bold italics", "underline", "xmChange", ""])


def element(name: str, *parts: "str | ET.Element", **attributes: str) -> ET.Element:
    made = ET.Element(V3 + name, attributes)
    for part in parts:
        if isinstance(part, ET.Element):
            made.append(part)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + part
        else:
            made.text = (made.text or "") + part
    return made


def is_no_head(group: ET.Element) -> bool:
    return group.tag != f"{V3}thead"


Parts = st.SearchStrategy[list[ET.Element | str]]


def holding(name: str, parts: Parts) -> st.SearchStrategy[ET.Element]:
    return parts.map(lambda parts: element(name, *parts))


def some(*parts: st.SearchStrategy[str] | st.SearchStrategy[ET.Element], most: int = 4) -> Parts:
    return st.lists(st.one_of(*parts), max_size=most)


SIMPLE = st.one_of(
    st.builds(lambda: element("br")),
    st.builds(lambda text, style: element("content", text, styleCode=style), WORDS, STYLES),
    st.builds(lambda text: element("sup", text), WORDS),
    st.builds(lambda text: element("footnote", text), WORDS),
    st.builds(lambda text: element("renderMultiMedia", element("caption", "§", text)), WORDS),
)
INLINE = some(WORDS, SIMPLE)
PARAGRAPH = holding("paragraph", INLINE)
NESTED: st.SearchStrategy[ET.Element] = st.deferred(lambda: st.one_of(LISTS, TABLES))
ITEM = st.builds(
    lambda mark, parts: element("item", *mark, *parts),
    st.lists(WORDS.map(lambda text: element("caption", text)), max_size=1),
    some(WORDS, SIMPLE, PARAGRAPH, NESTED, most=3),
)
LISTS: st.SearchStrategy[ET.Element] = holding("list", some(ITEM, most=3))
SPAN = st.sampled_from(["", "1", "2", "3", "0", "x", "99999"])
CELL = st.builds(
    lambda name, parts, across, down: element(name, *parts, colspan=across, rowspan=down),
    st.sampled_from(["td", "td", "th"]),
    some(WORDS, SIMPLE, PARAGRAPH, NESTED, most=3),
    SPAN,
    SPAN,
)
ROW = holding("tr", some(CELL, most=3))
GROUP = st.builds(
    lambda name, rows: element(name, *rows),
    st.sampled_from(["thead", "tfoot", "tbody", "tbody"]),
    some(ROW, most=3),
)
TABLES: st.SearchStrategy[ET.Element] = st.builds(
    lambda caption, groups: element("table", *caption, *sorted(groups, key=is_no_head)),
    st.lists(holding("caption", INLINE), max_size=1),
    st.lists(GROUP, max_size=3),
)
NARRATIVE = holding("text", some(WORDS, SIMPLE, PARAGRAPH, PARAGRAPH, LISTS, TABLES, most=5))
CODE = st.sampled_from([("34067-9", "INDICATIONS"), ("42229-5", "SPL UNCLASSIFIED SECTION")])


def make_section(
    code: list[tuple[str, str]],
    title: list[ET.Element],
    text: list[ET.Element],
    subsections: list[ET.Element],
) -> ET.Element:
    codes = [element("code", code=c, displayName=name, codeSystem=LOINC) for c, name in code]
    within = [element("component", section) for section in subsections]
    return element("section", *codes, *title, *text, *within)


def sections(within: st.SearchStrategy[list[ET.Element]]) -> st.SearchStrategy[ET.Element]:
    return st.builds(
        make_section,
        st.lists(CODE, max_size=1),
        st.lists(holding("title", INLINE), max_size=1),
        st.lists(NARRATIVE, max_size=1),
        within,
    )


SECTION = sections(st.lists(sections(st.lists(sections(st.just([])), max_size=2)), max_size=2))


def document(parts: list[ET.Element]) -> bytes:
    body = element("structuredBody", *(element("component", part) for part in parts))
    made: bytes = ET.tostring(element("document", element("component", body)), encoding="utf-8")
    return made


@settings(max_examples=150, deadline=None)
@example(
    b'<document xmlns="urn:hl7-org:v3"><component><structuredBody><component><section><text>'
    b'<table><thead><tr><td colspan="2">Dose</td></tr></thead></table>'
    b"</text></section></component></structuredBody></component></document>"
)  # a table of nothing but its header
@given(st.lists(SECTION, min_size=1, max_size=3).map(document))
def test_any_document_keeps_its_text_and_makes_sound_blocks(data: bytes) -> None:
    try:
        label = read_spl(Path("any.xml"), data)
    except UnreadableLabel as error:
        assert "without any section text" in error.cause
        check_nothing_is_lost(data, ())
        return
    check_nothing_is_lost(data, label.blocks)
    check_blocks(label)


@settings(max_examples=60, deadline=None)
@given(st.lists(SECTION, min_size=1, max_size=2).map(document))
def test_reading_twice_gives_the_same_label(data: bytes) -> None:
    try:
        assert read_spl(Path("any.xml"), data) == read_spl(Path("any.xml"), data)
    except UnreadableLabel as error:
        assert "without any section text" in error.cause


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableLabel):
        read_spl(Path("any.xml"), data)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the optional folder of real labels is not there")
def test_real_labels_keep_their_text_and_tell_their_identity() -> None:
    for path in sorted(SHARED.glob("*.xml")):
        data = path.read_bytes()
        label = read_spl(path, data)
        check_nothing_is_lost(data, label.blocks)
        check_blocks(label)
        assert {"set_id", "version", "document_id", "effective_time"} <= set(label.identity), path
        assert any(kind == "generic" for _, kind in label.names), path


def check_blocks(label: ParsedLabel) -> None:
    for block in label.blocks:
        if block.kind is BlockKind.HEADING:
            assert block.text.strip()
            assert block.level is not None and block.level >= 1
        elif block.kind is BlockKind.LIST_ITEM:
            assert block.level is not None and block.level >= 1
        if block.kind is BlockKind.TABLE:
            assert block.grid is not None and not block.text
            check_grid(block.grid)
        elif block.kind is not BlockKind.PICTURE:
            assert block.text == block.text.strip() != ""


def check_grid(grid: Grid) -> None:
    taken = [
        (cell.row + i, cell.column + j)
        for cell in grid.cells
        for i in range(cell.row_span)
        for j in range(cell.column_span)
    ]
    assert len(taken) == len(set(taken))
    assert all(0 <= row < grid.rows and 0 <= column < grid.columns for row, column in taken)
