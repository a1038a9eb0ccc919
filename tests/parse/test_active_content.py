"""What a label file would do, load or run is left alone: only its text is read."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from monograph_qa.domain.parsed import ParsedLabel
from monograph_qa.errors import LabelError
from monograph_qa.parse import read

PAGE = """<!DOCTYPE html [<!ENTITY file SYSTEM "file://{secret}">]>
<html><head><base href="{net}/"><link rel="stylesheet" href="{net}/style.css">
<meta http-equiv="refresh" content="0; url={net}/elsewhere"></head>
<body onload="fetch('{net}/onload')"><h1>1 INDICATIONS AND USAGE</h1>
<p>Zentrolol is indicated for high blood pressure.</p>
<p>&file; <img src="{net}/a.png" alt="a"><img src="file://{secret}"></p>
<script src="{net}/a.js"></script><script>document.write("Take 99 mg.")</script>
<iframe src="file://{secret}"></iframe><object data="{net}/b"></object>
<svg><image href="{net}/c.svg"></image></svg><video src="{net}/d"></video>
<p>=HYPERLINK("{net}", "x") [y](javascript:alert(1))</p></body></html>"""
TEXT = (
    b"BT /F1 14 Tf 72 700 Td (1 INDICATIONS AND USAGE) Tj 0 -30 Td /F1 10 Tf "
    b"(Zentrolol is indicated for high blood pressure.) Tj ET"
)


@contextmanager
def listening() -> Iterator[tuple[str, list[str]]]:
    """The address of a server on this machine, and the paths that it was asked for."""
    asked: list[str] = []

    class Noting(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Noting)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()


def said(label: ParsedLabel) -> str:
    return "\n".join(block.text for block in label.blocks)


def a_pdf(path: Path, net: str, touched: Path, media: str = "0 0 612 792") -> Path:
    """One page that would run scripts, start a program and send a form when it is opened."""
    script = f"(app.alert('x'); this.submitForm('{net}/form'))"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /OpenAction 6 0 R /AA << /WC 7 0 R >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [{media}] /Contents 4 0 R /AA << /O 6 0 R >> "
        "/Resources << /Font << /F1 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(TEXT), TEXT),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /S /JavaScript /JS {script} /Next 7 0 R >>".encode(),
        f"<< /S /Launch /F (/usr/bin/touch {touched}) >>".encode(),
    ]
    data, offsets = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    start, size = len(data), len(objects) + 1
    data += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    data += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, start)
    path.write_bytes(data)
    return path


def test_a_web_page_fetches_nothing_runs_nothing_and_reads_no_other_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret of another file")
    path = tmp_path / "label.html"
    with listening() as (net, asked):
        path.write_text(PAGE.format(net=net, secret=secret), encoding="utf-8")
        text = said(read(path))
    assert "Zentrolol is indicated for high blood pressure." in text
    assert asked == [] and "the secret" not in text and "99 mg" not in text
    assert '=HYPERLINK("' in text and "[y](javascript:alert(1))" in text  # verbatim: it is text


def test_a_pdf_runs_no_script_and_starts_no_program(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    with listening() as (net, asked):
        text = said(read(a_pdf(tmp_path / "label.pdf", net, touched)))
    assert "Zentrolol is indicated for high blood pressure." in text
    assert "submitForm" not in text and asked == [] and not touched.exists()


@pytest.mark.parametrize(
    "media", ["0 0 2000000 2000000", "0 0 -5 1e30", "0 0 0 0", "0 0 612 99999999999999999999"]
)
def test_a_page_of_any_size_is_read_or_refused_at_once(tmp_path: Path, media: str) -> None:
    path = a_pdf(tmp_path / "label.pdf", "http://127.0.0.1:9", tmp_path / "touched", media)
    try:
        assert "Zentrolol" in said(read(path))
    except LabelError as error:
        assert str(path) in str(error)
