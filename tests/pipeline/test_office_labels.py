"""Labels in Word and HTML become monographs like any other, without pages."""

from pathlib import Path

import pytest
from docx import Document

from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.label import FactKind
from monograph_qa.library import Library
from monograph_qa.pipeline.loading.monographs import read_monograph
from monograph_qa.pipeline.loading.report import FileState, Reading

TITLE = "ZENTROLOL (zentrolol hydrochloride) tablets"
INDICATION = "Zentrolol is indicated for the treatment of hypertension in adults."
DOSE = "The recommended starting dose is 20 mg once daily."
LEAD_IN = "Contraindicated in patients with:"
ITEMS = ("known hypersensitivity to zentrolol", "a systolic pressure of ≤ 90 mmHg")
HALF_LIFE = "The elimination half-life of zentrolol is 6 to 8 hours."
TABLE = (("Creatinine clearance", "Dose"), ("30–60 mL/min", "10 mg"), ("< 30 mL/min", "5 mg"))


def write_docx(path: Path) -> Path:
    document = Document()
    document.add_heading(TITLE, 0)
    document.add_heading("1 INDICATIONS AND USAGE", 1)
    document.add_paragraph(INDICATION)
    document.add_heading("2 DOSAGE AND ADMINISTRATION", 1)
    document.add_paragraph(DOSE)
    document.add_heading("2.1 Dosage in Renal Impairment", 2)
    table = document.add_table(rows=len(TABLE), cols=2)
    for at, row in enumerate(TABLE):
        for column, text in enumerate(row):
            table.cell(at, column).text = text
    document.add_heading("4 CONTRAINDICATIONS", 1)
    document.add_paragraph(LEAD_IN)
    for item in ITEMS:
        document.add_paragraph(item, style="List Bullet")
    document.add_heading("12 CLINICAL PHARMACOLOGY", 1)
    document.add_heading("12.3 Pharmacokinetics", 2)
    document.add_paragraph(HALF_LIFE)
    document.save(str(path))
    return path


def write_html(path: Path) -> Path:
    def escaped(text: str) -> str:
        return text.replace("&", "&amp;").replace("<", "&lt;")

    head, *body = TABLE
    rows = "".join(f"<tr>{''.join(f'<td>{escaped(c)}</td>' for c in row)}</tr>" for row in body)
    path.write_text(
        f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>label</title></head><body>
        <h1>{TITLE}</h1>
        <h2>1 INDICATIONS AND USAGE</h2><p>{INDICATION}</p>
        <h2>2 DOSAGE AND ADMINISTRATION</h2><p>{DOSE}</p>
        <h3>2.1 Dosage in Renal Impairment</h3>
        <table><tr>{"".join(f"<th>{c}</th>" for c in head)}</tr>{rows}</table>
        <h2>4 CONTRAINDICATIONS</h2><p>{LEAD_IN}</p>
        <ul>{"".join(f"<li>{escaped(item)}</li>" for item in ITEMS)}</ul>
        <h2>12 CLINICAL PHARMACOLOGY</h2><h3>12.3 Pharmacokinetics</h3><p>{HALF_LIFE}</p>
        </body></html>""",
        encoding="utf-8",
    )
    return path


WRITERS = {"zentrolol.docx": write_docx, "zentrolol.html": write_html}


@pytest.fixture(scope="module", params=sorted(WRITERS))
def reading(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reading:
    path: Path = tmp_path_factory.mktemp("office") / request.param
    return read_monograph(WRITERS[request.param](path))


def test_headings_open_sections_with_their_codes(reading: Reading) -> None:
    found = {s.section_key: s for s in reading.monograph.sections}
    for key, code in (
        ("indications_and_usage", "34067-9"),
        ("dosage_and_administration", "34068-7"),
        ("contraindications", "34070-3"),
        ("clinical_pharmacology", "34090-1"),
        ("pharmacokinetics", "43682-4"),
    ):
        assert found[key].section_code == code
    path = found["pharmacokinetics"].heading_path
    assert path.endswith("12 CLINICAL PHARMACOLOGY > 12.3 Pharmacokinetics")
    assert reading.monograph.label.drug.lower().startswith("zentrolol")


def test_sentences_are_facts_of_their_sections(reading: Reading) -> None:
    sections = {s.section_id: s for s in reading.monograph.sections}
    facts = {fact.quote: fact for fact in reading.monograph.facts}
    for fact in facts.values():
        text = sections[fact.section_id].text
        assert text[fact.start : fact.stop] == fact.quote
    assert sections[facts[HALF_LIFE].section_id].section_key == "pharmacokinetics"
    assert "half_life" in facts[HALF_LIFE].attributes
    assert sections[facts[INDICATION].section_id].section_key == "indications_and_usage"


def test_list_items_are_facts_under_their_lead_in(reading: Reading) -> None:
    facts = {fact.quote: fact for fact in reading.monograph.facts}
    assert [facts[item].context for item in ITEMS] == [LEAD_IN, LEAD_IN]


def test_table_rows_are_facts_that_read_alone(reading: Reading) -> None:
    rows = [f.quote for f in reading.monograph.facts if f.kind is FactKind.TABLE_ROW]
    head, *body = TABLE
    assert rows == [f"{head[0]}: {limit} | {head[1]}: {dose}" for limit, dose in body]
    assert reading.tables == 1


def test_nothing_stands_on_a_page(reading: Reading) -> None:
    assert reading.monograph.label.page_count == 0 and reading.silent_pages == ()
    assert all(fact.page is None and fact.boxes == () for fact in reading.monograph.facts)


def test_both_load_and_answer(tmp_path: Path) -> None:
    files = [write(tmp_path / name) for name, write in WRITERS.items()]
    with Library.open(tmp_path / "library") as library:
        report = library.ingest(files, workers=1)
        assert [result.state for result in report.results] == [FileState.LOADED] * 2
        answer = library.ask("What is the half-life of zentrolol?", all_labels=True)
    assert answer.outcome is Outcome.ANSWERED
    lines = [quote.text for group in answer.groups for quote in group.quotes]
    assert lines == [HALF_LIFE, HALF_LIFE]
    assert {source.page for source in answer.sources} == {None}
