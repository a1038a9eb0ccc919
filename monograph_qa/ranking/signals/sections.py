"""Whether a sentence stands in a section where what is asked is usually stated."""

from collections.abc import Iterator

from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.sections import section_by_key


def section_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """The worth of the likeliest section that it stands in, or below."""
    line = candidate.line.head.line
    key = max(line, key=lambda each: asked.sections.get(each, 0.0), default="")
    worth = asked.sections.get(key, 0.0)
    if worth:
        yield Sign("", worth, f"section: {section_by_key(key).name}")
