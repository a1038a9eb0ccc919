"""Names that the words before them announce: "spoke with Camila", "hi im bekah", "thanks, Raj"."""

import re
from collections.abc import Iterator, Sequence

from monograph_qa.audit.redaction.found import Found, cue
from monograph_qa.audit.redaction.words import Word
from monograph_qa.names.words import drug_words
from monograph_qa.vocabulary.identifiers import identifier_cues

_TURN = re.compile(  # what comes next when nothing but a name can have been said
    r"\s*(?:$|[,.;:!?)&]|-\s)|\s+(?:to|that|if|she|he|and|from|about|know|re)\b", re.IGNORECASE
)
_CLOSED = re.compile(r"\s*(?:$|[,.;:!)]|-\s)|\s+[A-Z][a-z]+\s*(?:$|[,.;:!)]|-\s)")
_GAP = r"[\s,:;!.–-]+"


def announced_names(text: str, words: Sequence[Word]) -> Iterator[Found]:
    for match in cue("announces", "treats", after=_GAP).finditer(text):
        ahead = [word for word in words if word.start >= match.end()][:2]
        if not ahead or ahead[0].start != match.end() or not _is_name(text, ahead[0]):
            continue
        is_treated = re.split(_GAP, match[0].lower())[0] in identifier_cues("treats")
        if is_treated and (ahead[0].is_explained or ahead[0].is_known_drug):
            continue  # give Camila is the contraceptive
        last = ahead[-1] if len(ahead) > 1 and _goes_on(text, *ahead) else ahead[0]
        yield Found(ahead[0].start, last.stop, "name")


def _is_name(text: str, word: Word) -> bool:
    given, is_turn = word.name.given, _TURN.match(text, word.stop) is not None
    if word.is_common or word.lower in drug_words():
        return False
    if word.is_capitalized and is_turn:
        return given == 2  # also Camila, a brand, and Hope
    if word.is_known_drug or word.name.is_word:
        return False
    if given:
        return word.is_capitalized or (is_turn and not word.is_english)
    is_said_of = cue("speaks", before=r"\s+").match(text, word.stop) or _CLOSED.match(
        text, word.stop
    )
    return word.is_capitalized and word.is_unknown and is_said_of is not None


def _goes_on(text: str, before: Word, word: Word) -> bool:
    """Whether a word right behind a given name is the family's."""
    is_beside = text[before.stop : word.start].isspace()
    is_family = bool(word.name.family) or word.is_unknown
    return (
        is_beside
        and before.is_capitalized
        and word.is_capitalized
        and is_family
        and not (word.is_common or word.is_known_drug)
    )
