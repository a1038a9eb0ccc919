"""What wards and patients say in words that no label has (`spoken_words`): "sees people in the
room"; and disorders for what rises or falls: "drop sodium" is low sodium."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from monograph_qa.domain.frame import Facet, Named, Term
from monograph_qa.frames.concepts import named_concepts, terms_of_groups
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.question_words import stop_words, words_with_role
from monograph_qa.vocabulary.rows import read_columns, split_list
from monograph_qa.vocabulary.stems import base_of, stem
from monograph_qa.vocabulary.tokens import Token, keys_of, tokenize

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


_SHORT = 2  # letters that stand for something only where they are shouted
_MOST_BETWEEN = 1  # words more than the phrase has: "skin is now coming off"


@frozen
class _Phrase:
    """`stems` are those of its words without the ones that only hold it together."""

    stems: tuple[str, ...]
    meant: tuple[str, ...]
    in_capitals: bool


def spoken_concepts(text: str) -> list[Named]:
    """The things that a question names in such words, each by the terms that labels have for it; of
    phrases that overlap the longest."""
    tokens = tokenize(text)
    found: list[Named] = []
    at = 0
    while at < len(tokens):
        phrases = _phrases(_base(tokens[at].key))
        matches = (
            (each, stop) for each in phrases if (stop := _stop(each, tokens, at)) is not None
        )
        best = max(matches, key=lambda each: len(each[0].stems), default=None)
        if best is None:
            at += 1
            continue
        phrase, stop = best
        found.append(_named(phrase, tokens[at:stop]))
        at = stop
    return found


def _stop(phrase: _Phrase, tokens: Sequence[Token], at: int) -> int | None:
    """The place behind a phrase that begins there; None where it does not."""
    if phrase.in_capitals and not tokens[at].text.isupper():
        return None
    between = 0
    wanted = list(phrase.stems)
    for place in range(at, len(tokens)):
        if _base(tokens[place].key) == wanted[0]:
            wanted.pop(0)
            between = 0
            if not wanted:
                return place + 1
        elif not _holds_together(tokens[place].key):
            between += 1
            if between > _MOST_BETWEEN:
                return None
    return None


def _named(phrase: _Phrase, tokens: Sequence[Token]) -> Named:
    said = " ".join(token.key for token in tokens)
    known = [each for meant in phrase.meant for each in named_concepts(keys_of(meant))]
    terms: dict[Term, None] = {tuple(keys_of(meant)): None for meant in phrase.meant}
    for each in known:
        terms.update(dict.fromkeys(each.terms))
    of_condition = (each.concept for each in known if each.facet is Facet.CONDITION)
    concept = next(of_condition, phrase.meant[0].casefold())
    broader = terms_of_groups(concept)
    return Named(Facet.CONDITION, said, concept, tuple(terms), broader, loosely=True)


def _base(word: str) -> str:
    """The stem of a word's dictionary form: what "sat in the car" says nothing of her sats."""
    return stem(base_of(word))


def _holds_together(word: str) -> bool:
    return word in words_with_role("holds_together") or word in words_with_role("article")


def _phrases(first: str) -> Iterator[_Phrase]:
    for said, meant in _by_first().get(first, ()):
        yield _phrase(said, meant)


@cache
def _by_first() -> dict[str, list[tuple[str, str]]]:
    """The rows by the stem of their first content word, so that a question reads few of them."""
    found: dict[str, list[tuple[str, str]]] = {}
    for said, meant in read_columns("spoken_words", "said", "meant"):
        words = plain_key(said).split()
        first = next((word for word in words if not _holds_together(word)), words[0])
        found.setdefault(_base(first), []).append((said, meant))
    return found


@cache
def _phrase(said: str, meant: str) -> _Phrase:
    words = keys_of(said)
    telling = [word for word in words if not _holds_together(word)]
    stems = tuple(map(_base, telling if len(telling) > 1 else words))
    is_short = (said.isupper() and len(said) <= _SHORT) or said in words_with_role("in_capitals")
    return _Phrase(stems, split_list(meant), is_short)
