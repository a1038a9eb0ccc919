"""Finds numbers, addresses and dates that reach a person or identify one: phones, e-mail, records;
dates to the day, dates of birth, and ages over 89 (HIPAA)."""

import calendar
import re
from collections.abc import Iterator
from functools import cache

from monograph_qa.audit.redaction.found import (
    Found,
    any_of,
    cue,
    every,
    has_cue_before,
    is_amount,
    is_code,
    is_coded,
    mentions,
)
from monograph_qa.vocabulary.identifiers import identifier_cues, identifier_shapes

_MAIL = re.compile(
    r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+"
    r"|[\w.+'-]+\s*[\[(]?\bat\b[\])]?\s*[\w-]+(?:\s*[\[(]?\bdot\b[\])]?\s*[\w-]+)+",
    re.IGNORECASE,
)
# u/throwaway_88, not u/day.
_HANDLE = re.compile(
    r"(?<![\w.])@[a-z][\w.]{2,}|(?<!\w)u/[a-z](?=[\w-]*[\d_])[\w-]{4,}", re.IGNORECASE
)
# Of letters and digits, behind a word for a device: 8H77-2231-AA, 0M0007K2J9X.
_MODEL = re.compile(
    r"[^,;?]{0,24}?(?<![\w-])(?P<number>(?=(?:[\w-]*\d){3})(?=[\w-]*[A-Z])"
    r"(?:[A-Z]{2} )?[A-Z\d]+(?:-[A-Z\d]+)+|[A-Z]{2} \d[A-Z\d]*(?:-[A-Z\d]+)+"
    r"|(?=[A-Z\d]*[A-Z][A-Z\d]*\d)(?:[A-Z]*\d){4}[A-Z\d]{4,})(?![\w-])"
)
# Without "www" only where the path has a number: mychart.example.org/patients/88231.
_PAGE = re.compile(
    r"(?:(?:https?://|(?<!\w)www\.)(?P<host>[\w.-]+)/[^\s,;)]*\w"
    r"|(?<![\w@.-])(?P<bare>[a-z][\w-]{2,}(?:\.[\w-]+)*\.[a-z]{2,10})/(?=[^\s,;)]*\d{3})[^\s,;)]*\w)",
    re.IGNORECASE,
)
_OWN_PAGE = re.compile(  # one patient's on a public host too
    r"\b(?:patients?|pt|bed|ward|mrn|chart|member|account|user|profile)[/=]\w*\d", re.IGNORECASE
)
_PLATE = (  # after a word for a vehicle's plate: letters and digits, in up to three groups
    r"[\s:#]*(?:(?:number|no\.?|is)[\s:#]*)*"
    r"(?P<plate>(?-i:(?=[A-Z -]*\d)(?=[\d -]*[A-Z])[A-Z\d]{1,7}(?:[ -][A-Z\d]{1,4}){0,2}))(?!\w)"
)
_NETWORK = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])")
_NETWORK_LONG = re.compile(  # IPv6, and the address of a network card
    r"(?<![\w:])(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?:[\da-f]{1,4}:){1,6}(?::[\da-f]{1,4}){1,6}"
    r"|(?:[\da-f]{2}[:-]){5}[\da-f]{2})(?![\w:])",
    re.IGNORECASE,
)
_EXTENSION = re.compile(r"(?<=\d{4})\s*\(?ext(?:ension)?\b\.?\s*\d{1,5}\b", re.IGNORECASE)
_DIGITS = re.compile(r"\+?\(?\d[\d\s().+/-]{5,}\d")
_SEPARATED = re.compile(r"\d[\s().-]+\d")
_ABROAD = re.compile(r"(?<![\w+])(?:\+|00)[1-9]\d{0,2}[\s().-]*\d[\d\s().-]{5,}\d(?!\w)")
# What follows a word for a phone; toll-free numbers are a company's or an authority's.
_AFTER_PHONE = (
    r"[.:\s]*(?:(?:is|at|on|no\.?|number|\#)[\s:]*)?"
    r"(?P<number>(?!\(?(?:1[-. (]*)?8(?:00|33|44|55|66|77|88)\b)\(?\d[\d ()./-]{5,}\d)(?!\w)"
)
_USER = r"[:\s]+(?P<name>[\w.]*[a-z][._]?[\w.]*[\d_][\w.]*)"  # no word of a language
_FEWEST_OF_A_PHONE = 7  # digits
_REACH = 24  # characters
_LINK = r"(?:\s*(?:number|num|no\.?|id|is|was|of|#|№|:|=|-))*[\s:#]*"
_LONG = re.compile(
    r"(?<![\w.,/-])(?P<prefix>[A-Z]{0,3})\d{7,}(?:[A-Z]{0,2}|-[A-Z]\d?)(?![\w.,/-]*\w)",
    re.IGNORECASE,
)
# As cards print them: 943 476 5919, 756.1234.5678.97, 123.456.789-09. Doses in a row have no zeros
# before them and are seldom so many digits; amounts are told by their unit.
_GROUPED = re.compile(
    r"(?<![\w.,/:-])(?<!\d[ ])(?:\(\d{2,5}\)|\d{1,5})(?:[ .-]\d{2,8}){1,6}"
    r"(?![\w.,/:%-]*\w)(?![ ]?[-–/]\s*\d)"
)
_TOLL_FREE = re.compile(r"(?:1[-. ])?8(?:00|33|44|55|66|77|88)[-. ]\d{3}[-. ]\d{4}")
_MAY_BE = re.compile(r"\d(?:[ /.–-]?[A-Za-z]{0,2}[ /.-]?\d){3}")  # four digits close together
_MIXED = re.compile(r"\b(?=[A-Z]*\d)[A-Z\d-]{6,}\b")
_NO_AMOUNT = re.compile(r"0\d{4,}|\d{7,}|[A-Za-z].+")
_DOSE = re.compile(r"\s+dose\b", re.IGNORECASE)  # "mrn 4829 dose of" counts no doses
_FEWEST = 4  # digits of a record number; fewer are a dose or an age
_SHORTEST_MIX = 6
_FEWEST_GROUPED = 9


