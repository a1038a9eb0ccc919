"""Drug names in a label's own phrases: "BRAND® (generic) tablets", "each mL contains 10 mg X"."""

import re
from collections.abc import Iterator

from monograph_qa.domain.label import NameKind
from monograph_qa.frozen import frozen
from monograph_qa.names.candidates import candidates, weight
from monograph_qa.names.ingredients import (
    begins_a_vaccine,
    clean,
    is_biological,
    is_brand,
    is_everyday,
    is_ingredient,
    is_one_ingredient,
    without_salt,
)
from monograph_qa.vocabulary.name_keys import name_parts
from monograph_qa.vocabulary.tokens import tokenize

# Phrases that label law or custom fixes; what they hold are names.
_SAFELY = re.compile(
    r"information needed to use\s+(.{2,160}?)\s+safely\s+and\s+effectively", re.I | re.S
)
_BRAND_GENERIC = re.compile(
    r"(?:^|(?<=use )|(?<=; ))\s*([A-Z][\w®™+'\- ]{1,60}?)\s*[®™*]*\s*[(\[]\s*"
    r"([^()\[\]]{3,140}(?:[(\[][^()\[\]]*[)\]][^()\[\]]*)?)[)\]]"
)
_NAME_AND_FORM = re.compile(r"^\s*([A-Z][\w®™+'\-/, ]{2,90}?)\s*[®™]*(?:,|$|\bfor\b)")
_PRINT_TITLE = re.compile(r"^([A-Z0-9][^a-z]{2,90}?)\s*[-–]\s+([a-z][\w\s,()'\-]{3,300})$")
_BRAND_OF = re.compile(r"\b([A-Z][A-Za-z\-]{2,30})[®™]?\s+brand of\s+([a-z][a-z \-]{3,60})", re.S)
_FIELD = re.compile(
    r"^\W*(?:(?P<brand>brand|trade|proprietary)|generic|non-?proprietary|approved)\s+names?"
    r"(?:\s*\([^)]*\))?\s*(?::|[-–—](?=\s))\s*(?P<name>\S.*)$",
    re.I,
)
_CONTAINS = re.compile(
    r"\b(?:contains?|containing|equivalent to|corresponding to)\s+(?:approximately\s+|up to\s+)?"
    r"[\d.,]+\s*(?:mg|g|ml|mL|µg|mcg|micrograms?|milligrams?|IU|U|units?|%)(?:\s*/\s*\w+)?"
    r"\s+(?:of\s+)?(?:the\s+)?([a-zA-Z][\w\- ]{3,60}?)"
    r"(?=\s*(?:[,.;:(\[]|$|\b(?:and|as|in|per|for|equivalent|which|that)\b))"
)
# "contains X tartrate that corresponds to 6 mg X", "contains X sodium equivalent to 50 mg X"
_CONTAINS_SALT = re.compile(
    r"\bcontains?\s+([a-z][\w\- ]{3,60}?),?\s+"
    r"(?:equivalent|that corresponds?|corresponding|which)\b"
    r"(?!.*\band\s+\d)"
)
_AND_ALSO = re.compile(r"\band\s+\d[\d.,]*\s*m?g\s+(?:of\s+)?([a-z][\w\-]{3,40})")
_IS_A = re.compile(
    r"^([A-Z][\w®™\- ]{2,50}?)\s*[®™]*\s*[,(]\s*([a-z][\w\- /]{3,70}?)\s*[,)](?:[^.]{0,60})?\s+"
    r"(?:is|are|contains?|tablets?|capsules?|injection)\b"
)
_AMOUNT_OF = re.compile(
    r"\d[\d.,]*\s*(?:mg|g|mL|µg|mcg|micrograms?|milligrams?|IU|U|(?:international )?units?|Lf|%)"
    r"(?:\s*/\s*\w+)?(?:\s*\([^)]*\))?\s+(?:of\s+)?(?:the\s+)?(?=[A-Za-z])",
    re.I,
)
_AMOUNTS_TO = re.compile(r"\b(?:equivalent|corresponding|corresponds?|equal) to\b", re.I)
_LONG_WORD = re.compile(r"[a-z]{4,}")
_INN = re.compile(r"\(INN\b\W{0,3}([a-z]{5,}(?: [a-z]{3,})?)\)")
_STATES_CONTENT = re.compile(
    r"\b(?:contains?|containing|formulated to contain|consists? of|(?:provid|deliver)(?:es?|s|ing)"
    r"(?:\s+a)?(?:\s+(?:delivered|metered))?\s+dose)\b",
    re.I,
)
_NEVER_IN_A_NAME = frozenset({"or", "each", "is", "are", "was", "to", "as", "than", "by", "from"})
# "See section 4.8", "Subcutaneous use after reconstitution", "For children weighing 4 kg".
_NO_NAME = re.compile(
    r"(?:see|for|keep|read)\b|.*\b(?:section \d|use (?:after|only)|weighing)\b", re.I
)
_MOST_WORDS, _MOST_WORDS_OF_A_VACCINE = 14, 25
_SHORT, _LEAST = 5, 3  # letters
_LONGEST = 80  # characters of an ingredient
_BARE = frozenset({"the", "a", "an", "each", "this", "drug", "product", "active", "ingredient"})


