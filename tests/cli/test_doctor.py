"""`doctor` lists unknown headings: bounded for people, whole for machines."""

import json
from dataclasses import replace
from pathlib import Path

from building import Said, a_label, a_section, published
from conftest import Run

from monograph_qa.domain.label import Monograph


def test_unknown_headings_are_listed_up_to_a_bound_and_wholly_in_json(
    run: Run, tmp_path: Path
) -> None:
    label = a_label("Nizatidine")
    sections = tuple(
        replace(
            a_section(label, "spl_unclassified", [Said("Said.")], ordinal=n, heading=f"ANNEX {n}")[
                0
            ],
            section_number=None,
        )
        for n in range(1, 6)
    )
    root = published(tmp_path / "library", Monograph(label, (), sections, (), ())).root
    shown = run("doctor", "--headings", "2", library=root)
    assert shown.returncode == 0
    assert "chapters: 5" in shown.stdout and shown.stdout.count("ANNEX") == 2
    assert "and 3 more; list them with --all-headings" in shown.stdout
    assert run("doctor", "--all-headings", library=root).stdout.count("ANNEX") == 5
    assert "ANNEX" not in run("doctor", "--headings", "0", library=root).stdout
    value = json.loads(run("doctor", "--json", library=root).stdout)
    assert all(check["sound"] for check in value["checks"])
    assert [each["heading"] for each in value["unknown_headings"]] == [
        f"ANNEX {n}" for n in range(1, 6)
    ]
    assert value["unknown_headings"][0] == {
        "heading": "ANNEX 1", "place": "chapter", "under": None, "level": 1, "labels": 1, "times": 1
    }  # fmt: skip
