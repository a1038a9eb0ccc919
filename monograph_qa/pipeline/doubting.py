"""A mark on an answer that stands where the reading of a label is in doubt, with the page to look
at; and on a silence, where the label names a section that was not found."""

from collections.abc import Iterable, Sequence

from monograph_qa.domain.evidence import Evidence, Tier
from monograph_qa.domain.label import Doubt, DoubtKind
from monograph_qa.vocabulary.stems import stem, stems_in

_MOST = 2  # marks of one part
_OF_A_PAGE = (DoubtKind.CELLS, DoubtKind.CHARACTERS, DoubtKind.REFERENCE, DoubtKind.TEXT)


def doubts_about(doubts: Sequence[Doubt], brought: Iterable[Evidence], words: Iterable[str]) -> str:
    """The line that marks what is shown of a doubtful place; of silence, what may have been lost:
    a section of the contents that a word of the question names. "" where nothing is in doubt."""
    shown = [e.fact for e in brought if e.fact and e.tier is not Tier.MORE]
    places = {(fact.section_id, fact.page) for fact in shown}
    sections = {fact.section_id for fact in shown}
    asked = set(map(stem, words))
    own = [
        doubt
        for doubt in doubts
        if doubt.kind is not DoubtKind.NAME  # no line is read wrongly for it
        if (
            (doubt.section_id, doubt.page) in places
            if doubt.kind in _OF_A_PAGE
            else doubt.section_id in sections
        )
        or (not shown and _names(doubt, asked))
    ]
    return " ".join(f"Reading in doubt{_page(each)}: {each.detail}." for each in own[:_MOST])


def _names(doubt: Doubt, asked: set[str]) -> bool:
    """Whether a word of the question stands in the heading that was not found."""
    heading = doubt.detail.partition(" stands in")[0]
    return doubt.kind is DoubtKind.CONTENTS and not asked.isdisjoint(stems_in([heading]))


def _page(doubt: Doubt) -> str:
    return f", look at page {doubt.page}" if doubt.page else ""
