"""Whether a sentence is on the drug of which the question asks what becomes of it: what cimetidine
does to this drug is not what this drug does to cimetidine."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from monograph_qa.domain.frame import Facet
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_NOUNS = r"(?:effects?|impact|influence)"
_VERBS = r"(?:rais|increas|lower|decreas|reduc|affect|chang|alter|boost|doubl|halv)(?:es?|ing)?"
_LEVEL = r"(?:levels?|auc|cmax|exposures?|concentrations?|conc|clearance|pk)"
_NAMED = (  # what becomes of "{}" is asked
    rf"\b{_NOUNS}\b[^.?;]{{0,60}}?\bon\s+(?:the\s+)?{{}}\b",
    rf"\b{_VERBS}\s+(?:the\s+)?(?:{_LEVEL}\s+of\s+)?{{}}\b",
    rf"\b{{}}(?:'s)?\s+{_LEVEL}\b",
    rf"\b{_LEVEL}\s+of\s+{{}}\b",
)
_EFFECT = re.compile(
    rf"\b{_NOUNS}\s+of\s+(?P<of>[^.:;]{{2,80}}?)\s+on\s+(?P<on>[^.:;—]{{2,80}})", re.I
)
_ANOTHER = re.compile(r"\b(?:other|co-?administered|concomitant|concurrent|object)\b", re.I)


def effect_on_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where the nearest text that says what acts on what says it of the drug asked about,
    `other` where it says it of the other one."""
    partners = tuple(each.named.said for each in asked.of(Facet.COMEDICATION))
    own = tuple(drug.asked for drug in asked.intent.drugs)
    wanted = _acted_on(asked.intent.question, own, partners) if partners else None
    if wanted is None:
        return
    told = next(filter(None, map(_EFFECT.search, candidate.line.outwards)), None)
    is_on_others = _is_on_others(told["of"], told["on"], own, partners) if told else None
    if is_on_others is not None:
        agrees = is_on_others is (wanted == "others")
        why = "says what acts on what as asked" if agrees else "on the other of the two drugs"
        yield Sign("agrees" if agrees else "other", 1.0, why)


@lru_cache(maxsize=64)
def _acted_on(question: str, own: Sequence[str], partners: Sequence[str]) -> str | None:
    """Whether it is asked what becomes of the label's `own` drug or of the `others`; None where
    neither, or both, is asked."""
    found = {
        side for side, names in (("own", own), ("others", partners)) if _is_asked(question, names)
    }
    return found.pop() if len(found) == 1 else None


def _is_asked(question: str, names: Sequence[str]) -> bool:
    patterns = (each.replace("{}", re.escape(name)) for each in _NAMED for name in names)
    return any(re.search(pattern, question, re.I) for pattern in patterns)


def _is_on_others(of: str, on: str, own: Sequence[str], partners: Sequence[str]) -> bool | None:
    """Whether a text "effect of … on …" is on other drugs; None where it does not tell."""

    def is_of(text: str, names: Sequence[str]) -> bool:
        return any(name.casefold() in text.casefold() for name in names)

    if _ANOTHER.search(on) or is_of(of, own) or is_of(on, partners):
        return True
    return False if _ANOTHER.search(of) or is_of(on, own) or is_of(of, partners) else None
