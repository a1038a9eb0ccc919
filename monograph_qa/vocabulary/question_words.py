"""Words of questions by what they do: `question_words`, `stop_words`, and those of the cues."""

from collections.abc import Sequence
from functools import cache

from monograph_qa.vocabulary.rows import (
    either,
    open_pattern,
    read_columns,
    read_rows,
    sorted_table,
    split_list,
)
from monograph_qa.vocabulary.stems import stem

_SHORTEST_HEAD = 2  # letters before an ending


@cache
def words_with_role(role: str) -> frozenset[str]:
    """Words of `question_words.csv` that play `role` (README.md there lists the roles)."""
    return frozenset(row["word"] for row in read_rows("question_words") if row["role"] == role)


@cache
def pattern_of_role(role: str) -> str:
    """A pattern for any of the words of a role, the longest first; `*` leaves a word open."""
    return f"(?:{either(words_with_role(role), open_pattern)})"


@cache
def stop_words() -> frozenset[str]:
    """Words that text search need not look for."""
    return frozenset(read_columns("stop_words", "word"))


def said_by_labels(base: str) -> tuple[str, ...]:
    """The stems of what labels say for a word that only askers use, given by its stem, likeliest
    first: "fridge" is refrigerated, what ends as operations do is surgery (`asked_words`)."""
    table = sorted_table("asked_words")
    rows = table.rows(base) or [
        row for at in range(_SHORTEST_HEAD, len(base) - 3) for row in table.rows(f"*{base[at:]}")
    ]
    return tuple(dict.fromkeys(stem(word) for _, said, _ in rows for word in split_list(said)))


@cache
def subject_words() -> frozenset[str]:
    """Plain words of which it tells something that a label has them: some labels do, and most do
    not (`subject_words`)."""
    return frozenset(read_columns("subject_words", "word"))


@cache
def topic_words() -> frozenset[str]:
    """Every whole word of the phrases that point to a topic."""
    return _words_of_cues("question_cues", "population_cues")


@cache
def _topic_stems() -> frozenset[str]:
    return frozenset(map(stem, topic_words()))


def is_topic_word(word: str) -> bool:
    """Whether a word, in whatever form, stands in a phrase that points to a topic."""
    return stem(word) in _topic_stems()


@cache
def cue_words() -> frozenset[str]:
    """Every whole word of the phrases that point to a topic or out of scope."""
    return topic_words() | _words_of_cues("out_of_scope_cues")


def _words_of_cues(*tables: str) -> frozenset[str]:
    cues = (row for name in tables for row in read_columns(name, "cue", "type"))
    phrases = " ".join(cue for cue, kind in cues if kind == "phrase")
    return frozenset(filter(str.isalpha, phrases.replace("|", " ").split()))


@cache
def follow_up_phrases(role: str) -> tuple[tuple[str, ...], ...]:
    """The phrases of `follow_up_words.csv` that play `role`, longest first."""
    rows = (row for row in read_rows("follow_up_words") if row["role"] == role)
    return tuple(sorted((tuple(row["words"].split()) for row in rows), key=len, reverse=True))


def opening_length(keys: Sequence[str], role: str) -> int:
    """How many words at the start are a phrase that plays `role`; 0 for none."""
    return next((len(p) for p in follow_up_phrases(role) if tuple(keys[: len(p)]) == p), 0)
