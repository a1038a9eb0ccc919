"""What a heading means where it stands: which section of the vocabulary, and which LOINC code."""

from dataclasses import replace

from monograph_qa.domain.label import LabelFormat
from monograph_qa.frozen import frozen
from monograph_qa.sections.headings import Heading
from monograph_qa.sections.zones import Zone, ZoneKind
from monograph_qa.vocabulary.headings import match_heading
from monograph_qa.vocabulary.sections import UNCLASSIFIED, SectionTerm, ancestors, section_by_key

_PATIENT_QUESTIONS = "pmi_"
# Before 2006 the chapters on precautions held what later became chapters of their own.
_LENDING = frozenset({"warnings", "precautions", "warnings_and_precautions"})
# Sections that stand in a chapter of another family, by the layouts' law: (layout, around) -> keys.
_LENT = {
    (LabelFormat.OLD, "clinical_pharmacology"): ("clinical_studies",),
    (LabelFormat.SMPC, "pregnancy"): ("lactation", "females_and_males_of_reproductive_potential"),
}


@frozen
class Part:
    """The part of a label that headings are read in: its layout, its zone."""

    layout: LabelFormat
    zone: Zone

    @property
    def words(self) -> str:
        """The name under which the vocabulary knows headings of this part."""
        return "patient" if self._is_for_patients else self.layout.value

    @property
    def _is_for_patients(self) -> bool:
        return self.zone.kind is ZoneKind.PATIENT or self.layout is LabelFormat.PIL

    def in_its_words(self, heading: Heading) -> Heading:
        """The heading with its words looked up as this part means them."""
        if not self._is_for_patients:
            return heading
        return replace(heading, term=match_heading(heading.title, heading.number_text, self.words))

    def agrees(self, heading: Heading) -> bool:
        """True when the layout's law gives these words this number."""
        term, number = heading.term, heading.number_text
        if term is None or number is None:
            return False
        smpc = self.layout is LabelFormat.SMPC
        return number in (term.smpc_numbers if smpc else term.plr_numbers)

    def term_within(
        self, heading: Heading, within: tuple[str, ...], *, is_numbered: bool
    ) -> SectionTerm | None:
        """The heading's term, where the sections around it (`within`, nearest first) allow it."""
        term = match_heading(heading.title, heading.number_text, self.words, within or None)
        if term is None or not within:
            return term
        if term.key in within:
            return None
        family = (term.key, *ancestors(term.key))
        is_leaflet = self._is_for_patients or bool(heading.number)
        belongs = any(key in family for key in within) or (term.scope == "patient" and is_leaflet)
        holds_all = not is_numbered or self.layout is LabelFormat.HC
        lent = (holds_all and within[-1] in _LENDING) or any(
            term.key in _LENT.get((self.layout, key), ()) for key in within
        )
        return term if belongs or lent or self.agrees(heading) else None

    def code(self, term: SectionTerm | None) -> str | None:
        """The section's LOINC code. US labels leave the questions of a patient's part uncoded;
        their codes are for Canadian labels."""
        is_question = term is not None and term.key.startswith(_PATIENT_QUESTIONS)
        if term is None or (is_question and self.layout is not LabelFormat.HC):
            term = section_by_key(UNCLASSIFIED)
        return term.loinc


def opens_boxed_warning(heading: Heading) -> bool:
    return heading.term is not None and heading.term.key == "boxed_warning"
