"""What product a label is of, as it says itself: maker, forms, strengths, routes, numbers.

Read from where the layouts print it: the title page, the section on dosage forms, how the product
is supplied, the holder of the authorisation, the lines on the maker, the listing that ends a
DailyMed print. What is not found stays empty; nothing here is guessed from the drug's name.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest

from monograph_qa.domain.label import DrugName, LabelFormat, NameKind, Product, Section
from monograph_qa.sections.headings import keys_with_role
from monograph_qa.sections.opened import COLOPHON_HEADING
from monograph_qa.vocabulary.products import product_words
from monograph_qa.vocabulary.rows import split_list
from monograph_qa.vocabulary.tokens import singular

# "1 200 mg" in Europe, but no "2 500 mg vials".
_NUMBER = r"(?:(?<!\bof )(?<!\bx )[1-9]\d? \d{3}(?!\d)|\d[\d,]*(?:\.\d+)?)"
_UNIT = (
    r"(?:mg|mcg|µg|μg|micrograms?|microlit(?:re|er)s?|g|%|mEq|mmol|[kMG]?Bq|mCi|million units|"
    r"units?|M?IU|MU|U(?=/)|[Ii]nternational [Uu]nits)(?!\w)"
)
# Of a combination all parts: "200 mg/245 mg", "12.5/75/50 mg".
_AMOUNT = re.compile(
    rf"(?:(?<![\w.,/-])|(?<=[a-z]{{3}}))((?:{_NUMBER}/)*{_NUMBER})\s?({_UNIT})"
    rf"((?:\s?/\s?{_NUMBER}\s?{_UNIT})*)"
    r"(?:\s?(?:/|per)\s?(\d[\d.]*)?\s?(mL|ml|L|g|hour|hr|h|dose|actuation|spray|day|24 hours?)\b)?"
)
# What a strength amounts to as a salt, what the drug is dissolved in, and what a dose of several
# puffs comes to.
_NO_STRENGTH = re.compile(
    r"\((?:equivalent|corresponding|equal)\b[^()]*\)|"
    r"\bin \d[\d.]*\s?% (?:sodium chloride|dextrose)|"
    r"\b(?:two|three|four|[2-4]) (?:actuation|inhalation|puff|spray)s\b(?:[^.;\n]|\.(?=\d))*",
    re.I,
)
_SENTENCE_END = re.compile(r"[.;•\n](?!\d)")
_SAID_AGAIN = re.compile(r"^(.+?)(?: \1)+$")
_AGAIN = 2  # times
_HEAD = 600  # characters of a title page or section within which a product is presented
_ROUTE = 160  # characters within which a section on the route names it
_MOST_WORDS = 6  # of a company's name
_MOST = 12  # forms, strengths or routes of one label
_MOST_NUMBERS = 200
_MOST_FORM = 10  # words of a form as printed
_FIRST_WORDS, _HYPHEN = re.compile(r"\.(?!\d)|\(|\n|:"), re.compile(r"-\s+")
_LABELER = re.compile(r"\bLabell?er -(?: \|[^|]*:)?\s*([^|()\n]+?)\s*\(\d{9}\)")
_PREPARED_BY = re.compile(r"^This leaflet was prepared by\s+([^\n]{3,60}?)\s*$", re.M)  # Canada
_REVISED_BY = re.compile(r"^Revised: \d{1,2}/\d{4} +([A-Za-z][^\d:\n]+)$", re.M)
_HOLDER = re.compile(
    r"marketing authori[sz]ation holder|titulaire de l\W?autorisation|^(?:\W*\d+\W+)?sponsor\b",
    re.I,
)
# Australia: the company stands behind these words, in small letters.
_SPONSOR = re.compile(
    r"^(?:name and address of )?(?:the )?sponsor:?\s+(\S.{2,60}?)(?=,|\s+\d|$)", re.I | re.M
)
_ADDRESS = re.compile(r",|\s+(?=\d)")
_MAKES = r"(?:manuf(?:actured|\.)?|made|mfd\.?|mfr\.?|produced|packaged)"
_SELLS = r"(?:marketed|distributed|dist\.?)"
_MADE = re.compile(
    r"\b(?=[dmp])"  # most words are passed by one look
    rf"(?:(?P<sells>(?:{_MAKES} (?:and|&) )?{_SELLS}\s+(?:for|by)|{_MAKES}\s+for)|"
    rf"{_MAKES}(?: (?:and|&) \w+\.?)*(?: in \w+)?\s+by|manufacturer)\b",
    re.I,
)
# 21 CFR 201.57(a)(11): whom to tell of adverse reactions is the one who answers for the product.
_REPORTED_TO = re.compile(
    r"adverse reactions,?\s+(?:please )?(?:contact|call)\s+(.{3,80}?),?\s+at\s", re.I
)
_NUMBERS = re.compile(
    r"\b(?:NDC[:#\s]*(\d{4,5}-\d{3,4}(?:-\d{1,2})?)|"
    r"(?P<stem>EU/\d/\d\d/\d{2,4}/)(?P<first>\d{3})(?:\s?[-–]\s?(?:EU/[\d/]+/)?(?P<last>\d{3,4})\b)?|"
    r"(PLGB \d{5}/\d{4}|PL \d{5}/\d{4})|DIN[:\s]+(\d{8}))\b"
)
_ROUTED = re.compile(r"\broute(?:\(s\)|s)? of administration", re.I)
_GIVEN = re.compile(r"\bmethod of administration", re.I)
_WAY = re.compile(r"\s+(?:use|administration|bolus|injection|infusion)\b", re.I)
_NO_WAY = re.compile(
    r"\b(?:not|never|avoid|opposed|rather|inadvertent|accidental)\b[^.]{0,60}$", re.I
)


def strengths_in(text: str) -> list[str]:
    """The strengths that a text names, without what each amounts to where it says that as well."""
    sentences = _SENTENCE_END.split(_NO_STRENGTH.sub(" ", text))
    bare = "\n".join(each for each in sentences if "equivalent to" not in each)
    for said in (bare, text):
        if found := list(_strengths(said)):
            return found
    return []


def _strengths(text: str) -> Iterator[str]:
    """Each strength in the text, that of a combination whole: "10 mg/mL + 2 mg/mL"."""
    whole, stop = "", 0
    for match in _AMOUNT.finditer(text):
        said = _as_strength(*match.groups())
        if whole and text[stop : match.start()].strip() == "+":
            whole = f"{whole} + {said}"
        else:
            yield from filter(None, [whole])
            whole = said
        stop = match.end()
    yield from filter(None, [whole])


def _as_strength(amount: str, unit: str, more: str, per: str | None, of: str | None) -> str:
    whole = f"{amount} {unit}" + more.replace(" /", "/").replace("/ ", "/")
    return whole + (f"/{per + ' ' if per else ''}{of}" if of else "")


def read_product(
    sections: Sequence[Section], names: Sequence[DrugName], layout: LabelFormat, stated: Product
) -> Product:
    """What the label says of its product; what its file states in fields of its own comes first."""
    is_smpc = layout is LabelFormat.SMPC
    title = _title(sections, layout)
    # An annex names each of its products, the oral solution beside the tablets, in a monograph that
    # bears its name.
    named = (s for s in sections if s.section_key == "product_name")
    others = [s.text[:_HEAD] for s in named if s.heading_path.startswith("(")]
    listing_forms = [s for s in sections if s.section_key in keys_with_role("lists_forms")]
    forms = [s.text for s in listing_forms][:2]
    # Section 3 of a European label is a standard term (EDQM).
    printed = [s.text for s in listing_forms if is_smpc and s.section_key != "product_name"]
    supplied = [s.text[:_HEAD] for s in sections if s.section_key.startswith("how_supplied")]
    if is_smpc:  # its package's text tells what is filled in, not the strength
        supplied = []
    listing = [s.text for s in sections if s.section_key == "spl_product_data_elements"]
    maker = _maker(sections, layout, title)
    if maker:
        title = [text.replace(maker, "") for text in title]
    presented = [*title, *(text[:_HEAD] for text in forms)]
    title, forms = [*title, *others], [*forms, *others]
    listed = [line for text in listing for line in text.split("\n")]
    routes = [line for line in listed if line.startswith("Route of")]
    routed = [s.text[:_ROUTE] for s in sections if _ROUTED.search(s.heading)]
    given = [s.text[:_HEAD] for s in sections if _GIVEN.search(s.heading)]
    dosed = [s.text for s in sections if s.section_key.startswith("dosage_and_adm")]
    brands = [name.name for name in names if name.kind is NameKind.BRAND]
    terms = (form for text in printed for form in _form_as_printed(text))
    read_forms = _some(terms) or _some(
        _first(_forms, [title, presented]) or _first(_forms, [supplied])[:1]
    )
    read = Product(
        brand=brands[0] if brands else None,
        maker=maker,
        forms=read_forms,
        strengths=_some(_first(strengths_in, [forms, title, listing, supplied])),
        routes=_some(
            _first(_routes, [routes, routed, title, presented, given])
            or _first(_ways, [dosed])
            or _routes_of_forms(read_forms)
        ),
        numbers=_some((n for s in sections for n in _numbers(s.text)), _MOST_NUMBERS),
    )
    kept = {name: value for name in Product.__match_args__ if (value := getattr(stated, name))}
    # A file may state its brand with the ingredient behind it, which is no part of the name.
    kept["brand"] = next((b for b in brands if b == stated.brand), read.brand or stated.brand)
    return replace(read, **kept)


def _title(sections: Sequence[Section], layout: LabelFormat) -> list[str]:
    """The texts that present the product: of the first sections, their heading and first lines."""
    first = [s for s in sections[:4] if s.section_key != "contents"]
    shown = [s for s in first if s.section_key in keys_with_role("named_in")]
    if layout is LabelFormat.HC or (layout is LabelFormat.PIL and not shown):
        shown = first  # the product stands under a title of its own
    texts = [f"{s.heading}\n{s.text[:_HEAD]}" for s in shown]
    return [text.split("Initial U")[0] for text in texts]


def _maker(sections: Sequence[Section], layout: LabelFormat, title: Sequence[str]) -> str | None:
    """Who answers for the product: its labeler, the holder of its authorisation, for whom it is
    made or who sells it, whom to report to, else who makes it."""
    for section in reversed(sections):
        for pattern in (_LABELER, _REVISED_BY, _PREPARED_BY):
            if match := pattern.search(section.text):
                return _tidy(match[1])
    for section in sections:
        if layout is not LabelFormat.PLR and _HOLDER.search(section.heading) and section.text:
            lines = section.text.split("\n")
            named = _tidy(_ADDRESS.split(lines[0])[0])
            words = named.split()
            is_name = len(words) <= _MOST_WORDS or all(word[0].isupper() for word in words)
            return _maker_in(lines) or (named if is_name else None)
    for section in sections if layout is LabelFormat.OLD else ():
        if match := _SPONSOR.search(section.text):
            return _tidy(match[1])
    titled = _maker_in(line for text in title for line in text.split("\n"))
    if layout is LabelFormat.HC and titled:
        return titled
    sold = _seller(sections, sold=True) or titled
    return sold or _seller(sections, sold=False) or _only_maker(sections)


def _only_maker(sections: Sequence[Section]) -> str | None:
    """The one maker that a label names again and again, where no line says what it does."""
    lines = (line for section in sections for line in section.text.split("\n"))
    named = Counter(_SAID_AGAIN.sub(r"\1", found) for line in lines if (found := _maker_in([line])))
    is_one = len({name.split()[0] for name in named}) == 1
    return named.most_common(1)[0][0] if is_one and named.total() >= _AGAIN else None


def _seller(sections: Sequence[Section], *, sold: bool) -> str | None:
    """Who sells the product, whom to report to, or who only markets it; or who only makes it. Of
    several who sell it, it is the one to report to."""
    markets: str | None = None
    sells: list[str] = []
    for section, below in zip_longest(sections, sections[1:]):
        # "Marketed by:" may be read as a heading, and so may the company below it.
        text = "\n".join([section.heading, section.text, below.heading if below else ""])
        for match in _MADE.finditer(text):
            before = text[: match.start()].rstrip(" ")
            starts_line = not before or before.endswith(("\n", ".", ";", ",", "©", "®"))
            is_own_line = starts_line or section.heading == COLOPHON_HEADING
            if bool(match["sells"]) is sold and is_own_line:
                after = text[match.end() : match.end() + 160].lstrip(" :")
                found = _maker_in(after.strip().split("\n")[:3])
                if found and match[0].casefold().startswith("marketed"):
                    markets = markets or found
                elif found:
                    sells.append(found)
    reported_to = (_REPORTED_TO.search(section.text) for section in sections if sold)
    # An address may stand behind the name.
    reported = (
        (any(map(str.isdigit, match[1])) and _maker_in([match[1]])) or _tidy(match[1])
        for match in reported_to
        if match
    )
    named = next(
        (each for each in reported if each.casefold() not in product_words("no_company")), None
    )
    if sells:
        first = named.casefold().split()[0] if named else None
        return next((each for each in sells if each.casefold().split()[0] == first), sells[0])
    if not named:
        return markets
    # Its full name may stand elsewhere: "Genentech" is "Genentech, Inc.".
    full_name = re.compile(rf"(?:^{re.escape(named)} |\b{re.escape(named)},).*", re.M)
    lines = (line for section in sections for line in full_name.findall(section.text))
    whole = (full for line in lines if (full := _maker_in([line])))
    return next((full for full in whole if full.startswith(named)), named)


def _maker_in(lines: Iterable[str]) -> str | None:
    """The first company among the lines: capital words that end as companies' names do."""
    for line in lines:
        if match := _maker_pattern().search(line):
            return _tidy(match[1])
    return None


