"""What rises or falls in a question, by the name of the disorder: "drop sodium" is low sodium,
"potassium going up" is high potassium."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from monograph_qa.domain.frame import Facet, Named
from monograph_qa.frames.concepts import named_concepts
from monograph_qa.vocabulary.question_words import stop_words, words_with_role

_WORDS = 3  # of the name of what is measured: "blood", "sugar"
_BETWEEN = 3  # words without content between it and the change: "in the"


def changes_named(words: Sequence[str]) -> list[Named]:
    """The disorders that the changes amount to, where a table has them as "low …" or "high …"."""
    found: dict[str, Named] = {}
    for at, word in enumerate(words):
        for role, way in (("falls", "low"), ("rises", "high")):
            if word in words_with_role(role):
                for each in _beside(words, at, way):
                    found[each.concept] = _in_other_words(each, role)
    return list(found.values())


def _in_other_words(named: Named, role: str) -> Named:
    """What is named, found by each word for such a change, too: "reduction in potassium"."""
    _, *measured = named.said.split()
    terms = ((change, *measured) for change in sorted(words_with_role(role)))
    return replace(named, narrower=tuple(dict.fromkeys((*named.narrower, *terms))))


def _beside(words: Sequence[str], at: int, way: str) -> Iterator[Named]:
    """What is named right behind the word at `at`, or else right before it."""
    behind = _from_content(words[at + 1 :])
    before = _from_content(words[at - 1 :: -1] if at else [])
    for near, turned in ((behind, False), (before, True)):
        for length in range(min(_WORDS, len(near)), 0, -1):
            name = near[:length][::-1] if turned else near[:length]
            for each in named_concepts((way, *name)):
                if each.facet is Facet.CONDITION and each.said == " ".join((way, *name)):
                    yield each
                    return


def _from_content(words: Sequence[str]) -> list[str]:
    """The words from the first that has content, none where that is too far away."""
    content = (n for n, word in enumerate(words[: _BETWEEN + 1]) if word not in stop_words())
    start = next(content, None)
    return [] if start is None else list(words[start:])
