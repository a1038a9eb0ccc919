"""Labels that are taken out of every answer, put back, preferred, or removed; each act is a job in
the journal, with its reason."""

import hashlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

from monograph_qa.domain.jobs import IngestJob, JobState
from monograph_qa.domain.label import Label
from monograph_qa.errors import NotFound, QuestionError
from monograph_qa.pipeline.question.choosing import get_label
from monograph_qa.store.journal import Journal
from monograph_qa.store.load import Load
from monograph_qa.store.originals import drop_original
from monograph_qa.store.place import Place, open_journal, open_load, open_reader


def withdraw(place: Place, named: str, reason: str) -> Label:
    """Takes a label out of every answer; it is kept for the audit. Raises NotFound where no one
    label is called so or it is withdrawn already, QuestionError without a reason."""
    reason = _one_line(reason)

    def act(load: Load, label: Label) -> Label:
        if label.withdrawn is not None:
            raise NotFound(f"{label.label_id} is withdrawn already: {label.withdrawn}")
        gone = replace(label, withdrawn=reason, preferred=False)
        load.mark(gone)
        return gone

    return _done(place, named, JobState.WITHDRAWN, reason, act)


def restore(place: Place, named: str) -> Label:
    """Puts a withdrawn label back. Raises NotFound where it is not withdrawn."""

    def act(load: Load, label: Label) -> Label:
        if label.withdrawn is None:
            raise NotFound(f"{label.label_id} is not withdrawn")
        back = replace(label, withdrawn=None)
        load.mark(back)
        return back

    return _done(place, named, JobState.COMPLETED, "restored", act)


def prefer(place: Place, named: str, *, preferred: bool = True) -> Label:
    """Has a label stand for the others of its drug, form and route, or no longer."""

    def act(load: Load, label: Label) -> Label:
        chosen = replace(label, preferred=preferred)
        load.mark(chosen)
        return chosen

    said = "preferred" if preferred else "preferred no longer"
    return _done(place, named, JobState.COMPLETED, said, act)


def remove(place: Place, named: str, reason: str) -> Label:
    """Takes a label out of the library whole; only the journal still says that it was here, and
    what was answered from it. Its file and pictures, where they are kept,
    go as well."""
    reason = _one_line(reason)

    def act(load: Load, label: Label) -> Label:
        load.remove(label)
        return label

    with closing(open_reader(place)) as reader:
        pictures = [each.image_id for each in reader.images(get_label(reader, named).label_id)]
    label = _done(place, named, JobState.REMOVED, reason, act)
    drop_original(place.originals, label)
    for image_id in pictures:
        (place.pictures / f"{image_id}.png").unlink(missing_ok=True)
    return label


def note(journal: Journal, label: Label, state: JobState, reason: str) -> None:
    """Writes into the journal what was done with a label, and why."""
    now = datetime.now(UTC)
    told = f"{label.label_id}\x1f{state}\x1f{now.isoformat()}"
    journal.put_job(
        IngestJob(
            job_id="job_" + hashlib.sha256(told.encode()).hexdigest()[:16],
            source_path=label.source_path,
            doc_key=label.doc_key,
            state=state,
            attempt=1,
            error_type=None,
            error=reason,
            created_at=now,
            started_at=now,
            ended_at=now,
            label_id=label.label_id,
        )
    )


def _done(
    place: Place, named: str, state: JobState, reason: str, act: Callable[[Load, Label], Label]
) -> Label:
    with closing(open_reader(place)) as reader:
        label = get_label(reader, named)
    with open_load(place) as load, closing(open_journal(place, make=True)) as journal:
        changed = act(load, label)
        load.publish()
        note(journal, changed, state, reason)
    return changed


def _one_line(reason: str) -> str:
    said = " ".join(reason.split())
    if not said:
        raise QuestionError("a reason is needed: it is kept for the audit, and said when asked")
    return said
