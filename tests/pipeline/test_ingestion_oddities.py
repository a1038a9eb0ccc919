"""Names that are no files, names that are no text, and the same label under two names."""

import os
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from monograph_qa.cli.report_pages import load_report_html, write_page
from monograph_qa.domain.journal import JobState
from monograph_qa.errors import SeveralLabels
from monograph_qa.pipeline.loading.report import FileState, LoadReport
from monograph_qa.store.files.journal import FileJournal
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.table_files import ExportUnwritable

from .files import write_spl
from .loading import load_here


def load(root: Path, *paths: Path) -> LoadReport:
    return load_here(LibraryFolder(root / "library"), *paths)


def job_states(root: Path) -> list[JobState]:
    journal = FileJournal(root / "library" / "journal.sqlite", make=False)
    try:
        return sorted(job.state for job in journal.jobs())
    finally:
        journal.close()


def cause_of(report: LoadReport) -> str:
    (result,) = report.results
    assert result.state is FileState.FAILED and result.error is not None
    return result.error.cause


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    assert cause_of(load(tmp_path, tmp_path / "pipe.pdf")) == "not a regular file"


def test_a_link_to_nothing_fails_by_its_own_name(tmp_path: Path) -> None:
    link = tmp_path / "labels" / "a.pdf"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "gone.pdf")
    for named in (link, link.parent):
        report = load(tmp_path, named)
        assert "not there" in cause_of(report) and report.results[0].path == link


def test_linked_folders_are_gone_into_once(tmp_path: Path) -> None:
    write_spl(tmp_path / "elsewhere" / "a.xml", "Famotidine")
    labels = tmp_path / "labels"
    labels.mkdir()
    (labels / "linked").symlink_to(tmp_path / "elsewhere")
    (labels / "linked" / "round").symlink_to(labels)
    report = load(tmp_path, labels)
    assert [r.path for r in report.results] == [tmp_path / "elsewhere" / "a.xml"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look into every folder")
def test_a_folder_that_may_not_be_looked_into_is_told(tmp_path: Path) -> None:
    closed = tmp_path / "labels" / "closed"
    write_spl(closed / "a.xml", "Famotidine")
    closed.chmod(0)
    try:
        report = load(tmp_path, closed.parent)
    finally:
        closed.chmod(0o700)
    assert cause_of(report) == "Permission denied" and report.results[0].path == closed


def test_a_pattern_that_no_file_fits_is_told_as_one(tmp_path: Path) -> None:
    assert cause_of(load(tmp_path, tmp_path / "*.pdf")) == "a pattern that no file fits"


def test_a_link_to_itself_and_an_overlong_name_fail_alone(tmp_path: Path) -> None:
    loop = tmp_path / "loop.pdf"
    loop.symlink_to(loop)
    good = write_spl(tmp_path / "good.xml", "Famotidine")
    report = load(tmp_path, loop, tmp_path / ("x" * 300 + ".pdf"), good)
    assert sorted(r.state.value for r in report.results) == ["failed", "failed", "loaded"]


def test_a_name_that_is_no_text_is_loaded_and_told_escaped(tmp_path: Path) -> None:
    good = write_spl(tmp_path / "good.xml", "Famotidine")
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/n\xff.xml"))
    good.rename(odd)
    (result,) = load(tmp_path, odd).results
    assert result.label is not None
    assert result.label.source_path.endswith("n\\xff.xml")
    assert job_states(tmp_path) == [JobState.COMPLETED]


def test_the_same_bytes_under_two_names_are_one_label(tmp_path: Path) -> None:
    one = write_spl(tmp_path / "labels" / "a.xml", "Famotidine")
    (one.parent / "b.xml").write_bytes(one.read_bytes())
    report = load(tmp_path, one.parent)
    assert sorted(r.state.value for r in report.results) == ["duplicate", "loaded"]
    assert len({r.label.label_id for r in report.results if r.label}) == 1
    assert job_states(tmp_path) == [JobState.COMPLETED, JobState.COMPLETED]


def test_the_report_of_a_load_tells_each_file_and_escapes_what_it_tells(tmp_path: Path) -> None:
    good = write_spl(tmp_path / "good <b>&.xml", "Famotidine")
    (tmp_path / "bad.pdf").write_text("<script>alert(1)</script>")
    report = load(tmp_path, good, tmp_path / "bad.pdf")
    page = load_report_html(report, str(tmp_path / "library"))
    assert "good &lt;b&gt;&amp;.xml" in page and "<b>" not in page and "<script" not in page
    assert "named .pdf, but its content is not a PDF" in page
    assert "http" not in page.replace("http-equiv", ""), "the page needs nothing from elsewhere"


def test_a_report_replaces_an_older_one_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    target.write_text("older")
    write_page(target, load_report_html(LoadReport((), 0.0, interrupted=True), str(tmp_path)))
    assert "stopped before its end" in target.read_text()
    assert [p.name for p in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(ExportUnwritable):
        write_page(tmp_path / "no folder" / "report.html", "newer")


def test_a_pdf_that_binds_two_labels_is_refused_with_both_named(tmp_path: Path) -> None:
    samples = Path(__file__).resolve().parents[2] / "monographs"
    bound = pdfium.PdfDocument.new()
    for name in ("warfarin_tablets", "metformin_tablets"):
        bound.import_pages(pdfium.PdfDocument(samples / f"{name}.pdf"))
    bound.save(tmp_path / "bound.pdf")
    report = load(tmp_path, tmp_path / "bound.pdf")
    cause = cause_of(report)
    assert isinstance(report.results[0].error, SeveralLabels)
    assert cause.startswith("holds 2 labels: WARFARIN SODIUM tablets, for oral use (pages 1–9); ")
    assert "METFORMIN HYDROCHLORIDE" in cause and cause.endswith("one file for each label")
