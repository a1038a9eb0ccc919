"""A recorded question asked again, by an auditor: what is said now, and what differs."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from monograph_qa.audit.recording import LOOK_UP, Differences, compare, decoded
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.domain.label import Label
from monograph_qa.errors import NotFound
from monograph_qa.frozen import frozen
from monograph_qa.intent import classify
from monograph_qa.pipeline.answering import answer_question
from monograph_qa.pipeline.question.held import HeldNames
from monograph_qa.pipeline.writing.models import chosen_models
from monograph_qa.pipeline.writing.recording import ReplayLog
from monograph_qa.store.journal import Journal
from monograph_qa.store.place import Place, open_reader, open_statements
from monograph_qa.store.reading import LibraryReader
from monograph_qa.store.rows import Statements


@frozen
class Replay:
    """A question then and now. `lost` are labels of then that are no longer held, `versions` the
    old ones that were asked in place of today's."""

    then: AuditRecord
    now: AuditRecord
    differences: Differences
    lost: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()


class ReaderAsOf(LibraryReader):
    """A published library in which older versions of labels stand for the current ones."""

    def __init__(self, statements: Statements, swaps: Mapping[str, str]) -> None:
        """`swaps` maps current label_ids to those of the versions to be read in their place."""
        super().__init__(statements)
        self._swaps = swaps
        self._old = frozenset(swaps.values())

    def labels(self) -> list[Label]:
        here = [each for each in super().labels() if each.label_id not in self._swaps]
        return [self._standing(each) for each in here]

    def get_label(self, label_id: str) -> Label:
        return self._standing(super().get_label(self._swaps.get(label_id, label_id)))

    def _gone(self) -> set[str]:
        return (super()._gone() - self._old) | self._swaps.keys()

    def _standing(self, label: Label) -> Label:
        return replace(label, superseded_by=None) if label.label_id in self._old else label


def replay(place: Place, journal: Journal, audit_id: str, *, as_then: bool) -> Replay:
    """The question of a record, asked again with its options and writer, of the library as it is
    now or, `as_then`, of the label versions of then as far as they are held. The new record is
    chained like any other, with an id that marks it as a replay. Raises NotFound without such a
    record, and whatever asking raises."""
    record = journal.get_record(audit_id)
    if audit_id.startswith(LOOK_UP):
        raise NotFound(f"{audit_id} records what was looked up, and no question")
    with closing(open_reader(place)) as reader:
        labels = {each.label_id: each for each in reader.labels()}
    asked_of = _label_ids(record)
    swaps = _swaps(asked_of, labels) if as_then else {}
    log = ReplayLog(journal, record.audit_id)
    options = _options(record, labels, swaps)
    models = chosen_models(options.pop("writer", None))
    with closing(ReaderAsOf(open_statements(place), swaps)) as then:
        previous = _previous(record, then)
        answer_question(record.question, then, log, **options, previous=previous, models=models)
    if log.written is None:
        raise NotFound(f"the replay of {audit_id} left no record")
    return Replay(
        record,
        log.written,
        compare(record, log.written),
        tuple(each for each in asked_of if each not in labels),
        tuple(sorted(swaps.values())),
    )


def _previous(record: AuditRecord, reader: LibraryReader) -> Intent | None:
    """The reading of the question before, where this one took something over from it."""
    carried = decoded(record.intent).get("carried")
    if not carried:
        return None
    before = " ".join([carried["question"], *carried.get("drugs", [])])
    return classify(before, HeldNames(reader))


def _label_ids(record: AuditRecord) -> list[str]:
    """The labels that were answered from, or could have been, in the order named."""
    draft = decoded(record.draft)
    if draft.get("label_ids"):
        return list(draft["label_ids"])
    drugs = decoded(record.intent).get("drugs", [])
    return list(dict.fromkeys(each for drug in drugs for each in drug.get("label_ids", [])))


def _swaps(asked_of: Sequence[str], labels: Mapping[str, Label]) -> dict[str, str]:
    """current label_id -> label_id of then, where a newer version replaced that."""
    found: dict[str, str] = {}
    for label_id in asked_of:
        current = _current(label_id, labels)
        # A comparison of two versions was asked of both: today's stands for itself.
        if current not in (label_id, None) and current not in asked_of:
            found[str(current)] = label_id
    return found


def _current(label_id: str, labels: Mapping[str, Label]) -> str | None:
    """The version that stands for a label today, None where none is held."""
    seen: set[str] = set()
    label = labels.get(label_id)
    while label is not None and label.superseded_by is not None and label.label_id not in seen:
        seen.add(label.label_id)
        label = labels.get(label.superseded_by)
    return label.label_id if label else None


def _options(
    record: AuditRecord, labels: Mapping[str, Label], swaps: Mapping[str, str]
) -> dict[str, Any]:
    """What was asked for beside the question; of a record that does not say, what must have been. A
    label is named by its version of today, or by that of then where it stands for today's."""
    options = dict(decoded(record.intent).get("options") or {})
    if not options:
        answered_from = decoded(record.draft).get("label_ids", [])
        options = (
            {"label": answered_from[0]} if len(answered_from) == 1 else
            {"all_labels": True} if answered_from else {}
        )  # fmt: skip
    label = str(options.get("label"))
    if label in labels:
        current = _current(label, labels)
        options["label"] = swaps.get(str(current), current)
    return options
