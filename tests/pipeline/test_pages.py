"""The page with the sentence boxed, from a sample label: the box lies on the sentence's words."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image
from typer.testing import CliRunner

from bench.boxes import drawn_facts, has_its_heads, lies_on_its_quote
from monograph_qa.cli.app import command_line
from monograph_qa.domain.label import FactKind, FactSpan
from monograph_qa.errors import NotFound
from monograph_qa.library import Library
from monograph_qa.parse.pdfium import DPI
from monograph_qa.pipeline import keeping
from monograph_qa.pipeline.examining.examination import examine
from monograph_qa.pipeline.pages import read_with

from .files import write_spl
from .loading import ReadHere

SAMPLE = Path(__file__).parents[2] / "monographs" / "warfarin_tablets.pdf"
RED = (200, 30, 30)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("pages")
    copy = folder / "warfarin.pdf"
    copy.write_bytes(SAMPLE.read_bytes())
    with Library.open(folder / "library") as opened:
        opened.ingest([copy, write_spl(folder / "axid.xml", "Axid")], engine=ReadHere())
        copy.unlink()  # the library keeps its own
        yield opened


def facts(library: Library, drug: str) -> list[FactSpan]:
    label = next(each for each in library.reader.labels() if each.drug.casefold() == drug)
    return library.reader.facts(label.label_id)


def reds(png: bytes) -> set[tuple[int, int]]:
    image = Image.open(io.BytesIO(png)).convert("RGB")
    pixels = image.load()
    assert pixels is not None
    return {(x, y) for x in range(image.width) for y in range(image.height) if pixels[x, y] == RED}


def test_the_frame_lies_around_the_words_of_the_sentence(library: Library) -> None:
    fact = next(f for f in facts(library, "warfarin") if f.kind is FactKind.FACT and f.boxes)
    (page,) = library.pages(fact.fact_id)
    assert page.page == fact.boxes[0].page
    red = reds(page.png)
    for place in fact.boxes:
        box = place.box
        middle = round((box.top + box.bottom) / 2 * DPI / 72)
        left = [x for x, y in red if y == middle and x <= box.left * DPI / 72]
        right = [x for x, y in red if y == middle and x >= box.right * DPI / 72]
        assert left and right


def test_boxes_hold_their_quotes_and_nothing_else(library: Library) -> None:
    drawn = drawn_facts(library, 60, seed=3)
    wrong = [fact.quote for fact, _ in drawn if not lies_on_its_quote(library, fact)]
    assert len(drawn) == 60 and not wrong


def test_a_row_is_read_with_all_of_its_heads(library: Library) -> None:
    each = facts(library, "warfarin")
    rows = [fact for fact in each if fact.kind is FactKind.TABLE_ROW and fact.boxes]
    sections = {
        fact.section_id: [f for f in each if f.section_id == fact.section_id] for fact in rows
    }
    assert rows and all(has_its_heads(library, row, sections[row.section_id]) for row in rows)


def test_a_row_is_read_with_what_is_of_its_own_table(library: Library) -> None:
    row = next(f for f in facts(library, "warfarin") if f.kind is FactKind.TABLE_ROW)
    heads, month = "Group | Placebo", "Month 3"
    tables = [
        line
        for study in ("one", "two", "three")
        for line in (f"Table of study {study}", heads, month, f"Group: ACR20 | Placebo: {study}")
    ]
    own = [
        replace(
            row,
            fact_id=f"fact_{at}",
            ordinal=at,
            quote=line,
            kind=FactKind.OTHER if line == heads or "Table" in line else FactKind.TABLE_ROW,
            context=f"{tables[at - 4]} — {month}" if ":" in line else None,
        )
        for at, line in enumerate(["study", *tables])
    ]
    for at in (4, 8, 12):
        read = sorted(each.ordinal for each in read_with(own[at], own))
        assert read == [at - 3, at - 2, at - 1]
    together = [each for each in own[1:] if "Table" not in each.quote]  # nothing between two tables
    assert sorted(each.ordinal for each in read_with(own[8], together)) == [6, 7]


def test_a_row_is_shown_with_its_column_heads(library: Library) -> None:
    row = next(f for f in facts(library, "warfarin") if f.kind is FactKind.TABLE_ROW and f.boxes)
    (page,) = library.pages(row.fact_id)
    image = Image.open(io.BytesIO(page.png)).convert("RGB")
    assert {(40, 90, 200), RED} <= {colour for _, colour in image.getcolors(1 << 24) or ()}


def test_what_has_no_page_says_so(library: Library) -> None:
    with pytest.raises(NotFound, match="no pages"):
        library.pages(facts(library, "axid")[0].fact_id)
    with pytest.raises(NotFound, match="bears the id"):
        library.pages("fact_none")


def test_the_page_is_written_where_it_is_asked_for(library: Library, tmp_path: Path) -> None:
    fact = next(f for f in facts(library, "warfarin") if f.boxes)
    at = ["--library", str(library.place), "--page", str(tmp_path / "where.png")]
    done = CliRunner().invoke(command_line(), ["show", fact.fact_id, *at])
    assert done.exit_code == 0
    assert (tmp_path / "where.png").read_bytes().startswith(b"\x89PNG")


def test_a_file_that_is_not_kept_or_was_changed_is_not_shown(tmp_path: Path) -> None:
    copy = tmp_path / "warfarin.pdf"
    copy.write_bytes(SAMPLE.read_bytes())
    with Library.open(tmp_path / "library") as library:
        library.ingest([copy], engine=ReadHere(), originals=False)
        fact = next(f for f in facts(library, "warfarin") if f.boxes)
        assert library.pages(fact.fact_id)  # from where it lay
        copy.write_bytes(SAMPLE.read_bytes() + b" ")
        with pytest.raises(NotFound, match="gone or changed"):
            library.pages(fact.fact_id)
        copy.write_bytes(SAMPLE.read_bytes())
        library.ingest([copy], engine=ReadHere())


def test_an_edit_of_the_source_leaves_the_kept_file_as_it_was(tmp_path: Path) -> None:
    copy = tmp_path / "warfarin.pdf"
    copy.write_bytes(SAMPLE.read_bytes())
    with Library.open(tmp_path / "library") as library:
        library.ingest([copy], engine=ReadHere())
        fact = next(f for f in facts(library, "warfarin") if f.boxes)
        with copy.open("ab") as file:
            file.write(b"z")
        assert library.pages(fact.fact_id)


@pytest.mark.parametrize("linked", [False, True])
def test_a_damaged_kept_file_is_told_and_mended_by_loading_it_again(
    tmp_path: Path, linked: bool
) -> None:
    copy, elsewhere = tmp_path / "warfarin.pdf", tmp_path / "elsewhere" / "the same.PDF"
    copy.write_bytes(SAMPLE.read_bytes())
    with Library.open(tmp_path / "library") as library:
        library.ingest([copy], engine=ReadHere())
        label = library.reader.labels()[0]
        fact = next(f for f in facts(library, "warfarin") if f.boxes)
        (kept,) = library.place.originals.rglob("*.pdf")
        if linked:  # as earlier versions kept files
            kept.unlink()
            kept.hardlink_to(copy)
        for path in {copy, kept}:
            path.write_bytes(SAMPLE.read_bytes() + b"z")
        with pytest.raises(NotFound, match=r"was changed or damaged.*load the file again"):
            library.pages(fact.fact_id)
        found = {each.subject: each for each in examine(library.place, quick=False)}
        assert not found["originals"].sound and label.label_id in found["originals"].detail
        elsewhere.parent.mkdir()
        elsewhere.write_bytes(SAMPLE.read_bytes())
        library.ingest([elsewhere], engine=ReadHere())
        assert library.pages(fact.fact_id) and not kept.samefile(copy)
        found = {each.subject: each for each in examine(library.place, quick=False)}
        assert found["originals"].sound and "1 of 1" in found["originals"].detail


def test_a_file_that_was_not_kept_is_kept_by_loading_it_again(tmp_path: Path) -> None:
    copy = tmp_path / "warfarin.pdf"
    copy.write_bytes(SAMPLE.read_bytes())
    with ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(write_spl(tmp_path / "axid.xml", "Axid"), "axid.xml")
    named = [copy, tmp_path / "all.zip"]
    with Library.open(tmp_path / "library") as library:
        library.ingest(named, engine=ReadHere(), originals=False)
        assert not library.place.originals.exists()
        library.ingest(named, engine=ReadHere())
        kept = {each.suffix for each in library.place.originals.rglob("*") if each.is_file()}
        assert kept == {".pdf", ".xml"}


def test_where_the_file_is_gone_the_section_is_shown_and_says_why(tmp_path: Path) -> None:
    copy = tmp_path / "warfarin.pdf"
    copy.write_bytes(SAMPLE.read_bytes())
    with Library.open(tmp_path / "library") as library:
        library.ingest([copy], engine=ReadHere(), originals=False)
        fact = next(f for f in facts(library, "warfarin") if f.kind is FactKind.FACT and f.boxes)
    copy.unlink()
    at = ["--library", str(tmp_path / "library"), "--page", str(tmp_path / "where.png")]
    done = CliRunner().invoke(command_line(), ["show", fact.fact_id, *at])
    assert done.exit_code == 0 and "its section is written" in done.stderr
    page = (tmp_path / "where.html").read_text(encoding="utf-8")
    assert "its file is not kept here" in page and 'class="quote" id="quote">' in page


def test_a_removed_label_s_file_is_removed_too(tmp_path: Path) -> None:
    copy = tmp_path / "warfarin.pdf"
    copy.write_bytes(SAMPLE.read_bytes())
    with Library.open(tmp_path / "library") as library:
        library.ingest([copy], engine=ReadHere())
        kept = list(library.place.originals.rglob("*.pdf"))
        assert len(kept) == 1 and not kept[0].samefile(copy)
        library.close()
        keeping.remove(library.place, "warfarin", "a test")
        assert not kept[0].exists() and copy.exists()


def test_a_record_is_shown_with_the_pages_of_its_quotes(library: Library, tmp_path: Path) -> None:
    answer = library.ask("maintenance dose of warfarin?")
    quoted = {quote.fact_id for group in answer.groups for quote in group.quotes}
    where = ("--library", str(library.place.shown), "--pages", str(tmp_path / "pages"))
    done = CliRunner().invoke(command_line(), ["audit", "show", answer.audit_id, *where])
    assert done.exit_code == 0, done.output
    written = {path.stem[:25]: path for path in (tmp_path / "pages").iterdir()}
    assert quoted and set(written) == quoted
    assert all(reds(path.read_bytes()) for path in written.values())
    assert all(str(path) in done.output for path in written.values())
