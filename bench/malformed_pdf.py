"""PDFs put together by hand, each with one thing in it that no honest writer makes."""

import zlib
from collections.abc import Iterator, Mapping

_TEXT = (
    b"BT /F1 12 Tf 72 700 Td (1 INDICATIONS AND USAGE: Madeupine is indicated for hiccups) Tj ET"
)
_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def stream(data: bytes, more: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), more, data)


def _sound() -> dict[int, bytes]:
    """The objects of a sound one-page file, to be spoiled."""
    return {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        4: stream(_TEXT),
        5: _FONT,
    }


def assembled(objects: Mapping[int, bytes], trailer: bytes = b"", size: int | None = None) -> bytes:
    """A PDF of these objects with a true cross-reference table and what `trailer` adds."""
    out = bytearray(b"%PDF-1.7\n")
    places: dict[int, int] = {}
    for number, body in sorted(objects.items()):
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    last = max(objects)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (last + 1)
    for number in range(1, last + 1):
        at = places.get(number)
        out += b"%010d 00000 n \n" % at if at is not None else b"0000000000 00000 f \n"
    trailer = trailer.replace(b"TABLE", b"%d" % table)
    out += b"trailer\n<< /Size %d /Root 1 0 R %s >>\n" % (size or last + 1, trailer)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % table)


def _spoiled(number: int, old: bytes, new: bytes) -> bytes:
    objects = _sound()
    objects[number] = objects[number].replace(old, new)
    return assembled(objects)


def _replaced(**objects: bytes) -> bytes:
    return assembled({**_sound(), **{int(k[1:]): v for k, v in objects.items()}})


