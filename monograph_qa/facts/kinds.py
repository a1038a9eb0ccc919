"""What kind of statement a sentence makes: FACT, CONDITIONAL, DIRECTIVE or OTHER."""

import re
from functools import cache

from monograph_qa.domain.label import FactKind
from monograph_qa.domain.sectioned import PieceKind
from monograph_qa.facts.flow import is_titled
from monograph_qa.vocabulary.rows import read_rows
from monograph_qa.vocabulary.sentence_words import words_with_role

_FINITE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|has|have|had|may|might|can|cannot|could|should|must|"
    r"will|would|shall|does|do|did|contains?|occurs?|appears?|inhibits?|binds?|reduces?|causes?|"
    r"affects?|acts?|shows?|remains?|requires?|results?|includes?)\b",
    re.I,
)
_PERHAPS_FINITE = re.compile(r"\b[A-Za-z]{3,}(?:ed|es|ing|[a-z]ts|[a-z]ns)\b")
_NOUN = re.compile(r"^\w+\s+(?:of|is|are|was|were|has|have|may|can|results?|data)\b", re.I)
_LETTERS = re.compile(r"[A-Za-z]{2,}")
_LEADING = re.compile(r"^[\W\d_]*(?:\(?[a-z0-9]{1,2}[.)]\s+)?")
_MEASURE = re.compile(r"\d\s?-?(?:%|°|µ|mc?g|m?L\b|[A-Za-z]{1,})|\bNDC\b|\b\d{1,2}/\d{4}\b")
_LABELLED_CONTENT = re.compile(r"[A-Za-z)]\s?:\s*\S")
_ZIP = re.compile(r"\b[A-Z]{2}[\s,]+\d{5}(?:-\d{4})?\b|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b")
_STREET = re.compile(
    r"\b\d+[\w-]*\s+(?:[A-Z][\w.]+\s+){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Boulevard|"
    r"Blvd|Lane|Way|Parkway|Pkwy|Suite|Court|Place)\b"
)
_WEB_OR_PHONE = re.compile(
    r"https?://\S+|\bwww\.\S+|\S+@\S+\.\w+|\+?1?[\s.-]*\(?\d{3}\)?[\s.-]+\d{3}[\s.-]+\d{4}"
)
_BRACKETS = re.compile(r"[(\[][^()\[\]]*(?:[(\[][^()\[\]]*[)\]][^()\[\]]*)*[)\]]")
_POINTS = re.compile(
    r"^\W*(?:[Pp]lease\s+)?(?:[Ss]ee|SEE|[Rr]efer\s+to)(?:\s+also)?\s+(?:the\s+|accompanying\s+)?"
    r"(?:[\"“]|(?:sections?|tables?|figures?|fig|appendix|end of|full prescribing|package insert|"
    r"prescribing)\b|[A-Z][\w-]*)"
)
_REPORTED = re.compile(r"^\W*(?:table|figure|step|page|part)\s+[\dA-Z][\w.-]*\W*$", re.I)


@cache
def _patterns() -> dict[FactKind, tuple[re.Pattern[str], re.Pattern[str]]]:
    """Two patterns a kind, from fact_cues.csv: its opening, and what it has anywhere. `start` cues
    count only as the first words, `whole` cues only as all of them. They are for text in lower
    case: in any case, and each with a bound of its own, they take twenty times as long."""
    opening: dict[FactKind, list[str]] = {}
    anywhere: dict[FactKind, list[str]] = {}
    for row in read_rows("fact_cues"):
        kind, cue = FactKind(row["kind"]), r"\s+".join(map(re.escape, row["cue"].split()))
        if row["type"] == "word":
            anywhere.setdefault(kind, []).append(cue)
        else:
            end = r"\W*$" if row["type"] == "whole" else r"\b"
            opening.setdefault(kind, []).append(cue + end)
    return {
        kind: (
            re.compile("|".join(opening.get(kind, ["(?!)"]))),
            re.compile(rf"\b(?:{'|'.join(anywhere.get(kind, ['(?!)']))})\b"),
        )
        for kind in {*opening, *anywhere}
    }


def _has_cue(text: str, kind: FactKind) -> bool:
    opening, anywhere = _patterns()[kind]
    folded = text.casefold()
    return bool(opening.match(folded) or anywhere.search(folded))


