"""An Answer as the JSON value that outside programs read: a contract."""

from collections.abc import Callable
from typing import Any

from monograph_qa.domain.answer import Answer, Group, Part, Source
from monograph_qa.domain.frame import Frame
from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.label import Image

PathOf = Callable[[Image], str]
"""Writes a picture to a file and says where."""


def answer_value(answer: Answer, path_of: PathOf) -> dict[str, Any]:
    """The contract of `ask --json` (see schemas/json/answer.schema.json)."""
    intent = answer.intent
    return {
        "question": answer.question,
        "outcome": answer.outcome.value,
        "message": answer.message,
        "intent": {
            "drugs": [
                {"name": d.name, "asked": d.asked, "label_ids": list(d.label_ids)}
                for d in (intent.drugs if intent else ())
            ],
            "unknown_drugs": [d.asked for d in (intent.unknown_drugs if intent else ())],
            "section_keys": list(intent.section_keys if intent else ()),
            "attributes": list(intent.attributes if intent else ()),
            "populations": list(intent.populations if intent else ()),
            "kind": intent.kind.value if intent else None,
            "frame": _frame(intent.frame) if intent and intent.frame else None,
        },
        "routes": [{"route": r.route, "hits": r.hits, "ms": r.ms} for r in answer.routes],
        "last_resort": answer.last_resort,
        "parts": [_part(part) for part in answer.parts],
        "groups": [_group(group) for group in answer.groups],
        "sources": [_source(source) for source in answer.sources],
        "images": [_image(image, path_of) for image in answer.images],
        "verdict": {
            "status": answer.verdict.status.value,
            "findings": [
                {"check": f.check, "subject": f.subject, "message": f.message}
                for f in answer.verdict.findings
            ],
        },
        "candidates": [
            {"name": c.name, "label_id": c.label_id, "title": c.title, "edition": c.edition}
            for c in answer.candidates
        ],
        "writer": answer.writer,
        "audit_id": answer.audit_id,
        "elapsed_ms": answer.elapsed_ms,
        "trace": [{"step": s.name, "part": s.part, "ms": s.ms, "saw": s.saw} for s in answer.trace],
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "n": part.n,
        "subject": part.subject,
        "label_id": part.label_id,
        "title": part.title,
        "note": part.note,
        "section_keys": list(part.section_keys),
        "attributes": list(part.attributes),
    }


def _frame(frame: Frame) -> dict[str, Any]:
    return {
        "values": [
            {
                "facet": v.facet.value,
                "concept": v.concept,
                "low": v.low,
                "high": v.high,
                "unit": v.unit,
            }
            for v in frame.values
        ],
        "named": [
            {"facet": n.facet.value, "said": n.said, "concept": n.concept} for n in frame.named
        ],
        "unread": list(frame.unread),
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "heading": group.heading,
        "heading_path": group.heading_path,
        "section_key": group.section_key,
        "section_code": group.section_code,
        "label_id": group.label_id,
        "part": group.part,
        "quotes": [
            {
                "text": q.text,
                "source": q.source,
                "fact_id": q.fact_id,
                "page": q.page,
                "context": q.context,
                "tier": q.tier.value,
                "rank": q.rank,
                "because": list(q.because),
            }
            for q in group.quotes
        ],
    }


def _source(source: Source) -> dict[str, Any]:
    return {
        "n": source.n,
        "label_id": source.label_id,
        "drug": source.drug,
        "title": source.title,
        "version": source.version,
        "section_id": source.section_id,
        "heading_path": source.heading_path,
        "section_code": source.section_code,
        "page": source.page,
        "boxes": [box_value(box) for box in source.boxes],
    }


def _image(image: Image, path_of: PathOf) -> dict[str, Any]:
    return {
        "image_id": image.image_id,
        "label_id": image.label_id,
        "kind": image.kind.value,
        "confidence": image.confidence,
        "page": image.page,
        "path": path_of(image),
        "caption": image.caption,
    }


def box_value(place: PageBox) -> dict[str, Any]:
    """`{"page": 1, "box": [left, top, right, bottom]}`, points from the page's top left."""
    box = place.box
    return {"page": place.page, "box": [box.left, box.top, box.right, box.bottom]}
