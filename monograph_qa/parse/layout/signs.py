"""Signs of a label: how they are written, and how captions, items and notes begin.

A PDF keeps some characters in the private use area, under the code points of Adobe's Symbol
encoding (and of Wingdings bullets) shifted to U+F000: these and the f-ligatures become what the
reader sees; all other text stays as in the file. Marks and exponents that stand raised become
characters that say so: "10⁹/L", "0.78³", "Nausea ᵃ". Set on the line they would change what is
printed: 0.78 with its note 3 is not 0.783.
"""

import re
from functools import cache

_BULLET = "•"

_SYMBOL_ROWS = {
    0x20: " !∀#∃%&∋()∗+,−./0123456789:;<=>?",
    0x40: "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
    0x60: " αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼ ",
    0xA0: " ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓",
    0xB0: "°±″≥×∝∂•÷≠≡≈…|—↵",
    0xC0: "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉",
    0xD0: "∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓",
    0xE0: "◊⟨®©™∑",
}
SYMBOL = {
    chr(0xF000 + start + at): char
    for start, row in _SYMBOL_ROWS.items()
    for at, char in enumerate(row)
}
WINGDINGS = {"\uf0fc": "✓", "\uf0fb": "✗", "\uf0e0": "→", "\uf0e8": "→", "\uf0f0": "⇨"}
# Wingdings 2 has its ticks and crosses in other places; what else it draws is a bullet here.
WINGDINGS_2 = dict(zip("\uf050\uf04f\uf052\uf051\uf053\uf054", "✓✗☑☒☒☒", strict=True))
# Adobe's own code points for signs with and without serifs.
SIGNS = dict(zip("\uf6d9\uf6da\uf6db\uf8e9\uf8e8\uf8ea", "©®™" * 2, strict=True))
# A Symbol font read as if it were Latin: these letters are never meant in that font.
LATIN_SYMBOL = {"³": "≥", "£": "≤", "·": _BULLET, "´": "×", "¹": "≠", "®": "→", "»": "≈"}
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"}
LIGATURES |= {"\uf001": "fi", "\uf002": "fl"}  # where Windows Glyph List 4 had them at first
# Bullets of Wingdings that a file without a telling font name uses too.
_BULLET_POINTS = frozenset("\uf0a7\uf0d8\uf06e\uf06c\uf0a8\uf071\uf076\uf077\uf0b7")

BULLETS = frozenset("•·▪▫◦●○■□▶►➢➤✓❖◆◇‣⁃∙⚫⬤♦")


def readable(text: str, font: str) -> str:
    """`text` with private-use characters and f-ligatures as a reader sees them."""
    if text.isascii() and not _is_signs(font):
        return text
    return "".join(_character(char, font) for char in text)


@cache
def _is_signs(font: str) -> bool:
    name = font.lower()
    return "wingding" in name or "webding" in name or "dingbat" in name


def _character(char: str, font: str) -> str:
    if _is_signs(font) and char < "\u0100" and not char.isspace():
        char = chr(0xF000 + ord(char))  # a sign under the code of a letter
    if char in SIGNS:
        return SIGNS[char]
    if char in LIGATURES:
        return LIGATURES[char]
    if "\ue000" <= char <= "\uf8ff":
        name = font.lower().replace("-", "").replace(" ", "")
        if _is_signs(font):
            return (WINGDINGS_2 if "wingdings2" in name else WINGDINGS).get(char, _BULLET)
        if char in _BULLET_POINTS and "symbol" not in name:
            return WINGDINGS.get(char, _BULLET)
        return SYMBOL.get(char, WINGDINGS.get(char, char))
    if char in LATIN_SYMBOL and "symbol" in font.lower() and "segoe" not in font.lower():
        return LATIN_SYMBOL[char]
    return char


_PLAIN = "0123456789+-−–abcdefghijklmnoprstuvwxyz"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
_UP = str.maketrans(_PLAIN, _RAISED)
_DOWN = str.maketrans(_RAISED, _PLAIN)
_MARKS = re.compile(r"[+\-−–]?[0-9]{1,3}|[a-pr-z0-9](?:,\s?[a-pr-z0-9])*,?")
_LENGTH = re.compile(r"(?:^|[^A-Za-z])[cdkmµμ]?m$")  # "m2" says what is meant, on the line as well


def raised(before: str, text: str) -> str | None:
    """`text` raised behind `before`; None for what is no mark: "th", "®", the 2 of "m2"."""
    plain = text.translate(_DOWN)  # what was raised before stays raised
    if not _MARKS.fullmatch(plain) or (plain.isdigit() and _LENGTH.search(before)):
        return None
    return plain.translate(_UP)


def stands_apart(before: str, mark: str) -> bool:
    """Does the mark stand apart from a word, so that it can be read: "Nausea ᵃ", but "kg⁻¹"?"""
    return before[-1:].isalpha() and mark[0] not in "⁺⁻"


def is_mark(text: str) -> bool:
    """Is it but a mark or an exponent that stands raised?"""
    return all(char in _RAISED or char == "," for char in text)


CAPTION = re.compile(
    r"(?i:table|figure|fig\.|exhibit|scheme|chart)\s+[A-Z]?\d{1,3}[a-zA-Zᵃᵇᶜᵈᵉᶠ¹²³]?"
    r"(?=\s*(?:[.:–—-]|$|\s[A-Z\"'(]))"
)
FIGURE = re.compile(r"(?:Figure|Fig\.)\s*\d{1,2}\s*[.:]")  # one that tells what it shows
ENUMERATED = re.compile(
    r"(?:\(?[a-hj-z]\)|\(?\d{1,2}\)|\(?[ivx]{1,4}\)|\d{1,2}\.(?=\s)|[a-h]\.(?=\s))\s*\S"
)
NOTE = re.compile(
    r"\s*(?:[*†‡§¶#¥‖^ǂ]|[a-h](?=[\s=:]?\s*[A-Z=])(?![a-z])|[1-9](?=\s?[A-Z][a-z])"
    r"|(?i:abbreviations?|note|key)\s*[:=]|[nN]\s*=|\([a-h1-9]\)\s"
    r"|[A-Z][A-Za-z]{0,6}\s*=)"
)
