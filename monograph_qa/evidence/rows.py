"""The port through which the routes read a library."""

from typing import Any, Protocol


class Rows(Protocol):
    """Where evidence comes from: named statements with bound values."""

    @property
    def searches(self) -> bool:
        """Whether sentences can be searched where they are stored, by words and by meaning."""
        ...

    def rows(self, name: str, values: dict[str, Any]) -> list[tuple[Any, ...]]: ...

    def kept(self, name: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
        """As `rows`, remembered for as long as the library stays as it is."""
        ...

    def heads(self, label_id: str) -> list[tuple[Any, ...]]:
        """The rows of `evidence/heads`: the same list for as long as they are remembered."""
        ...

    def span_of_label(self, label_id: str) -> tuple[int, int]: ...