def find_pages(text: str) -> Iterator[Found]:
    """Addresses of pages, whole: a number in one is no record by itself."""
    yield from every(_profiles(), text, "user name")
    for match in _PAGE.finditer(text):
        is_public = cue("public_host").search(match["host"] or match["bare"])
        if _OWN_PAGE.search(match[0]) or not is_public:  # not a label's, an article's
            yield Found(*match.span(), "web address")


def find_contacts(text: str) -> Iterator[Found]:
    for match in _MAIL.finditer(text):
        stop = match.end() - (len(match[0]) - len(match[0].rstrip(".'-")))
        yield Found(match.start(), stop, "e-mail")
    yield from every(_HANDLE, text, "user name")
    if mentions(text, "user"):
        yield from every(cue("user", after=_USER), text, "user name", "name")
    if mentions(text, "plate"):
        yield from every(cue("plate", after=_PLATE), text, "licence plate", "plate")
    for match in _NETWORK.finditer(text):
        if all(int(part) < 256 for part in match[0].split(".")):
            yield Found(*match.span(), "network address")
    yield from every(_NETWORK_LONG, text, "network address")
    for match in _ABROAD.finditer(text):
        if not is_code(text, *match.span()):
            yield Found(*match.span(), "phone")
    for match in cue("phone", after=_AFTER_PHONE).finditer(text):
        if sum(c.isdigit() for c in match["number"]) >= _FEWEST_OF_A_PHONE and not is_amount(
            text, match.end()
        ):
            yield Found(*match.span("number"), "phone")
    if any(
        sum(c.isdigit() for c in match[0]) >= _FEWEST_OF_A_PHONE for match in _DIGITS.finditer(text)
    ):
        yield from _phones(text)
    yield from every(_EXTENSION, text, "phone")  # of a number that no plan has


@cache
def _profiles() -> re.Pattern[str]:
    """An address of somebody's page: a host where people have pages, a stroke, and who."""
    hosts = "|".join(map(re.escape, identifier_cues("profile_host")))
    return re.compile(
        rf"(?<![\w@])(?:https?://)?(?:[\w-]+\.)*(?<![\w-])(?:{hosts})/[\w./@%+-]*\w", re.IGNORECASE
    )


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
            phone = text[match.start : match.end]
            is_written_out = _SEPARATED.search(phone) or phone.startswith("+") or len(phone) == 10
            cued = has_cue_before(text, match.start, cue("phone"), _REACH)
            if cued or (leniency == sure and is_written_out):
                yield Found(match.start, match.end, "phone")


