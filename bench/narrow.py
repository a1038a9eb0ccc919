"""Narrow questions: one partner, one reaction, one population; what is shown, and what is missed.

Shown are the lines of the tiers `answer` and `limit`. Gold is every sentence of pdfium's text of
the section (bench/gold.py) that holds the asked term. A shown quote is right when it, its lead-in
or its heading holds the term, or when it stands in such a sentence. Two precisions are told. The
strict one counts every other quote as wrong. The fair one leaves out of its count what belongs to
a right quote and is shown for its sake: a sentence that leans on the one before ("However, ..."),
a footnote of a table of which a right row is shown, and a boxed warning, which qualifies the whole
label; it counts as right a sentence of the same numbered subsection of warnings or interactions
where that is short (advice on the thing just named).

The labels are split in two by a hash of their titles: what is tuned is tuned on the first half.
"""

import hashlib
import re
import statistics
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.gold import letters, prose_of, section_lines
from monograph_qa import Answer, Library
from monograph_qa.domain.answer import Group
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import Label, NameKind

_TITLES = {
    "dosage_and_administration": r"DOSAGE AND ADMINISTRATION|Posology",
    "drug_interactions": r"DRUG INTERACTIONS|Interaction with other",
    "adverse_reactions": r"ADVERSE REACTIONS|Undesirable effects",
    "renal_impairment": r"Renal Impairment",
}
# kind -> (question, sections, terms; None: partners, found as capitalised or known names)
_KINDS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "reaction": (
        "does {name} cause {term}",
        ("adverse_reactions",),
        ("headache", "rash", "cough", "dizziness", "diarrhea", "insomnia", "angioedema", "anemia"),
    ),
    "partner": (
        "interaction of {name} with {term}",
        ("drug_interactions",),
        (
            "ketoconazole", "rifampin", "warfarin", "lithium", "digoxin", "aspirin", "probenecid",
            "allopurinol", "methotrexate", "itraconazole", "insulin", "clarithromycin", "potassium",
            "theophylline", "cimetidine", "omeprazole", "alcohol", "tizanidine", "cyclosporine",
        ),
    ),
    "renal dose": (
        "dose of {name} in {term} impairment",
        ("dosage_and_administration", "renal_impairment"),
        ("renal",),
    ),
    "missed dose": ("what if a {term} dose of {name}", ("dosage_and_administration",), ("missed",)),
    "maximum dose": ("{term} dose of {name}", ("dosage_and_administration",), ("maximum",)),
}  # fmt: skip
# "For maximum benefit" says nothing of a maximum dose.
_GOLD = {"maximum": r"\bmaximum (?:[\w-]+ ){0,4}dos"}
_LEANS = re.compile(
    r"(?:this|these|those|such|it|its|they|however|therefore|thus|in addition|similarly|except|"
    r"unless|but)\b", re.I)  # fmt: skip
_NOTE = re.compile(r"[*†‡§¶#]+|[a-i1-9](?=\s+[A-Z])|note\b", re.I)
_ADVICE = re.compile(r"warnings|precautions|interaction", re.I)
_SHORT = 6  # sentences of a subsection


@dataclass(frozen=True, slots=True)
class Narrow:
    """One narrow question's result, over the sentences that hold its term."""

    kind: str
    question: str
    label: str
    recall: float
    precision: float
    fair: float
    shown: int

    @property
    def half(self) -> int:
        """0 or 1: which half of the labels the question's label is in."""
        return hashlib.sha256(self.label.encode()).digest()[0] % 2


def ask_narrow(library: Library, folder: Path) -> list[Narrow]:
    """Every narrow question that the PDFs of the folder can be asked, asked of their labels."""
    labels = {Path(x.source_path).name: x for x in library.reader.labels()}
    found: list[Narrow] = []
    for path in sorted(folder.glob("*.pdf")):
        label = labels.get(path.name)
        if label is None:
            continue
        prose = {key: prose_of(lines) for key, lines in section_lines(path, _TITLES)}
        for kind, question, term, gold in _questions(prose):
            asked = question.format(name=asked_name(library, label), term=term)
            answer = library.ask(asked, label=label.label_id)
            found.append(_result(kind, asked, label, answer, term, gold))
    return found


