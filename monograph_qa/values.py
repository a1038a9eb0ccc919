"""Stored values as the JSON that `--json` prints; what the commands of a conversation show."""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from monograph_qa.answer.rendering import value_of
from monograph_qa.domain.frame import FrameValue
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.domain.label import Image, Label
from monograph_qa.errors import JournalError, NotFound, QuestionError

if TYPE_CHECKING:
    from monograph_qa.pipeline.conversation import Conversation
    from monograph_qa.pipeline.examining.proving import Proof


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
