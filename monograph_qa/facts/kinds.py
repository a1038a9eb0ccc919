"""What kind of statement a sentence makes: FACT, CONDITIONAL, DIRECTIVE or OTHER."""

import re
from functools import cache

from monograph_qa.domain.label import FactKind
from monograph_qa.domain.sectioned import PieceKind
from monograph_qa.vocabulary.rows import read_rows

_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|being|has|have|had|may|might|can|cannot|could|should|must|"
    r"will|would|shall|does|do|did|[a-z]{3,}(?:ed|es|ing)|contains?|occurs?|appears?|"
    r"inhibits?|binds?|reduces?|causes?|affects?|acts?|shows?|remains?|requires?|results?)\b"
)
_LETTERS = re.compile(r"[A-Za-z]{2,}")
_LEADING = re.compile(r"^[\W\d_]*(?:\(?[a-z0-9]{1,2}[.)]\s+)?")


@cache
def _patterns() -> dict[FactKind, re.Pattern[str]]:
    """One pattern a kind, from fact_cues.csv; `start` cues count only as the first words."""
    parts: dict[FactKind, list[str]] = {}
    for row in read_rows("fact_cues"):
        cue = r"\s+".join(map(re.escape, row["cue"].split()))
        anchored = rf"^{cue}\b" if row["type"] == "start" else rf"\b{cue}\b"
        parts.setdefault(FactKind(row["kind"]), []).append(anchored)
    return {kind: re.compile("|".join(cues), re.I) for kind, cues in parts.items()}


def kind_of(sentence: str, piece: PieceKind, *, is_body: bool) -> FactKind:
    """The kind of a sentence that stood in a piece of this kind.

    Front matter (`is_body` false: title page, highlights, contents) is OTHER throughout: what it
    says is said in full, and citable, in the body. A condition outweighs a command: "If … stop."
    is CONDITIONAL. A list item is a FACT even without a verb, for its lead-in carries it.
    """
    if not is_body or piece in (PieceKind.CONTENTS, PieceKind.CAPTION, PieceKind.TABLE_HEADER):
        return FactKind.OTHER
    if piece is PieceKind.TABLE_ROW:
        return FactKind.TABLE_ROW
    text = _LEADING.sub("", sentence)
    if not _LETTERS.search(text):
        return FactKind.OTHER
    if text.rstrip().endswith(":"):
        return FactKind.OTHER  # a lead-in: kept as the context of its list
    patterns = _patterns()
    if patterns[FactKind.CONDITIONAL].search(text):
        return FactKind.CONDITIONAL
    if patterns[FactKind.DIRECTIVE].search(text):
        return FactKind.DIRECTIVE
    if piece is PieceKind.LIST_ITEM or _states(text):
        return FactKind.FACT
    return FactKind.OTHER


def _states(text: str) -> bool:
    words = text.split()
    return bool(_VERB.search(text)) or (len(words) >= 4 and text.rstrip().endswith("."))
