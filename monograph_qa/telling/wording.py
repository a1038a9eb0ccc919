"""What stands around the quotes of an answer: heads, headings, citations, notices."""

import re
from collections.abc import Iterable, Mapping, Sequence

from monograph_qa.domain.answer import Group, Part, Quote
from monograph_qa.domain.frame import Facet, Frame
from monograph_qa.frozen import frozen
from monograph_qa.pipeline.question.together import MOST_TOGETHER
from monograph_qa.ranking import letters_of

_TITLE = 50  # characters of a title in a list
_MOST_SECTIONS = 8
_NUMBER = re.compile(r"^(\d{1,2}(?:\.\d{1,2})*)\.?\s")
LAST_RESORT = (
    "No section or fact of the label is known to be about this. Last resort: sentences of this "
    "label that hold words of the question, or words near them. They may not answer it."
)
REMOVED = (
    "What identifies a person was removed from the question before it was read, stored or sent "
    "anywhere: {}. It reads: {}"
)
IN_PLACE = {
    "template (model unavailable)": (
        "The model gave nothing, so the template arranged the quotes. Why: audit show {}"
    ),
    "template (model withheld)": (
        "What the model wrote failed a check and is not shown; the template arranged the quotes. "
        "Why: audit show {}"
    ),
}


@frozen
class Repeats:
    """Where the words of a line stand again: pages of its label, titles of other labels."""

    pages: Mapping[str, Sequence[int]]
    labels: Mapping[str, Sequence[str]]


def head_of(part: Part) -> str:
    return " · ".join(filter(None, [part.title, part.edition]))


def asked_of(frame: Frame | None) -> str:
    """What was read of the patient and of what is named; "" where there is only a topic."""
    if frame is None:
        return ""
    read = [each.said for each in frame.named]
    read += (
        _range(value.concept, value.low, value.high, value.unit)
        for value in frame.values
        if value.facet in (Facet.PEOPLE, Facet.ORGAN)
    )
    return " · ".join(dict.fromkeys(read))


def _range(concept: str, low: float | None, high: float | None, unit: str) -> str:
    if unit == "months" and (low or 0) >= 12:  # ages are compared in months, and shown in years
        low, high, unit = (low or 0) / 12, None if high is None else high / 12, "years"
        if high is not None and high - low == 1:  # somebody of 78 is 78 until 79
            high = low
    if high is None:
        return f"{concept} from {low:g} {unit}"
    if low == high:
        return f"{concept} {low:g} {unit}"
    return f"{concept} {low:g} to {high:g} {unit}"


def sections_of(groups: Iterable[Group]) -> str:
    """The sections of the groups by their numbers, or the beginnings of headings without one."""
    sections = list(dict.fromkeys(map(_short, groups)))
    return ", ".join(sections[:_MOST_SECTIONS]) + (", …" if len(sections) > _MOST_SECTIONS else "")


def _short(group: Group) -> str:
    numbered = [_NUMBER.match(heading) for heading in group.heading_path.split(" > ")]
    found = [each[1] for each in numbered if each]
    return found[-1] if found else group.heading[:30]


def heading_of(group: Group) -> str:
    """The section's heading, behind the numbered one that it stands below and all between."""
    path = group.heading_path.split(" > ")
    numbered = [at for at, heading in enumerate(path) if _NUMBER.match(heading)]
    first = numbered[-1] if numbered else max(len(path) - 2, 0)
    return " > ".join(path[first:])


def cited(quotes: Iterable[Quote], repeats: Repeats) -> str:
    """The source of the quotes, their page, and where the same words stand again."""
    each = list(quotes)
    pages = sorted({quote.page for quote in each if quote.page})
    again = {page for quote in each for page in repeats.pages.get(letters(quote), ())}
    others = sorted(again.difference(pages))
    source = ", ".join(str(n) for n in dict.fromkeys(quote.source for quote in each))
    page = f", page {', '.join(map(str, pages))}" if pages else ""
    also = f"; also page {', '.join(map(str, others[:4]))}" if others else ""
    labels = repeats.labels.get(letters(each[0]), ())
    alike = f"; the same in {len(labels)} labels" if labels else ""
    return f"[Source {source}{page}{also}{alike}]"


def titles_of(parts: Sequence[Part]) -> str:
    """The labels of the parts, the first few by their titles, the others by their number."""
    titles = [" · ".join(filter(None, [p.subject, _short_title(p.title)])) for p in parts]
    rest = f"; and {len(titles) - MOST_TOGETHER} more" if len(titles) > MOST_TOGETHER else ""
    return "; ".join(titles[:MOST_TOGETHER]) + rest


def _short_title(title: str) -> str:
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 1]}…"


def labels_of_repeats(groups: Sequence[Group], parts: Sequence[Part]) -> dict[str, list[str]]:
    """The labels that say a line in the same words, by its letters."""
    titles = {part.label_id: _short_title(part.title) for part in parts}
    found: dict[str, dict[str, str]] = {}
    for group in groups:
        for quote in group.quotes:
            labels = found.setdefault(letters(quote), {})
            labels[group.label_id] = titles.get(group.label_id, group.label_id)
    return {key: list(labels.values()) for key, labels in found.items() if len(labels) > 1}


def pages_of_repeats(groups: Sequence[Group]) -> dict[str, list[int]]:
    """The pages on which a line stands, by its letters."""
    found: dict[str, list[int]] = {}
    for quote in (q for group in groups for q in group.quotes if q.page):
        found.setdefault(letters(quote), []).append(quote.page or 0)
    return found


def letters(quote: Quote) -> str:
    """The key that lines with the same words share."""
    return letters_of(quote.context, quote.text)
