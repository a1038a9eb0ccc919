"""Nothing is said twice: a repeated line would stand for two facts."""

from collections import Counter
from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.naming import named
from monograph_qa.gate.stored import Stored


def check_repetition(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `repeated` (a sentence twice in one part of the answer, or a picture twice)."""
    said = Counter((g.part, quote.fact_id) for g in draft.groups for quote in g.quotes)
    shown = Counter((0, image.image_id) for image in draft.images)
    for (_, identifier), times in (said + shown).items():
        if times > 1:
            yield Finding("repeated", named(identifier, "draft"), f"is shown {times} times")
