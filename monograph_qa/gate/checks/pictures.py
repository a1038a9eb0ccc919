"""Pictures come from labels that were asked about, with the bytes and the caption as stored."""

import hashlib
from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.naming import named
from monograph_qa.gate.stored import Stored


def check_pictures(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `fabricated` (no such picture), `wrong_label` (another label's), `altered` (other
    bytes, caption, kind or place than are stored), `unsound` (the stored bytes are not those that
    were hashed when they were stored)."""
    asked = set(draft.label_ids)
    for at, image in enumerate(draft.images, 1):
        name = named(image.image_id, f"picture {at}")
        kept = stored.images.get(image.image_id)
        if kept is None:
            yield Finding("fabricated", name, "no such picture is stored")
            continue
        if kept.label_id not in asked:
            yield Finding("wrong_label", name, "a picture of another label")
        if hashlib.sha256(kept.png).hexdigest() != kept.sha256:
            yield Finding("unsound", name, "stored picture and its hash differ")
        if image != kept:
            yield Finding("altered", name, "the picture is not the one that was stored")
