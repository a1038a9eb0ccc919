"""The section that each 7-word run of an SPL file stands in, and what else is as right to say.

Labellers code their XML loosely, and a reader of the page sees titles, not codes. So, beside the
code of its section, a run may be told

1. more finely, where the XML's section states no code of its own (none, unclassified, or the one
   of the section around it) or where the finer code is used nowhere in this file;
2. by the title: where it is the FDA's own name of a section, or, in a section without a code,
   holds all words of that name;
3. more coarsely, as the section around it, where no word of the title names the code's section:
   then nothing on the page tells it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from bench.render_spl import SplSection
from bench.section_truth import Runs, add_runs, chapter_code
from monograph_qa.vocabulary.folding import fold, singular, split_number
from monograph_qa.vocabulary.sections import descendants, section_by_code, section_by_key
from monograph_qa.vocabulary.sections import sections as section_terms

_COUNSELING = "34076-0"  # as `chapter_code` names it in every layout
_INSTRUCTIONS = "59845-8"
_GUIDES = ("42231-1", "42230-3")
_SMALL_WORDS = frozenset({"and", "or", "of", "the", "in", "for", "to", "use", "with"})


@dataclass(frozen=True, slots=True)
class Truth:
    """Every run with its codes; `also` maps a run's other right codes to the one they stand for."""

    runs: Runs = field(default_factory=dict)
    also: dict[tuple[str, ...], dict[str, str]] = field(default_factory=dict)


def truth_of(sections: Sequence[SplSection], printed: frozenset[str] | None = None) -> Truth:
    """The truth of one file. Sections whose title is not `printed` (None: all are) are left out:
    what a page does not say cannot be read from it."""
    truth = Truth()
    used = {chapter_code(section.code) for section in sections}
    above: list[tuple[int, str | None]] = []
    for section in sections:
        while above and above[-1][0] >= section.depth:
            above.pop()
        around = above[-1][1] if above else None
        own = chapter_code(section.code)
        code = own or around
        above.append((section.depth, code))
        if code is None or (printed is not None and section.title not in printed):
            continue
        others = _others(section, code, around, {each for each in used if each})
        _add(truth, section.text, code, others)
    return truth


def as_told(found: Runs, truth: Truth) -> Runs:
    """The codes read, those that are as right as the truth named as the truth names them."""
    told: Runs = {}
    for run, codes in found.items():
        also, right = truth.also.get(run, {}), truth.runs.get(run, set())
        told[run] = {code if code in right else also.get(code, code) for code in codes}
    return told


def _add(truth: Truth, text: str, code: str, others: Iterable[str]) -> None:
    runs: Runs = {}
    add_runs(runs, text, code)
    for run in runs:
        truth.runs.setdefault(run, set()).add(code)
        also = truth.also.setdefault(run, {})
        also.update((other, code) for other in others)


def _others(section: SplSection, code: str, around: str | None, used: set[str]) -> set[str]:
    is_uncoded = chapter_code(section.code) in (None, around)
    finer = _below(code)
    others = set(finer) if is_uncoded else set(finer - used)
    title = singular(fold(split_number(section.title)[1]))
    words = set(title.split())
    for name, named in _names().items():
        if name == title or (is_uncoded and set(name.split()) <= words):
            others.add(named)
    if around is not None and not words & _name_words(code):
        others.add(around)
    return others - {code}


@cache
def _names() -> dict[str, str]:
    """The FDA's names of sections, folded, with their codes."""
    names = {each.name.removeprefix("SPL "): each.code for each in section_terms() if each.code}
    return {singular(fold(name)): chapter_code(code) or code for name, code in names.items()}


@cache
def _name_words(code: str) -> frozenset[str]:
    words = {word for name, named in _names().items() if named == code for word in name.split()}
    return frozenset(words - _SMALL_WORDS)


@cache
def _below(code: str) -> frozenset[str]:
    term = section_by_code(code)
    if term is None:
        return frozenset()
    below = {chapter_code(section_by_key(key).code) or "" for key in descendants(term.key)}
    if code == _COUNSELING:
        # Where the XML hangs the leaflet below the counseling chapter and codes it no further.
        below |= {each.code or "" for each in section_terms() if each.scope == "patient"}
    if code in _GUIDES:
        below.add(_INSTRUCTIONS)  # a guide may hold the instructions that belong to it
    return frozenset(below - {code, ""})
