"""A file that is opened, by a program that shows it, by one that fails, and by none."""

import os
import sys
from pathlib import Path

import pytest

from monograph_qa.cli.screen import open_file

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other programs open")


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ('echo "$1" > shown; echo noise >&2', ""),
        ("echo noise >&2; exit 3", "no program that shows it was found: page.png\n"),
        (None, "no program that shows it was found: page.png\n"),
    ],
)
def test_what_is_opened_is_shown_or_named(
    program: str | None,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path) + (os.pathsep + os.defpath) * bool(program))
    if program:
        opener = tmp_path / "xdg-open"
        opener.write_text(f"#!/bin/sh\n{program}\n")
        opener.chmod(0o755)
    open_file("page.png")
    assert capfd.readouterr() == ("", said)
    assert (tmp_path / "shown").exists() == (program is not None and not said)
