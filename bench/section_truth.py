"""Sections read from a PDF, held against the codes that the same label states in its SPL XML.

A 7-word run counts under the LOINC code of the section it stands in (unclassified subsections count
under the coded section above them). Only runs that both documents print are compared, so that a
difference in wording between two revisions is no error of reading.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from monograph_qa.domain.sectioned import SectionText
from monograph_qa.vocabulary.sections import section_by_code

_RUN = 7
_UNCODED = ("42229-5", None, "48780-1")

Runs = dict[tuple[str, ...], set[str]]


@dataclass(frozen=True, slots=True)
class CodeScore:
    """Precision, recall and F1 of (run, code) pairs over the runs that both documents print.

    `worst` counts runs by mistake: the true section -> the one that was read.
    """

    precision: float
    recall: float
    shared: int
    worst: tuple[tuple[str, int], ...]

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def runs_by_code(sections: Sequence[SectionText]) -> Runs:
    """Each 7-word run of the label with the codes of the sections it stands in."""
    by_id = {s.section.section_id: s.section for s in sections}
    found: Runs = {}
    for section_text in sections:
        section = section_text.section
        at = section
        while at.section_code in _UNCODED and at.parent_id is not None:
            at = by_id[at.parent_id]
        code = chapter_code(at.section_code)
        if code is not None:
            add_runs(found, section.text, code)
    return found


def add_runs(found: Runs, text: str, code: str) -> None:
    """Counts every run of `text` under `code`."""
    for run in _runs(text):
        found.setdefault(run, set()).add(code)


def chapter_code(code: str | None) -> str | None:
    """The code itself; codes that name one thing in two labelling formats count as one."""
    if code in _UNCODED or code is None:
        return None
    term = section_by_code(code)
    if term is None:
        return code
    same = {
        "patient_counseling_information": "34076-0",
        "how_supplied_storage_and_handling": "34069-5",
    }
    return same.get(term.key, code)


def _runs(text: str) -> Iterable[tuple[str, ...]]:
    words = ["".join(c for c in w if c.isalnum()).casefold() for w in text.split()]
    words = [w for w in words if w]
    return (tuple(words[i : i + _RUN]) for i in range(len(words) - _RUN + 1))


def _key(code: str) -> str:
    term = section_by_code(code)
    return term.key if term else code


def score(read: Runs, truth: Runs) -> CodeScore:
    """How the codes read agree with the true ones, by shared run."""
    shared = read.keys() & truth.keys()
    hits = given = wanted = 0
    wrong: Counter[str] = Counter()
    for run in shared:
        right = read[run] & truth[run]
        hits += len(right)
        given += len(read[run])
        wanted += len(truth[run])
        for code in truth[run] - right:
            given_instead = sorted(_key(other) for other in read[run] - right)
            wrong[f"{_key(code)} -> {given_instead[0] if given_instead else 'none'}"] += 1
    return CodeScore(
        hits / given if given else 0.0,
        hits / wanted if wanted else 0.0,
        len(shared),
        tuple(wrong.most_common(4)),
    )
