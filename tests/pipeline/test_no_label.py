"""A file that can be read but is no drug label is refused, and says so."""

from pathlib import Path

import pytest

from monograph_qa.errors import UnreadableLabel
from monograph_qa.pipeline.loading.monographs import read_monograph

PAGE = "<html><body><h1>{}</h1><p>Zentrolol is for adults who need it every day.</p></body></html>"


def _page(folder: Path, heading: str) -> Path:
    path = folder / "page.html"
    path.write_text(PAGE.format(heading), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "heading", ["Annual report", "Minutes of the meeting", "(Untitled)", "References"]
)
def test_a_page_without_a_heading_of_a_label_is_refused(tmp_path: Path, heading: str) -> None:
    path = _page(tmp_path, heading)
    with pytest.raises(UnreadableLabel, match="no drug label") as caught:
        read_monograph(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("heading", ["INDICATIONS AND USAGE", "4.3 Contraindications", "Uses"])
def test_one_known_heading_makes_a_label(tmp_path: Path, heading: str) -> None:
    assert read_monograph(_page(tmp_path, heading)).monograph.facts
