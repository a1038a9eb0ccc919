"""Labels withdrawn, put back, preferred, or removed; each act is a job in the journal."""

import hashlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from monograph_qa.domain.journal import IngestJob, JobState
from monograph_qa.domain.label import Label
from monograph_qa.errors import NotFound, QuestionError
from monograph_qa.pipeline.question.choosing import get_label, labels_called
from monograph_qa.store.journal import Journal
from monograph_qa.store.kept_files import kept_at
from monograph_qa.store.load import Load
from monograph_qa.store.place import Place, open_journal, open_load, open_reader


def withdraw(place: Place, named: str, reason: str) -> Label:
    """Takes a label out of every answer; it is kept for the audit. Raises NotFound where no one
    label is called so or it is withdrawn already, QuestionError without a reason."""
    reason = _one_line(reason)
    label = called(place, named)
    if label.withdrawn is not None:
        raise NotFound(f"{label.label_id} is withdrawn already: {label.withdrawn}")
    return _marked(place, label.withdrawn_for(reason), JobState.WITHDRAWN, reason)


def restore(place: Place, named: str) -> Label:
    """Puts a withdrawn label back. Raises NotFound where no one withdrawn label is called so."""
    label = called(place, named, withdrawn=True)
    if label.withdrawn is None:
        raise NotFound(f"{label.label_id} is not withdrawn")
    return _marked(place, replace(label, withdrawn=None), JobState.COMPLETED, "restored")


def prefer(place: Place, named: str, *, preferred: bool = True) -> Label:
    """Has a label stand for the others of its drug, form and route, or no longer."""
    label = replace(called(place, named), preferred=preferred)
    reason = "preferred" if preferred else "preferred no longer"
    return _marked(place, label, JobState.COMPLETED, reason)


def remove(place: Place, named: str, reason: str) -> Label:
    """Takes a label out of the library whole, with its file and pictures; only the journal still
    says that it was here, and what was answered from it."""
    reason = _one_line(reason)
    label = removable(place, named)
    with closing(open_reader(place)) as reader:
        pictures = [each.image_id for each in reader.images(label.label_id)]
    with _noted(place, label, JobState.REMOVED, reason) as load:
        load.remove(label)
    kept_at(place.originals, label).unlink(missing_ok=True)
    for image_id in pictures:
        (place.pictures / f"{image_id}.png").unlink(missing_ok=True)
    return label


def note(journal: Journal, label: Label, state: JobState, reason: str) -> None:
    """Writes into the journal what was done with a label, and why."""
    now = datetime.now(UTC)
    about = f"{label.label_id}\x1f{state}\x1f{now.isoformat()}"
    journal.put_job(
        IngestJob(
            job_id="job_" + hashlib.sha256(about.encode()).hexdigest()[:16],
            source_path=label.source_path,
            doc_key=label.doc_key,
            state=state,
            error=reason,
            created_at=now,
            started_at=now,
            ended_at=now,
            label_id=label.label_id,
        )
    )


def called(place: Place, named: str, *, withdrawn: bool = False) -> Label:
    """The one label that is called so. Raises NotFound where none or several are."""
    with closing(open_reader(place)) as reader:
        return get_label(reader, named, withdrawn=withdrawn)


def removable(place: Place, named: str) -> Label:
    """The one label that is called so, which may be withdrawn where no other is."""
    with closing(open_reader(place)) as reader:
        gone = not labels_called(reader, named) and labels_called(reader, named, withdrawn=True)
        return get_label(reader, named, withdrawn=bool(gone))


def _marked(place: Place, label: Label, state: JobState, reason: str) -> Label:
    with _noted(place, label, state, reason) as load:
        load.mark(label)
    return label


@contextmanager
def _noted(place: Place, label: Label, state: JobState, reason: str) -> Iterator[Load]:
    """A load for what the block does with a label: published at its end, and then noted."""
    with open_load(place) as load, closing(open_journal(place, make=True)) as journal:
        yield load
        load.publish()
        note(journal, label, state, reason)


def _one_line(reason: str) -> str:
    line = " ".join(reason.split())
    if not line:
        raise QuestionError("a reason is needed: it is kept for the audit, and said when asked")
    return line
