"""The one table of the reading bench: figure, measured, goal, and the worst labels by name."""

from collections.abc import Sequence
from dataclasses import dataclass

_WORST = 3


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. `goal` is the least that is wanted (the most, where `less_is_better`); None: only
    to compare with. Where `measured` is None, `worst` says why."""

    figure: str
    measured: float | None
    goal: float | None = None
    worst: str = ""
    places: int = 4
    less_is_better: bool = False

    @property
    def mark(self) -> str:
        """ "!" for a missed goal, "?" where nothing was measured, else nothing."""
        if self.measured is None:
            return "?"
        if self.goal is None:
            return ""
        is_less = self.measured < self.goal
        return "!" if (self.measured > self.goal if self.less_is_better else is_less) else ""


def worst_named(scores: Sequence[tuple[str, float]], *, below: float) -> str:
    """The labels below the goal, the worst first, each with its score."""
    low = sorted((score, name) for name, score in scores if score < below)
    named = ", ".join(f"{name} {score:.3f}" for score, name in low[:_WORST])
    more = len(low) - _WORST
    return f"{named} and {more} more" if more > 0 else named


def print_table(rows: Sequence[Row]) -> None:
    """Prints the rows, each with its mark."""
    print(f"{'':2}{'figure':38} {'measured':>9} {'goal':>7}  worst")
    for row in rows:
        measured = "-" if row.measured is None else f"{row.measured:.{row.places}f}"
        goal = "" if row.goal is None else f"{row.goal:g}"
        print(f"{row.mark:2}{row.figure:38} {measured:>9} {goal:>7}  {row.worst}".rstrip())
    marks = [row.mark for row in rows]
    print(f"goals missed (!): {marks.count('!')}; not measured (?): {marks.count('?')}")
