"""The flag that remakes golden files."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--remake-golden", action="store_true", help="Write golden files anew.")


@pytest.fixture
def remake_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--remake-golden", default=False))
