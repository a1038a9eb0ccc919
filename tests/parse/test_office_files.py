"""DOCX and HTML labels: the same blocks, without pages."""

from pathlib import Path

from docx import Document

from monograph_qa.domain.parsed import BlockKind
from monograph_qa.parse import read


def test_a_word_document_gives_headings_items_and_grids(tmp_path: Path) -> None:
    document = Document()
    document.add_heading("5 WARNINGS", 1)
    paragraph = document.add_paragraph("Do ")
    paragraph.add_run("not").bold = True
    paragraph.add_run(" give > 20 mg a day.")
    document.add_paragraph("Measure pressure first.", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for at, text in enumerate(("Age", "Dose", "Adults", "20 mg")):
        table.cell(at // 2, at % 2).text = text
    document.save(str(tmp_path / "label.docx"))
    label = read(tmp_path / "label.docx")
    kinds = [block.kind for block in label.blocks]
    assert kinds == [BlockKind.HEADING, BlockKind.TEXT, BlockKind.LIST_ITEM, BlockKind.TABLE]
    assert label.blocks[1].text == "Do not give > 20 mg a day."
    grid = label.blocks[3].grid
    assert grid is not None and grid.cells[3].text == "20 mg"
    assert (label.media, label.page_count, label.blocks[0].places) == ("docx", 0, ())


def test_a_web_page_gives_headings_and_nested_items(tmp_path: Path) -> None:
    (tmp_path / "label.html").write_text(
        "<html><body><h1>Zentrolol</h1><h2>Uses</h2><p>For adults with &ge; 90 mmHg.</p>"
        "<ul><li>one<ul><li>inner</li></ul></li></ul></body></html>"
    )
    label = read(tmp_path / "label.html")
    assert [b.text for b in label.blocks if b.kind is BlockKind.HEADING] == ["Zentrolol", "Uses"]
    assert any(b.text == "For adults with ≥ 90 mmHg." for b in label.blocks)
    levels = {b.text: b.level for b in label.blocks if b.kind is BlockKind.LIST_ITEM}
    assert levels == {"one": 0, "inner": 1}


SIGNS = "6–8 h — “hours” of ‘it’ … ½ µg ≥ 5 − 3"


def test_a_web_page_keeps_every_sign_in_paragraphs_headings_and_cells(tmp_path: Path) -> None:
    (tmp_path / "label.html").write_text(
        f"<html><body><h1>{SIGNS}</h1><p>{SIGNS}</p><ul><li>{SIGNS}</li></ul>"
        f"<table><tr><th>{SIGNS}</th></tr><tr><td>{SIGNS}</td></tr></table></body></html>",
        encoding="utf-8",
    )
    for block in read(tmp_path / "label.html").blocks:
        said = [cell.text for cell in block.grid.cells] if block.grid else [block.text]
        assert set(said) == {SIGNS}


def test_changes_of_face_leave_no_gap_and_join_no_paragraphs(tmp_path: Path) -> None:
    (tmp_path / "label.html").write_text(
        "<html><body><h1>Uses</h1><p>Do <b>not</b> give 1.73 m<sup>2</sup>, H<sub>2</sub>O"
        " (<i>see</i> above).</p></body></html>"
    )
    document = Document()
    document.add_heading("Uses", 1)
    paragraph = document.add_paragraph("Do ")
    paragraph.add_run("not").bold = True
    paragraph.add_run(" give 1.73 m")
    paragraph.add_run("2").font.superscript = True
    paragraph.add_run(", H")
    paragraph.add_run("2").font.subscript = True
    paragraph.add_run("O (")
    paragraph.add_run("see").italic = True
    paragraph.add_run(" above).")
    document.save(str(tmp_path / "label.docx"))
    for name in ("label.html", "label.docx"):
        texts = [block.text for block in read(tmp_path / name).blocks]
        assert texts == ["Uses", "Do not give 1.73 m2, H2O (see above)."]
