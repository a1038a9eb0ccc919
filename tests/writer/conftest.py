"""A published library to ask, and models chosen in the environment as a user would choose them."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from building import published

from monograph_qa.domain.answer import Answer
from monograph_qa.library import Library
from writer.monographs import MIND, axid, poisoned

Choose = Callable[..., None]


@pytest.fixture(scope="session")
def axid_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("axid") / "library", axid()).root


@pytest.fixture
def library(axid_folder: Path) -> Iterator[Library]:
    with Library.open(axid_folder) as opened:
        yield opened


@pytest.fixture
def bad_library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(published(tmp_path / "library", poisoned()).root) as opened:
        yield opened


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Choose:
    """`choose(address)`: the endpoint that writers are asked from; more variables by keyword."""

    def chosen(address: str, **more: str) -> None:
        named = {
            "MONOGRAPH_QA_LLM_BASE_URL": address,
            "MONOGRAPH_QA_LLM_MODEL": MIND,
            "MONOGRAPH_QA_LLM_TIMEOUT": "10",
            **more,
        }
        for name, value in named.items():
            monkeypatch.setenv(name, value)

    return chosen


@pytest.fixture
def record_of(library: Library) -> Callable[[Answer], dict[str, Any]]:
    """What the audit record of an answer says: its draft, its models, its routes."""

    def read(answer: Answer) -> dict[str, Any]:
        record = library.journal.find_record(answer.audit_id)
        assert record is not None
        return {
            "attempts": json.loads(record.draft).get("attempts", []),
            "models": [r for r in json.loads(record.routes) if r["route"] == "model"],
            "model": record.model,
            "prompts": record.prompt_sha256.split(),
        }

    return read