@cache
def _maker_pattern() -> re.Pattern[str]:
    capital = r"[A-Z][\w&.'’/-]*"
    word = rf"(?:{capital}|&|and|de|of|\(\w+\))"
    end = rf"(?: ?,)? (?i:{_either('company')})\.?"
    # Behind the company, no comma before another word of its name: an address has those.
    return re.compile(
        rf"({capital}(?:,? (?:{word}|-))*?{end}(?:(?: (?:{word}|-)){{0,3}}{end})*)(?![\w-])"
    )


def _tidy(name: str) -> str:
    return " ".join(name.split()).replace(" ,", ",").strip(" ,;:")


def _first(read: Callable[[str], Iterable[str]], places: Iterable[Iterable[str]]) -> list[str]:
    """What is read in the first place that tells anything."""
    for texts in places:
        if found := [each for text in texts for each in read(text)]:
            return found
    return []


@cache
def _form_pattern() -> re.Pattern[str]:
    before, form = (_either(kind).replace(r"\-", r"[\s-]") for kind in ("before", "form"))
    return re.compile(
        rf"\b((?:(?:{before})[,\s]+)*(?:{form})(?:e?s)?"
        r"(?: for (?:oral |intravenous |subcutaneous )?"
        r"(?:solution|suspension|injection|infusion))?)\b(?!-shaped)",
        re.I,
    )


