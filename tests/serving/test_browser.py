"""The pages as people meet them: asked, clicked, read by keyboard, printed, on a narrow screen."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from building import Said, a_label, a_monograph, published
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from bench.served import Server, running
from monograph_qa.domain.geometry import Box
from monograph_qa.domain.label import FactKind, FactSpan
from monograph_qa.library import Library
from serving.browsing import ask, beside, boxes_shown, chromium, needs_chromium, visit

pytestmark = needs_chromium

SAMPLES = Path(__file__).parents[2] / "monographs"
SPL = Path(__file__).parents[1] / "parse_spl" / "nizatidine.xml"
ROW = "AA"  # of warfarin's table of genotypes
MARGIN = 2.0  # points between a box as stored and as drawn
ALL = ("--guest", "audit", "--guest", "load")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sample monographs, one in SPL, and a file that could not be read."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    named = [SAMPLES / f"{name}_tablets.pdf" for name in ("warfarin", "metformin")]
    with Library.open(folder / "library") as opened:
        opened.ingest([*named, SPL, folder / "broken.pdf"], workers=1)
    return folder / "library"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def served(library: Path) -> Iterator[Server]:
    with running(str(library), *ALL) as server:
        yield server


@pytest.fixture
def page(browser: Browser, served: Server) -> Iterator[Page]:
    with visit(browser, served) as opened:
        yield opened


def fact_of(library: Path, quote: str) -> FactSpan:
    with Library.open(library) as opened:
        labels = opened.reader.current_labels()
        each = (fact for label in labels for fact in opened.reader.facts(label.label_id))
        return next(fact for fact in each if fact.quote == quote)


def lies_on(shown: tuple[float, ...], stored: Box) -> bool:
    edges = (stored.left, stored.top, stored.right, stored.bottom)
    return all(abs(a - b) <= MARGIN + 1 for a, b in zip(shown, edges, strict=True))


def test_a_click_on_a_line_turns_to_its_page_with_the_box_on_the_sentence(
    page: Page, library: Path
) -> None:
    ask(page, "contraindications of warfarin")
    for at in (0, -1):  # the last stands on another page than the first
        line = page.locator("article .line:visible").nth(at)
        line.locator("q").click()
        expect(line.get_by_role("link")).to_have_attribute("aria-current", "true")
        fact = fact_of(library, line.locator("q").inner_text().strip("“”"))
        expect(beside(page).locator("nav b")).to_have_text(f"Page {fact.page}")
        stored = [each.box for each in fact.boxes]
        assert all(map(lies_on, boxes_shown(page), stored)) and len(stored) > 0
        expect(page.get_by_role("status")).to_contain_text(f"Page {fact.page} of WARFARIN")
    assert page.evaluate("scrollY") == 0  # what turns beside the lines moves none of them


def test_the_box_is_drawn_over_the_words_themselves(page: Page, library: Path) -> None:
    """Seen on the screen, not read from the page: there is ink inside, and yellow around it."""
    ask(page, "contraindications of warfarin")
    boxes_shown(page)
    frame = beside(page)
    frame.locator("image").wait_for()
    page.wait_for_load_state("networkidle")
    shot = frame.locator("rect.quote").first.screenshot()
    image = Image.open(io.BytesIO(shot)).convert("RGB")
    red, _, blue = (channel.histogram() for channel in image.split())
    dots = image.width * image.height
    assert 0.02 < sum(red[:110]) / dots < 0.4  # ink
    assert sum(red[240:]) / dots > 0.4 and sum(blue[180:230]) / dots > 0.4  # yellow


def test_a_row_is_shown_in_its_table_and_boxed_with_heads_and_caption(
    page: Page, library: Path
) -> None:
    ask(page, "warfarin dose CYP2C9 genotype")
    table = page.get_by_role("table").first
    expect(table.get_by_role("columnheader").first).to_have_text("VKORC1")
    table.get_by_role("row").filter(has_text=ROW).get_by_role("cell").first.click()
    expect(beside(page).locator("nav b")).to_have_text("Page 4")
    with Library.open(library) as opened:
        (label,) = (each for each in opened.reader.current_labels() if each.drug == "warfarin")
        facts = opened.reader.facts(label.label_id)
    row = next(f for f in facts if f.kind is FactKind.TABLE_ROW and f": {ROW} |" in f.quote)
    (shown,) = boxes_shown(page)
    assert lies_on(shown, row.boxes[0].box)
    expect(beside(page).locator("rect.beside")).to_have_count(2)


def test_a_label_without_pages_is_shown_as_its_section(page: Page) -> None:
    ask(page, "storage of nizatidine")
    marked = beside(page).locator("mark.quote")
    expect(marked).to_have_text("Keep the sample dry.")
    expect(marked).to_be_in_viewport()
    ask(page, "dose of nizatidine at a clearance of 30 mL/min")
    row = beside(page).get_by_role("row").filter(has_text="20 to 50")
    expect(row).to_have_class("quote")
    expect(beside(page).locator("thead tr")).to_have_class("beside")
    expect(beside(page).locator("mark.beside")).to_have_text("Table 1: Dose by clearance")


def test_a_label_is_chosen_by_a_button(page: Page) -> None:
    ask(page, "half-life of warfarin injection")
    page.get_by_role("group", name="Which one?").get_by_role("button").first.click()
    page.wait_for_url(lambda url: True)
    expect(page.locator("p.head")).to_contain_text("WARFARIN SODIUM")
    expect(page.locator("article .line").first).to_contain_text("half-life")


def test_a_follow_up_leans_on_the_answer_that_it_stands_below(page: Page) -> None:
    ask(page, "half-life of warfarin")
    of_warfarin = page.url
    ask(page, "half-life of metformin")
    page.goto(of_warfarin)
    ask(page, "and the contraindications?", field="Follow-up question")
    expect(page.locator("p.carried")).to_contain_text("warfarin")
    expect(page.locator("p.head")).to_contain_text("WARFARIN")
    expect(page.locator("article h4").first).to_contain_text("CONTRAINDICATIONS")


def test_the_link_shows_the_answer_as_it_was(page: Page) -> None:
    ask(page, "max dose of metformin")
    said = page.locator("article").inner_text()
    page.goto(page.url)
    assert page.locator("article").inner_text() == said
    page.locator("summary").first.click()
    expect(page.locator("details .line").first).to_be_visible()


@pytest.mark.parametrize("height", range(400, 640, 20))
def test_no_heading_is_parted_from_its_lines_in_print(page: Page, height: int) -> None:
    ask(page, "contraindications of warfarin vs. metformin")
    headings = [" ".join(each.split()) for each in page.locator("h2, h3, h4").all_inner_texts()]
    printed = page.pdf(width="400px", height=f"{height}px", margin={"top": "9px", "bottom": "9px"})
    with pypdfium2.PdfDocument(printed) as document:
        texts = [each.get_textpage().get_text_bounded().strip() for each in document]
    ends = [text.splitlines()[-1].strip() for text in texts[:-1] if text]
    assert len(ends) > 1 and not [end for end in ends if any(end in each for each in headings)]


def test_printing_gives_one_clean_sheet_with_sources(page: Page) -> None:
    ask(page, "contraindications of warfarin")
    audit_id = page.url.rpartition("/")[2]
    quotes = page.locator("article > section > section q").all_inner_texts()
    with pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True)) as printed:
        assert len(printed) == 1
        text = " ".join(printed[0].get_textpage().get_text_bounded().split())
    letters = "".join(text.split())
    assert quotes and all("".join(quote.split()) in letters for quote in quotes)
    for part in ("contraindications of warfarin", "SOURCES", "page 4", audit_id):
        assert part in text
    assert "Ask" not in text


def test_names_are_completed_and_all_is_done_by_keyboard(page: Page) -> None:
    field = page.get_by_role("combobox", name="Question")
    expect(field).to_be_focused()
    field.press_sequentially("half-life of war")
    expect(page.get_by_role("option").first).to_have_text("warfarin")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option").first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(field).to_have_value("half-life of warfarin")
    expect(page.get_by_role("option")).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_url("**/answers/*")
    line = page.locator("article .line a:visible").last
    line.focus()
    page.keyboard.press("Enter")
    expect(line).to_have_attribute("aria-current", "true")


def test_a_screen_reader_finds_its_way(page: Page) -> None:
    ask(page, "contraindications of warfarin")
    for role in ("banner", "navigation", "main", "complementary"):
        expect(page.get_by_role(role)).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text("contraindications of warfarin")
    unnamed = "input:not([type=hidden]), iframe, img, button, select"
    names = page.locator(unnamed).evaluate_all(
        "all => all.map(e => e.labels?.[0]?.textContent || e.title || e.alt || e.textContent)"
    )
    assert names and all(name.strip() for name in names)
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()


def test_a_narrow_window_shows_lines_and_page_and_scrolls_in_no_other_way(
    browser: Browser, served: Server
) -> None:
    with visit(browser, served, viewport={"width": 360, "height": 740}) as page:
        ask(page, "warfarin dose CYP2C9 genotype")
        page.locator("article .line a:visible").first.click()
        expect(beside(page).locator("rect.quote").first).to_be_in_viewport()
        expect(page.locator("article .line").first).to_be_in_viewport()
        for path in (page.url, "/", "/log", "/loads"):
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_without_script_forms_and_links_do_it(browser: Browser, served: Server) -> None:
    with visit(browser, served, java_script_enabled=False) as page:
        ask(page, "contraindications of warfarin")
        page.locator("article .line a:visible").last.click()
        expect(beside(page).locator("nav b")).to_have_text("Page 5")
        ask(page, "and in children?", field="Follow-up question")
        expect(page.locator("p.carried")).to_contain_text("warfarin")


def test_an_auditor_filters_the_log_and_sees_the_evidence_on_its_page(page: Page) -> None:
    ask(page, "dose of zorblax")
    ask(page, "contraindications of warfarin")
    audit_id = page.url.rpartition("/")[2]
    page.goto("/log")
    page.get_by_label("Drug").fill("warfarin")
    page.get_by_label("Outcome").select_option("answered")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("zorblax")).to_have_count(0)
    page.get_by_role("link", name=audit_id).click()
    expect(page.locator("dl").last).to_contain_text("fits the record")
    page.locator("article .line a:visible").last.click()
    expect(beside(page).locator("rect.quote").first).to_be_in_viewport()
    page.goto("/log/proof")
    expect(page.get_by_role("heading", level=1)).to_have_text("The chain is whole")


def test_a_data_team_sees_what_failed_and_why(page: Page) -> None:
    page.goto("/loads")
    page.get_by_role("link", name="failed 1").click()
    row = page.get_by_role("row").filter(has_text="broken.pdf")
    expect(row).to_contain_text("UnreadableLabel")
    page.get_by_role("link", name="WARFARIN SODIUM").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("of reading")
    expect(beside(page).locator("nav b")).to_have_text("Page 1")


def test_markup_in_labels_and_questions_is_text(browser: Browser, tmp_path: Path) -> None:
    script = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    sentence = f"The half-life of </q></p>{script} is 2 hours."
    said = {"pharmacokinetics": [Said(sentence, ("half_life",), page=None)]}
    label = a_label("Axid", title=f"Axid {script}", doc_key="file:/axid.xml")
    place = published(tmp_path / "library", a_monograph(said, replace(label, page_count=0)))
    with running(str(place), *ALL) as served, visit(browser, served) as page:
        ask(page, f"half-life of Axid {script}")
        audit_id = page.url.rpartition("/")[2]
        expect(page.locator("article q").first).to_have_text(sentence)
        expect(beside(page).locator("mark.quote")).to_have_text(sentence)
        for path in (page.url, "/", "/log", f"/log/{audit_id}", "/loads"):
            page.goto(path)
            expect(page.locator("script:not([src]), img[src=x]")).to_have_count(0)
            expect(page.get_by_text("<script>alert(1)").first).to_be_attached()
