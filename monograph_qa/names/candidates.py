"""Where a name may stand, and how much speaks for it.

Every run of words of a text that may be a name has the spellings under which it is looked up; a
question and a label's own sentence are read alike. What speaks for a name, by where a label prints
it and by where a question says it, is weighed by one table, `name_evidence`.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, permutations

from monograph_qa.frozen import frozen
from monograph_qa.names.namebook import Question
from monograph_qa.names.words import abbreviations, drug_words, is_plain
from monograph_qa.vocabulary.name_keys import name_key, name_parts, plain_key
from monograph_qa.vocabulary.question_words import stop_words, words_with_role
from monograph_qa.vocabulary.rows import read_rows
from monograph_qa.vocabulary.tokens import Token, between

_LONGEST_NAME = 7  # words without connectors
_LONG_NAME = 4  # such words; a longer name may end with one: "Tylenol Children's … Cold Plus"
_MOST_PARTS = 4  # of a combination that is looked up in any order
_INSIDE_A_NAME = re.compile(r"[\s\-‐-―/+&,()\[\]%]*")
_PERCENT = re.compile(r"\s\d[\d.]*\s?%")
_EXPLICIT_JOIN = re.compile(r"\s*[/+&]\s*|-")
_OWNING = frozenset({"of", "for"})
_OF, _OWNED = "of", 2  # words from what is owned to who owns it
_PASSIVE = "be"  # "Can X be crushed?"


@frozen
class Candidate:
    """Words [first, last] of a text, its characters [start, stop), and the keys under which they
    may be a name."""

    first: int
    last: int
    start: int
    stop: int
    keys: tuple[str, ...]

    def of(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """Its words."""
        return tokens[self.first : self.last + 1]


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
    spelt = [word.key for word in words]
    typed = name_key(" ".join(spelt))
    if len(words) == 1 and len(typed) < 2:
        return ()
    keys = [typed]
    if words[-1].stem != words[-1].key:
        keys.append(name_key(" ".join([*spelt[:-1], words[-1].stem])))
    text = question[words[0].start : words[-1].stop]
    if len(words) == 2 and (not is_everyday(words) or "-" in text):  # "V-fend"
        keys.append("".join(spelt))
    if len(words) > 1 and "".join(spelt[:2]) in drug_words():  # "peg interferon beta-1a"
        keys.append(name_key(" ".join(["".join(spelt[:2]), *spelt[2:]])))
    keys += [plain_key(text.replace("-", ""))] if "-" in text else []  # "Re-Facto AF"
    if _PERCENT.search(text):  # "Xylocaine 1% with epinephrine"
        bare = _PERCENT.sub("", text)
        keys += [name_key(bare), plain_key(bare)]
    keys += _turned_round(question, words)
    keys.append(" ".join(spelt).replace(".", " "))  # "Tylenol with Codeine"
    keys += [plain_key(text.replace("&", " and "))] if "&" in text else []
    keys += _without_salts(typed)
    if len(words) > 1 and not abbreviations().keys().isdisjoint(spelt):  # "lisinopril-HCTZ"
        full = (abbreviations()[key][0].name if key in abbreviations() else key for key in spelt)
        keys.append(name_key(" ".join(full)))
    for key in tuple(keys):
        keys += [
            row.name
            for row in abbreviations().get(key, ())
            if not row.upper_only or not text.islower()
        ]
    return tuple(dict.fromkeys(keys))


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
    parts = [words[0].key]
    for left, right in pairwise(words):
        gap = between(question, left, right)
        if right.key in connectors:
            parts.append("")
        elif left.key not in connectors and _EXPLICIT_JOIN.fullmatch(gap):
            parts.append(right.key)
        else:
            parts[-1] = f"{parts[-1]} {right.key}".strip()
    if not 1 < len(parts) <= _MOST_PARTS:
        return []
    return [name_key(" ".join(order)) for order in permutations(filter(None, parts))][1:]


@cache
def weight(of: str, evidence: str) -> float:
    """What this evidence of a label or a question weighs."""
    rows = read_rows("name_evidence")
    return next(float(r["weight"]) for r in rows if (r["of"], r["evidence"]) == (of, evidence))


def stands_like_a_drug(question: Question, at: int, *, alone: bool) -> bool:
    """Whether the word at position `at`, unknown to every word list, is to be read as a drug. What
    speaks for it is weighed (see `name_evidence`); `alone`: no held drug is in the question. A name
    before "disease" or "syndrome" is a person's."""
    tokens = question.tokens
    token = tokens[at]
    before = tokens[at - 1].key if at else ""
    behind = tokens[at + 1].key if at + 1 < len(tokens) else ""
    if behind in words_with_role("after_eponym"):
        return False
    named = before in words_with_role("before_name")
    # "dose of X", "contraindications of X": what only drugs have.
    owned = at > 1 and before in _OWNING and tokens[at - 2].key in words_with_role("after_name")
    opens = tokens[0].key in words_with_role("opens_yes_no")
    stands_out = token.text[0].isupper() and at > 0 and not question.text.isupper()
    followed = behind in words_with_role("after_name") or behind[:1].isdigit()
    evidence = {
        "alone": alone,
        "named": named,
        "owned": named and owned,
        "passive": at == 1 and behind == _PASSIVE and opens,
        "followed": followed,
        "opens": followed and not at,
        "last": not behind,
        "only": len(tokens) == 1,
        "capital": stands_out and not token.text.isupper(),
        "capitals": stands_out and token.text.isupper(),
    }
    said = sum(weight("question", each) for each, holds in evidence.items() if holds)
    return said >= weight("question", "enough")


def owns_the_subject(tokens: Sequence[Token], start: int, *, named: bool) -> bool:
    """Whether the question is plainly one about the drug that stands at offset `start`: it asks for
    something "of" or "for" it or, where a subject is `named`, opens with it, or asks whether it is
    or does something."""
    at = next((i for i, token in enumerate(tokens) if token.start >= start), 0)
    before = tokens[at - 1].key if at else ""
    if before in _OWNING:
        return True
    return named and (not at or (at == 1 and before in words_with_role("opens_yes_no")))


def has_what_drugs_have(tokens: Sequence[Token], at: int) -> bool:
    """Whether the question asks for what only drugs have of the word at `at`: "dose of X"."""
    if at < _OWNED or tokens[at - 1].key != _OF:
        return False
    return tokens[at - _OWNED].key in words_with_role("after_name")
