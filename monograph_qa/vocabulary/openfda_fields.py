"""The fields of openFDA's drug labels: which section each is, and the heading it begins with."""

import re
from functools import cache

from monograph_qa.vocabulary.headings import heading_rows
from monograph_qa.vocabulary.rows import either, read_rows
from monograph_qa.vocabulary.sections import SectionTerm, section_by_key

_NUMBER = r"(?:\d{1,2}(?:\.\d{1,2})*\.?\s+)?"
_BODY = r"(?=\s*[:.–—-]?\s*(?:[A-Z0-9•(\[]|$))"  # a heading is no beginning of a sentence


@cache
def term_of_field(field: str) -> SectionTerm | None:
    """The section that a field is; None for a field that openFDA named after a printed title."""
    keys = {row["key"] for row in read_rows("openfda_fields") if row["field"] == field}
    return next(map(section_by_key, filter(None, keys)), None)


def heading_end(text: str, key: str) -> int:
    """Where the printed heading ends with which the text of a field begins; 0 where it has none."""
    match = _beginnings(key).match(text)
    return match.end() if match else 0


@cache
def _beginnings(key: str) -> re.Pattern[str]:
    printed = {row.heading for row in heading_rows() if row.key == key and not row.is_wildcard}
    words = either(printed, lambda heading: r"\s+".join(map(_word, heading.split())))
    # Only the heading is in any case: what follows it begins as a text does.
    return re.compile(rf"\s*{_NUMBER}(?i:{words or '(?!)'}):?{_BODY}")


def _word(word: str) -> str:
    return "(?:&|and)" if word.lower() in {"&", "and"} else re.escape(word)
