"""Pictures come from labels that were asked about, with the bytes that were stored."""

import hashlib
from collections.abc import Iterator, Mapping

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.stored import StoredSpan


def check_pictures(draft: Draft, stored: Mapping[str, StoredSpan]) -> Iterator[Finding]:
    """Findings: `wrong_label` (another label's picture), `altered` (other bytes than its hash)."""
    asked = set(draft.label_ids)
    for image in draft.images:
        if image.label_id not in asked:
            yield Finding("wrong_label", image.image_id, "a picture of another label")
        if hashlib.sha256(image.png).hexdigest() != image.sha256:
            yield Finding("altered", image.image_id, "the picture is not the one that was stored")