def asked_name(library: Library, label: Label) -> str:
    """What a person would call it: a brand where there is one, or else the drug."""
    names = library.reader.names(label.label_id)
    brands = [each.name for each in names if each.kind is NameKind.BRAND]
    return min(brands, key=len, default=label.drug)


def _questions(prose: dict[str, list[str]]) -> Iterator[tuple[str, str, str, list[str]]]:
    for kind, (question, sections, terms) in _KINDS.items():
        for term in terms:
            holds = re.compile(_GOLD.get(term, rf"\b{term}"), re.I)
            gold = [s for key in sections for s in prose.get(key, ()) if holds.search(s)]
            if gold:
                yield kind, question, term, gold


def _result(
    kind: str, asked: str, label: Label, answer: Answer, term: str, gold: list[str]
) -> Narrow:
    truth = [letters(sentence) for sentence in gold]
    shown = [g for g in answer.groups if all(q.tier is not Tier.MORE for q in g.quotes)]
    said = letters("".join(f"{g.heading}{''.join(q.text for q in g.quotes)}" for g in shown))
    whole = "".join(truth)
    marks = [mark for g in shown for mark in _marks(g, term, whole)]
    strict = [mark == _RIGHT for mark in marks]
    fair = [mark != _WRONG for mark in marks if mark != _ALONG]
    return Narrow(
        kind,
        asked,
        label.title[:40],
        sum(sentence in said for sentence in truth) / len(truth),
        sum(strict) / len(strict) if strict else 0.0,
        sum(fair) / len(fair) if fair else 0.0,
        len(marks),
    )


_RIGHT, _ADVISES, _ALONG, _WRONG = "right", "advises", "along", "wrong"


def _marks(group: Group, term: str, whole: str) -> Iterator[str]:
    """What each quote of a group is: right, advice on the same thing, shown along, or wrong."""
    named = term in group.heading.casefold()
    right = [
        named or term in f"{q.text} {q.context or ''}".casefold() or letters(q.text) in whole
        for q in group.quotes
    ]
    advises = len(group.quotes) <= _SHORT and bool(_ADVICE.search(group.heading_path))
    boxed = "boxed" in group.heading_path.casefold() or group.heading.startswith("WARNING:")
    for at, quote in enumerate(group.quotes):
        if right[at]:
            yield _RIGHT
        elif boxed or (any(right) and (_LEANS.match(quote.text) or _NOTE.match(quote.text))):
            yield _ALONG
        else:
            yield _ADVISES if advises and any(right) else _WRONG


def print_narrow(results: list[Narrow], worst: int) -> None:
    """A table by kind for both halves and all, and the first half's questions that went worst."""
    print(f"\nnarrow questions: {len(results)} of {len({r.label for r in results})} labels")
    first, second = ([r for r in results if r.half == half] for half in (0, 1))
    for name, part in (("first half", first), ("second half", second), ("all", results)):
        _print_kinds(name, part)
    print("\nworst of the first half by fair precision, by recall:")
    for each in [
        *sorted(first, key=lambda r: r.fair)[:worst],
        *sorted(first, key=lambda r: r.recall)[:worst],
    ]:
        print(f"  p {each.fair:.2f} r {each.recall:.2f} {each.shown:4} {each.question}")


def _print_kinds(name: str, results: list[Narrow]) -> None:
    kinds: dict[str, list[Narrow]] = defaultdict(list)
    for each in results:
        kinds[each.kind].append(each)
    print(f"\n{name:20} {'n':>4} {'recall':>7} {'strict':>7} {'fair':>7} {'lines shown':>12}")
    for kind, group in [*kinds.items(), ("all", results)]:
        if not group:
            continue
        recall = statistics.mean(r.recall for r in group)
        strict = statistics.mean(r.precision for r in group)
        fair = statistics.mean(r.fair for r in group)
        shown = statistics.median(r.shown for r in group)
        print(f"{kind:20} {len(group):4} {recall:7.3f} {strict:7.3f} {fair:7.3f} {shown:12.0f}")
