"""Questions about drug labels, answered only in the labels' own words."""

TYPE_CHECKING = False  # for type checkers it is True; typing itself takes longer than a question
if TYPE_CHECKING:
    from typing import Any

    from monograph_qa.domain.answer import Answer
    from monograph_qa.errors import MonographError
    from monograph_qa.library import Library

__version__ = "0.2.0"
__all__ = ["Answer", "Library", "MonographError", "__version__"]

_HOMES = {
    "Answer": "monograph_qa.domain.answer",
    "Library": "monograph_qa.library",
    "MonographError": "monograph_qa.errors",
}


def __getattr__(name: str) -> "Any":
    """Imports a public name when it is first used, so that importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
