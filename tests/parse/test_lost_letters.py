"""A letter that the parser could not name is read from where it stands."""

from io import BytesIO

from reportlab.lib.pagesizes import letter
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from monograph_qa.parse.layout.glyphs import Glyph
from monograph_qa.parse.pdfium import style_of, with_text_mended


def test_a_lost_letter_is_read_once_more_and_no_other_changes() -> None:
    said, x, y = "as defined", 72.0, 700.0
    out = BytesIO()
    canvas = Canvas(out, pagesize=letter)
    canvas.setFont("Times-Roman", 11)
    canvas.drawString(x, y, said)
    canvas.save()
    glyphs = []
    for char in said:
        wide = stringWidth(char, "Times-Roman", 11)
        top = letter[1] - y - 9
        text = "\ufffd" if char == "d" else char
        glyphs.append(Glyph(text, x, top, x + wide, top + 12, "Times-Roman", 2.75))
        x += wide
    found = with_text_mended(glyphs, out.getvalue(), 1)
    assert "".join(glyph.text for glyph in found) == said
    off_the_page = [glyph._replace(top=400, bottom=412) for glyph in glyphs]
    assert with_text_mended(off_the_page, out.getvalue(), 1) == off_the_page


def test_a_font_without_a_name_has_the_face_that_its_file_tells() -> None:
    """The table of contents of a font file, and its head with the style bits at their place."""

    def font(style: int, *names: bytes) -> bytes:
        entries = b"".join(name + bytes(4) + (100).to_bytes(4) + bytes(4) for name in names)
        table = bytes(4) + len(names).to_bytes(2) + bytes(6) + entries
        return table.ljust(100, b"\0") + bytes(44) + style.to_bytes(2)

    assert [style_of(font(style, b"cmap", b"head")) for style in (0, 1, 2, 3)] == [
        "", "-Bold", "-Italic", "-BoldItalic",
    ]  # fmt: skip
    assert style_of(font(1, b"cmap")) is None and style_of(b"") is None
