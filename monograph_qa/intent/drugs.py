"""The drugs that a question names and the library holds.

Longest name first: "glyburide and metformin" is the combination when such a label exists, and two
drugs when not, or when the question sets them against each other.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from monograph_qa.domain.intent import DrugMention, NameHit
from monograph_qa.frames.tokens import Token, between
from monograph_qa.intent.cues import topic_words
from monograph_qa.intent.lexicon import abbreviations, is_plain
from monograph_qa.intent.namebook import NameBook
from monograph_qa.intent.products import another_product, has_unit
from monograph_qa.vocabulary.name_keys import name_key, name_parts
from monograph_qa.vocabulary.question_words import stop_words, words_with_role

_INITIALS = 2  # letters that may as well be a unit
_LONGEST_NAME = 6  # words without connectors
_INSIDE_A_NAME = re.compile(r"[\s\-‐-―/+&,()\[\]]*")
_SAME_DRUG = re.compile(r"\s*[\[(/=,]?\s*(?:or|aka|a\.k\.a\.|also known as|i\.e\.,?)?\s*[\[(]?\s*")
_EXPLICIT_JOIN = re.compile(r"\s*[/+&]\s*|-")
_SUBSTANCE_KINDS = ("generic", "salt", "synonym")


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens [first, last] of the question, and the keys under which they may be a name."""

    first: int
    last: int
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeldDrugs:
    """One mention a drug, in the order of the question, and the offsets of every name read.

    `others` are products that the library lacks though it holds their name: "Claritin-D" where
    only Claritin is held, "Prevnar 20" where only Prevnar 13 is, "metoprolol succinate" where the
    labels are of the tartrate. Each is the held drug, its text
    and offsets widened to the whole name asked for.
    """

    mentions: tuple[DrugMention, ...]
    others: tuple[DrugMention, ...]
    spans: tuple[tuple[int, int], ...]

    def outside(self, wider: Sequence[tuple[int, int]]) -> "HeldDrugs":
        """Those that stand in none of `wider`, spans of names that mean another drug."""

        def stays(start: int) -> bool:
            return not any(first <= start < stop for first, stop in wider)

        return HeldDrugs(
            tuple(mention for mention in self.mentions if stays(mention.start)),
            tuple(other for other in self.others if stays(other.start)),
            tuple(span for span in self.spans if stays(span[0])),
        )


def match_drugs(
    question: str, tokens: Sequence[Token], names: NameBook, *, pairing: bool
) -> HeldDrugs:
    """The held drugs that the question names.

    `pairing`: the question sets two drugs side by side (interaction, comparison), so names joined
    by "and" or "with" are two drugs when each is held by itself. A name made of everyday words
    ("Iron") counts only when nothing else in the question is a drug.
    """
    windows = list(name_windows(question, tokens))
    keys = list(dict.fromkeys(key for window in windows for key in window.keys))
    held = names.find(keys) if keys else {}
    chosen = _longest_first(question, tokens, windows, held, pairing=pairing)
    mentions = [(*_mention(question, tokens, w, held), w) for w in chosen]
    strong = [
        (m, is_other)
        for m, is_other, w in mentions
        if not _is_everyday(tokens[w.first : w.last + 1])
    ]
    kept = strong or [
        (m, is_other)
        for m, is_other, w in mentions
        if _everyday_name_is_meant(question, tokens, w, held, m)
    ]
    read = [
        (mention, mention if is_other else another_product(question, tokens, mention))
        for mention, is_other in kept
    ]
    others = tuple(other for _, other in read if other is not None)
    same = [mention for mention, other in read if other is None]
    spans = tuple((m.start, m.stop) for m in (*same, *others))
    return HeldDrugs(_one_per_drug(question, same), others, spans)


def name_windows(question: str, tokens: Sequence[Token]) -> Iterator[Window]:
    """Every run of up to six words that may be a name, none across other punctuation."""
    connectors = name_parts().connectors
    for first, token in enumerate(tokens):
        if token.key in connectors or token.key in stop_words():
            continue
        content = 0
        for last in range(first, len(tokens)):
            if last > first and not _INSIDE_A_NAME.fullmatch(
                between(question, tokens[last - 1], tokens[last])
            ):
                break
            if tokens[last].key in connectors:
                continue
            content += 1
            if content > _LONGEST_NAME:
                break
            # "Adderall XR 20 mg" is no product's name.
            if last > first and tokens[last].key.isdigit() and has_unit(tokens, last):
                break
            yield Window(first, last, _keys_of(question, tokens[first : last + 1]))


def _keys_of(question: str, words: Sequence[Token]) -> tuple[str, ...]:
    """Keys to ask for, best first: typed, singular, joined, turned round, unabbreviated."""
    typed = name_key(" ".join(word.key for word in words))
    keys = [typed]
    if words[-1].stem != words[-1].key:
        keys.append(name_key(" ".join([*(w.key for w in words[:-1]), words[-1].stem])))
    text = question[words[0].start : words[-1].stop]
    if len(words) == 2 and not _is_everyday(words):
        keys.append("".join(word.key for word in words))
    if len(words) == 1 and len(typed) < 2:
        return ()
    keys += _turned_round(question, words)
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
    """The key with the two sides of its only join exchanged: "metformin and glyburide"."""
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
    if len(joins) != 1:
        return []
    left = [word.key for word in words[: joins[0]]]
    right = [word.key for word in words[joins[0] :] if word.key not in connectors]
    return [name_key(" ".join([*right, *left]))]


