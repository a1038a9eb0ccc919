"""Whether a sentence is for the one asked about of several that exclude one another: the dose for
prevention is not the one for treatment, what is said of the vial not what is said of the pen, nor
what is for those with disease activity for those without."""

import re
from collections.abc import Container, Iterator, Mapping
from functools import lru_cache

from monograph_qa.domain.frame import Facet
from monograph_qa.frames.contrasts import (
    BEGUN,
    Members,
    contrasts_asked,
    contrasts_denied,
    contrasts_in,
    is_status,
)
from monograph_qa.frames.denied import is_denied
from monograph_qa.frames.lines import LabelLines
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.question_words import stop_words

_CODE = re.compile(
    r"\b(?:(?P<of>[A-Z][A-Z\d]+)[-‑](?P<member>[A-Z]|\d{1,2})"
    r"|(?P<part>[Ss]tudy|[Tt]rial|[Cc]ohort|[Pp]art)\s(?P<which>[A-Z]|\d{1,3}))\b"
)
# Two alleles of one gene: "*2/*3".
_GENOTYPE = re.compile(r"\*(?P<one>\d{1,3}[A-Z]?)\s?/\s?\*(?P<other>\d{1,3}[A-Z]?)")
_NAME = r"(?!I{2,3}\b)[A-Z][A-Z\d]{2,}(?:[-‑]?\d{1,3})?"
_NAME_OF_A_STUDY = re.compile(rf"(?<![\w-]){_NAME}(?![\w-])")
_STUDY = re.compile(
    rf"\b(?:[Ss]tudy|[Tt]rial)\s\(?({_NAME})(?![\w-])|(?<![\w-])({_NAME})\s(?:study|trial)\b"
    rf"|(?<![\w-])({_NAME})\s(?:was|is)\san?\b[^.]{{0,90}}\b(?:study|trial)\b"
)
_WITH = r"\bwith(?P<out>out)?(?P<both>\s+(?:or|and)\s+without)?\s+(?:[\w-]+\s+){{0,3}}?{}\w*"
_TITLE = "("  # how the name of a product begins that is the outermost heading in an annex


def is_for_another(asked: Asked, candidate: Candidate) -> bool:
    """Whether a sentence is for another of several that exclude one another."""
    return any(sign.of in ("other", BEGUN) for sign in contrast_signs(asked, candidate))


def contrast_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where the nearest text that names one of a group names that asked about, `other`
    where it names only others, or only what the question denies."""
    yield from _denial_signs(asked, candidate)
    yield from _genotype_signs(asked, candidate)
    yield from _code_signs(asked, candidate)
    yield from _study_signs(asked, candidate)
    taken = tuple(drug.named.said for drug in asked.of(Facet.COMEDICATION))
    wanted = _without_comedication(asked.intent.question, asked.whole, taken)
    denied = contrasts_denied(asked.intent.question)
    if not (wanted or denied):
        return
    head = candidate.line.head.outermost
    title = asked.lines.titles.get(head)
    texts = [contrasts_in(text) for text in candidate.line.outwards]
    if title:
        texts[-1] = contrasts_in(title)
    # Alone, the heading names the first pack of several that the monograph is of.
    is_titled = title is None and head.startswith(_TITLE)

    def nearest(group: str) -> frozenset[str]:
        return next((each[group] for each in texts if group in each), frozenset())

    for group, members in denied.items():
        named = nearest(group)
        if named and named <= members and group not in wanted:
            yield Sign("other", 1.0, f"{group}: {', '.join(sorted(named))}")
    for group, members in wanted.items():
        named = nearest(group)
        if named & members:
            share = len(named & members) / len(named)
            yield Sign("agrees", share, f"{group}: {', '.join(sorted(named & members))}")
        elif any(group in each for each in texts[: -1 if is_titled else None]):
            # What is for those who were tested positive is another patient's.
            excludes = is_status(group)
            name = "status" if excludes else group if group == BEGUN else "other"
            yield Sign(name, 1.0, f"{group}: {', '.join(sorted(named))}", excludes=excludes)


@lru_cache(maxsize=64)  # every line of a label is compared with it
def _without_comedication(part: str, question: str, taken: tuple[str, ...]) -> Members:
    """The members of contrasts that a question, and the part of it that is asked, name without who
    is "already on" a drug `taken` beside the label's: that tells of no treatment with its own."""
    if taken:
        names = "|".join(map(re.escape, taken))
        on_it = re.compile(rf"\b(?:already|currently|still)\s+\w+\s+(?:{names})\b", re.I)
        part, question = on_it.sub("", part), on_it.sub("", question)
    return contrasts_asked(part, question)


def _denial_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """Where a label tells apart those with something and those without it: whether a sentence is
    for those who have what the question says, or who lack it ("no activity")."""
    at = candidate.line.at
    polarity = _polarity(asked.whole, tuple(asked.words))
    divided = {word: _divided(asked.lines, word) for word in polarity}
    fits = {word: divided[word][at] is polarity[word] for word in polarity if at in divided[word]}
    if fits:
        yield Sign("agrees" if all(fits.values()) else "other", 1.0, f"with or without {min(fits)}")


