"""Each load reads in fresh processes, which would compile all that they import again and again."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def bytecode_of_readers(pytestconfig: pytest.Config) -> Iterator[None]:
    """Bytecode is kept beside pytest's own cache, also where Python is told to write none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPYCACHEPREFIX", str(pytestconfig.cache.mkdir("bytecode")))
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield
