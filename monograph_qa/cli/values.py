"""Stored values as the JSON that `--json` prints: the columns of their tables."""

from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any

from monograph_qa.answer.rendering import box_value
from monograph_qa.domain.frame import FrameValue
from monograph_qa.domain.jobs import IngestJob
from monograph_qa.domain.label import Doubt, FactSpan, Image, Label, Section


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
