"""What an answer says of places that may have been read wrongly."""

from collections.abc import Iterable, Sequence

from monograph_qa.domain.evidence import Evidence, Tier
from monograph_qa.domain.label import Doubt, DoubtKind
from monograph_qa.vocabulary.stems import stem, stems_in

_MOST = 2  # doubts of one part
_OF_A_PAGE = (DoubtKind.CELLS, DoubtKind.CHARACTERS, DoubtKind.REFERENCE, DoubtKind.TEXT)


def doubts_on(doubts: Sequence[Doubt], brought: Iterable[Evidence], words: Iterable[str]) -> str:
    """A note on the doubtful places that are shown, each with the page to look at. Where nothing is
    shown, a note on sections that the table of contents lists, the text lacks and the question
    names. "" where nothing is in doubt."""
    shown = [e.fact for e in brought if e.fact and e.tier is not Tier.MORE]
    places = {(fact.section_id, fact.page) for fact in shown}
    sections = {fact.section_id for fact in shown}
    asked = set(map(stem, words))

    def concerns(doubt: Doubt) -> bool:
        if doubt.kind is DoubtKind.NAME:  # no line is read wrongly for it
            return False
        if not shown:
            heading = doubt.detail.partition(" stands in")[0]
            return doubt.kind is DoubtKind.CONTENTS and not asked.isdisjoint(stems_in([heading]))
        if doubt.kind in _OF_A_PAGE:
            return (doubt.section_id, doubt.page) in places
        return doubt.section_id in sections

    notes = []
    for doubt in list(filter(concerns, doubts))[:_MOST]:
        page = f", look at page {doubt.page}" if doubt.page else ""
        notes.append(f"Reading in doubt{page}: {doubt.detail}.")
    return " ".join(notes)
