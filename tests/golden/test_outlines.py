"""Golden outlines of the sample monographs: what is read from each PDF, reviewed like code.

Remade with `pytest tests/golden --remake-golden`; a test keeps that flag off in CI.
"""

import os
from pathlib import Path

import pytest

from monograph_qa.parse import read
from monograph_qa.pipeline.loading.monographs import read_monograph

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "monographs").glob("*.pdf"))


def outline(path: Path) -> str:
    reading = read_monograph(path)
    monograph = reading.monograph
    label = monograph.label
    counts: dict[str, int] = {}
    for fact in monograph.facts:
        counts[fact.section_id] = counts.get(fact.section_id, 0) + 1
    names = ", ".join(f"{n.name} ({n.kind.value})" for n in monograph.names)
    lines = [f"{label.format.value} | {label.drug} | {label.title} | {names}"]
    for s in monograph.sections:
        pages = f"p. {s.page_first}" if s.page_first else ""
        code = s.section_code or "-"
        count = counts.get(s.section_id, 0)
        lines.append(
            f"{'  ' * s.level}{s.heading} | {code} {s.section_key} | {pages} | {count} facts"
        )
    lines += [f"image | {i.kind.value} | p. {i.page} | {i.caption or ''}" for i in monograph.images]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_is_read_as_its_golden_file_says(path: Path, remake_golden: bool) -> None:
    golden = Path(__file__).parent / "outlines" / f"{path.stem}.txt"
    found = outline(path)
    if remake_golden:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SAMPLES[:1], ids=lambda path: path.stem)
def test_a_file_reads_the_same_twice(path: Path) -> None:
    assert read(path) == read(path)


def test_golden_files_are_never_remade_in_ci(remake_golden: bool) -> None:
    assert not (remake_golden and os.environ.get("CI"))
