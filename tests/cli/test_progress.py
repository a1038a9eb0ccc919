"""What a load tells where nobody sees a bar."""

from dataclasses import replace
from pathlib import Path

import pytest
from building import a_label

from monograph_qa.cli.progress import LoadProgress
from monograph_qa.pipeline.loading.report import FileResult, FileState, Found, Published


def test_lines_without_a_terminal_say_how_fast_a_load_is_and_how_long_it_takes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    root = Path("/labels")
    read = FileResult(root / "a" / "x.xml", FileState.LOADED, a_label("abc"), sections=3)
    with LoadProgress(quiet=False, pace=0.0) as progress:
        progress.note(Found(3, {}, root))
        progress.advance(read, 1, 3)
        progress.note(Published(1))
        progress.advance(replace(read, path=root / "b" / "x.xml"), 2, 3)
        progress.advance(replace(read, path=Path("/other/x.xml")), 3, 3)
    told = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in told if line[0] == "["] == [
        "[1/3] read      a/x.xml", "[2/3] read      b/x.xml", "[3/3] read      /other/x.xml",
    ]  # fmt: skip
    paced = [line for line in told if " left" in line]
    assert len(paced) == 2 and all("files/s" in line for line in paced)
    assert "0 published" in paced[0] and "1 published" in paced[1]