def _forms(text: str) -> Iterator[str]:
    """Dosage forms in the singular, as printed otherwise."""
    known = product_words("form")
    for match in _form_pattern().finditer(text):
        *before, last = match[1].casefold().replace(",", " ").split()
        last = singular(last) if last not in known else last
        yield " ".join([*before, known.get(last, last)])


def _form_as_printed(text: str) -> Iterator[str]:
    """The first line up to its full stop, or what it adds in brackets, where it is a form."""
    line = _HYPHEN.sub("-", _FIRST_WORDS.split(text.strip(), maxsplit=1)[0].casefold())
    first = line.split()
    is_form = 0 < len(first) <= _MOST_FORM and _form_pattern().search(line) is not None
    if is_form and not any(map(str.isdigit, line)):
        last = first[-1] if first[-1] in product_words("form") else singular(first[-1])
        yield " ".join([*first[:-1], last])


def _numbers(text: str) -> Iterator[str]:
    """Numbers of products and authorisations, those of a range ("001-026") one by one."""
    for match in _NUMBERS.finditer(text):
        if not (stem := match["stem"]):
            yield match[match.lastindex or 0]
            continue
        first, last = int(match["first"]), int(match["last"] or match["first"])
        yield from (f"{stem}{at:03}" for at in range(first, min(last, first + _MOST_NUMBERS) + 1))


