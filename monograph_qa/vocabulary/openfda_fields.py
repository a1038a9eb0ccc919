"""The fields of openFDA's drug labels: which section each is, and the heading it begins with."""

import re
from collections.abc import Collection
from functools import cache

from monograph_qa.vocabulary.headings import heading_rows
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.rows import either, read_rows
from monograph_qa.vocabulary.sections import SectionTerm, section_by_key
from monograph_qa.vocabulary.sentence_words import words_with_role

_NUMBER = r"(?:\d{1,2}(?:\.\d{1,2})*\.?\s+)?"
_BODY = r"(?=\s*[:.–—-]?\s*(?:[A-Z0-9•(\[]|$))"  # a heading is no beginning of a sentence
_TOKEN = re.compile(r"\S+")
_AROUND = '()[],;:.®™*–—-"“”'
_LONGEST = 40  # words of a title with the beginning of the sentence behind it
_LEAST_AGAIN = 4  # letters of a word that a sentence says again


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


def title_end(text: str, own: Collection[str]) -> int:
    """Where the title of a subsection ends, with which its text begins and goes on into the first
    sentence; 0 where it is not in capitals. `own` are the words of the label's names, in lower
    case.

    A title is written in capitals but for small words, so the sentence begins at a capital before
    the first small word of content: behind a title that headings are known by, at the drug's name,
    a word like "the", the title's first word again ("Hepatotoxicity Hepatotoxicity can …"), a verb
    that directs, or else at the last capital. It never begins behind a small word: "Dosage of XYZ".
    """
    words: list[tuple[int, str]] = []
    for token in _TOKEN.finditer(text):
        word = token[0].strip(_AROUND)
        if len(words) == _LONGEST:
            return 0
        words.append((token.start(), word))
        if word[:1].islower() and word not in stop_words():
            break
    folded = [word.casefold() for _, word in words]
    capitals = [at for at, (_, word) in enumerate(words) if word[:1].isupper()]
    free = [at for at in capitals if at and _may_part(text, words[at][0])]
    directs, openers = words_with_role("behind_title"), words_with_role("opener")
    small = openers & stop_words()

    def begins(at: int) -> bool:
        word, is_last = folded[at], at == free[-1]
        is_again = word == folded[0] and len(word) >= _LEAST_AGAIN
        return word in small.union(own) or is_again or (is_last and word in openers | directs)

    for count in reversed(capitals[1:]):
        end = words[count][0]
        is_known = " ".join(text[:end].split()).casefold().rstrip(" :.") in _titles()
        if is_known and (count > 1 or (count in free and begins(count))):
            return end
    first = next(filter(begins, reversed(free)), None)
    if first is None:
        return words[free[-1]][0] if free else 0
    while first > 1 and (
        folded[first - 1] in directs | small or {folded[first], folded[first - 1]} <= set(own)
    ):
        first -= 1
    return words[first][0]


def _may_part(text: str, at: int) -> bool:
    """Whether a title may end and a sentence begin so: not behind a small word, nor in brackets."""
    title = text[:at]
    last = title.split()[-1].strip(_AROUND)
    return not last[:1].islower() and title.count("(") == title.count(")") and text[at] not in "(["


@cache
def _titles() -> frozenset[str]:
    """The headings that are known, in lower case."""
    return frozenset(row.heading.casefold() for row in heading_rows() if not row.is_wildcard)
