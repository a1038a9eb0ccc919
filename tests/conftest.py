"""What several rooms' tests share: a small published library, and commands run as typed."""

import shutil
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


@pytest.fixture(scope="session")
def first_edition(tmp_path_factory: pytest.TempPathFactory) -> LibraryFolder:
    return published(tmp_path_factory.mktemp("first") / "library", nizatidine())


@pytest.fixture
def folder(first_edition: LibraryFolder, tmp_path: Path) -> LibraryFolder:
    """A library of one's own that holds one label of nizatidine, Axid."""
    shutil.copytree(first_edition.root, tmp_path / "library")
    return LibraryFolder(tmp_path / "library")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """`run("ask", QUESTION, library=folder)`: a command as typed, but in this process, for speed.

    Keywords but `library` are environment variables; the user's own library is never touched.
    """

    def run_here(
        *arguments: str, library: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        from monograph_qa.cli.app import main

        capfd.readouterr()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["monograph-qa", *arguments])
            patch.delenv("MONOGRAPH_QA_LIBRARY", raising=False)
            for name, value in environment.items():
                patch.setenv(name, value)
            if library is not None:
                patch.setenv("MONOGRAPH_QA_LIBRARY", str(library))
            code = _exit_code(main)
        if sys.modules.get("pandas", main) is None:
            del sys.modules["pandas"]  # the command kept it out; other tests may want it
        said = capfd.readouterr()
        return subprocess.CompletedProcess(["monograph-qa", *arguments], code, said.out, said.err)

    return run_here


def _exit_code(main: Callable[[], None]) -> int:
    try:
        main()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return 0
