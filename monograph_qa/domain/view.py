"""What labels say on one subject, side by side: every cell a line of one label, silence said."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from monograph_qa.domain.search import FoundLine
from monograph_qa.domain.table import Table
from monograph_qa.frozen import frozen


@frozen
class Block:
    """The lines of one label under one name, in its order; without any, `silence` says so."""

    name: str
    lines: tuple[FoundLine, ...]
    silence: str = ""


@frozen
class Side:
    """One label's part of a view; `label_id` is "" for a drug that no label here is of."""

    label_id: str
    title: str
    edition: str
    blocks: tuple[Block, ...]


@frozen
class View:
    """One label a side, never two drugs or two labels in one; `note` says what else there is."""

    title: str
    sides: tuple[Side, ...]
    note: str = ""

    @property
    def is_silent(self) -> bool:
        """Whether no side states anything."""
        return not any(block.lines for side in self.sides for block in side.blocks)

    def table(self) -> Table:
        """A row a line, with the block that it stands in; a row without a quote for silence."""
        names = tuple(each.name for each in fields(FoundLine))
        return Table(("block", *names, "silence"), tuple(self._rows(names)))

    def _rows(self, names: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
        for side in self.sides:
            for block in side.blocks:
                for line in block.lines:
                    yield (block.name, *(getattr(line, name) for name in names), None)
                if not block.lines:
                    known = {"label_id": side.label_id or None, "title": side.title}
                    yield (block.name, *(known.get(name) for name in names), block.silence)

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()