def kind_of(
    sentence: str,
    piece: PieceKind,
    *,
    is_body: bool = True,
    introduces: bool = False,
    is_listed: bool = False,
) -> FactKind:
    """The kind of a sentence that stood in a piece of this kind.

    Front matter (`is_body` false: title page, highlights, contents) is OTHER throughout: what it
    says is said in full, and citable, in the body. A condition outweighs a command: "If … stop."
    is CONDITIONAL. A list item is a FACT even without a verb, for its lead-in carries it; so are a
    fragment that states a measure or "name: content", and one that `is_listed`: an entry of a list
    printed without marks.

    OTHER in the body are headings and bare names, questions, addresses, lines that only point
    elsewhere, and a lead-in (`introduces`: it is the context of list items) that states nothing by
    itself. In doubt a sentence is a FACT: only those are sure to be shown.
    """
    if not is_body or piece in (PieceKind.CONTENTS, PieceKind.TABLE_HEADER):
        return FactKind.OTHER
    # "Figure 2 shows the risk of …." was taken for a caption, but speaks.
    speaks = sentence.rstrip().endswith(".") and _FINITE.search(sentence)
    if piece is PieceKind.CAPTION and not speaks:
        return FactKind.OTHER
    if piece is PieceKind.TABLE_ROW:
        return FactKind.TABLE_ROW
    text = _LEADING.sub("", sentence)
    if _says_nothing(sentence, text) or _has_cue(text, FactKind.OTHER):
        return FactKind.OTHER
    if introduces and not _states_by_itself(text):
        return FactKind.OTHER
    if _has_cue(text, FactKind.CONDITIONAL):
        return FactKind.CONDITIONAL
    # "Use of losigrel …", "Test results were …": a command's word, but a noun here.
    if _has_cue(_NOUN.sub("The ", text), FactKind.DIRECTIVE):
        return FactKind.DIRECTIVE
    if piece is PieceKind.LIST_ITEM or is_listed or _states(text):
        return FactKind.FACT
    return FactKind.OTHER


def is_fragment(text: str) -> bool:
    """True for words that need what stands before them: "have asthma.", "Severe renal disease."."""
    bare = _LEADING.sub("", text)
    return bare[:1].islower() or not _FINITE.search(bare)


def _says_nothing(sentence: str, text: str) -> bool:
    if not _LETTERS.search(text):
        return not _MEASURE.search(sentence)
    if text.rstrip().endswith("?") or _REPORTED.match(sentence):
        return True
    # "See Section 5.", "[see Warnings (5.1)]", but not "See a doctor if you feel faint."
    inner = sentence.strip().strip("()[]. ")
    points = _POINTS.match(inner) and not _has_cue(_without_names(inner), FactKind.CONDITIONAL)
    return bool(points) or is_address(text)


def _without_names(text: str) -> str:
    """Without brackets and quoted headings, whose words are not the sentence's own."""
    return re.sub(r"[“\"][^”\"]*[”\"]", " ", _BRACKETS.sub(" ", text))


def is_address(text: str) -> bool:
    """True for a postal address, a web address or a telephone number and nothing else."""
    if _FINITE.search(text):
        return False
    if _ZIP.search(text) or _STREET.search(text):
        return not re.search(r"\b(?:manufactured|distributed|marketed|made)\b", text, re.I)
    rest = _WEB_OR_PHONE.sub(" ", text)
    return rest != text and len(_LETTERS.findall(rest)) <= 2


def _states_by_itself(text: str) -> bool:
    """A lead-in with content of its own: a measure, or more words than an introduction needs."""
    bare = _without_names(text)
    return bool(_MEASURE.search(bare)) or len(bare.split()) > 20


def _states(text: str) -> bool:
    words = text.split()
    if _FINITE.search(text):
        return True
    is_finished = text.rstrip().endswith((".", ".)", ".]", "!"))
    if is_finished and (len(words) >= 4 or any(word[0].islower() for word in words)):
        return True  # "Oral use." but not "Joint Problems.", a heading run into its paragraph
    if _LABELLED_CONTENT.search(text):
        return True
    named = words_with_role("captioned")
    if _MEASURE.search(text) and words[0].casefold() not in named:
        return True
    # Without a full stop it is a heading, unless it is as long as a sentence.
    return len(words) > 8 or (
        bool(_PERHAPS_FINITE.search(text)) and len(words) > 3 and not is_titled(words)
    )
