"""Labels as openFDA hands them out: each field a section, each character kept once, each record a
label of its own in whatever file it comes."""

import json
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from conftest import Run
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.domain.parsed import BlockKind, ParsedLabel
from monograph_qa.errors import UnreadableLabel
from monograph_qa.library import Library
from monograph_qa.parse import read
from monograph_qa.parse.openfda import read_openfda
from monograph_qa.pipeline.loading.report import FileState
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import open_reader
from monograph_qa.vocabulary.openfda_fields import title_end

from .loading import load, load_here, states
from .openfda import record_of, write_records
from .zips import SAMPLE, spl_of, zipped

_ID = "11111111-2222-3333-4444-555555555555"


def as_label(record: Mapping[str, object]) -> ParsedLabel:
    return read_openfda(Path("any.json"), json.dumps(record).encode())


def headed(label: ParsedLabel) -> dict[str, tuple[str | None, list[str]]]:
    """The code of each section and its text blocks, by heading."""
    found: dict[str, tuple[str | None, list[str]]] = {}
    for block in label.blocks:
        if block.kind is BlockKind.HEADING:
            found[block.text] = (block.code, [])
        else:
            found[next(reversed(found))][1].append(block.text)
    return found


def test_fields_are_sections_by_their_codes_in_the_order_of_labels() -> None:
    found = headed(as_label(record_of(SAMPLE.read_bytes())))
    assert [(heading, code) for heading, (code, _) in found.items()] == [
        ("1 INDICATIONS AND USAGE", "34067-9"),
        ("2 DOSAGE AND ADMINISTRATION", "34068-7"),
        ("2.1 Renal Impairment", None),
        ("Storage and handling", "44425-7"),  # the sample prints none
        ("SPL product data elements", "48780-1"),
        ("SPL medication guide", "42231-1"),
    ]


def test_a_chapter_is_parted_where_its_numbered_subsections_begin() -> None:
    found = headed(as_label(record_of(SAMPLE.read_bytes())))
    assert found["2 DOSAGE AND ADMINISTRATION"][1] == ["One capsule is taken at bedtime."]
    assert found["2.1 Renal Impairment"][1][0].startswith("Moderate")


@pytest.mark.parametrize(
    "said",
    [
        "5.1 Hepatotoxicity | Hepatotoxicity can occur within weeks.",
        "2.2 Recommended Dosage | The recommended dosage is 5 mg.",
        "2.3 Dosage for Strong CYP3A Inhibitors | Reduce ZELFORINE to 5 mg once daily.",
        "5.2 Congestive Heart Failure | ZELFORINE has not been studied in it.",
        "5.3 Embryo-Fetal Toxicity | Based on findings in animals it may do harm.",
        "8.6 Hepatic Impairment | No dose adjustment is recommended.",
        "14.1 Studies in Adults | In Study 1 patients took it for a year.",
        "5.5 Lung Disease (LD) | Fatal lung disease has been seen.",
        "5.4 Cardiac Arrest | Ventricular arrhythmia was seen.",  # only the last capital tells
        "2.1 Effect of Other Drugs on ZELFORINE Strong CYP3A Inhibitors | Coadministration of it …",
        "2.4 Dosage of ZELFORINE with other medicines is told below.",
    ],
)
def test_a_title_ends_where_its_first_sentence_begins(said: str) -> None:
    title, _, sentence = said.rpartition(" | ")
    text = said.replace(" | ", " ").split(" ", 1)[1]
    end = title_end(text, {"zelforine"})
    assert (text[:end].strip(), text[end:]) == (
        title.partition(" ")[2],
        sentence if title else text,
    )


def test_subsections_are_told_apart_behind_a_table_as_well() -> None:
    said = "2 DOSAGE 2.1 Usual Dosage The dose is 20 mg. Age Dose* Adults 20 mg "
    found = headed(doses_of(f"{said} Swallow whole. 2.2 Renal Impairment Reduce it to 10 mg."))
    assert found["2.1 Usual Dosage"][1][0] == "The dose is 20 mg."
    assert found["2.1 Usual Dosage"][1][-1] == "Swallow whole."
    assert found["2.2 Renal Impairment"][1] == ["Reduce it to 10 mg."]


def test_a_table_is_a_table_where_it_stands_and_not_text_as_well() -> None:
    label = as_label(record_of(SAMPLE.read_bytes()))
    (grid,) = [block.grid for block in label.blocks if block.grid]
    assert [cell.text for cell in grid.cells[:3]] == ["Clearance", "Dose", "Acute"]
    assert not any("ClearanceDose" in block.text for block in label.blocks)


def test_a_table_is_found_in_the_text_however_its_cells_are_parted_there() -> None:
    found = doses_of("2 DOSAGE Give it once. Age Dose* Adults 20 mg Swallow whole.")
    assert [block.text for block in found.blocks if block.kind is BlockKind.TEXT] == [
        "Give it once.",
        "Swallow whole.",
    ]
    assert sum(block.grid is not None for block in found.blocks) == 1


