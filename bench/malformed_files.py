"""Malformed label files by a seeded script: what a folder of downloads may hold at its worst."""

import io
import os
import random
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bench.malformed_pdf import hand_made_pdfs

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_BOMB_BYTES = 1 << 30


def make_malformed(folder: Path, pdfs: Sequence[Path], spl: Path, seed: int) -> list[Path]:
    """Writes the files into `folder`; the same seed makes the same files. Gives their paths,
    some of which (a folder, a pipe, links that lead nowhere) are not files at all."""
    dice = random.Random(seed)
    folder.mkdir(parents=True)
    made: list[Path] = []
    kinds: tuple[Callable[[], Iterator[tuple[str, bytes]]], ...] = (
        lambda: _damaged("pdf", [p.read_bytes() for p in pdfs], 6, dice),
        lambda: _damaged("xml", [spl.read_bytes()], 20, dice),
        lambda: _damaged("docx", [_docx()], 14, dice),
        lambda: _damaged("html", [_page()], 8, dice),
        lambda: _noise(dice),
        hand_made_pdfs,
        _office,
        lambda: _markup(spl.read_text(encoding="utf-8")),
        _pages,
        lambda: _misnamed(pdfs[0].read_bytes(), spl.read_bytes()),
        _encrypted,
    )
    for kind in kinds:
        for name, data in kind():
            path = folder / name
            path.write_bytes(data)
            made.append(path)
    return made + _no_files(folder, spl)


