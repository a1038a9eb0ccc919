"""Loads as these tests make them, and what is then told of files, jobs and labels."""

from pathlib import Path

from monograph_qa.domain.jobs import IngestJob, JobState
from monograph_qa.pipeline.ingestion import ingest
from monograph_qa.pipeline.loading.report import FileState, LoadReport
from monograph_qa.store.place import Place, open_journal, open_reader


def load(folder: Place, *paths: Path) -> LoadReport:
    return ingest(folder, list(paths), workers=1)


def states(report: LoadReport) -> dict[str, FileState]:
    return {result.path.name: result.state for result in report.results}


def jobs(folder: Place, *wanted: JobState) -> list[IngestJob]:
    journal = open_journal(folder)
    try:
        return journal.jobs(wanted)
    finally:
        journal.close()


def current(folder: Place) -> dict[str, int]:
    """Drug and version of every current label."""
    reader = open_reader(folder)
    try:
        return {each.drug: each.version for each in reader.labels() if each.superseded_by is None}
    finally:
        reader.close()
