"""Where a sentence of a label ends: rules for text full of doses, Latin and abbreviations. None
ends inside brackets or quotation marks.
"""

import re

from monograph_qa.vocabulary.sentence_words import (
    is_abbreviation,
    never_ends,
    opens_with_opener,
    words_with_role,
)

_PAIRS = {")": "(", "]": "[", "}": "{"}
_BRACKETS = re.compile(r"[()\[\]{}]")
_QUOTED = re.compile(r"“[^“”]{1,240}”|(?<!\w)\"[^\"]{1,240}\"(?!\w)")
# A bracket that was never closed must not swallow the paragraph.
_LONGEST = 400


def _enclosed(text: str) -> list[tuple[int, int]]:
    """Where `text` stands in brackets or in quotation marks."""
    closed, _ = _brackets(text)
    short = ((start, stop) for start, stop in closed if stop - start <= _LONGEST + 1)
    return [*short, *(match.span() for match in _QUOTED.finditer(text))]


def _brackets(text: str) -> tuple[list[tuple[int, int]], list[int]]:
    """The spans in brackets, and where brackets open that nothing closes. "a)" closes nothing, and
    a bracket of the wrong shape closes none."""
    closed: list[tuple[int, int]] = []
    opened: list[int] = []
    for match in _BRACKETS.finditer(text):
        if match[0] not in _PAIRS:
            opened.append(match.start())
        elif opened and text[opened[-1]] == _PAIRS[match[0]]:
            closed.append((opened.pop(), match.end()))
    return closed, opened


def has_open_bracket(text: str) -> bool:
    """True when a bracket near the end of `text` is still open there."""
    _, opened = _brackets(text)
    return bool(opened) and len(text) - opened[-1] <= _LONGEST


_TERMINAL = re.compile(r"[.?!…]+[)\]}\"'”’»*†‡§¶¹²³⁰-⁹]*")
# "effect.1 The", "women-years).1,2 An": reference marks that lost their raised place.
_MARKS = re.compile(r"\d{1,2}(?:\s?[,–-]\s?\d{1,2})*(?=\s+[A-Z(\[“\"])")
_MARKED_WORD = re.compile(r"(?:[A-Za-z]{2}|[)\]%])$")
# "(see WARNINGS)", "[see Use in Specific Populations (8.5)]", "(5.1, 5.2)" after the full stop.
_INNER = r"[^()\[\]]{0,300}(?:[(\[][^()\[\]]{0,80}[)\]][^()\[\]]{0,200}){0,6}"
_POINTER = re.compile(
    rf"(?:\s*(?:[(\[]\s*(?:see|refer|table|figure|section|cf)\b{_INNER}[)\]]"
    r"|[(\[]\s*\d{1,2}(?:\.\d{1,2})*(?:\s*[,;–-]\s*\d{1,2}(?:\.\d{1,2})*)*\s*[)\]])){1,12}",
    re.I,
)
_POINTER_OPENS = re.compile(r"\s*[(\[]\s*(?:see|refer|table|figure|section|cf)\b", re.I)
_WORD_BEFORE = re.compile(r"[^\s(\[{“\"]+$")
_ENUMERATOR = re.compile(r"^\W*(?:\d{1,3}(?:\.\d{1,2})*|[A-Za-z]|[ivxIVX]{1,4})[.)]+$")
_INNER_ENUMERATOR = re.compile(r"[:;]\s*(?:\d{1,2}|[A-Za-z])\.$")
_INITIALS = re.compile(r"^(?:[A-Za-z]\.)+$")
_NUMBER = re.compile(r"^[\d.,]{1,4}\.$")
_JOURNAL_PAGES = re.compile(r"\d{4}\s?[;:]|\d+\s?\(\d+\)\s?:")
_LABELLED = re.compile(r"^\W*([A-Za-z]+)\.?\s+[\dA-Z][\w.\-–]{0,5}\.$")
_BULLETS = "•▪◦○●■□►→☐✓*†‡§¶©#≥≤<>±~"
_OPENING_MARKS = "\"'“‘([ "
_OPENING_ENUMERATOR = re.compile(r"\(?(?:[a-z]|[ivx]{2,4})[.)]\s+[A-Z]")
_VOWELLESS = re.compile(r"[A-Z]?[b-df-hj-np-tv-xz]+\.$")  # "Bldg.", "Blvd."
_COUNT = re.compile(r"\s*\(?(\d{1,2}|[A-Za-z])[.)]+\s")
_UNIT_LETTERS = "LhgmsCFKM"  # a letter after a number: a unit, not an initial


