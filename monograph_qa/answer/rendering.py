"""An Answer as the JSON value that outside programs read: a contract."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from monograph_qa.domain.answer import Answer
from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.domain.label import Image

PathOf = Callable[[Image], str]
"""Writes a picture to a file and says where."""

_IMAGE = "image_id label_id kind confidence page caption"


def answer_value(answer: Answer, path_of: PathOf) -> dict[str, Any]:
    """The contract of `ask --json` (see schemas/json/answer.schema.json)."""
    return {
        **fields_of(answer, "question outcome message"),
        "intent": _intent(answer.intent),
        **fields_of(answer, "routes last_resort"),
        "parts": [value_of(part, but="edition") for part in answer.parts],
        **fields_of(answer, "groups sources"),
        "images": [{**fields_of(each, _IMAGE), "path": path_of(each)} for each in answer.images],
        **fields_of(answer, "verdict candidates writer audit_id elapsed_ms"),
        "trace": [{"step": s.name, **fields_of(s, "part ms saw")} for s in answer.trace],
    }


def _intent(read: Intent | None) -> dict[str, Any]:
    intent = read or Intent("", QuestionKind.OTHER)
    frame = intent.frame
    return {
        "drugs": [fields_of(drug, "name asked label_ids") for drug in intent.drugs],
        "unknown_drugs": [drug.asked for drug in intent.unknown_drugs],
        **fields_of(intent, "section_keys attributes populations"),
        "kind": intent.kind.value if read else None,
        "frame": frame
        and {
            "values": [fields_of(value, "facet concept low high unit") for value in frame.values],
            "named": [fields_of(name, "facet said concept") for name in frame.named],
            "unread": list(frame.unread),
        },
    }


def fields_of(value: object, names: str) -> dict[str, Any]:
    """The fields of these names, as JSON holds them."""
    return {name: plain(getattr(value, name)) for name in names.split()}


def value_of(stored: Any, *, but: str = "") -> dict[str, Any]:
    """The fields of a value, all but one, as JSON has them."""
    return {f.name: plain(getattr(stored, f.name)) for f in fields(stored) if f.name != but}


def plain(value: Any) -> Any:
    """A value as JSON holds it: `{"page": 1, "box": [left, top, right, bottom]}` for a box, in
    points from the page's top left; times as ISO 8601."""
    match value:
        case Enum():
            return value.value
        case datetime():
            return value.isoformat()
        case PageBox(page, box):
            return {"page": page, "box": [box.left, box.top, box.right, box.bottom]}
        case tuple():
            return [plain(each) for each in value]
    return value_of(value) if is_dataclass(value) else value