@frozen
class FoundName:
    """A name as printed, what it seems to be, and where it stands (see `name_evidence`)."""

    name: str
    kind: NameKind
    place: str

    @property
    def trust(self) -> float:
        """How sure its place makes it (0..1)."""
        return weight("label", self.place)

    @property
    def is_certain(self) -> bool:
        """Whether its place alone makes it the label's name."""
        return self.trust >= weight("label", "stated")


def is_plausible(name: str) -> bool:
    """A short run of words with letters, none of which is a form or filler alone."""
    words = name.split()
    most = _MOST_WORDS_OF_A_VACCINE if is_biological(name) else _MOST_WORDS
    folded = {w.casefold().strip("(),") for word in words for w in word.split("/")}
    if len(name) < _LEAST or not any(map(str.isalpha, name)) or folded & _NEVER_IN_A_NAME:
        return False
    if _NO_NAME.match(name):
        return False
    if len(words) > most and not is_ingredient(name):
        return False
    parts = name_parts()
    return not folded <= (_BARE | parts.forms | parts.salts | parts.connectors)


def is_abbreviation(name: str) -> bool:
    """Whether a short word of mixed case may stand for something measured ("CrCl"): no brand that a
    table knows ("Onfi")."""
    is_short = len(name.split()) == 1 and len(name) <= _SHORT and not is_brand(name)
    return is_short and not name.islower() and not name.isupper()


def names_in_line(line: str) -> Iterator[FoundName]:
    """Names in one line of a title page, highlights head or first description sentence."""
    if match := _PRINT_TITLE.match(line):
        yield FoundName(clean(match[1]), NameKind.BRAND, "print_title")
        yield FoundName(clean(match[2]), NameKind.GENERIC, "print_title")
    if match := _FIELD.match(line):
        kind = NameKind.BRAND if match["brand"] else NameKind.GENERIC
        yield FoundName(clean(match["name"]), kind, "name_field")
    if match := _SAFELY.search(line):
        for brand in re.split(r"/|\bor\b", match[1]):
            yield FoundName(clean(brand), NameKind.BRAND, "safely_sentence")
    if match := _BRAND_OF.search(line):
        yield FoundName(clean(match[1]), NameKind.BRAND, "brand_of")
        yield FoundName(clean(match[2]), NameKind.GENERIC, "brand_of")
    if (match := _BRAND_GENERIC.search(line)) and match.start() == 0:
        brand, generic = clean(match[1]), clean(match[2])
        # "Ebola Zaire Vaccine (rVSV, live)" and "Hepatitis A (inactivated) vaccine" have no brand.
        if is_biological(match[1]) or begins_a_vaccine(match[1]):
            yield FoundName(clean(line), NameKind.GENERIC, "title_line")
        elif is_biological(generic) or is_ingredient(generic) or is_brand(brand):
            yield FoundName(brand, NameKind.BRAND, "title_line")
            yield FoundName(generic, NameKind.GENERIC, "title_line")
        elif generic.islower() and not (
            is_everyday(generic) or is_everyday(brand) or is_ingredient(brand)
        ):  # newer than the tables
            yield FoundName(brand, NameKind.BRAND, "new_title_line")
            yield FoundName(generic, NameKind.GENERIC, "new_title_line")
        elif is_ingredient(brand):  # "BCG LIVE (for intravesical use)"
            yield FoundName(brand, NameKind.GENERIC, "title_line")
        elif any(mark in match[0] for mark in "®™"):
            yield FoundName(brand, NameKind.BRAND, "marked_line")


