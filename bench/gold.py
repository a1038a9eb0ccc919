"""Gold sentences of a section, read by pdfium alone: nothing of our own reading takes part.

A section's text is what pdfium's text stream prints between its numbered heading and the next
chapter's. Running heads (lines that repeat over pages) and page numbers are dropped.
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium

# section key -> (how it is asked for, the words of its printed heading)
_KINDS = {
    "boxed_warning": ("black box warning", None),
    "indications_and_usage": ("indications", r"INDICATIONS|Therapeutic indications"),
    "dosage_forms_and_strengths": ("dosage forms and strengths", r"DOSAGE FORMS AND STRENGTHS"),
    "contraindications": ("contraindications", r"CONTRAINDICATIONS|Contraindications"),
    "adverse_reactions": ("side effects", r"ADVERSE REACTIONS|Undesirable effects"),
    "drug_interactions": ("drug interactions", r"DRUG INTERACTIONS|Interaction with other"),
    "pregnancy": ("use in pregnancy", r"Pregnan|Fertility, pregnancy"),
    "lactation": ("use during breastfeeding", r"Lactation|Breast-feeding"),
    "pediatric_use": ("pediatric use", r"Pediatric Use"),
    "geriatric_use": ("use in the elderly", r"Geriatric Use"),
    "overdosage": ("overdose", r"OVERDOSAGE|Overdose"),
    "description": ("description", r"DESCRIPTION"),
    "mechanism_of_action": ("mechanism of action", r"Mechanism of Action"),
    "pharmacokinetics": ("pharmacokinetics", r"Pharmacokinetic"),
    "clinical_studies": ("clinical studies", r"CLINICAL STUDIES"),
    "how_supplied": ("how supplied", r"HOW SUPPLIED"),
}
_HEADING = re.compile(r"^\s*(\d{1,2}(?:\.\d{1,2})?)\.?\s+([A-Z][A-Za-z].{2,90})$")
_PAGE_NUMBER = re.compile(r"^\W*(?:page\s*)?\d{1,3}(?:\s*(?:of|/)\s*\d{1,3})?\W*$", re.I)
_SENTENCE = re.compile(r"(?<=[a-z)\]]\.)\s+(?=[A-Z])")
_LEAST_LETTERS = 25


@dataclass(frozen=True, slots=True)
class Gold:
    """One question and the sentences that answer it, as letters and digits only."""

    section_key: str
    words: str
    sentences: tuple[str, ...]


def letters(text: str) -> str:
    """Letters and digits of `text`, lower case: what survives any extractor's spacing."""
    return "".join(c for c in text.casefold() if c.isalnum())


def gold_of(path: Path) -> list[Gold]:
    """The questions that this PDF can be asked, with their gold sentences."""
    lines = _lines(path)
    headings = _body_headings(lines)
    order = sorted(headings.items(), key=lambda item: item[1])
    found: list[Gold] = []
    for key, (words, title) in _KINDS.items():
        if title is None:
            text = _boxed(lines, headings)
        elif number := _number_of(title, lines, headings):
            start = headings[number]
            stop = next(
                (at for n, at in order if at > start and not n.startswith(f"{number}.")), None
            )
            text = lines[start + 1 : stop] if stop else []
        else:
            continue
        sentences = _sentences(text)
        if sentences:
            found.append(Gold(key, words, sentences))
    return found


def _number_of(title: str, lines: list[str], headings: dict[str, int]) -> str | None:
    """The number of the section whose printed heading begins with the title's words."""
    for number, at in headings.items():
        match = _HEADING.match(lines[at])
        if match and re.match(title, match[2]):
            return number
    return None


def _lines(path: Path) -> list[str]:
    pdf = pdfium.PdfDocument(str(path))
    pages: list[list[str]] = []
    for page in pdf:
        text = page.get_textpage().get_text_bounded()
        pages.append([" ".join(line.split()) for line in text.splitlines() if line.strip()])
    counts = Counter(re.sub(r"\d+", "#", line) for page in pages for line in set(page))
    often = max(3, len(pages) // 3)
    return [
        line
        for page in pages
        for line in page
        if counts[re.sub(r"\d+", "#", line)] < often and not _PAGE_NUMBER.match(line)
    ]


def _body_headings(lines: list[str]) -> dict[str, int]:
    """Section number -> line, for the last increasing run of numbered headings (the body's)."""
    found: dict[str, int] = {}
    starts = [i for i, x in enumerate(lines) if (m := _HEADING.match(x)) and m[1] == "1"]
    chapters = [i for i in starts if "INDICATION" in lines[i].upper()]
    if chapters:
        begin = chapters[-1]  # the contents page and the highlights come before the body
    else:
        begin = next((i for i, x in enumerate(lines) if x.startswith("4.1")), len(lines))
    last = (0, 0)
    for at in range(begin, len(lines)):
        match = _HEADING.match(lines[at])
        if not match:
            continue
        parts = tuple(int(p) for p in match[1].split("."))
        number = (parts[0], parts[1] if len(parts) > 1 else 0)
        if last < number and number[0] - last[0] <= 2 and number[0] <= 17:
            if number[1] and number[0] != last[0]:
                continue
            found[match[1]] = at
            last = number
    return found


def _boxed(lines: list[str], headings: dict[str, int]) -> list[str]:
    if "1" not in headings:
        return []
    stop = headings["1"]
    for at in range(stop - 1, max(stop - 90, 0), -1):
        if lines[at].upper().startswith("FULL PRESCRIBING INFORMATION"):
            box = lines[at + 1 : stop]
            return box if box and "WARNING" in box[0].upper() else []
    return []


def _sentences(lines: list[str]) -> tuple[str, ...]:
    """Prose only: a sentence ends with a stop, and is neither a heading nor a row of figures."""
    prose = " ".join(line for line in lines if not _HEADING.match(line))
    kept = [s for s in _SENTENCE.split(prose) if s.rstrip().endswith((".", ".)", ".]"))]
    kept = [s for s in kept if sum(c.isdigit() for c in s) < 0.12 * len(s)]
    kept = [s for s in kept if _is_prose(s)]
    return tuple(x for x in map(letters, kept) if len(x) >= _LEAST_LETTERS)


def _is_prose(sentence: str) -> bool:
    """A sentence with a heading, caption or table run into it is no fair gold."""
    words = sentence.split()
    capitals = sum(w[:1].isupper() for w in words)
    return 5 <= len(words) <= 70 and capitals <= max(3, 0.35 * len(words))
