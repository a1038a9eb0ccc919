"""Where a name stands: what may be before one that nothing else tells, and what follows of which it
is the eponym or the town."""

import re
from collections.abc import Sequence
from functools import cache

from monograph_qa.audit.redaction.found import cue, has_cue_before
from monograph_qa.audit.redaction.name_parts import Part
from monograph_qa.audit.redaction.words import IsDrug, words_of
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.identifiers import identifier_cues

CLAUSE = re.compile(
    r"(?:^|[,;:.(&+\]]|\b(?:for|from|in|with|and|of|by|to|is|does|did|can|could|should|will|has))"
    r"\s*$",
    re.IGNORECASE,
)
CLAUSE_END = re.compile(r"\s*(?:$|[,;:?(])")
_STATE = re.compile(r",?\s+[A-Z]{2}\s+\d{5}\b", re.IGNORECASE)  # Lexington MA 02421
_REACH = 60  # characters
_CODE = 10  # characters of a state and its code


def begins_clause(text: str, at: int) -> bool:
    """Whether a name may stand here by itself: after nothing, a mark, "for", "my wife"; where
    somebody travels is a town."""
    if cue("travels", after=r"\s+$").search(text, 0, at):
        return False
    person = cue("person", "relative", "title", "room", after=r"[.:]?\s*$")
    return any(each.search(text, 0, at) for each in (CLAUSE, person))


def is_term(text: str, run: Sequence[Part]) -> bool:
    """Whether a disease, a test or a state with its code follows: Hashimoto thyroiditis."""
    stop = run[-1].word.stop
    # What lies within a run counts too: MA may be its last word.
    term = cue("term", before=r"(?:['’]s)?[,\s-]+")
    is_place = _STATE.search(text, run[0].word.stop, stop + _CODE) is not None
    return is_place or term.match(text, stop) is not None or _is_town(text, run)


def _is_town(text: str, run: Sequence[Part]) -> bool:
    """Whether a state follows, as a town's: Princeton, NJ; behind a maker also what may be a title
    of somebody, and without a comma: Genzyme, Cambridge MA."""
    match = _town().match(text, run[-1].word.stop)
    if match is None:
        return False
    is_sure = "," in match[0] and match["state"].lower() not in identifier_cues("credential")
    return is_sure or has_cue_before(text, run[0].word.start, cue("maker"), _REACH)


@cache
def _town() -> re.Pattern[str]:
    """A state behind a town: Princeton, NJ."""
    states = "|".join(state.upper() for state in identifier_cues("state"))
    return re.compile(rf",?\s+(?P<state>{states})\b")


def is_noun(text: str, at: int, is_drug: IsDrug) -> bool:
    """Whether an English word follows that asks nothing: Forrest class, Brodie abscess; or what
    nobody has: Baker's asthma."""
    if text[at : at + 2] in ("'s", "’s"):
        return True
    ahead = words_of(text[at : at + _REACH], is_drug)[:1]
    if not ahead or not text[at : at + ahead[0].start].isspace():
        return False
    word = ahead[0]
    is_asked = word.is_common or word.is_known_drug or word.is_a("substance") or len(word.text) == 1
    is_asked = is_asked or word.is_a("kin")
    return word.is_english and not is_asked and find_meaning(word.text) is None