@lru_cache(maxsize=64)
def _polarity(question: str, words: tuple[str, ...]) -> Mapping[str, bool]:
    """The stems that the question says itself, and of each whether it denies what it says."""
    folded = question.casefold()
    said = {word: re.search(rf"\b{re.escape(word)}\w*", folded) for word in words}
    return {word: is_denied(folded[: e.start()]) for word, e in said.items() if e}


@lru_cache(maxsize=1024)
def _divided(lines: LabelLines, word: str) -> Mapping[int, bool]:
    """The places of the lines that say "with" or "without" a word, and of each whether it is
    without; none where the label says but one of the two of it."""
    pattern = re.compile(_WITH.format(re.escape(word)), re.I)
    found: dict[int, bool] = {}
    for at in lines.standing(word):
        line = lines.lines[at]
        text = f"{line.lead_in} {line.quote}"
        told = [each for each in pattern.finditer(text) if _is_whole(text[each.end() :])]
        said = {bool(each["out"]) for each in told}
        if len(said) == 1 and not any(each["both"] for each in told):
            found[at] = said.pop()
    return found if len(set(found.values())) > 1 else {}


def _is_whole(behind: str) -> bool:
    """Whether what stands behind a word is no other noun: "disease" is not all of "with disease
    activity"."""
    following = re.match(r"[\s-]+(\w+)", behind)
    return following is None or following[1].casefold() in stop_words()


def _genotype_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """Whether a sentence, or the nearest heading that tells any, is for the patient's genotype:
    what is for *1/*1 is another patient's than one with *2/*3."""
    wanted = _genotypes_in(asked.whole)
    told = next(filter(None, map(_genotypes_in, candidate.line.outwards)), None) if wanted else None
    if told and told & wanted:
        yield Sign("agrees", 1.0, "the genotype asked about")
    elif told:
        yield Sign("status", 1.0, "another genotype", excludes=True)


@lru_cache(maxsize=4096)
def _genotypes_in(text: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(said.groups()) for said in _GENOTYPE.finditer(text))


def _code_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """Whether a sentence is of the code or the study that is asked about, or of another of its
    kind: ARIA-H is not ARIA-E, and Study 2 not Study 3."""
    for kind, wanted in _codes_in(asked.intent.question).items():
        texts = map(_codes_in, candidate.line.outwards)
        told = next((codes[kind] for codes in texts if kind in codes), None)
        if told:
            yield Sign("agrees" if told & wanted else "other", 1.0, f"{kind} {min(wanted)}")


def _study_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """Whether a sentence is of the study that is asked about by its name ("in ETHOS"), or goes on
    from one that names another."""
    wanted = _studies_told(asked.lines).keys() & _NAME_OF_A_STUDY.findall(asked.intent.question)
    told = _of_studies(asked.lines).get(candidate.line.at) if wanted else None
    if told:
        yield Sign("agrees" if told & wanted else "other", 1.0, f"study {min(wanted)}")


@lru_cache(maxsize=64)
def _studies_told(lines: LabelLines) -> Mapping[str, int]:
    """The names of the studies that a label tells of ("ETHOS was a 52-week study"), each with the
    place where it first does. What is short for something else is no such name."""
    found: dict[str, int] = {}
    for line in lines.lines:
        for said in _STUDY.finditer(line.quote):
            name = next(filter(None, said.groups()))
            if find_meaning(name) is None:
                found.setdefault(name, line.at)
    return found


@lru_cache(maxsize=64)
def _of_studies(lines: LabelLines) -> Mapping[int, frozenset[str]]:
    """The places of the lines that name studies, or go on below one heading from one that names a
    single one, and which these are."""
    names = _studies_told(lines)
    found: dict[int, frozenset[str]] = {}
    before: frozenset[str] = frozenset()
    path = ""
    for line in lines.lines:
        if line.head.heading_path != path:
            path, before = line.head.heading_path, _named(line.head.heading, names)
        said = _named(f"{line.lead_in} {line.quote}", names)
        before = said if len(said) == 1 else before if not said else frozenset()
        if said or before:
            found[line.at] = said or before
    return found


def _named(text: str, names: Container[str]) -> frozenset[str]:
    return frozenset(name for name in _NAME_OF_A_STUDY.findall(text) if name in names)


@lru_cache(maxsize=4096)
def _codes_in(text: str) -> Mapping[str, frozenset[str]]:
    """The members of each kind of code that a text names: E of ARIA, 3 of study."""
    found: dict[str, frozenset[str]] = {}
    for code in _CODE.finditer(text):
        kind = code["of"] or code["part"].casefold()
        found[kind] = found.get(kind, frozenset()) | {code["member"] or code["which"]}
    return found
