"""Where a name may stand: every run of words of a text that may be one, and the spellings under
which it is looked up. A question and a label's own sentence are read alike."""

import re
from collections.abc import Sequence
from itertools import pairwise, permutations

from monograph_qa.frozen import frozen
from monograph_qa.names.words import abbreviations, is_plain
from monograph_qa.vocabulary.name_keys import name_key, name_parts, plain_key
from monograph_qa.vocabulary.question_words import stop_words, words_with_role
from monograph_qa.vocabulary.tokens import Token, between

_LONGEST_NAME = 7  # words without connectors
_LONG_NAME = 4  # such words; a longer name may end with one: "Tylenol Children's … Cold Plus"
_MOST_PARTS = 4  # of a combination that is looked up in any order
_INSIDE_A_NAME = re.compile(r"[\s\-‐-―/+&,()\[\]%]*")
_HYPHEN = "-"
_EXPLICIT_JOIN = re.compile(r"\s*[/+&]\s*|-")


@frozen
class Candidate:
    """Words [first, last] of a text, its characters [start, stop), and the keys under which they
    may be a name."""

    first: int
    last: int
    start: int
    stop: int
    keys: tuple[str, ...]


def candidates(text: str, tokens: Sequence[Token]) -> list[Candidate]:
    """Every run of up to seven words that may be a name, none across other punctuation; the longest
    first, and of equally long ones the first."""
    connectors = name_parts().connectors
    found: list[Candidate] = []
    for first, token in enumerate(tokens):
        is_initials = token.text.isupper() and not text.isupper() and token.key in abbreviations()
        if token.key in connectors or (token.key in stop_words() and not is_initials):
            continue
        content = 0
        for last in range(first, len(tokens)):
            if last > first and not _INSIDE_A_NAME.fullmatch(
                between(text, tokens[last - 1], tokens[last])
            ):
                break
            if tokens[last].key in connectors and content < _LONG_NAME:
                continue
            content += tokens[last].key not in connectors
            if content > _LONGEST_NAME:
                break
            # "Adderall XR 20 mg" is no product's name.
            if last > first and tokens[last].key.isdigit() and has_unit(tokens, last):
                break
            keys = _keys_of(text, tokens[first : last + 1])
            found.append(Candidate(first, last, token.start, tokens[last].stop, keys))
    return sorted(found, key=lambda each: (each.first - each.last, each.first))


def has_unit(tokens: Sequence[Token], at: int) -> bool:
    """Whether a unit stands behind the token: its number is a strength, and part of no name. In
    "Prevnar 20 dose" it is."""
    units = words_with_role("unit") - words_with_role("no_strength")
    return at + 1 < len(tokens) and tokens[at + 1].key in units


def is_everyday(words: Sequence[Token]) -> bool:
    """Whether all words are plain English or numbers."""
    return all(is_plain(word.key) or word.key.isdigit() for word in words)


def _keys_of(question: str, words: Sequence[Token]) -> tuple[str, ...]:
    """Keys to ask for, best first: typed, singular, joined, turned round, unabbreviated."""
    typed = name_key(" ".join(word.key for word in words))
    keys = [typed]
    if words[-1].stem != words[-1].key:
        keys.append(name_key(" ".join([*(w.key for w in words[:-1]), words[-1].stem])))
    text = question[words[0].start : words[-1].stop]
    if len(words) == 2 and (not is_everyday(words) or _HYPHEN in text):  # "V-fend"
        keys.append("".join(word.key for word in words))
    if len(words) == 1 and len(typed) < 2:
        return ()
    keys += _turned_round(question, words)
    keys.append(" ".join(word.key for word in words).replace(".", " "))  # "Tylenol with Codeine"
    keys += [plain_key(text.replace("&", " and "))] if "&" in text else []
    keys += _without_salts(typed)
    keys += _spelt_out(words)
    for key in tuple(keys):
        keys += [
            row.name
            for row in abbreviations().get(key, ())
            if not row.upper_only or not text.islower()
        ]
    return tuple(dict.fromkeys(keys))


def _spelt_out(words: Sequence[Token]) -> list[str]:
    """The key of a combination with the abbreviations in it spelt out: "lisinopril-HCTZ"."""
    if len(words) == 1 or not any(word.key in abbreviations() for word in words):
        return []
    full = [abbreviations()[w.key][0].name if w.key in abbreviations() else w.key for w in words]
    return [name_key(" ".join(full))]


def _without_salts(key: str) -> list[str]:
    """A combination's key without the salts of its parts; nothing for a single drug's key."""
    words = key.split()
    kept = [w for at, w in enumerate(words) if at == 0 or w not in name_parts().salts]
    return [" ".join(kept)] if 1 < len(kept) < len(words) else []


def _turned_round(question: str, words: Sequence[Token]) -> list[str]:
    """The key with its parts, or its two words, in every other order: "metformin and glyburide",
    "imipenem/cilastatin/relebactam"."""
    if len(words) == len({word.key for word in words}) == 2:
        return [name_key(f"{words[1].key} {words[0].key}")]
    connectors = name_parts().connectors
    joins = [
        at
        for at in range(1, len(words))
        if words[at].key in connectors
        or (
            words[at - 1].key not in connectors
            and _EXPLICIT_JOIN.fullmatch(between(question, words[at - 1], words[at]))
        )
    ]
    if not 0 < len(joins) < _MOST_PARTS:
        return []
    ends = [0, *joins, len(words)]
    parts = [
        " ".join(word.key for word in words[first:last] if word.key not in connectors)
        for first, last in pairwise(ends)
    ]
    return [name_key(" ".join(order)) for order in permutations(filter(None, parts))][1:]
