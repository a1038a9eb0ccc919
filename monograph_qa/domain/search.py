"""What is looked for across labels, and the lines that fit."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, fields
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from monograph_qa.domain.table import Table
from monograph_qa.frozen import frozen

if TYPE_CHECKING:
    import pyarrow

SECTION, ATTRIBUTE = "section", "attribute"
"""What a line is found by beside the facets of its frame: its sections' keys, what it states."""


@frozen
class Mark:
    """A value that lines are found by: a facet and a concept, or a measure and its range."""

    facet: str
    concept: str
    low: float | None = None
    high: float | None = None


@frozen
class Sought:
    """One thing that a line must speak of, as `said`; any of the marks will do."""

    said: str
    marks: tuple[Mark, ...]


@frozen
class Search:
    """A need as it was read: a line must have all that is `sought`, and all `words` literally, by
    their stems. The rest narrows: a section's key, a kind of line, a label's format, a drug."""

    need: str
    sought: tuple[Sought, ...]
    words: tuple[str, ...] = ()
    section: str | None = None
    kind: str | None = None
    format: str | None = None
    drug: str | None = None

    def read_as(self) -> str:
        """How the need was understood, on one line."""
        said = [each.said for each in self.sought] + [f'the word "{word}"' for word in self.words]
        named = {name: getattr(self, name) for name in ("section", "kind", "format", "drug")}
        return "; ".join([*said, *(f"{name} {value}" for name, value in named.items() if value)])

    @property
    def link(self) -> str:
        """A link that asks for just this again."""
        narrow = ("section", "kind", "format", "drug")
        asked = {"need": self.need, **{name: getattr(self, name) for name in narrow}}
        return f"/find?{urlencode({name: value for name, value in asked.items() if value})}"


@frozen
class FoundLine:
    """A line that fits, with the place where it stands. `context` leads in to it."""

    label_id: str
    drug: str
    title: str
    section_key: str
    section_code: str | None
    heading_path: str
    page: int | None
    fact_id: str
    quote: str
    context: str | None


@frozen
class FoundLines:
    """The lines asked for, by drug, label and place, of `total` that fit in `labels` labels; how
    many stand in which section, and how many labels are of which class of drugs."""

    search: Search
    lines: tuple[FoundLine, ...]
    total: int
    labels: int
    by_section: Mapping[str, int]
    by_class: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[FoundLine]:
        return iter(self.lines)

    def table(self) -> Table:
        """The lines as rows."""
        columns = tuple(each.name for each in fields(FoundLine))
        return Table(columns, tuple(map(astuple, self.lines)))

    def to_arrow(self) -> "pyarrow.Table":
        """The lines as an Arrow table."""
        return self.table().to_arrow()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def most_first(counts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Counts summed by name, the largest first."""
    summed: Counter[str] = Counter()
    for name, count in counts:
        summed[name] += count
    return dict(sorted(summed.items(), key=lambda each: (-each[1], each[0])))
