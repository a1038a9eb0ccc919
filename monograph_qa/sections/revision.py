"""When a label was last revised, as it says itself."""

import re

from monograph_qa.domain.parsed import ParsedLabel

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_REVISED = re.compile(
    r"(?:revised|revision(?:\s+date)?|date of (?:revision|preparation|approval)|"
    r"last revised|date of revision of the text)\W{0,4}"
    r"((?:\d{1,2}[/-])?\d{1,2}[/-]\d{4}|\d{4}[/-]\d{2}(?:[/-]\d{2})?|"
    r"(?:\d{1,2}\s+)?[A-Z][a-z]{2,8}\.?\s*(?:\d{1,2},\s*)?\d{4})",
    re.I,
)


def revision_date(parsed: ParsedLabel) -> str | None:
    """YYYY-MM or YYYY-MM-DD as stated in the file or printed at its ends; None where it is not."""
    stated = parsed.identity.get("effective_time") or parsed.identity.get("revision_date")
    if stated:
        return stated
    ends = (*parsed.blocks[:80], *parsed.blocks[-40:])
    for block in ends:
        match = _REVISED.search(" ".join(block.text.split()))
        if match:
            return _iso(match[1])
    return None


def _iso(printed: str) -> str | None:
    """A printed date as YYYY-MM or YYYY-MM-DD; None when it is not one."""
    if match := re.fullmatch(r"(\d{4})[/-](\d{2})(?:[/-](\d{2}))?", printed):
        return "-".join(part for part in match.groups() if part)
    if match := re.fullmatch(r"(?:(\d{1,2})[/-])?(\d{1,2})[/-](\d{4})", printed):
        month, day = (match[1], match[2]) if match[1] else (match[2], None)
        parts = [match[3], month.zfill(2), *([day.zfill(2)] if day else [])]
        return "-".join(parts) if 1 <= int(month) <= 12 else None
    if match := re.fullmatch(
        r"(?:(\d{1,2})\s+)?([A-Za-z]+)\.?\s*(?:(\d{1,2}),\s*)?(\d{4})", printed
    ):
        stem = match[2].lower()[:3]
        month = _MONTHS.index(stem) + 1 if stem in _MONTHS else 0
        day = match[1] or match[3]
        return f"{match[4]}-{month:02d}" + (f"-{int(day):02d}" if day else "") if month else None
    return None
