"""An Answer as the JSON value that outside programs read: a contract."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from monograph_qa.domain.answer import Answer, Group
from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import Image

PathOf = Callable[[Image], str]
"""Writes a picture to a file and says where."""

_PART = "n subject label_id title note section_keys attributes"
_GROUP = "heading heading_path section_key section_code label_id part"
_QUOTE = "text source fact_id page context tier rank because"
_SOURCE = "n label_id drug title version section_id heading_path section_code page boxes"


def answer_value(answer: Answer, path_of: PathOf) -> dict[str, Any]:
    """The contract of `ask --json` (see schemas/json/answer.schema.json)."""
    return {
        **_fields(answer, "question outcome message"),
        "intent": _intent(answer.intent),
        "routes": [_fields(route, "route hits ms") for route in answer.routes],
        "last_resort": answer.last_resort,
        "parts": [_fields(part, _PART) for part in answer.parts],
        "groups": [_group(group) for group in answer.groups],
        "sources": [_fields(source, _SOURCE) for source in answer.sources],
        "images": [
            {
                **_fields(image, "image_id label_id kind confidence page"),
                "path": path_of(image),
                "caption": image.caption,
            }
            for image in answer.images
        ],
        "verdict": {
            "status": answer.verdict.status.value,
            "findings": [
                _fields(finding, "check subject message") for finding in answer.verdict.findings
            ],
        },
        "candidates": [_fields(each, "name label_id title edition") for each in answer.candidates],
        **_fields(answer, "writer audit_id elapsed_ms"),
        "trace": [{"step": s.name, **_fields(s, "part ms saw")} for s in answer.trace],
    }


def _intent(intent: Intent | None) -> dict[str, Any]:
    frame = intent.frame if intent else None
    return {
        "drugs": [_fields(d, "name asked label_ids") for d in (intent.drugs if intent else ())],
        "unknown_drugs": [d.asked for d in (intent.unknown_drugs if intent else ())],
        "section_keys": list(intent.section_keys if intent else ()),
        "attributes": list(intent.attributes if intent else ()),
        "populations": list(intent.populations if intent else ()),
        "kind": intent.kind.value if intent else None,
        "frame": {
            "values": [_fields(value, "facet concept low high unit") for value in frame.values],
            "named": [_fields(name, "facet said concept") for name in frame.named],
            "unread": list(frame.unread),
        }
        if frame
        else None,
    }


def _group(group: Group) -> dict[str, Any]:
    return {**_fields(group, _GROUP), "quotes": [_fields(q, _QUOTE) for q in group.quotes]}


def _fields(value: object, names: str) -> dict[str, Any]:
    return {name: plain(getattr(value, name)) for name in names.split()}


def value_of(stored: Any, *, but: str = "") -> dict[str, Any]:
    """The fields of a value, all but one, as JSON holds them."""
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
