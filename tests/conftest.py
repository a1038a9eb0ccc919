"""What several rooms' tests share: a small published library, and commands run as a user runs them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from building import nizatidine, published
from hypothesis import HealthCheck, settings

from monograph_qa.store.folder import LibraryFolder

Run = Callable[..., subprocess.CompletedProcess[str]]

settings.register_profile(
    "shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("shared machine")


@pytest.fixture
def folder(tmp_path: Path) -> LibraryFolder:
    """A library that holds one label of nizatidine, Axid."""
    return published(tmp_path / "library", nizatidine())


def run_command(
    *arguments: str, library: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """`monograph-qa ARGUMENTS` in a process of its own, away from the user's own library."""
    env = {k: v for k, v in os.environ.items() if k != "MONOGRAPH_QA_LIBRARY"}
    if library is not None:
        env["MONOGRAPH_QA_LIBRARY"] = str(library)
    return subprocess.run(
        [sys.executable, "-c", "from monograph_qa.cli.app import main; main()", *arguments],
        env={**env, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def run() -> Run:
    return run_command
