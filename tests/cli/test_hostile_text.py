"""Labels and questions that would steer what shows them: shown as marks, kept to the letter."""

import csv
import html as pages
import json
from dataclasses import replace
from pathlib import Path

import pytest
from building import Said, a_label, a_section, an_image, published
from conftest import Run
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.domain.label import DrugName, Monograph, NameKind
from monograph_qa.library import Library
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.visible import json_text, visible, visible_line

HOSTILE = (
    "\x1b[2J\x1b[31mThe half-life is 9 hours.\x1b]8;;https://example.org\x07 \x9b0m\u202e"
    "sruoh 1\u2066 <script>alert('x')</script> \"quoted\" <b>&amp;\r\x08 end."
)
STEERING = set(map(chr, [*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0)])) | set(
    "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


@pytest.fixture
def hostile(tmp_path: Path) -> LibraryFolder:
    """A label whose every text is hostile: title, headings, sentences, lead-ins, captions."""
    label = a_label("Nizatidine", title=f"Axid {HOSTILE}")
    said = [Said(HOSTILE, ("half_life",), context=HOSTILE), Said("It is 1 hour.", ("half_life",))]
    section, facts = a_section(label, "pharmacokinetics", said, heading=f"12.3 {HOSTILE}")
    image = replace(an_image(label, section=section), caption=HOSTILE)
    names = (
        DrugName("Nizatidine", NameKind.GENERIC, label.label_id),
        DrugName("Axid", NameKind.BRAND, label.label_id),
    )
    return published(tmp_path / "library", Monograph(label, names, (section,), facts, (image,)))


COMMANDS = (
    ("ask", "What is the half-life of Axid?"),
    ("ask", "What is the half-life of Axid?", "--trace"),
    ("ask", f"What is the half-life of Axid? {HOSTILE}"),
    ("ask", "Show me the structure of Axid"),
    ("labels",),
    ("sections", "axid"),
    ("facts", "axid"),
    ("images", "axid"),
    ("doctor",),
    ("sql", "SELECT title, heading, quote FROM label, section, fact_span"),
    ("sql", f"SELECT '{HOSTILE.replace(chr(39), '')}' AS words"),
    ("sql", "SELECT nothing\x1b[31m"),
    ("audit", "list"),
    ("audit", "sql", "SELECT question FROM audit_record"),
    ("audit", "list", "--finding", "no\x1b[31mne"),
    ("show", "no\x1b[31mne"),
)  # fmt: skip


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda each: " ".join(each)[:40])
def test_nothing_that_steers_a_terminal_is_printed(
    run: Run, hostile: LibraryFolder, arguments: tuple[str, ...]
) -> None:
    run("ask", f"What is the half-life of Axid? {HOSTILE}", library=hostile.root)
    for options in ((), ("--json",)):
        done = run(*arguments, *options, library=hostile.root)
        assert "Traceback" not in done.stderr
        assert not STEERING & set(done.stdout), done.stdout
        assert not STEERING & set(done.stderr), done.stderr


def test_records_are_shown_replayed_and_talked_over_without_steering(
    run: Run, hostile: LibraryFolder
) -> None:
    run("ask", f"What is the half-life of Axid? {HOSTILE}", library=hostile.root)
    listed = json.loads(run("audit", "list", "--json", library=hostile.root).stdout)
    for arguments in (("show",), ("replay",), ("replay", "--then")):
        done = run("audit", *arguments, listed[0]["audit_id"], library=hostile.root)
        assert done.stdout and not STEERING & set(done.stdout + done.stderr)


def test_json_and_store_keep_every_character(run: Run, hostile: LibraryFolder) -> None:
    done = run("ask", "What is the half-life of Axid?", "--json", library=hostile.root)
    quotes = [q["text"] for g in json.loads(done.stdout)["groups"] for q in g["quotes"]]
    assert HOSTILE in quotes
    done = run("sql", "SELECT quote FROM fact_span", "--json", library=hostile.root)
    assert HOSTILE in [row["quote"] for row in json.loads(done.stdout)]


def test_a_report_holds_no_markup_and_no_steering_of_others(
    run: Run, hostile: LibraryFolder, tmp_path: Path
) -> None:
    run("ask", f"What is the half-life of Axid? {HOSTILE}", library=hostile.root)
    out = tmp_path / "report.html"
    assert run("audit", "report", "--html", str(out), library=hostile.root).returncode == 0
    page = out.read_text(encoding="utf-8")
    assert "<script" not in page and "<b>" not in page
    assert not STEERING & set(page) and not STEERING & set(pages.unescape(page))


def test_a_report_of_a_load_holds_no_steering_of_file_names(run: Run, tmp_path: Path) -> None:
    labels = tmp_path / "labels"
    labels.mkdir()
    for name in ("\x1b[31mred.pdf", "--help.pdf", "fdp.\u202exe.pdf", "'; DROP TABLE label.pdf"):
        (labels / name).write_text("no label")
    out = tmp_path / "report.html"
    done = run("ingest", str(labels), "--report", str(out), library=tmp_path / "library")
    page = out.read_text(encoding="utf-8")
    assert page.count("--help.pdf") and "DROP TABLE" in page
    assert not STEERING & set(page) and not STEERING & set(pages.unescape(page))
    assert not (STEERING - {"\r"}) & set(done.stdout + done.stderr)


def test_no_cell_of_an_export_is_a_formula(run: Run, folder: LibraryFolder, tmp_path: Path) -> None:
    signs = "=+-@\uff1d\uff0b\uff0d\uff20"
    with Library.open(folder.root) as library:
        for sign in signs:
            library.ask(f"{sign}1+1 is the half-life of Axid?")
    out = tmp_path / "log.csv"
    run("audit", "export", "--format", "csv", "--out", str(out), library=folder.root)
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(signs)
    assert not [cell for row in rows for cell in row.values() if cell[:1] in tuple(signs)]


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_marks_stand_for_what_steers_and_for_nothing_else(text: str) -> None:
    assert not STEERING & set(visible(text))
    assert "\n" not in visible_line(text) and "\t" not in visible_line(text)
    harmless = "".join(c for c in text if visible(c) == c)
    assert visible(harmless) == harmless
    assert all(visible(c) == c for c in text if c.isascii() and c.isprintable())


@given(st.text(max_size=200))
def test_json_is_of_exactly_this_text(text: str) -> None:
    said = json_text({"said": [text]})
    assert json.loads(said) == {"said": [text]}
    assert not STEERING & set(said)
