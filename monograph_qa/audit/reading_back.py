"""An audit record read back: the answer as it was given, as values of the domain."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from monograph_qa.audit.chain import record_hash
from monograph_qa.audit.comparing import decoded
from monograph_qa.domain.answer import Candidate, Finding, Group, Outcome, Part, Source
from monograph_qa.domain.audit import AuditRecord
from monograph_qa.domain.intent import Intent
from monograph_qa.errors import AuditError
from monograph_qa.frozen import frozen


@frozen
class ShownPicture:
    """A picture that an answer showed; its pixels are the library's."""

    image_id: str
    kind: str
    page: int | None
    caption: str | None


@frozen
class SaidThen:
    """What was answered to one question, as it was recorded.

    `label_id` is the label that it was asked of, where one was chosen; `is_sound` tells whether the
    record still fits its own hash.
    """

    record: AuditRecord
    outcome: Outcome
    message: str
    groups: tuple[Group, ...]
    sources: tuple[Source, ...]
    parts: tuple[Part, ...]
    candidates: tuple[Candidate, ...]
    images: tuple[ShownPicture, ...]
    findings: tuple[Finding, ...]
    last_resort: bool
    writer: str
    intent: Intent | None
    label_id: str | None
    is_sound: bool

    @property
    def question(self) -> str:
        return self.record.question

    @property
    def audit_id(self) -> str:
        return self.record.audit_id


def said_then(record: AuditRecord) -> SaidThen:
    """The answer that a record holds. Raises AuditError where its columns are none any more."""
    answer, intent = decoded(record.answer), decoded(record.intent)
    columns = {name: kind for name, kind in get_type_hints(SaidThen).items() if name in answer}
    try:
        values = {name: _revived(kind, answer[name]) for name, kind in columns.items()}
        return SaidThen(
            record=record,
            findings=_revived(tuple[Finding, ...], decoded(record.findings).get("", [])),
            intent=_revived(Intent, intent) if intent else None,
            label_id=(intent.get("options") or {}).get("label"),
            is_sound=record_hash(record) == record.hash,
            **{name: value for name, value in values.items() if name != "intent"},
        )
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise AuditError(f"{record.audit_id}: the answer cannot be read back") from error


def _revived(kind: Any, value: Any) -> Any:
    """The value of a type that was written as canonical JSON (see `recording.canonical`)."""
    if get_origin(kind) is UnionType:
        kind = next(each for each in get_args(kind) if each is not type(None))
        return None if value is None else _revived(kind, value)
    if get_origin(kind) is tuple:
        of = get_args(kind)
        each = (of[0],) * len(value) if of[-1] is ... else of
        return tuple(_revived(one, part) for one, part in zip(each, value, strict=True))
    if is_dataclass(kind):
        return _made(kind, value)
    return kind(value) if isinstance(kind, type) and issubclass(kind, Enum) else value


def _made(kind: Any, value: Mapping[str, Any]) -> Any:
    kinds = get_type_hints(kind)
    named = [field.name for field in fields(kind) if field.name in value]
    return kind(**{name: _revived(kinds[name], value[name]) for name in named})
