"""Pages that are pictures of text: read by OCR where it is installed, named where it is not."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TypeVar

import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from monograph_qa.domain.parsed import Block, BlockKind, ParsedLabel
from monograph_qa.errors import ScannedLabel
from monograph_qa.parse import read, scans
from monograph_qa.pipeline.loading.monographs import read_monograph
from monograph_qa.vocabulary.attributes import OCR

Test = TypeVar("Test", bound=Callable[..., None])
SAMPLE = Path(__file__).parents[2] / "monographs" / "nizatidine_axid.pdf"
SCANNED = 5  # page of the sample that is photographed

_INSTALLED = pytest.mark.skipif(not scans.is_installed(), reason="the extra ocr is not installed")


def needs_ocr(test: Test) -> Test:
    """A test that is skipped without OCR; with it, it takes many seconds."""
    marked: Test = pytest.mark.slow(_INSTALLED(test))
    return marked


def photographed(number: int) -> tuple[Image.Image, tuple[float, float]]:
    """Page `number` of the sample as a scanner would see it, and its size in points."""
    with pypdfium2.PdfDocument(SAMPLE.read_bytes()) as document:
        page = document[number - 1]
        return page.render(scale=200 / 72).to_pil().convert("L"), page.get_size()


def draw(path: Path, *pages: int, words: str = "", share: float = 1.0) -> Path:
    """A PDF with pages of the sample as pictures, after a page of `words` if there are any.

    `share` is how much of the width and height of the page a picture fills.
    """
    canvas = Canvas(str(path))
    if words:
        canvas.drawString(72, 700, words)
        canvas.showPage()
    for number in pages:
        picture, (width, height) = photographed(number)
        store = BytesIO()
        picture.save(store, "PNG")
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(store), 0, 0, share * width, share * height)
        canvas.showPage()
    canvas.save()
    return path


@pytest.fixture(scope="module")
def scan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return draw(tmp_path_factory.mktemp("scan") / "scan.pdf", SCANNED)


@pytest.fixture(scope="module")
def scanned(scan: Path) -> ParsedLabel:
    return read(scan)


@pytest.fixture(scope="module")
def printed() -> list[Block]:
    return [b for b in read(SAMPLE).blocks if any(p.page == SCANNED for p in b.places)]


def words(text: str) -> set[str]:
    return set(text.split())


@needs_ocr
def test_a_scan_is_read_and_marked(scanned: ParsedLabel) -> None:
    assert scanned.silent_pages == () and scanned.blocks
    assert all(block.ocr for block in scanned.blocks)
    for block in scanned.blocks:
        assert all(place.page == 1 for place in block.places)
        for line in block.lines:
            assert block.text[line.start : line.stop].strip()


@needs_ocr
def test_ocr_finds_nearly_every_word_of_the_page(
    scanned: ParsedLabel, printed: list[Block]
) -> None:
    wanted = words(" ".join(block.text for block in printed if block.kind is BlockKind.TEXT))
    found = words(" ".join(block.text for block in scanned.blocks))
    assert len(wanted & found) >= 0.93 * len(wanted)


@needs_ocr
def test_headings_of_a_scan_are_headings(scanned: ParsedLabel, printed: list[Block]) -> None:
    wanted = [block.text for block in printed if block.kind is BlockKind.HEADING]
    found = [block.text for block in scanned.blocks if block.kind is BlockKind.HEADING]
    assert len(wanted) > 2
    assert [text for text in found if text in wanted] == wanted


@needs_ocr
def test_bullets_of_a_scan_make_list_items(scanned: ParsedLabel, printed: list[Block]) -> None:
    wanted = [block.text for block in printed if block.kind is BlockKind.LIST_ITEM]
    found = [block.text for block in scanned.blocks if block.kind is BlockKind.LIST_ITEM]
    assert wanted and len(set(wanted) & set(found)) >= len(wanted) - 1


@needs_ocr
def test_lines_stand_where_they_are_printed(scanned: ParsedLabel, printed: list[Block]) -> None:
    places = {block.text: block.places[0].box for block in scanned.blocks if block.text}
    same = [b for b in printed if b.text in places and b.kind is not BlockKind.LIST_ITEM]
    assert len(same) > 3
    for block in same:
        box, seen = block.places[0].box, places[block.text]
        assert abs(box.left - seen.left) < 4 and abs(box.center_y - seen.center_y) < 6


@needs_ocr
def test_facts_of_a_scan_can_be_told_from_others(scan: Path) -> None:
    monograph = read_monograph(scan).monograph
    assert monograph.facts
    assert all(OCR in fact.attributes for fact in monograph.facts)
    assert not any(OCR in fact.attributes for fact in read_monograph(SAMPLE).monograph.facts)


@needs_ocr
def test_one_scanned_page_among_printed_ones_takes_its_place(tmp_path: Path) -> None:
    path = draw(tmp_path / "mixed.pdf", SCANNED, words="Zentrolol tablets are for adults only.")
    label = read(path)
    assert label.silent_pages == ()
    assert [block.ocr for block in label.blocks] == [False] + [True] * (len(label.blocks) - 1)
    assert {place.page for block in label.blocks[1:] for place in block.places} == {2}


@needs_ocr
def test_a_scan_with_margins_is_read_like_one_without(tmp_path: Path) -> None:
    path = draw(
        tmp_path / "margins.pdf", SCANNED, words="Zentrolol tablets are for adults only.", share=0.9
    )
    label = read(path)
    assert label.silent_pages == ()
    assert sum(len(block.text.split()) for block in label.blocks if block.ocr) > 100


@needs_ocr
def test_a_label_says_whether_ocr_read_any_of_it(tmp_path: Path, scanned: ParsedLabel) -> None:
    assert scanned.parser == "docling+rules/36+ocr"
    assert read(SAMPLE).parser == "docling+rules/36"


@needs_ocr
def test_a_large_picture_that_holds_no_running_text_stays_a_picture(tmp_path: Path) -> None:
    carton = Image.new("L", (1000, 1300), 255)
    pen = ImageDraw.Draw(carton)
    for at, words in enumerate(("ZENTROLOL", "25 mg tablets", "Keep dry", "100 tablets")):
        pen.text((80, 80 + 280 * at), words, font=ImageFont.load_default(90), fill=0)
    store = BytesIO()
    carton.save(store, "PNG")
    path = tmp_path / "carton.pdf"
    canvas = Canvas(str(path))
    canvas.drawString(72, 700, "Zentrolol tablets are for adults only.")
    canvas.showPage()
    canvas.drawImage(ImageReader(store), 30, 30, 530, 780)
    canvas.save()
    label = read(path)
    assert [block.kind for block in label.blocks] == [BlockKind.TEXT, BlockKind.PICTURE]
    assert label.parser == "docling+rules/36" and label.silent_pages == ()


@needs_ocr
def test_a_scan_of_nothing_is_an_error(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "blank.pdf"))
    canvas.rect(100, 100, 300, 200, fill=1)
    canvas.showPage()
    canvas.save()
    with pytest.raises(ScannedLabel, match="finds none either"):
        read(tmp_path / "blank.pdf")


def test_without_ocr_a_scan_is_refused_and_the_extra_is_named(
    scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scans, "find_spec", lambda name: None)
    with pytest.raises(ScannedLabel, match=r"pip install 'monograph-qa\[ocr\]'") as raised:
        read(scan)
    assert str(scan) in str(raised.value)


def test_without_ocr_a_scanned_page_among_printed_ones_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scans, "find_spec", lambda name: None)
    path = draw(tmp_path / "mixed.pdf", SCANNED, words="Zentrolol tablets are for adults only.")
    label = read(path)
    assert label.silent_pages == (2,)
    assert [block.ocr for block in label.blocks] == [False]


def test_without_ocr_a_scan_with_margins_is_listed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scans, "find_spec", lambda name: None)
    path = draw(
        tmp_path / "margins.pdf", SCANNED, words="Zentrolol tablets are for adults only.", share=0.9
    )
    assert read(path).silent_pages == (2,)


def test_type_sizes_are_told_from_the_length_of_lines() -> None:
    from monograph_qa.domain.geometry import Box

    body = "Nizatidine is excreted primarily by the kidney in adults"
    lines = [scans.SeenLine(body, Box(72, y, 332, y + 13), 0.8) for y in (100.0, 112.0, 124.0)]
    title = scans.SeenLine("RENAL FUNCTION", Box(72, 60, 230, 80), 1.6)
    glyphs = list(scans._glyphs([title, *lines]))
    sizes = {glyph.space / 0.25 for glyph in glyphs}
    assert len(sizes) == 2 and max(sizes) > 1.3 * min(sizes)
    assert {g.font for g in glyphs if g.top > 95} == {"OCR"} and glyphs[0].font == "OCR-Bold"
