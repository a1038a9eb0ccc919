"""Which layout a label follows, by its headings and never by the file's name."""

import re
from collections.abc import Sequence

from monograph_qa.domain.label import LabelFormat
from monograph_qa.domain.parsed import ParsedLabel
from monograph_qa.names.places import texts_of
from monograph_qa.sections.headings import Heading

# Phrases that the layout's law prescribes word for word (21 CFR 201.57, 201.66; QRD template;
# Health Canada guidance), each with how much it says.
_MARKS: tuple[tuple[LabelFormat, re.Pattern[str], float], ...] = (
    (LabelFormat.PLR, re.compile(r"HIGHLIGHTS OF PRESCRIBING INFORMATION", re.I), 6.0),
    (LabelFormat.PLR, re.compile(r"^\W*FULL PRESCRIBING INFORMATION\W*(CONTENTS\W*)?$", re.I), 5.0),
    (LabelFormat.SMPC, re.compile(r"^[\W\d]*(?:ANNEX I\W*)?SUMMARY OF PRODUCT CHARACT", re.I), 6.0),
    (LabelFormat.SMPC, re.compile(r"NAME OF THE MEDICINAL PRODUCT", re.I), 4.0),
    (
        LabelFormat.HC,
        # A leaflet says where to find "the full product monograph".
        re.compile(r"^.*(?<!\bfull )(?<!\bthe )PRODUCT MONOGRAPH\b", re.I),
        6.0,
    ),
    (LabelFormat.HC, re.compile(r"^\W*PART I+\s*:", re.I), 3.0),
    (LabelFormat.HC, re.compile(r"PATIENT MEDICATION INFORMATION", re.I), 1.5),
    # Health Canada numbers every product (DIN) and every submission, and marks what is prescribed.
    (LabelFormat.HC, re.compile(r"\b(?:Submission )?Control (?:No\.?|Number)\s*:", re.I), 3.0),
    (LabelFormat.HC, re.compile(r"^Pr ?[A-Z]{4}"), 3.0),
    (LabelFormat.PIL, re.compile(r"\bpackage leaflet\b", re.I), 4.0),
    (LabelFormat.PIL, re.compile(r"what is in this leaflet", re.I), 2.0),
    # Australia's and New Zealand's (Therapeutic Goods Regulations, schedule 12).
    (LabelFormat.PIL, re.compile(r"^\W*consumer medicine information\b", re.I), 4.0),
    (LabelFormat.PIL, re.compile(r"this leaflet was (?:last )?(?:revised|prepared)", re.I), 3.0),
    (LabelFormat.OTC, re.compile(r"^\W*Drug Facts\b", re.I), 6.0),
)
# What leaflets begin with in the US (21 CFR 208.20) and Canada; a whole label has them at its end.
_LEAFLET_HEAD = re.compile(
    r"^\W*(?:MEDICATION GUIDE|PATIENT (?:MEDICATION )?INFORMATION)\b|"
    r"what is the most important information",
    re.I,
)
_HEAD, _LEAFLET_WORTH = 4, 4.0
_SMPC_NUMBERS = re.compile(r"^[456]\.\d{1,2}$")


def detect_format(parsed: ParsedLabel, headings: Sequence[Heading]) -> LabelFormat:
    """The layout with most evidence; OLD when headings are known but not numbered."""
    if parsed.media == "spl":
        return LabelFormat.SPL
    scores = dict.fromkeys(LabelFormat, 0.0)
    for layout, mark, worth in _MARKS:
        if any(mark.search(" ".join(b.text.split())[:160]) for b in parsed.blocks if b.text):
            scores[layout] += worth
    if any(
        _LEAFLET_HEAD.search(text) for block in parsed.blocks[:_HEAD] for text in texts_of(block)
    ):
        scores[LabelFormat.PIL] += _LEAFLET_WORTH
    for heading in headings:
        term = heading.term
        if term is None:
            continue
        if heading.number_text in term.plr_numbers:
            scores[LabelFormat.PLR] += 0.5
        if heading.number_text and _SMPC_NUMBERS.match(heading.number_text):
            scores[LabelFormat.SMPC] += 0.5 if heading.number_text in term.smpc_numbers else 0.0
        is_sentence = heading.title.endswith(".") and not heading.is_printed_heading
        if term.key.startswith("otc_") and not is_sentence:
            scores[LabelFormat.OTC] += 0.7
        if not heading.number and heading.caps and term.scope == "professional":
            scores[LabelFormat.OLD] += 0.3
    # A capital heading without a number is usual in every layout, so OLD wins only unopposed.
    scores[LabelFormat.OLD] = min(scores[LabelFormat.OLD], 2.5)
    best = max(scores, key=lambda f: scores[f])
    return best if scores[best] > 0 else LabelFormat.OLD