def _damaged(
    suffix: str, originals: Sequence[bytes], each: int, dice: random.Random
) -> Iterator[tuple[str, bytes]]:
    """Every original cut short, with bits flipped, and with a stretch taken out of its middle."""
    for n, data in enumerate(originals):
        for turn in range(each):
            cut = dice.randrange(1, len(data))
            yield f"cut_{n}_{turn}.{suffix}", data[:cut]
            flipped = bytearray(data)
            for _ in range(dice.choice((1, 8, 64, 512))):
                flipped[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
            yield f"flipped_{n}_{turn}.{suffix}", bytes(flipped)
        start = dice.randrange(len(data) // 2)
        yield f"holed_{n}.{suffix}", data[:start] + data[start + len(data) // 4 :]


def _noise(dice: random.Random) -> Iterator[tuple[str, bytes]]:
    for turn in range(8):
        noise = dice.randbytes(dice.choice((3, 100, 4096, 100_000)))
        yield f"noise_{turn}.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + noise + b"\n%%EOF\n"
        yield f"noise_{turn}.docx", b"PK\x03\x04" + noise
        yield f"noise_{turn}.xml", b"<?xml version='1.0'?><document>" + noise
        yield f"noise_{turn}.html", b"<html><body>" + noise
    for suffix in ("pdf", "docx", "xml", "html"):
        yield f"empty.{suffix}", b""
        yield f"one_byte.{suffix}", b"<" if suffix in ("xml", "html") else b"%"
        yield f"zeros.{suffix}", bytes(5000)
        yield f"bare_noise.{suffix}", dice.randbytes(2000)


def _parts() -> dict[str, bytes]:
    from docx import Document

    document = Document()
    document.add_heading("1 INDICATIONS AND USAGE", 1)
    document.add_paragraph("Madeupine tablets are indicated for the treatment of hiccups.")
    table = document.add_table(rows=2, cols=2)
    table.cell(0, 0).text = "Dose"
    buffer = io.BytesIO()
    document.save(buffer)
    with zipfile.ZipFile(buffer) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zipped(parts: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            # A fixed date, so that one seed makes one file.
            archive.writestr(
                zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED
            )
    return buffer.getvalue()


def _docx() -> bytes:
    return _zipped(_parts())


def _office() -> Iterator[tuple[str, bytes]]:
    parts = _parts()
    for n, missing in enumerate(sorted(parts)):
        yield f"without_part_{n}.docx", _zipped({k: v for k, v in parts.items() if k != missing})
        yield f"empty_part_{n}.docx", _zipped({**parts, missing: b""})
    body = b'<w:document xmlns:w="%s"><w:body>%s</w:body></w:document>'
    space = _W.encode()

    def with_body(inside: bytes) -> bytes:
        return _zipped({**parts, "word/document.xml": body % (space, inside)})

    yield "bomb_text.docx", with_body(b"<w:p/>" + b" " * _BOMB_BYTES)
    yield "bomb_paragraphs.docx", with_body(b"<w:p/>" * 20_000_000)
    yield "bomb_part.docx", _zipped({**parts, "word/media/image1.png": bytes(_BOMB_BYTES)})
    yield (
        "many_parts.docx",
        _zipped({**parts, **{f"word/x{n}.xml": b"<x/>" for n in range(20_000)}}),
    )
    yield "deep.docx", with_body(b"<w:sdt><w:sdtContent>" * 20_000)
    yield "no_body.docx", _zipped({**parts, "word/document.xml": b"<w:document/>"})
    yield "entities.docx", _zipped({**parts, "word/document.xml": _laughs(b"x")})
    yield "climbing.docx", _zipped({**parts, "../../../../tmp/out.xml": b"<x/>"})


def _laughs(root: bytes) -> bytes:
    entities = b'<!ENTITY a0 "haha">'
    for n in range(1, 12):
        entities += b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10)
    return b"<?xml version='1.0'?><!DOCTYPE %s [%s]><%s>&a11;</%s>" % (root, entities, root, root)


def _markup(spl: str) -> Iterator[tuple[str, bytes]]:
    start = spl.index("<document")

    def declared(entities: str, use: str) -> bytes:
        told = spl.replace("<title>", f"<title>{use}", 1)
        return (told[:start] + f"<!DOCTYPE document [{entities}]>" + told[start:]).encode()

    yield "laughs.xml", _laughs(b"document")
    yield "laughs_inside.xml", declared('<!ENTITY a "ha"><!ENTITY b "&a;&a;">', "&b;")
    yield "quadratic.xml", declared(f'<!ENTITY a "{"x" * 100_000}">', "&a;" * 20_000)
    yield "entity_file.xml", declared('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;")
    yield "entity_net.xml", declared('<!ENTITY x SYSTEM "http://127.0.0.1:9/x">', "&x;")
    yield "parameter.xml", declared('<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;', "")
    outside = '<!DOCTYPE document SYSTEM "file:///dev/zero">'
    yield "dtd.xml", (spl[:start] + outside + spl[start:]).encode()
    include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>'
    yield "include.xml", spl.replace("<title>", f"{include}<title>", 1).encode()
    yield "wrong_encoding.xml", spl.replace("UTF-8", "UTF-32", 1).encode()
    yield "unknown_encoding.xml", spl.replace("UTF-8", "KLINGON-1", 1).encode()
    yield "utf16.xml", spl.replace("UTF-8", "UTF-16", 1).encode("utf-16")
    yield "latin.xml", spl.encode() + b"\xff\xfe\xe9"
    yield "nothing_inside.xml", b"<?xml version='1.0'?><document xmlns='urn:hl7-org:v3'/>"
    yield "other_root.xml", b"<?xml version='1.0'?><recipe><egg/></recipe>"
    yield "deep.xml", b"<?xml version='1.0'?><document>" + b"<component>" * 200_000
    closed = b"<document xmlns='urn:hl7-org:v3'>%s%s</document>"
    yield (
        "deep_closed.xml",
        closed % (b"<component><section>" * 2000, b"</section></component>" * 2000),
    )
    yield "twice.xml", (spl + spl).encode()
    yield "spanning.xml", spl.replace("<td", '<td colspan="99999999" rowspan="99999999"').encode()
    yield "no_name_space.xml", spl.replace(' xmlns="urn:hl7-org:v3"', "", 1).encode()
    yield "long_title.xml", spl.replace("<title>", "<title>" + "x" * 5_000_000, 1).encode()


def _page() -> bytes:
    rows = "".join(f"<tr><td>{n} mg</td><td>daily</td></tr>" for n in range(40))
    return (
        "<!DOCTYPE html><html><head><title>Madeupine</title></head><body>"
        "<h1>MADEUPINE tablets</h1><h2>1 INDICATIONS AND USAGE</h2>"
        "<p>Madeupine tablets are indicated for the treatment of hiccups.</p>"
        f"<h2>2 DOSAGE AND ADMINISTRATION</h2><table>{rows}</table></body></html>"
    ).encode()


def _pages() -> Iterator[tuple[str, bytes]]:
    page = _page().decode()
    tags = ["<div>", "<table><tr><td>", "<ul><li>", "<b><i>", "<p>", "<span><h1>"]
    for n, tag in enumerate(tags):
        yield f"deep_{n}.html", f"<html><body>{tag * 30_000}text".encode()
    wide = page.replace("<td>", '<td colspan="99999999" rowspan="99999999">')
    yield "spanning.html", wide.encode()
    yield "negative_span.html", page.replace("<td>", '<td colspan="-1" rowspan="x">').encode()
    yield "local_file.html", page.replace("<p>", '<img src="file:///etc/passwd"><p>').encode()
    yield "net.html", page.replace("<p>", '<img src="http://127.0.0.1:9/x.png"><p>').encode()
    yield "bad_data.html", page.replace("<p>", '<img src="data:image/png;base64,AAAA"><p>').encode()
    yield "only_tags.html", b"<html>" + b"<" * 100_000
    yield "closing.html", b"<html>" + b"</td></tr></table>" * 5000
    yield "comment.html", b"<html><!--" + b"-" * 500_000
    yield "nulls.html", page.replace(" ", "\0").encode()
    yield "utf16.html", page.encode("utf-16")
    yield "no_words.html", b"<html><body></body></html>"


def _misnamed(pdf: bytes, spl: bytes) -> Iterator[tuple[str, bytes]]:
    docx, page = _docx(), _page()
    picture = b"\x89PNG\r\n\x1a\n" + zlib.compress(bytes(1000))
    contents = {"pdf": pdf, "xml": spl, "docx": docx, "html": page, "png": picture}
    for true, data in contents.items():
        for said in ("pdf", "xml", "docx", "html"):
            if said != true:
                # A comment's length of padding makes it other bytes than the file it stands beside.
                yield f"really_{true}.{said}", data + b"\n" * (true in ("pdf", "xml", "html"))
    yield "other_zip.docx", _zipped({"readme.txt": b"nothing here"})
    yield "other_zip.pdf", _zipped({"label.pdf": pdf})
    yield "old_office.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(5000)


def _encrypted() -> Iterator[tuple[str, bytes]]:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    for strength in (40, 128):
        buffer = io.BytesIO()
        lock = StandardEncryption("secret", ownerPassword="owner", strength=strength)
        canvas = Canvas(buffer, encrypt=lock, invariant=1)
        canvas.drawString(72, 720, "Madeupine tablets are indicated for the treatment of hiccups.")
        canvas.save()
        yield f"encrypted_{strength}.pdf", buffer.getvalue()


def _no_files(folder: Path, spl: Path) -> list[Path]:
    """Things with a label's name that are no file, and files with names that are hard to say."""
    (folder / "folder.pdf").mkdir()
    (folder / "nowhere.pdf").symlink_to(folder / "gone.pdf")
    (folder / "round.pdf").symlink_to(folder / "round.pdf")
    os.mkfifo(folder / "pipe.pdf")
    made = [folder / n for n in ("folder.pdf", "nowhere.pdf", "round.pdf", "pipe.pdf")]
    for name in (b"n\xffname.xml", b"two\nlines.xml", b"[bold]x[red].xml", b"x" * 251 + b".xml"):
        path = Path(os.fsdecode(os.fsencode(folder) + b"/" + name))
        path.write_bytes(spl.read_bytes()[:-40] + name)
        made.append(path)
    return made