def is_print_title(line: str) -> bool:
    """True for the line that DailyMed prints first: "BRAND- generic tablet, film coated"."""
    return _PRINT_TITLE.match(line) is not None


def names_in_product_line(line: str) -> Iterator[FoundName]:
    """Names in the line that by law names the product: "BRAND (generic) tablets, for oral use", or
    "GENERIC tablets, for oral use" where there is no brand. What stands there is the name."""
    branded = [m for m in _BRAND_GENERIC.finditer(line) if not is_biological(m[1])]
    for match in branded:
        yield FoundName(clean(match[1]), NameKind.BRAND, "product_line")
        yield FoundName(clean(match[2]), NameKind.GENERIC, "product_line")
    plain = None if branded else _NAME_AND_FORM.match(line)
    if plain and is_biological(line) and not is_biological(plain[1]):
        yield FoundName(clean(plain[1]), NameKind.BRAND, "product_line")  # "X®, Y Vaccine"
    elif plain:
        yield FoundName(clean(plain[1]), NameKind.GENERIC, "product_line")


def names_in_composition(sentence: str) -> Iterator[FoundName]:
    """Names in a sentence that states what the product contains or is: the known ingredients that
    follow an amount or, where none is known, what stands there."""
    if match := _CONTAINS_SALT.search(sentence):
        yield FoundName(clean(match[1]), NameKind.GENERIC, "contains")
        return
    if match := _INN.search(sentence):
        yield FoundName(match[1], NameKind.GENERIC, "amount")
        return
    states = _STATES_CONTENT.search(sentence)  # before it stands what it is dissolved in
    own: dict[str, str] = {}
    for each in _contents(sentence, states.end()) if states else ():
        bare = without_salt(each).casefold()
        if bare not in own or name_parts().esters.isdisjoint(own[bare].casefold().split()):
            own[bare] = each  # an ester is what the product has in it, whatever it amounts to
    if own:
        yield FoundName(" and ".join(own.values()), NameKind.GENERIC, "amount")
        return
    if match := _IS_A.match(sentence):
        yield FoundName(clean(match[1]), NameKind.BRAND, "contains")
        yield FoundName(clean(match[2]), NameKind.GENERIC, "contains")
    parts = [clean(match[1]) for match in _CONTAINS.finditer(sentence)]
    if parts:
        parts += [clean(match[1]) for match in _AND_ALSO.finditer(sentence)]
        last = {without_salt(part).casefold(): part for part in reversed(parts)}
        yield FoundName(" and ".join(reversed(last.values())), NameKind.GENERIC, "contains")


def _contents(sentence: str, start: int) -> Iterator[str]:
    """The known ingredients behind the amounts of a sentence, but for what one of them amounts to:
    "700 mg fosamprenavir (equivalent to 600 mg of amprenavir)" has no amprenavir in it."""
    last: set[str] = set()
    end = start
    for match in _AMOUNT_OF.finditer(sentence, start):
        between, end = sentence[end : match.start()], match.end()
        found = _ingredient_at(sentence, end)
        named = set(filter(is_one_ingredient, _LONG_WORD.findall(between))) - name_parts().salts
        is_again = last and _AMOUNTS_TO.search(between) and named <= last
        words = set(found.casefold().split())
        if words and (not is_again or words <= last):
            yield found
            last = words


def _ingredient_at(sentence: str, start: int) -> str:
    """The longest known ingredient, as printed, that stands at `start`; "" for none."""
    text = sentence[start : start + _LONGEST]
    beginning = (text[: each.stop] for each in candidates(text, tokenize(text)) if not each.start)
    return next((name for name in beginning if is_one_ingredient(name)), "")
