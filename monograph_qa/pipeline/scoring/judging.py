"""Verdicts on answers, by what a reader sees first:

right    all that is needed is shown, the first of it within five lines, and no more than 12 lines
         (20 where a list or several things are asked)
long     all that is needed is shown, but late or among more lines
missing  something needed is not shown
asked    the question was asked back
refused  "not found" where the label answers
harm     what is not the answer stands before it, another label's line is shown, or an answer
         where there is none
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from monograph_qa.domain.answer import Answer, Group, Outcome, Quote
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import CELL, HEADED
from monograph_qa.frozen import frozen
from monograph_qa.pipeline.scoring.questions import Expected, ScoredQuestion

VERDICTS = ("right", "long", "missing", "asked", "refused", "harm")
MOST, MOST_OF_A_LIST, FIRST = 12, 20, 5
_LISTS = ("contraindication", "multi", "compare", "boxed", "pregnan", "counsel", "monitor")
_SAYS_SO = re.compile(
    r"not stated|not named|no sentence|nothing in this label|no dose|does not", re.I
)

_PLAIN = str.maketrans("\u2018\u2019\u201c\u201d\u00a0", "''\"\" ")  # as it is typed

Line = tuple[str, ...]
"""A shown line, the same behind its heading and lead-in, and of a table's row the cells alone."""


@frozen
class Judged:
    """One question's verdict; `found` are the places (from 1) of what is needed among the shown
    `lines`, `anywhere` among all. The scores are None where nothing was asked: all lines of the
    right label, in the right section, complete, on top and short, refused where nothing answers."""

    verdict: str
    outcome: str
    lines: int
    found: tuple[int | None, ...]
    anywhere: tuple[int | None, ...]
    right_label: bool | None = None
    right_section: bool | None = None
    complete: bool | None = None
    on_top: bool | None = None
    refused_rightly: bool | None = None


def plain_text(text: str) -> str:
    """The text with quotation marks and blanks as they are typed."""
    return text.translate(_PLAIN)


def shown_quotes(answer: Answer, *, folded: bool = False) -> list[tuple[Group, Quote]]:
    """The lines that a reader sees, in their order; with those of tier `more` where `folded`."""
    return [line for line in answer.lines() if folded or line[1].tier is not Tier.MORE]


def shown(answer: Answer, *, folded: bool = False) -> list[Line]:
    """The texts of `shown_quotes`."""
    return [_line(group, quote) for group, quote in shown_quotes(answer, folded=folded)]


def _line(group: Group, quote: Quote) -> Line:
    return line_of(group.heading_path, quote.context, quote.text)


def line_of(heading_path: str, context: str | None, quote: str) -> Line:
    """A line of a label as needs are looked for in it."""
    text = plain_text(quote)
    whole = plain_text(CELL.join(filter(None, (heading_path, context, quote))))
    cells = " ".join(cell.rpartition(HEADED)[2] for cell in text.split(CELL))
    return (text, whole, cells) if CELL in text else (text, whole)


def places(question: ScoredQuestion, lines: Iterable[Line]) -> tuple[int | None, ...]:
    """Where each needed pattern first stands, from 1, whatever the capitals and quotation marks."""
    listed = list(lines)
    return tuple(_position(pattern, listed) for pattern in question.need)


def met_by(line: Line, patterns: Iterable[str]) -> frozenset[int]:
    """The numbers, from 0, of the patterns that a line meets, whatever the capitals and quotation
    marks."""
    wanted = enumerate(map(_compiled, patterns))
    return frozenset(n for n, each in wanted if any(map(each.search, line)))


def _position(pattern: str, lines: Sequence[Line]) -> int | None:
    wanted = _compiled(pattern)
    return next((n for n, line in enumerate(lines, 1) if any(map(wanted.search, line))), None)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(plain_text(pattern), re.S | re.I)


def judge(
    question: ScoredQuestion,
    answer: Answer,
    label_ids: Collection[str] | None = None,
    keys_of: Callable[[Group], Collection[str]] = lambda group: (group.section_key,),
) -> Judged:
    """The verdict on one answer; `label_ids` are the labels that it must be from, None for any,
    `keys_of` says the keys of the section that a group is of and, where known, of those above."""
    quotes, lines = shown_quotes(answer), shown(answer)
    found = places(question, lines)
    is_answered = answer.outcome is Outcome.ANSWERED
    of_label = None
    if label_ids is not None and is_answered:
        of_label = all(group.label_id in label_ids for group, _ in quotes)
    verdict = _verdict(question, answer, lines, found)
    is_needed = question.expect is Expected.ANSWER and bool(question.need)
    in_section = None
    if question.section and is_answered and any(found):
        wanted, held = question.section, [quotes[at - 1][0] for at in found if at]
        in_section = all(
            wanted in keys_of(group) or wanted.casefold() in group.heading_path.casefold()
            for group in held
        )
    return Judged(
        verdict="harm" if of_label is False else verdict,
        outcome=answer.outcome.value,
        lines=len(lines),
        found=found,
        anywhere=places(question, shown(answer, folded=True)),
        right_label=of_label,
        right_section=in_section,
        complete=None not in found if is_needed else None,
        on_top=verdict == "right" if is_needed else None,
        refused_rightly=None if question.expect in _ANSWERS else verdict == "right",
    )


_ANSWERS = frozenset({Expected.ANSWER, Expected.ANSWER_OR_SILENT})
_OUTCOMES = {
    Expected.NOT_HELD: Outcome.NOT_FOUND,
    Expected.OUT_OF_SCOPE: Outcome.OUT_OF_SCOPE,
    Expected.CLARIFY: Outcome.CLARIFY,
}


def _verdict(
    question: ScoredQuestion, answer: Answer, lines: Sequence[Line], found: Sequence[int | None]
) -> str:
    outcome, expect = answer.outcome, question.expect
    is_list = any(word in question.kind.lower() for word in _LISTS)
    most = MOST_OF_A_LIST if is_list else MOST
    if expect in _OUTCOMES:
        if outcome is _OUTCOMES[expect]:
            return "right"
        return "harm" if outcome is Outcome.ANSWERED else "asked"
    if expect is Expected.SILENT:
        notes = f"{answer.message} {' '.join(part.note for part in answer.parts)}"
        if outcome is Outcome.NOT_FOUND or (_SAYS_SO.search(notes) and len(lines) <= most):
            return "right"
        return "asked" if outcome is Outcome.CLARIFY else "harm"
    if expect is Expected.ANSWER_OR_SILENT and outcome is Outcome.NOT_FOUND:
        return "right"
    if outcome is not Outcome.ANSWERED:
        return "asked" if outcome is Outcome.CLARIFY else "refused"
    first = min((at for at in found if at), default=None)
    last = max((at for at in found if at), default=None)
    early = (_position(pattern, lines) for pattern in question.not_first)
    if any(at and (first is None or at < first) for at in early):
        return "harm"
    if None in found:
        return "missing"
    fits = (first or 1) <= FIRST and (last or 1) <= most and len(lines) <= most
    return "right" if fits else "long"