def _routes(text: str) -> Iterator[str]:
    for match in _route_pattern().finditer(text.casefold()):
        yield product_words("route")[match[0]]


def _ways(text: str) -> Iterator[str]:
    """Routes where a sentence says that it is given so: "taken orally", "intravenous bolus"."""
    for match in _route_pattern().finditer(text.casefold()):
        is_way = match[0].endswith("ly") or _WAY.match(text, match.end())
        if is_way and not _NO_WAY.search(text, 0, match.start()):
            yield product_words("route")[match[0]]


def _routes_of_forms(forms: Sequence[str]) -> list[str]:
    """The routes that forms alone tell, as tablets do; none where one of them tells none."""
    through = product_words("through")
    said = (through.keys() & form.split() for form in forms)
    told = [[route for word in words for route in split_list(through[word])] for words in said]
    return [routes[0] for routes in told] if all(len(routes) == 1 for routes in told) else []


@cache
def _route_pattern() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_either('route')})(?!\w)")


def _some(found: Iterable[str], most: int = _MOST) -> tuple[str, ...]:
    """Each once, in order, no more than `most`."""
    return tuple(dict.fromkeys(found))[:most]


def _either(kind: str) -> str:
    """A pattern of all words of a kind, longer ones first."""
    return "|".join(map(re.escape, sorted(product_words(kind), key=len, reverse=True)))
