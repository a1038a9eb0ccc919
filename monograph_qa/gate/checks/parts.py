"""Each group belongs to one part of the question, and a part to one label that was asked about."""

from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.differences import has_unseen
from monograph_qa.gate.stored import Stored


def check_parts(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `wrong_part` (no such part, a number used twice, another label's group or title),
    `invisible` (its words hold characters that cannot be seen)."""
    parts = {part.n: part for part in draft.parts}
    if len(parts) != len(draft.parts):
        yield Finding("wrong_part", "parts", "two parts bear one number")
    titles = {span.label.label_id: span.label.title for span in stored.spans.values()}
    for part in draft.parts:
        if part.label_id not in draft.label_ids:
            yield Finding("wrong_part", f"part {part.n}", "is of a label that was not asked about")
        elif part.title != titles.get(part.label_id, part.title):
            yield Finding("wrong_part", f"part {part.n}", "its title is not the label's")
        if has_unseen(f"{part.subject}{part.note}", "") or (
            # A title as stored may hold what it was printed with.
            part.label_id not in titles and has_unseen(part.title, "")
        ):
            yield Finding("invisible", f"part {part.n}", "holds characters that cannot be seen")
    for at, group in enumerate(draft.groups, 1):
        own = parts.get(group.part)
        if parts and own is None:
            yield Finding("wrong_part", f"group {at}", "there is no such part")
        elif own is not None and own.label_id != group.label_id:
            yield Finding("wrong_part", f"group {at}", "its part is of another label")
