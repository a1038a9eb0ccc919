"""Stored values as the JSON that `--json` prints: the columns of their tables."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from monograph_qa.answer.rendering import value_of
from monograph_qa.domain.frame import FrameValue
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.domain.label import Image, Label

if TYPE_CHECKING:
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
