"""Nobody but the gate makes an Answer: read from the code itself."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import monograph_qa

PACKAGE = Path(monograph_qa.__file__).parent


def _elsewhere() -> Iterator[Path]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] not in ("gate", "domain"):
            yield path


def _called(path: Path) -> set[str]:
    """Names of everything that is called in the file, and of `replace`'s first arguments."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = _name(node.func)
        found.add(name)
        if name == "replace" and node.args:
            found.add(f"replace {_name(node.args[0])}")
    return found


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


@pytest.mark.parametrize("path", _elsewhere(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_an_answer_is_made_or_changed_by_the_gate_alone(path: Path) -> None:
    called = _called(path)
    assert not called & {"Answer", "Verdict", "replace answer"}


def test_the_gate_opens_no_database_and_reads_no_file() -> None:
    rooms = {
        "monograph_qa.domain",
        "monograph_qa.gate",
        "monograph_qa.vocabulary",
        "monograph_qa.frozen",
    }
    allowed = rooms | {"collections", "dataclasses", "functools", "typing"}
    for path in (PACKAGE / "gate").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                module = node.module or ""
                assert any(module.startswith(each) for each in allowed), (path, module)
            elif isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= {"hashlib", "re", "unicodedata"}, (
                    path
                )
