"""Stored values as the JSON that `--json` prints: the columns of their tables."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from monograph_qa.answer.rendering import box_value
from monograph_qa.domain.frame import FrameValue
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.journal import AuditRecord, IngestJob
from monograph_qa.domain.label import Doubt, FactSpan, Image, Label, Section

if TYPE_CHECKING:
    from monograph_qa.pipeline.examining.proving import Proof


def label_value(label: Label) -> dict[str, Any]:
    value = {f.name: getattr(label, f.name) for f in fields(label) if f.name != "product"}
    product = {f.name: getattr(label.product, f.name) for f in fields(label.product)}
    return {
        **value,
        **product,
        "format": label.format.value,
        "ingested_at": label.ingested_at.isoformat(),
    }


def doubt_value(doubt: Doubt) -> dict[str, Any]:
    """A place where a label may have been read wrongly."""
    return {**asdict(doubt), "kind": doubt.kind.value}


def section_value(section: Section) -> dict[str, Any]:
    value = {f.name: getattr(section, f.name) for f in fields(section)}
    return {**value, "frame": _frame(section.frame)}


def fact_value(fact: FactSpan) -> dict[str, Any]:
    value = {f.name: getattr(fact, f.name) for f in fields(fact)}
    return {
        **value,
        "kind": fact.kind.value,
        "attributes": list(fact.attributes),
        "boxes": [box_value(box) for box in fact.boxes],
        "frame": _frame(fact.frame),
        "needs": [{"fact_id": need.fact_id, "why": need.why} for need in fact.needs],
    }


def _frame(values: Iterable[FrameValue]) -> list[dict[str, Any]]:
    return [
        {**{f.name: getattr(value, f.name) for f in fields(value)}, "facet": value.facet.value}
        for value in values
    ]


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


def image_value(image: Image, path: str) -> dict[str, Any]:
    value = {f.name: getattr(image, f.name) for f in fields(image) if f.name != "png"}
    return {
        **value,
        "kind": image.kind.value,
        "box": box_value(image.box) if image.box else None,
        "path": path,
    }


def job_value(job: IngestJob) -> dict[str, Any]:
    value = {f.name: getattr(job, f.name) for f in fields(job)}
    times = ("created_at", "started_at", "ended_at")
    return {
        **value,
        "state": job.state.value,
        **{name: value[name].isoformat() if value[name] else None for name in times},
    }


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
    }


def carried_value(intent: Intent | None) -> dict[str, Any] | None:
    """What was taken over from the question before, as JSON; None for nothing."""
    took = intent.carried if intent else None
    if took is None:
        return None
    return {"question": took.question, "drugs": list(took.drugs), "topics": list(took.topics)}
