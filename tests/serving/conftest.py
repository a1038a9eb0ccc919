"""Servers of the tests' own libraries."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from building import address

from bench.served import Server, running
from monograph_qa.store.homes import LibraryFolder

ALL = ("--guest", "audit", "--guest", "load")
Serve = Callable[..., Server]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """`serve(place, "--tokens", file)`: a running server; keywords are environment variables."""
    with ExitStack() as stack:
        yield lambda place, *options, **environment: stack.enter_context(
            running(address(place), *options, **environment)
        )


@pytest.fixture(scope="module")
def held(first_edition: LibraryFolder, tmp_path_factory: pytest.TempPathFactory) -> LibraryFolder:
    """The library of `served`, of which each test leaves the labels as they are."""
    root = tmp_path_factory.mktemp("held") / "library"
    shutil.copytree(first_edition.root, root)
    return LibraryFolder(root)


@pytest.fixture(scope="module")
def served(held: LibraryFolder) -> Iterator[Server]:
    """One server for all tests of a file that only ask: each takes seconds to start. Guests may do
    all that there is."""
    with running(address(held), *ALL, MONOGRAPH_QA_SERVE_BURST="100000") as server:
        yield server