def sentence_ends(text: str) -> list[int]:
    """Offsets just past each sentence of `text`, growing; the last is the end of the text. Trailing
    white space belongs to no sentence and is left to the caller to trim."""
    ends: list[int] = []
    start = 0
    enclosed: list[tuple[int, int]] | None = None
    for match in _TERMINAL.finditer(text):
        if match.end() >= len(text) or match.start() < start:
            continue
        stop = _end_here(text, start, match)
        if stop is None:
            continue
        enclosed = _enclosed(text) if enclosed is None else enclosed
        if not any(opens < stop < closes for opens, closes in enclosed):
            ends.append(stop)
            start = stop
    if text[start:].strip():
        ends.append(len(text))
    return ends


def _end_here(text: str, start: int, match: re.Match[str]) -> int | None:
    """Where the sentence ends that this full stop closes; None when it closes none."""
    stop = _after_marks(text, match)
    if _counts_on(text, start, stop):
        return None if _is_enumerator(text[start : match.start() + 1], "", "") else stop
    pointer = _POINTER.match(text, stop)
    if pointer:
        # The pointer belongs to what it points from; with its own full stop it comes up again.
        stop = pointer.end()
        if text[stop : stop + 2].lstrip().startswith((".", ";", ",", ":")):
            return None
    elif _POINTER_OPENS.match(text, stop):
        return None
    following = text[stop : stop + 200].lstrip()
    if not following:
        return None
    before = text[start : match.start() + 1]
    if not text[stop].isspace():
        return stop if _is_glued(before, match[0], following, bool(pointer)) else None
    return stop if _closes(before, match[0], following) else None


def _counts_on(text: str, start: int, stop: int) -> bool:
    """ "1. Wash it. 2. Dry it." "(a) … (b) …": what follows is the next number or letter."""
    here, there = _COUNT.match(text, start), _COUNT.match(text, stop)
    if here is None or there is None:
        return False
    if here[1].isdigit() and there[1].isdigit():
        return int(there[1]) == int(here[1]) + 1
    return len(here[1]) == len(there[1]) == 1 and ord(there[1]) == ord(here[1]) + 1


def _after_marks(text: str, match: re.Match[str]) -> int:
    stop = match.end()
    marks = _MARKS.match(text, stop) if match[0][0] == "." else None
    if marks is None:
        return stop
    before = text[max(0, match.start() - 20) : match.start()]
    word = before.split()[-1] + "." if before.split() else "."
    marked = _MARKED_WORD.search(before) and not is_abbreviation(word, marks[0])
    return marks.end() if marked or match[0][-1] in ')]"”' else stop


def _closes(before: str, terminal: str, following: str) -> bool:
    """`before` ends with the terminal's first mark; `following` is the text behind the space."""
    opening = following.lstrip(_OPENING_MARKS)
    first, behind_mark = opening[:1], opening[:1] != following[:1]
    if not first:
        return False
    found = _WORD_BEFORE.search(before)
    word = found[0] if found else before
    if terminal[0] == "." and terminal[-1] in ")]" and is_abbreviation(word, opening):
        return False  # "(20 mg q.i.d.) Then": the full stop is the abbreviation's alone
    if _OPENING_ENUMERATOR.match(following):
        return not (_is_enumerator(before, word, first) or never_ends(word, opening))
    if first.islower():
        if behind_mark or _INITIALS.match(word) or is_abbreviation(word, opening):
            return False
        return _opens_small(opening)
    if terminal[0] in "?!":
        return first.isupper() or first.isdigit() or first in _BULLETS
    if _is_enumerator(before, word, first):
        return False
    if terminal[0] == "…" or terminal.startswith("..."):
        return first.isupper() and _opens_sentence(opening)
    if word == "No." and before.strip() == word and re.match(r"[A-Z]\w*[a-z]", opening):
        return True  # the answer, not the number
    if never_ends(word, opening):
        # "in the U.S. The", but not "the U.S. Food and Drug Administration".
        return bool(re.match(r"(?:[A-Z]\.){2,}$", word)) and opens_with_opener(opening)
    if first.isdigit():
        return not (
            is_abbreviation(word, opening)
            or _INITIALS.match(word)
            or _NUMBER.match(word)
            or _VOWELLESS.match(word)
            or _JOURNAL_PAGES.match(opening)
        )
    if not first.isupper():
        return first in _BULLETS and not is_abbreviation(word, opening)
    return _closes_before_capital(before, word, opening)