def hand_made_pdfs() -> Iterator[tuple[str, bytes]]:
    """Name and content of each."""
    yield "xref_loop.pdf", assembled(_sound(), b"/Prev TABLE")
    yield "xref_far.pdf", assembled(_sound(), b"/Prev 99999999999999999999")
    yield "xref_stream_loop.pdf", assembled(_sound(), b"/XRefStm TABLE")
    yield "xref_size.pdf", assembled(_sound(), size=2**31 - 1)
    yield "no_xref.pdf", assembled(_sound()).partition(b"xref\n")[0]
    yield "startxref_zero.pdf", assembled(_sound()).replace(b"startxref\n", b"startxref\n0\n%")
    for n, count in enumerate((b"2147483647", b"-1", b"99999999999999999999", b"0", b"(x)")):
        yield f"count_{n}.pdf", _spoiled(2, b"/Count 1", b"/Count " + count)
    yield (
        "many_kids.pdf",
        _spoiled(2, b"[3 0 R] /Count 1", b"[" + b"3 0 R " * 5000 + b"] /Count 5000"),
    )
    yield "kids_loop.pdf", _spoiled(2, b"[3 0 R]", b"[2 0 R]")
    yield "kids_self.pdf", _spoiled(2, b"[3 0 R]", b"[3 0 R 2 0 R 3 0 R]")
    yield "no_kids.pdf", _spoiled(2, b"/Kids [3 0 R]", b"")
    yield "kid_is_font.pdf", _spoiled(2, b"[3 0 R]", b"[5 0 R]")
    yield "parent_loop.pdf", _spoiled(3, b"/Parent 2 0 R", b"/Parent 3 0 R")
    for n, box in enumerate(
        (b"0 0 0 0", b"0 0 1e9 1e9", b"612 792 0 0", b"-1e20 -1e20 1e20 1e20", b"a b", b"0 0 1 1")
    ):
        yield f"box_{n}.pdf", _spoiled(3, b"0 0 612 792", box)
    yield "no_box.pdf", _spoiled(3, b"/MediaBox [0 0 612 792]", b"")
    yield "rotated.pdf", _spoiled(3, b"/Parent", b"/Rotate 45 /Parent")
    yield "unit.pdf", _spoiled(3, b"/Parent", b"/UserUnit 1e12 /Parent")
    yield "contents_self.pdf", _spoiled(3, b"/Contents 4 0 R", b"/Contents 3 0 R")
    yield (
        "contents_many.pdf",
        _spoiled(3, b"/Contents 4 0 R", b"/Contents [" + b"4 0 R " * 20_000 + b"]"),
    )
    yield "no_font.pdf", _spoiled(3, b"/F1 5 0 R", b"")
    yield "font_is_page.pdf", _spoiled(3, b"/F1 5 0 R", b"/F1 3 0 R")
    deep = 200_000
    yield "deep_array.pdf", _replaced(o6=b"[" * deep + b"]" * deep)
    yield "deep_dictionary.pdf", _replaced(o6=b"<< /A " * deep + b"1" + b" >>" * deep)
    yield (
        "deep_catalog.pdf",
        _spoiled(1, b"/Pages", b"/X " + b"[" * deep + b"]" * deep + b" /Pages"),
    )
    yield "deep_in_contents.pdf", _replaced(o4=stream(b"[" * deep + _TEXT))
    yield "deep_states.pdf", _replaced(o4=stream(b"q " * deep + _TEXT + b" Q" * deep))
    yield "deep_tree.pdf", _deep_tree(20_000)
    yield "form_loop.pdf", _form_loop()
    yield (
        "bomb_contents.pdf",
        _replaced(o4=stream(zlib.compress(b" " * (1 << 29)), b"/Filter /FlateDecode")),
    )
    twice = zlib.compress(zlib.compress(b" " * (1 << 29)))
    yield "bomb_filters.pdf", _replaced(o4=stream(twice, b"/Filter [/FlateDecode /FlateDecode]"))
    yield (
        "many_words.pdf",
        _replaced(o4=stream(zlib.compress((_TEXT + b"\n") * 100_000), b"/Filter /FlateDecode")),
    )
    yield (
        "many_paths.pdf",
        _replaced(
            o4=stream(
                zlib.compress(_TEXT + b" 1 1 m 600 700 l S" * 500_000), b"/Filter /FlateDecode"
            )
        ),
    )
    yield "huge_picture.pdf", _huge_picture()
    yield "bad_filter.pdf", _replaced(o4=stream(_TEXT, b"/Filter /Nonsense"))
    yield "bad_flate.pdf", _replaced(o4=stream(b"\x78\x9c" + _TEXT, b"/Filter /FlateDecode"))
    yield (
        "long_length.pdf",
        _replaced(o4=b"<< /Length 999999999 >>\nstream\n" + _TEXT + b"\nendstream"),
    )
    yield "length_self.pdf", _replaced(o4=b"<< /Length 4 0 R >>\nstream\n" + _TEXT + b"\nendstream")
    yield "far_text.pdf", _replaced(o4=stream(_TEXT.replace(b"72 700", b"1e15 -1e15")))
    yield "huge_type.pdf", _replaced(o4=stream(_TEXT.replace(b"/F1 12", b"/F1 1e30")))
    yield "no_type_size.pdf", _replaced(o4=stream(_TEXT.replace(b"/F1 12", b"/F1 0")))
    yield "not_numbers.pdf", _replaced(o4=stream(_TEXT.replace(b"72 700", b"nan inf")))
    yield "no_text.pdf", _replaced(o4=stream(b"0 0 100 100 re f"))
    yield "no_catalog.pdf", _replaced(o1=b"null")
    yield "owner_lock.pdf", assembled(_sound(), b"/Encrypt << /Filter /Nonsense /V 9 >>")


def _deep_tree(depth: int) -> bytes:
    objects = _sound()
    for level in range(depth):
        here, below = (2, 6) if level == 0 else (5 + level, 6 + level)
        objects[here] = b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % below
    objects[5 + depth] = objects[3]
    return assembled(objects)


def _form_loop() -> bytes:
    objects = _sound()
    itself = b"/Resources << /XObject << /X 6 0 R >> >>"
    loop = b"/Type /XObject /Subtype /Form /BBox [0 0 600 700] " + itself
    objects[6] = stream(b"/X Do", loop)
    objects[3] = objects[3].replace(b"/Font", b"/XObject << /X 6 0 R >> /Font")
    objects[4] = stream(_TEXT + b" /X Do")
    return assembled(objects)


def _huge_picture() -> bytes:
    objects = _sound()
    size = 60_000
    picture = b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB " % (
        size,
        size,
    )
    objects[6] = stream(
        zlib.compress(bytes(1000)), picture + b"/BitsPerComponent 8 /Filter /FlateDecode"
    )
    objects[3] = objects[3].replace(b"/Font", b"/XObject << /X 6 0 R >> /Font")
    objects[4] = stream(_TEXT + b" q 400 0 0 400 72 100 cm /X Do Q")
    return assembled(objects)