def _longest_first(
    question: str,
    tokens: Sequence[Token],
    windows: Sequence[Window],
    held: Mapping[str, tuple[NameHit, ...]],
    *,
    pairing: bool,
) -> list[Window]:
    hits = [window for window in windows if any(key in held for key in window.keys)]
    single = {w.first for w in hits if w.first == w.last}
    hits.sort(key=lambda window: (window.first - window.last, window.first))
    taken: set[int] = set()
    chosen = []
    for window in hits:
        places = set(range(window.first, window.last + 1))
        if taken & places:
            continue
        if pairing and _sets_side_by_side(tokens, window, single):
            continue
        taken |= places
        chosen.append(window)
    return sorted(chosen, key=lambda window: window.first)


def _sets_side_by_side(tokens: Sequence[Token], window: Window, single: set[int]) -> bool:
    connectors = name_parts().connectors
    joins = [at for at in range(window.first, window.last) if tokens[at].key in connectors]
    return bool(joins) and window.first in single and any(at + 1 in single for at in joins)


def _mention(
    question: str,
    tokens: Sequence[Token],
    window: Window,
    held: Mapping[str, tuple[NameHit, ...]],
) -> tuple[DrugMention, bool]:
    """The drug that the window names, and whether a salt is asked for that no such label is of."""
    key = next(key for key in window.keys if key in held)
    hits = sorted(held[key], key=lambda hit: (name_key(hit.name) != key, len(hit.name), hit.name))
    salts = _salts_by_label(hits)
    last = window.last
    asked: set[str] = set()
    # "bupropion HCl": the salt belongs to the name though the library may not list it.
    while last + 1 < len(tokens) and tokens[last + 1].key in name_parts().salts:
        salt = name_parts().full.get(tokens[last + 1].key, tokens[last + 1].key)
        # "lisinopril potassium": what blood holds as well is a salt only where a label says so.
        is_salt = salt not in topic_words() or any(salt in each for each in salts.values())
        if not is_salt or between(question, tokens[last], tokens[last + 1]).strip():
            break
        asked.add(salt)
        last += 1
    fitting = [label for label, stated in salts.items() if asked <= stated]
    fitting = fitting or [label for label, stated in salts.items() if not stated]
    start, stop = tokens[window.first].start, tokens[last].stop
    labels = tuple(fitting or salts)
    return DrugMention(hits[0].name, question[start:stop], labels, start, stop), not fitting


def _salts_by_label(hits: Sequence[NameHit]) -> dict[str, set[str]]:
    stated: dict[str, set[str]] = {label: set() for hit in hits for label in hit.label_ids}
    for hit in hits:
        for label in hit.label_ids:
            stated[label] |= name_parts().salts.intersection(name_key(hit.name).split())
    return stated


def _is_everyday(words: Sequence[Token]) -> bool:
    return all(is_plain(word.key) or word.key.isdigit() for word in words)


def _everyday_name_is_meant(
    question: str,
    tokens: Sequence[Token],
    window: Window,
    held: Mapping[str, tuple[NameHit, ...]],
    mention: DrugMention,
) -> bool:
    key = next(key for key in window.keys if key in held)
    if any(hit.kind in _SUBSTANCE_KINDS for hit in held[key]):
        return True
    first = tokens[window.first]
    stands_out = first.text[:1].isupper() and window.first > 0 and not question.isupper()
    # "MMR" in capitals is a name; "Iron" at the beginning is not for sure.
    stands_out |= first.text.isupper() and len(first.text) > _INITIALS and not question.isupper()
    subject = window.first == 0 or tokens[window.first - 1].key in words_with_role("before_subject")
    return (
        stands_out
        or (subject and window.last > window.first)
        or (mention.asked.strip() == question.strip(" ?.!"))
    )


def _one_per_drug(question: str, mentions: Sequence[DrugMention]) -> tuple[DrugMention, ...]:
    """Mentions with brand and generic of one product made one: "Eliquis (apixaban)"."""
    merged: list[DrugMention] = []
    for mention in mentions:
        if merged and _names_the_same(question, merged[-1], mention):
            merged[-1] = _narrowed(question, merged[-1], mention)
        else:
            merged.append(mention)
    kept: list[DrugMention] = []
    for mention in merged:
        if not any(set(mention.label_ids) == set(other.label_ids) for other in kept):
            kept.append(mention)
    return tuple(kept)


def _names_the_same(question: str, left: DrugMention, right: DrugMention) -> bool:
    shared = set(left.label_ids) & set(right.label_ids)
    return bool(shared) and is_aside(question, (left.start, left.stop), (right.start, right.stop))


def is_aside(question: str, left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Whether two names, given by their offsets, stand as one and the other name of one drug."""
    first, second = sorted([left, right])
    return bool(_SAME_DRUG.fullmatch(question[first[1] : second[0]]))


def _narrowed(question: str, left: DrugMention, right: DrugMention) -> DrugMention:
    shared = tuple(label for label in left.label_ids if label in right.label_ids)
    narrow = left if len(left.label_ids) <= len(right.label_ids) else right
    asked = question[left.start : right.stop]
    return replace(narrow, asked=asked, label_ids=shared, start=left.start, stop=right.stop)