def _is_enumerator(before: str, word: str, first: str) -> bool:
    """ "1. Wash", "apply: a. Clean", "Table 2. Doses", "Rev. 05/2025": no sentence yet."""
    if _ENUMERATOR.match(before) or _INNER_ENUMERATOR.search(before):
        return True
    labelled = _LABELLED.match(before)
    if labelled and labelled[1].casefold() in words_with_role("captioned"):
        return True
    return first.isdigit() and before.strip() == word and len(word) <= 6


def _opens_small(opening: str) -> bool:
    """ "pH", "mTOR", "eGFR" and "β-Lactam" open sentences; other small letters do not."""
    word = re.match(r"[\w-]*", opening)
    is_mixed = word is not None and any(map(str.isupper, word[0][:4]))
    return is_mixed or bool(re.match(r"[α-ω]-\w", opening))


def _closes_before_capital(before: str, word: str, opening: str) -> bool:
    if _INITIALS.match(word):
        if _INITIALS.match(opening.split(None, 1)[0]):
            return False
        words = before.split()
        if len(word) == 2:
            return _letter_closes(word[0], words[:-1], opening)
        return _opens_sentence(opening)
    if is_abbreviation(word, opening):
        measured = bool(re.search(r"\d\s*$", before[: -len(word)]))
        return measured or _opens_sentence(opening)
    return True


def _letter_closes(letter: str, before: list[str], opening: str) -> bool:
    """After a single letter: the name of what stands before it, a unit, or someone's initial?"""
    previous = before[-1] if before else ""
    if re.search(r"[\d°%]$", previous):
        return letter in _UNIT_LETTERS
    named = words_with_role("lettered") | words_with_role("captioned")
    if previous.casefold() in named:
        return True
    if letter.islower():
        return False
    if opens_with_opener(opening):
        return True
    if previous in ("and", "or", "to"):  # "hepatitis B or C. Patients"
        return [len(word) for word in before[-2:-1]] == [1] and _opens_sentence(opening)
    # "J. Smith" is named after a name, "of H. Pylori" after a small word.
    is_noun = previous.isalpha() and previous.islower() and len(previous) > 4
    return is_noun and _opens_sentence(opening)


def _opens_sentence(opening: str) -> bool:
    """A capitalised word that a small one or a colon follows, or one that opens most sentences."""
    words = opening.split(None, 2)
    if opens_with_opener(opening) or words[0].endswith((":", "ly,")):
        return True
    return len(words) > 1 and words[1][:1].islower()


def _is_glued(before: str, terminal: str, following: str, after_pointer: bool) -> bool:
    """A sentence that ends without a space: "daily.The dose", "(5.4)].If", "(5.4)]If"."""
    if not after_pointer and terminal[0] != ".":
        return False
    token = before.split()[-1] if before.split() else before
    closed = after_pointer or re.search(r"[)\]]\.?$", before) or terminal[-1] in ")]"
    wordy = r"^[^./@:]*[a-z]{4,}\.$|^[^/@:]*\d%\.$"
    if opens_with_opener(following):
        wordy = r"^[^./@:]*[A-Za-z]{2,}\.$|^[^/@:]*\d%\.$"
    if not closed and not re.search(wordy, token):
        return False
    if not re.match(r"(?:[A-Z][a-z]*|[A-Z]{2,})[ ,]\s*\S", following):
        return False
    return not is_abbreviation(token, following) and _opens_sentence(following)
