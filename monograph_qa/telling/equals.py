"""Where the words of a line stand again: on other pages of its label, in other labels."""

from collections.abc import Mapping, Sequence

from monograph_qa.domain.answer import Group, Part, Quote
from monograph_qa.frozen import frozen
from monograph_qa.pipeline.question.together import MOST_TOGETHER
from monograph_qa.ranking import letters_of

_TITLE = 50  # characters of a title in a list


@frozen
class Equals:
    """Where the words of a line stand again: pages of its label, titles of other labels."""

    pages: Mapping[str, Sequence[int]]
    labels: Mapping[str, Sequence[str]]


def titles_of(parts: Sequence[Part]) -> str:
    """The labels of the parts, the first few by their titles, the others by their number."""
    said = [" · ".join(filter(None, [p.subject, _short_title(p.title)])) for p in parts]
    rest = f"; and {len(said) - MOST_TOGETHER} more" if len(said) > MOST_TOGETHER else ""
    return "; ".join(said[:MOST_TOGETHER]) + rest


def _short_title(title: str) -> str:
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 1]}…"


def labels_of_equals(groups: Sequence[Group], parts: Sequence[Part]) -> dict[str, list[str]]:
    """The labels that say a line in the same words, by its letters."""
    titles = {part.label_id: _short_title(part.title) for part in parts}
    found: dict[str, dict[str, str]] = {}
    for group in groups:
        for quote in group.quotes:
            own = found.setdefault(letters(quote), {})
            own[group.label_id] = titles.get(group.label_id, group.label_id)
    return {said: list(own.values()) for said, own in found.items() if len(own) > 1}


def pages_of_equals(groups: Sequence[Group]) -> dict[str, list[int]]:
    """The pages on which a line stands, by its letters."""
    found: dict[str, list[int]] = {}
    for quote in (q for group in groups for q in group.quotes if q.page):
        found.setdefault(letters(quote), []).append(quote.page or 0)
    return found


def letters(quote: Quote) -> str:
    """What is equal in two lines that say the same."""
    return letters_of(quote.context, quote.text)
