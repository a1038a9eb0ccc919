"""E-mail addresses, phone numbers, network addresses, names of users."""

import re
from collections.abc import Iterator

from monograph_qa.audit.redaction.found import (
    Found,
    cue,
    has_cue_before,
    is_amount,
    is_code,
    mentions,
)

_MAIL = re.compile(
    r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+"
    r"|[\w.+'-]+\s*[\[(]?\bat\b[\])]?\s*[\w-]+(?:\s*[\[(]?\bdot\b[\])]?\s*[\w-]+)+",
    re.IGNORECASE,
)
_PROFILE = re.compile(
    r"(?<![\w.])@[a-z][\w.]{2,}|\b(?:facebook|instagram|twitter|linkedin|tiktok)\.com/[\w./@-]+",
    re.IGNORECASE,
)
_NETWORK = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])")
_DIGITS = re.compile(r"\+?\(?\d[\d\s().+/-]{5,}\d")
_SEPARATED = re.compile(r"\d[\s().-]+\d")
_ABROAD = re.compile(r"(?<![\w+])(?:\+|00)[1-9]\d{0,2}[\s().-]*\d[\d\s().-]{5,}\d(?!\w)")
# What follows a word for a phone; toll-free numbers are a company's or an authority's.
_AFTER_PHONE = (
    r"[.:\s]*(?:(?:is|at|on|no\.?|number|\#)[\s:]*)?"
    r"(?P<number>(?!\(?(?:1[-. (]*)?8(?:00|33|44|55|66|77|88)\b)\(?\d[\d ().-]{5,}\d)(?!\w)"
)
_USER = r"[:\s]+(?P<name>[\w.]*[a-z][._]?[\w.]*[\d_][\w.]*)"  # no word of a language
_FEWEST = 7  # digits of a phone number
_REACH = 24  # characters


def find_contacts(text: str) -> Iterator[Found]:
    for match in _MAIL.finditer(text):
        stop = match.end() - (len(match[0]) - len(match[0].rstrip(".'-")))
        yield Found(match.start(), stop, "e-mail")
    for match in _PROFILE.finditer(text):
        yield Found(*match.span(), "user name")
    if mentions(text, "user"):
        for match in cue("user", after=_USER).finditer(text):
            yield Found(*match.span("name"), "user name")
    for match in _NETWORK.finditer(text):
        if all(int(part) < 256 for part in match[0].split(".")):
            yield Found(*match.span(), "network address")
    for match in _ABROAD.finditer(text):
        if not is_code(text, *match.span()):
            yield Found(*match.span(), "phone")
    for match in cue("phone", after=_AFTER_PHONE).finditer(text):
        if sum(c.isdigit() for c in match["number"]) >= _FEWEST and not is_amount(
            text, match.end()
        ):
            yield Found(*match.span("number"), "phone")
    if any(sum(c.isdigit() for c in match[0]) >= _FEWEST for match in _DIGITS.finditer(text)):
        yield from _phones(text)


def _phones(text: str) -> Iterator[Found]:
    """Numbers that a numbering plan has; with a cue before, also those that it only could have."""
    import phonenumbers  # reads 40 ms of tables, so only for a question with this many digits

    sure, likely = phonenumbers.Leniency.VALID, phonenumbers.Leniency.POSSIBLE
    for leniency, region in ((sure, "US"), (sure, "GB"), (likely, "US")):
        for match in phonenumbers.PhoneNumberMatcher(text, region, leniency=leniency):
            kind = phonenumbers.number_type(match.number)
            if kind == phonenumbers.PhoneNumberType.TOLL_FREE:
                continue  # it is a company's or an authority's
            if is_code(text, match.start, match.end):
                continue
            said = text[match.start : match.end]
            is_written_out = _SEPARATED.search(said) or said.startswith("+") or len(said) == 10
            cued = has_cue_before(text, match.start, cue("phone"), _REACH)
            if cued or (leniency == sure and is_written_out):
                yield Found(match.start, match.end, "phone")
