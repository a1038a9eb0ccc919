"""What a heading says of every sentence below it."""

import re
from collections.abc import Sequence

from monograph_qa.vocabulary.attributes import AttributeMatcher

# More sentences than this are not all about what stands above them.
_MOST_SENTENCES = 24
_PARTS = re.compile(r"[,;/&]|\b(?:and|or)\b", re.IGNORECASE)
_BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]]")


def headed_attributes(
    heading: str, line: Sequence[str], sentences: int, matcher: AttributeMatcher
) -> tuple[str, ...]:
    """The attributes that `heading` lends to each of the `sentences` of its section.

    Under "Absorption" or "Dosage in Renal Impairment" a sentence need not say the word again. Broad
    headings lend nothing, or a question for a fact would bring pages: not that of a long section,
    not one that lists several subjects ("Carcinogenesis, Mutagenesis, Impairment of Fertility",
    of which a sentence has one), none in clinical studies, whose headings name the disease. `line`
    are the keys of the section and those above it.
    """
    if sentences > _MOST_SENTENCES or "clinical_studies" in line:
        return ()
    found = matcher.match(heading, line)
    if not found or heading.rstrip().endswith((":", "?")):
        return found  # a lead-in, printed as a heading
    parts = _PARTS.split(_BRACKETED.sub(" ", heading))
    subjects = [part for part in parts if part.strip() and matcher.match(part, line)]
    return found if len(subjects) < 2 else ()
