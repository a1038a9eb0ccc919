"""The embedded typefaces, all under free licences and all from packages on PyPI.

Each family holds the signs that labels need (µ ≥ ≤ ± ° × – † ‡ ®); ReportLab writes a
ToUnicode map for every embedded subset, so the text can be read back.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

# family -> (package, file stem, regular, bold, italic, bold italic)
_FAMILIES = {
    "Roboto": ("font_roboto", "Roboto", "Regular", "Bold", "Italic", "BoldItalic"),
    "SourceSans": ("font_source_sans_pro", "SourceSansPro", "Regular", "Bold", "It", "BoldIt"),
    "SourceSerif": ("font_source_serif_pro", "SourceSerifPro", "Regular", "Bold", "It", "BoldIt"),
}


def font_file(family: str, cut: str = "Regular") -> Path:
    """Where the font of ``family`` lies; raises ``ModuleNotFoundError`` without its package."""
    package, stem, *_ = _FAMILIES[family]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"install {package.replace('_', '-')} to set {family}")
    return Path(spec.origin).parent / "files" / f"{stem}-{cut}.ttf"


def register_fonts() -> None:
    """Make every family known to ReportLab under its name, with its bold and italic cuts."""
    for family, (_, _, *cuts) in _FAMILIES.items():
        names = [family, f"{family}-Bold", f"{family}-Italic", f"{family}-BoldItalic"]
        for name, cut in zip(names, cuts, strict=True):
            pdfmetrics.registerFont(TTFont(name, str(font_file(family, cut))))
        pdfmetrics.registerFontFamily(family, *names)