@cache
def _cued() -> re.Pattern[str]:
    amount = rf"(?!\s*(?:{any_of('unit')}|%|yo\b|y/o|[mf]\b)|\w|[./]\d)"
    value = (
        r"(?P<value>(?:\(\d+\))?(?:[A-Z]{2,4}[ ](?=\d\d)|[A-Za-z]{0,6}[-/]?)\d[\w/-]*+"
        rf"(?:[.]\d[\w-]*+)*(?:\(\d+\)[\w-]*+)*(?:[ ]\d[\d-]*+{amount})*(?:[ ][A-D]\b)?)"
    )
    return re.compile(rf"(?P<cue>{any_of('record')})\.?{_LINK}{value}", re.IGNORECASE)


@cache
def _shapes() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(rf"(?<![\w-])(?:{shape})(?![\w-])", re.IGNORECASE), mark)
        for shape, mark in identifier_shapes()
    )


def find_records(text: str) -> Iterator[Found]:
    if not (_MAY_BE.search(text) or _MIXED.search(text)):
        return
    for match in _cued().finditer(text):
        value = match["value"].rstrip("-/ ")
        stop = match.start("value") + len(value)
        counts = is_amount(text, stop) and not (
            _NO_AMOUNT.fullmatch(value) or _DOSE.match(text, stop)
        )
        if counts or not _is_long(value):
            continue
        if not is_coded(text, match.start("value")):
            yield Found(match.start("value"), stop, _mark(match["cue"]))
    for match in cue("device", "implanted").finditer(text):
        model = _MODEL.match(text, match.end())
        # The lot of a pen is a product's, that of a hip its bearer's.
        is_own = match[0].lower() in identifier_cues("implanted")
        if model and (is_own or not is_coded(text, model.start("number"))):
            yield Found(*model.span("number"), "device number")
    for shape, mark in _shapes():
        for match in shape.finditer(text):
            if not is_code(text, *match.span()):
                yield Found(*match.span(), mark)


def _is_long(value: str) -> bool:
    """Whether a value has the digits of a record number, or is a mix as on devices: 8FH2K7."""
    digits = sum(c.isdigit() for c in value)
    return digits >= _FEWEST or (digits > 1 and len(value) >= _SHORTEST_MIX and value.isupper())


def find_bare_numbers(text: str) -> Iterator[Found]:
    """Long numbers that are no amount and no product's code: nothing but a record is left."""
    for match in _LONG.finditer(text):
        is_named = match["prefix"].lower() in identifier_cues("code")  # NCT01234567
        if not is_named and not is_amount(text, match.end()) and not is_code(text, *match.span()):
            yield Found(*match.span(), "record number")
    for match in _GROUPED.finditer(text):
        is_long = sum(c.isdigit() for c in match[0]) >= _FEWEST_GROUPED
        is_nobodys = _TOLL_FREE.fullmatch(match[0]) or is_amount(text, match.end())
        if is_long and not (is_nobodys or is_code(text, *match.span())):
            yield Found(*match.span(), "record number")


def _mark(cue: str) -> str:
    words = re.sub(r"[\s-]+", " ", cue.lower()).replace("’", "'")
    marks = identifier_cues("record")
    return marks.get(words) or marks.get(words.replace("'", "")) or "record number"


