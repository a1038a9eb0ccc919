"""The port through which the routes read a library."""

from typing import Any, Protocol


class Rows(Protocol):
    """Where evidence comes from: named statements with bound values; `kept` ones are remembered."""

    @property
    def searches(self) -> bool:
        """Whether sentences can be searched where they are stored, by words and by meaning."""
        ...

    def rows(self, name: str, values: dict[str, Any]) -> list[tuple[Any, ...]]: ...

    def kept(self, name: str, values: dict[str, str]) -> list[tuple[Any, ...]]: ...

    def span_of_label(self, label_id: str) -> tuple[int, int]: ...
