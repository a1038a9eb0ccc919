"""What README and the pages of docs print is run as it is printed there."""

import csv
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "monographs"
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
# Of the README, the commands that find, view, export and score; others have tests of their own.
_COMMANDS = "find|export|dose|interactions|reactions|compare|eval"


def printed(page: str, language: str = "bash") -> str:
    """All blocks of that language on a page of the docs, one after the other."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return "\n".join(re.findall(rf"```{language}\n(.*?)```", text, re.S))


def named(pattern: str) -> list[str]:
    """What a pattern finds on any page of the docs, each once."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    return sorted(set(re.findall(pattern, text)))


PRINTED = re.findall(
    rf"^(monograph-qa (?:{_COMMANDS})\b.*?)(?: {{2,}}#.*)?$",
    (ROOT / "README.md").read_text(encoding="utf-8"),
    re.M,
)


def _run(script: str, folder: Path, **environment: str) -> str:
    """What a shell prints that runs the script in the folder; it must not fail."""
    own = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-eu", "-c", script],
        cwd=folder,
        env={**os.environ, **own, **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a library of the sample monographs in it, as `make demo` makes one."""
    folder = tmp_path_factory.mktemp("demo")
    _run(f"monograph-qa ingest {SAMPLES}/*.pdf --library library", folder)
    yield folder


def test_the_readme_prints_a_line_for_each_of_them() -> None:
    assert {line.split()[1] for line in PRINTED} >= set(_COMMANDS.split("|"))


@pytest.mark.parametrize("line", [*PRINTED, *filter(None, printed("pharmacists.md").splitlines())])
def test_a_line_of_the_readme_or_for_pharmacists_runs_as_printed(demo: Path, line: str) -> None:
    before = set(demo.iterdir())
    said = _run(line, demo, MONOGRAPH_QA_LIBRARY=str(demo / "library"))
    assert said.strip() or set(demo.iterdir()) > before


def test_the_first_answer_of_the_readme_is_what_the_demo_prints(demo: Path) -> None:
    (block,) = re.findall(r"```\n\$ (monograph-qa ask .*?)```", PAGES[0].read_text("utf-8"), re.S)
    typed, _, answer = block.partition("\n")
    own = re.compile(r"· \d+ ms · audit aud_\w+")  # of each asking
    said = _run(typed, demo, MONOGRAPH_QA_LIBRARY=str(demo / "library"))
    assert own.sub("", said).strip() == own.sub("", answer).strip()


def test_operations_run_as_printed_from_first_load_to_retry(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "hydralazine_tablets.pdf", tmp_path / "label.pdf")
    said = _run(printed("operations.md"), tmp_path, MONOGRAPH_QA_LIBRARY=str(tmp_path / "library"))
    assert "whole" in said
    assert "hydralazine" in said
    assert (tmp_path / "tables" / "fact_span.parquet").stat().st_size > 1000
    assert (tmp_path / "lines.csv").read_text().startswith("drug,lines\nhydralazine,")


def test_the_page_for_data_teams_runs_as_printed(tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    for name in ("metformin_tablets", "ranitidine_zantac"):
        shutil.copy(SAMPLES / f"{name}.pdf", tmp_path / "labels")
    said = _run(printed("data-teams.md"), tmp_path)
    assert "metformin" in said and (tmp_path / "tables" / "label.parquet").is_file()
    with (tmp_path / "lines.csv").open(newline="") as file:
        assert len(list(csv.reader(file))) == 101  # a quote may run over lines


def test_the_page_for_auditors_runs_as_printed(demo: Path, tmp_path: Path) -> None:
    library = {"MONOGRAPH_QA_LIBRARY": str(demo / "library")}
    _run('monograph-qa ask "Contraindications of warfarin"', tmp_path, **library)
    said = _run(printed("auditors.md"), tmp_path, **library)
    assert "Contraindications of warfarin" in said and "the chain is whole" in said
    assert list((tmp_path / "evidence").glob("*.png")) and (tmp_path / "log.html").is_file()


@pytest.mark.parametrize("line", filter(None, printed("development.md").splitlines()))
def test_tests_that_are_named_are_there(line: str) -> None:
    own = {"MONOGRAPH_QA_REWRITE_RANKINGS": ""}
    assert _run(f"{line} --collect-only -q -p no:cacheprovider".replace("=1 ", "= "), ROOT, **own)


@pytest.mark.parametrize("target", named(r"(?m)(?:^|`)make ([a-z-]+)"))
def test_a_target_that_is_named_is_there(target: str) -> None:
    assert _run(f"make --dry-run {target} LABELS=labels", ROOT)


@pytest.mark.parametrize("module", named(r"python -m (bench\.\w+)"))
def test_a_bench_that_is_named_is_there(module: str) -> None:
    assert find_spec(module) is not None


def test_the_page_for_programs_runs_as_printed(tmp_path: Path) -> None:
    (tmp_path / "monographs").symlink_to(SAMPLES)
    below = "".join(f"    {line}\n" for line in printed("python.md", "python").splitlines())
    (tmp_path / "page.py").write_text(f'if __name__ == "__main__":\n{below}')
    said = _run("python page.py", tmp_path)
    assert "1 to 2 hours" in said and "nothing to look for in 'of the'" in said