_MONTHS = sorted((m for m in (*calendar.month_name, *calendar.month_abbr, "Sept") if m), key=len)
_MONTH = "(?:" + "|".join(reversed(_MONTHS)) + r")\.?"
_IN_MONTH = r"(?:0?[1-9]|[12]\d|3[01])"  # from 1 to 31
_DAY = rf"{_IN_MONTH}(?:st|nd|rd|th)?"
_YEAR = r"(?:1[89]|20)\d\d"
_MAY_BE_A_DATE = re.compile(r"\d[-/. ]\d|" + "|".join(calendar.month_abbr[1:]), re.IGNORECASE)
_OLD = re.compile(
    r"(?<![\w.,/-])(?P<age>9\d|1[01]\d)(?=[\s-]*(?:(?:years?|yrs?|y)[\s./-]*(?:old|o)\b|yo\b"
    r"|(?:years?|yrs?|y)\b(?![\s-]*(?:and|or)\s+(?:old|ol|over|abo|more|up))))"
    r"|\b(?:aged?|age\s+is|age\s+of)[\s:]*(?P<aged>9\d|1[01]\d)\b(?![\s-]*(?:and|or|to|-|mg|%))",
    re.IGNORECASE,
)
# 1/2 after "since" may be a half: a month's name, two strokes, or a number that no month has.
_SURE = re.compile(r"[A-Za-z]|/.*/|/(?:1[3-9]|[23]\d)|^(?:1[3-9]|[23]\d)/")
_LIMIT = re.compile(r"(?:over|above|than|least|to|[<>≤≥=+]|[-–])\s*(?:aged?\s*)?$", re.IGNORECASE)
OVER_89 = "over 89"
_NAMED = re.compile(r"\[~+\][\s,(]*$")  # a name that is gone: its date is a birth's
_IN_FULL = re.compile(r"\d{1,2}([-/.])\d{1,2}\1\d\d")
# Nothing but a few linking words between a cue and a date.
_LED_BY = (
    r"(?:\s*(?:on|in|at|is|was|the|date|a|of|dated|clinic|hospital|ward|here|:|=|\(|-|,))*\s*$"
)
_REACH_BACK, _REACH_ON = 40, 24  # characters


def _start() -> str:
    """Where a date may begin: anew, or close behind a word for a birth (dob03/14/1952, DOB-3/4)."""
    cues = "".join(
        rf"|(?<={re.escape(cue)})|(?<={re.escape(cue)}-)" for cue in identifier_cues("born")
    )
    return rf"(?:(?<![\w./-]){cues})"


@cache
def _full() -> re.Pattern[str]:
    return re.compile(
        rf"{_start()}(?:{_YEAR}[-/.](?:0?[1-9]|1[0-2])[-/.]{_IN_MONTH}"
        rf"|{_IN_MONTH}[-/.]{_IN_MONTH}[-/.]{_YEAR}"
        rf"|{_MONTH}\s*{_DAY}\s*,?\s*{_YEAR}"
        rf"|{_DAY}(?:\s+of)?[\s-]*{_MONTH}[\s,-]*{_YEAR})(?![\w/-]|\.\d)",
        re.IGNORECASE,
    )


@cache
def _short() -> re.Pattern[str]:
    """Without a year, or with two digits of one, it is a date only beside a word that says so."""
    return re.compile(
        rf"{_start()}(?:{_IN_MONTH}[-/.]{_IN_MONTH}(?:[-/.]\d\d)?"
        rf"|{_IN_MONTH} {_IN_MONTH} {_YEAR}"
        rf"|{_MONTH}\s*{_DAY}(?:\s*,?\s*['’]?\d\d)?|{_DAY}(?:\s+of)?[\s-]*{_MONTH}(?:[\s,-]*\d\d)?)"
        rf"(?![\w/-]|\.\d)",
        re.IGNORECASE,
    )


def find_dates(text: str) -> Iterator[Found]:
    if _MAY_BE_A_DATE.search(text) is None:
        return
    for match in _full().finditer(text):
        if _follows(text, match.start(), "born"):
            yield Found(*match.span(), "date of birth")
        # A label's revision, an approval, an expiry is a document's.
        elif not (
            has_cue_before(text, match.start(), cue("print"), _REACH_BACK)
            or cue("print").search(text, match.end(), match.end() + _REACH_ON)
        ):
            yield Found(*match.span(), "date")
    for match in _short().finditer(text):
        if is_amount(text, match.end()):
            continue
        is_named = _IN_FULL.fullmatch(match[0]) and _NAMED.search(text, 0, match.start())
        if is_named or _follows(text, match.start(), "born"):
            yield Found(*match.span(), "date of birth")
        elif _follows(text, match.start(), "dated") and _SURE.search(match[0]):
            yield Found(*match.span(), "date")


def find_great_ages(text: str) -> Iterator[Found]:
    """Ages of 90 and more where they are somebody's, not a limit ("over 90 years old")."""
    for match in _OLD.finditer(text):
        group = "age" if match["age"] else "aged"
        if not _LIMIT.search(text[: match.start(group)]):
            yield Found(match.start(group), match.end(group), OVER_89)


def _follows(text: str, at: int, kind: str) -> bool:
    return cue(kind, after=_LED_BY).search(text[max(0, at - _REACH_BACK) : at]) is not None