@pytest.mark.parametrize(
    ("before", "caption"),
    [
        ("Give it as Table 1 says. Table 1: Dose by Age", "Table 1: Dose by Age"),
        ("Give it once. TABLE 3 . Dose (mg) by Age", "TABLE 3 . Dose (mg) by Age"),
        ("Doses by age are shown in Table 1.", ""),
        ("See Table 1. Give it by age.", ""),
        ("Table 1 shows the doses", ""),
    ],
)
def test_the_numbered_line_right_before_a_table_is_its_caption(before: str, caption: str) -> None:
    found = doses_of(f"2 DOSAGE {before} Age Dose* Adults 20 mg Swallow whole.")
    captions = [block.text for block in found.blocks if block.kind is BlockKind.CAPTION]
    assert captions == [caption] * bool(caption)
    (text, *_) = [block.text for block in found.blocks if block.kind is BlockKind.TEXT]
    assert text == (before.removesuffix(caption).strip() or "Swallow whole.")


def doses_of(text: str) -> ParsedLabel:
    """A record whose doses are this text, with a table of two rows in it."""
    rows = (("Age", "Dose*"), ("Adults", "20  mg"))
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    table = f"<table><tbody>{''.join(f'<tr>{row}</tr>' for row in cells)}</tbody></table>"
    return as_label(
        {"dosage_and_administration": [text], "dosage_and_administration_table": [table]}
    )


def test_a_coded_subsection_stands_in_its_chapter_once() -> None:
    use = "8.4 Pediatric Use Safety and effectiveness in children have not been established yet."
    older = "8.5 Geriatric Use No difference was seen between older and younger patients at all."
    found = as_label(
        {
            "geriatric_use": [older],
            "use_in_specific_populations": [f"8 USE IN SPECIFIC POPULATIONS {use} {older} See 17."],
            "pediatric_use": [use],
        }
    )
    headings = [(b.text, b.level, b.code) for b in found.blocks if b.kind is BlockKind.HEADING]
    assert headings == [
        ("8 USE IN SPECIFIC POPULATIONS", 1, "43684-0"),
        ("8.4 Pediatric Use", 2, "34081-0"),
        ("8.5 Geriatric Use", 2, "34082-8"),
    ]
    assert headed(found)["8 USE IN SPECIFIC POPULATIONS"][1] == ["See 17."]


def test_a_sentence_that_begins_like_a_heading_is_a_sentence() -> None:
    found = headed(as_label({"warnings": ["Warnings about sleep are given to every patient."]}))
    assert found == {"Warnings": ("34071-1", ["Warnings about sleep are given to every patient."])}


def test_a_field_that_is_named_after_a_printed_title_is_kept() -> None:
    found = headed(as_label({"what_is_axid": ["It is a capsule."], "purpose": ["Antacid"]}))
    assert found["what is axid"] == ("42229-5", ["It is a capsule."])


