"""Characters that a PDF keeps in the private use area, as the characters the reader sees.

The code points are those of Adobe's Symbol encoding (and of Wingdings bullets), shifted to
U+F000. Only these and the f-ligatures are ever replaced; all other text stays as in the file.
"""

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
    if "\ue000" <= char <= "\uf8ff":
        name = font.lower().replace("-", "").replace(" ", "")
        if _is_signs(font):
            return (WINGDINGS_2 if "wingdings2" in name else WINGDINGS).get(char, _BULLET)
        if char in _BULLET_POINTS and "symbol" not in name:
            return WINGDINGS.get(char, _BULLET)
        return SYMBOL.get(char, WINGDINGS.get(char, char))
    if char in LATIN_SYMBOL and "symbol" in font.lower() and "segoe" not in font.lower():
        return LATIN_SYMBOL[char]
    return LIGATURES.get(char, char)
