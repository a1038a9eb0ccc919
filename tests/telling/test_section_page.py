"""A section of a label without pages: all of its text, and the line that is looked for marked."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from building import Said, a_monograph, published
from conftest import Run

from monograph_qa.domain.label import FactKind
from monograph_qa.library import Library
from monograph_qa.telling.pages import section_page

SPL = Path(__file__).parents[1] / "parse_spl" / "nizatidine.xml"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("section") / "library") as opened:
        opened.ingest([SPL], workers=1)
        yield opened


def text_of(html: str) -> str:
    return "".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def test_every_line_is_marked_in_the_whole_text_of_its_section(library: Library) -> None:
    (label,) = library.reader.current_labels()
    sections = {each.section_id: each for each in library.reader.sections(label.label_id)}
    for fact in library.reader.facts(label.label_id):
        html = section_page(library.reader, fact.section_id, fact.fact_id, str)
        assert html.count('id="quote"') == 1
        said = text_of(html)
        words = re.split(r"\s+|: |\|", sections[fact.section_id].text)
        assert all("".join(word.split()) in said for word in words)
        if fact.kind is not FactKind.TABLE_ROW and " | " not in fact.quote:
            marked = re.findall(r'<mark class="quote"[^>]*>(.*?)</mark>', html)
            assert text_of(" ".join(marked)) == "".join(fact.quote.split())


def test_a_row_is_marked_with_heads_and_caption_in_a_second_tone(library: Library) -> None:
    (label,) = library.reader.current_labels()
    row = next(
        fact
        for fact in library.reader.facts(label.label_id)
        if fact.kind is FactKind.TABLE_ROW and fact.context
    )
    html = section_page(library.reader, row.section_id, row.fact_id, str)
    assert html.count('<tr class="quote"') == 1 and html.count('<thead><tr class="beside"') == 1
    assert f'<mark class="beside">{row.context}' in html


def test_a_picture_stands_behind_its_caption(tmp_path: Path) -> None:
    said = {"description": [Said("Structural formula\nIt is white.")]}
    monograph = a_monograph(said, picture=True)
    with Library(published(tmp_path / "library", monograph)) as library:
        section_id = monograph.sections[0].section_id
        html = section_page(library.reader, section_id, "", lambda image: image.image_id)
    places = [html.index(each) for each in ("<p>Structural", "<img src", "<p>It is white")]
    assert places == sorted(places)


def test_show_writes_the_section_of_a_label_without_pages(
    library: Library, run: Run, tmp_path: Path
) -> None:
    (label,) = library.reader.current_labels()
    fact = library.reader.facts(label.label_id)[0]
    at = ("--page", str(tmp_path / "where.png"))
    done = run("show", fact.fact_id, *at, library=library.place)
    assert done.returncode == 0 and done.stdout.strip() == str(tmp_path / "where.html")
    assert 'id="quote"' in (tmp_path / "where.html").read_text(encoding="utf-8")
