"""An answer and stored values as the JSON that programs read: a contract; what the commands of a
conversation show."""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any

from monograph_qa.domain.answer import Answer
from monograph_qa.domain.frame import FrameValue
from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.domain.label import Image, Label
from monograph_qa.errors import JournalError, NotFound, QuestionError

if TYPE_CHECKING:
    from monograph_qa.pipeline.conversation import Conversation
    from monograph_qa.pipeline.examining.proving import Proof


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
    return {name: plain(getattr(value, name)) for name in names.split()}


def value_of(stored: Any, *, but: str = "") -> dict[str, Any]:
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


def label_value(label: Label) -> dict[str, Any]:
    return {**value_of(label, but="product"), **value_of(label.product)}


def image_value(image: Image, path: str) -> dict[str, Any]:
    return {**value_of(image, but="png"), "path": path}


def frame_text(values: Iterable[FrameValue]) -> str:
    """A frame on one line: "organ: kidney function 0 to 30 mL/min (words)"."""
    return "; ".join(
        f"{v.facet.value}: {v.concept}{_range(v)}{f' ({v.source})' if v.source != 'words' else ''}"
        for v in values
    )


def _range(value: FrameValue) -> str:
    if value.low is None:
        return ""
    if value.high is None:
        return f" from {value.low:g} {value.unit}"
    high = "" if value.high == value.low else f" to {value.high:g}"
    return f" {value.low:g}{high} {value.unit}"


def record_value(record: AuditRecord) -> dict[str, Any]:
    """An audit record with its JSON columns decoded; one that is no JSON any more stays text."""
    value: dict[str, Any] = asdict(record)
    for column in ("intent", "routes", "evidence", "draft", "findings", "answer"):
        with suppress(ValueError, TypeError):
            value[column] = json.loads(value[column])
    return value


def proof_value(proof: "Proof", anchors: int = 0) -> dict[str, Any]:
    """Whether the log is whole, what is broken, and against how many anchors it was held."""
    return {
        "records": proof.records,
        "sound": proof.is_sound,
        "whole": proof.is_whole,
        "breaks": [asdict(each) for each in proof.breaks],
        "anchors": anchors,
        "notes": list(proof.notes),
        "unproven": list(proof.unproven),
    }


def carried_value(intent: Intent | None) -> dict[str, Any] | None:
    """What was taken over from the question before, as JSON; None for nothing."""
    took = intent.carried if intent else None
    if took is None:
        return None
    return {"question": took.question, "drugs": list(took.drugs), "topics": list(took.topics)}


COMMANDS = {
    "/sources": "the sources of the last answer: label, section, page",
    "/why": "how the last answer came to be: reading, routes, checks",
    "/label": "the label that is asked; /label NAME keeps one, /label clear lets go of it",
    "/help": "these commands",
    "/quit": "leave (as Ctrl-D)",
}
_WHY = ("audit_id", "intent", "routes", "verdict", "findings", "model", "prompt_sha256")


def is_command(line: str) -> bool:
    """Whether a line of a conversation is a command, known or not, and no question."""
    return line.lstrip().startswith("/")


FindRecord = Callable[[str], AuditRecord | None]
"""The audit record of an id."""


def command_value(
    line: str, conversation: "Conversation", find_record: FindRecord
) -> dict[str, Any]:
    """What a command shows, as JSON; the one that ends the conversation says so. Raises
    QuestionError for what is no command, NotFound where nothing was asked yet."""
    name, _, rest = line.strip().partition(" ")
    if name not in COMMANDS:
        raise QuestionError(f"there is no command {name}; /help lists those there are")
    match name:
        case "/sources":
            record = record_value(_last_record(conversation, find_record))
            return {"sources": record["answer"]["sources"]}
        case "/why":
            record = record_value(_last_record(conversation, find_record))
            return {"why": {column: record[column] for column in _WHY}}
        case "/label":
            if rest.strip() == "clear":
                conversation.drop_label()
            elif rest.strip():
                conversation.keep_label(rest.strip())
            return {"label": label_value(conversation.label) if conversation.label else None}
        case "/quit":
            return {"ended": True}
    return {"commands": COMMANDS}


def _last_record(conversation: "Conversation", find_record: FindRecord) -> AuditRecord:
    """The record of the last question, whose id alone is remembered. Raises NotFound."""
    turns = conversation.turns
    try:
        record = find_record(turns[-1].audit_id) if turns else None
    except JournalError as error:
        # On a server, who may ask may not read the log; the conversation goes on.
        raise NotFound(str(error)) from error
    if record is None:
        raise NotFound("nothing was asked yet")
    return record
