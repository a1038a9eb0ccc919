"""What a label's reading depends on besides its file: two machines must agree on it."""

import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from monograph_qa.settings import Settings

_PACKAGES = ("monograph-qa", "docling-slim", "docling-parse", "spacy", "rapidocr")

ReadingSetup = dict[str, str]
"""Name of a package or setting -> its version or value. Plain, so that any version can be told."""


def reading_setup() -> ReadingSetup:
    """What reading depends on in this process. Raises SettingsError."""
    pictures = Settings.read().pictures
    return _versions() | {"MONOGRAPH_QA_PICTURES": pictures.model if pictures else "forest"}


@cache
def _versions() -> ReadingSetup:
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"python": python} | {name: _version(name) for name in _PACKAGES}


def why_misfit(here: Mapping[str, str], there: Mapping[str, str]) -> str | None:
    """How `there`, a worker's setup, differs from the load's own `here`; None when it fits."""
    names = [*here, *(name for name in there if name not in here)]
    differing = [
        f"{name} is {there.get(name, 'missing')} there and {here.get(name, 'missing')} here"
        for name in names
        if here.get(name) != there.get(name)
    ]
    return "; ".join(differing) or None


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"