@pytest.mark.parametrize(
    "data", [b'{"set_id": "a"}', b"{", b'{"id": [1]}', b'{"warnings": []}', b"{" * 9000]
)
def test_what_is_no_record_of_a_label_is_said_so(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.json").write_bytes(data)
    with pytest.raises(UnreadableLabel, match=r"a\.json: (JSON without|not well-formed)"):
        read(tmp_path / "a.json")


_FIELDS = ["mechanism_of_action", "pharmacokinetics", "pharmacodynamics", "microbiology"]
_WORDS = st.text("abc déf,x", min_size=50, max_size=80).map(lambda text: " ".join(text.split()))


@given(words=st.lists(_WORDS, min_size=2, max_size=6), order=st.permutations(_FIELDS))
def test_each_character_of_a_record_is_kept_once(words: list[str], order: list[str]) -> None:
    own, *inner, after = [
        f"Sentence {at} of this text, which says {w}." for at, w in enumerate(words)
    ]
    whole = " ".join([own, *inner, after])
    within = {name: [text] for name, text in zip(order, inner, strict=False)}
    label = as_label(within | {"clinical_pharmacology": [f"12 CLINICAL PHARMACOLOGY {whole}"]})
    said = "".join(block.text for block in label.blocks if block.kind is not BlockKind.HEADING)
    assert Counter("".join(said.split())) == Counter("".join(whole.split()))
    found = [" ".join(texts) for _, texts in headed(label).values()]
    assert sorted(found) == sorted([f"{own} {after}", *inner])


def test_records_are_labels_each_in_a_file_of_many_zipped_or_not(tmp_path: Path) -> None:
    drugs = ("nizatidine", "abc", "xyz")
    records = [
        record_of(spl_of(drug, drug), drug) | {"id": f"{_ID[:-1]}{at}"}
        for at, drug in enumerate(drugs)
    ]
    plain = write_records(tmp_path / "labels" / "label-0001.json", records[:2])
    archive = tmp_path / "labels" / "label-0002.json.zip"
    last = write_records(tmp_path / "last.json", records[2:]).read_bytes()
    archive.write_bytes(zipped({"label-0002.json": last}))
    folder = LibraryFolder(tmp_path / "library")
    report = load(folder, tmp_path / "labels")
    assert {
        r.path.relative_to(tmp_path / "labels").as_posix(): r.state for r in report.results
    } == {
        f"label-0001.json/{_ID[:-1]}0.json": FileState.LOADED,
        f"label-0001.json/{_ID[:-1]}1.json": FileState.LOADED,
        f"label-0002.json.zip/label-0002.json/{_ID[:-1]}2.json": FileState.LOADED,
    }
    assert set(states(load_here(folder, tmp_path / "labels")).values()) == {FileState.UNCHANGED}
    plain.unlink()
    with Library.open(folder.root) as library:
        answer = library.ask("dose of abc")
        assert answer.outcome == "answered"
        fact = answer.groups[0].quotes[0]
        ((ending, shown),) = library.standing(fact.fact_id)
        assert ending == ".html" and b"bedtime" in shown


def test_a_record_is_kept_as_it_stands_in_its_file_and_can_be_loaded_alone(tmp_path: Path) -> None:
    file = write_records(tmp_path / "a.json", [record_of(SAMPLE.read_bytes())])
    folder = LibraryFolder(tmp_path / "library")
    load_here(folder, file)
    (kept,) = [path for path in folder.originals.rglob("*") if path.is_file()]
    assert kept.suffix == ".json" and kept.read_text() in file.read_text()
    (result,) = load_here(LibraryFolder(tmp_path / "other"), kept).results
    assert result.state is FileState.LOADED


def test_a_file_that_is_cut_off_loses_only_what_is_cut(tmp_path: Path) -> None:
    records = [record_of(spl_of(drug, drug), drug) | {"id": drug} for drug in ("abc", "xyz")]
    file = write_records(tmp_path / "a.json", records)
    file.write_bytes(file.read_bytes()[:-200])
    report = load_here(LibraryFolder(tmp_path / "library"), file)
    assert states(report) == {"abc.json": FileState.LOADED, "a.json": FileState.FAILED}
    (failed,) = report.failed
    assert failed.error and failed.error.cause == "its JSON is damaged or cut off after 1 records"


@pytest.mark.parametrize("spl_first", [True, False])
def test_of_one_version_in_two_forms_the_whole_document_stands(
    tmp_path: Path, spl_first: bool
) -> None:
    spl = tmp_path / "a.xml"
    spl.write_bytes(SAMPLE.read_bytes())
    record = write_records(tmp_path / "b.json", [record_of(SAMPLE.read_bytes())])
    folder = LibraryFolder(tmp_path / "library")
    for path in (spl, record) if spl_first else (record, spl):
        load_here(folder, path)
    with closing(open_reader(folder)) as reader:
        (current,) = [label for label in reader.labels() if label.is_current]
    assert current.parser.startswith("spl/")
    assert set(states(load_here(folder, spl, record)).values()) == {FileState.UNCHANGED}


def test_a_record_that_openfda_matched_with_no_product_is_asked_for_by_its_name(
    run: Run, tmp_path: Path
) -> None:
    bare = spl_of("zorbictane", "one")
    data = ["Zorbex zorbictane WATER ZORBICTANE ZORBICTANE"]
    named = record_of(bare, openfda={}, id=_ID, spl_product_data_elements=data)
    other = record_of(spl_of("the drug", "two"), openfda={}, id="y2")
    other.pop("spl_product_data_elements")
    file = write_records(tmp_path / "a.json", [named, other])
    told = ("--workers", "1", "--report", str(tmp_path / "r.html"))
    done = run("ingest", str(file), *told, library=tmp_path / "l")
    with Library.open(tmp_path / "l") as library:
        called = {label.title: label.drug for label in library.reader.labels()}
        assert called == {"Zorbex (zorbictane)": "zorbictane", "y2": "y2"}
        assert library.ask("dose of zorbictane").outcome == "answered"
        assert library.ask("dose of zorbex").outcome == "answered"
    assert "in doubt: no name of a drug was found in" in done.stdout and "y2.json;" in done.stdout
    assert "no name found" in (tmp_path / "r.html").read_text()
    looked = run("doctor", library=tmp_path / "l")
    assert looked.returncode == 0 and "no name was found; ask with --label" in looked.stdout


@pytest.mark.parametrize(
    ("stamp", "day"),
    [("20241105", "2024-11-05"), ("202411", None), ("2024111", None), ("20241131", None)],
)
def test_a_day_is_read_of_eight_digits_and_never_guessed(stamp: str, day: str | None) -> None:
    label = as_label({**record_of(SAMPLE.read_bytes()), "effective_time": stamp})
    assert label.identity.get("effective_time") == day
