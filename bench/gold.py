"""Gold sentences of a section, read by pdfium alone: nothing of our own reading takes part.

A section's text is what stands on the page between its numbered heading and the next chapter's;
a gold sentence is one of its running text (see bench/page_lines.py), and no cell of a table.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from bench.page_lines import PrintedLine, paragraphs, printed_lines

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
_CHAPTERS = frozenset(
    {
        "DESCRIPTION", "CLINICAL PHARMACOLOGY", "INDICATIONS AND USAGE", "CONTRAINDICATIONS",
        "WARNINGS", "PRECAUTIONS", "ADVERSE REACTIONS", "OVERDOSAGE", "DOSAGE AND ADMINISTRATION",
        "HOW SUPPLIED", "DRUG ABUSE AND DEPENDENCE", "CLINICAL STUDIES", "REFERENCES",
        "INDICATIONS AND CLINICAL USE", "WARNINGS AND PRECAUTIONS", "DRUG INTERACTIONS",
        "ACTION AND CLINICAL PHARMACOLOGY", "STORAGE AND STABILITY", "CLINICAL TRIALS",
        "DETAILED PHARMACOLOGY", "TOXICOLOGY", "PHARMACEUTICAL INFORMATION", "BOXED WARNING",
        "DOSAGE FORMS, COMPOSITION AND PACKAGING", "SUMMARY PRODUCT INFORMATION",
        "PART III: CONSUMER INFORMATION", "MEDICATION GUIDE", "ANIMAL PHARMACOLOGY",
    }
)  # fmt: skip
# Headings below a chapter that end a section of a label without numbers: by their printed
# beginnings, as the law on such labels names them.
_BELOW_CHAPTERS = re.compile(
    r"(?:PREGNANCY|NURSING MOTHERS|PEDIATRIC USE|GERIATRIC USE|LABOR AND DELIVERY|"
    r"CARCINOGEN|TERATOGENIC|INFORMATION FOR PATIENTS|LABORATORY TESTS|"
    r"DRUG.?LABORATORY TEST INTERACTIONS|SYMPTOMS AND TREATMENT OF OVERDOS|LACTATION|FERTILITY)"
    r"[^a-z.]*$"
)
# A row's name from the column beside it, inside a sentence: "closely for Intervention: of blood".
_JOINED_CELLS = re.compile(r"[a-z,] [A-Z][a-z]+: [a-z]")
# Digits set low or high and letters of a font without names: "-pregna 1 3 5(10)-triene".
_LOST_LETTERS = re.compile(r"\b\d \d (?=\d)|\d -[a-z]")
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
    found: list[Gold] = []
    for key, lines in section_lines(path, {key: title for key, (_, title) in _KINDS.items()}):
        sentences = tuple(map(letters, prose_of(lines, with_bold=key == "boxed_warning")))
        if sentences:
            found.append(Gold(key, _KINDS[key][0], sentences))
    return found


def section_lines(
    path: Path, titles: Mapping[str, str | None]
) -> Iterator[tuple[str, list[PrintedLine]]]:
    """The printed lines below each heading that begins with a title; None: the boxed warning."""
    printed = printed_lines(path)
    lines = [line.text for line in printed]
    headings = _body_headings(lines)
    order = sorted(headings.items(), key=lambda item: item[1])
    chapters = _capital_headings(lines) if not headings else {}
    for key, title in titles.items():
        if title is None:
            yield key, _boxed(printed, headings)
        elif chapters:
            start, end = next((at for t, at in chapters.items() if re.match(title, t)), (0, 0))
            yield key, printed[start + 1 : end]
        elif number := _number_of(title, lines, headings):
            start = headings[number]
            stop = next(
                (at for n, at in order if at > start and not n.startswith(f"{number}.")), None
            )
            yield key, printed[start + 1 : stop] if stop else []


def _number_of(title: str, lines: list[str], headings: dict[str, int]) -> str | None:
    """The number of the section whose printed heading begins with the title's words."""
    for number, at in headings.items():
        match = _HEADING.match(lines[at])
        if match and re.match(title, match[2]):
            return number
    return None


def _body_headings(lines: list[str]) -> dict[str, int]:
    """Section number -> line, for the last increasing run of numbered headings (the body's)."""
    found: dict[str, int] = {}
    starts = [i for i, x in enumerate(lines) if (m := _HEADING.match(x)) and m[1] == "1"]
    chapters = [i for i in starts if "INDICATION" in lines[i].upper()]
    if chapters:
        begin = chapters[-1]  # the contents page and the highlights come before the body
    else:
        begin = next((i for i, x in enumerate(lines) if x.startswith("4.1")), len(lines))
    first = _HEADING.match(lines[begin]) if begin < len(lines) else None
    last = (int(first[1].partition(".")[0]) - 1, 0) if first else (0, 0)
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


def _capital_headings(lines: list[str]) -> dict[str, tuple[int, int]]:
    """Title -> (line, line of the next), for labels whose chapters have no numbers.

    A chapter that is listed, too, is where most of its text stands.
    """
    at = [i for i, x in enumerate(lines) if x.strip(" :") in _CHAPTERS or _BELOW_CHAPTERS.match(x)]
    found: dict[str, tuple[int, int]] = {}
    for start, stop in pairwise(at):
        title = lines[start].strip(" :")
        known = found.get(title, (0, 0))
        if stop - start > known[1] - known[0]:
            found[title] = (start, stop)
    return found


def _boxed(lines: list[PrintedLine], headings: dict[str, int]) -> list[PrintedLine]:
    if "1" not in headings:
        return []
    stop = headings["1"]
    for at in range(stop - 1, max(stop - 90, 0), -1):
        if lines[at].text.upper().startswith("FULL PRESCRIBING INFORMATION"):
            box = lines[at + 1 : stop]
            return box if box and "WARNING" in box[0].text.upper() else []
    return []


def prose_of(lines: list[PrintedLine], *, with_bold: bool = False) -> list[str]:
    """Prose only: a sentence ends with a stop, and is neither a heading nor a row of figures."""
    kept_lines = [line for line in lines if not _HEADING.match(line.text)]
    prose = paragraphs(kept_lines, with_bold=with_bold)
    beheaded = tuple(
        line.text
        for before, line in pairwise(kept_lines)
        if before.tabular and line.text[:1].islower()
    )
    each = [s for p in prose for s in _sentences(p, is_whole=not p.startswith(beheaded))]
    kept = [s for s in each if s.rstrip().endswith((".", ".)", ".]"))]
    kept = [s for s in kept if sum(c.isdigit() for c in s) < 0.12 * len(s)]
    return [s for s in kept if _is_prose(s) and len(letters(s)) >= _LEAST_LETTERS]


def _sentences(paragraph: str, *, is_whole: bool) -> list[str]:
    """The whole sentences of a paragraph; of one that a table's row took the beginning of, all but
    the first."""
    each = _SENTENCE.split(paragraph)
    whole = each if is_whole else each[1:]
    return [s for s in whole if not (_JOINED_CELLS.search(s) or _LOST_LETTERS.search(s))]


def _is_prose(sentence: str) -> bool:
    """A sentence with a heading, caption or table run into it is no fair gold."""
    words = sentence.split()
    capitals = sum(w[:1].isupper() for w in words)
    return 5 <= len(words) <= 70 and capitals <= max(3, 0.35 * len(words))
