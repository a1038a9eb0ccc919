"""Questions over time as stacked bars: reckoned here, drawn as SVG by the template."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, timedelta

from monograph_qa.frozen import frozen
from monograph_qa.store.audit_search import DayCount

WIDTH, HEIGHT = 720.0, 160.0
_MOST_BARS = 62
_WIDEST = 40.0
_YEARS = range(1970, 2200)  # others only stand in a record that was tampered with


@frozen
class Block:
    """The part of a bar that is one outcome: its upper edge and its height."""

    name: str
    y: float
    h: float


@frozen
class Bar:
    """One day, week, month or year: left edge, width, and what it says in words."""

    x: float
    w: float
    blocks: tuple[Block, ...]
    said: str
    starts: str


def bars_of(days: Sequence[DayCount], outcomes: Sequence[str]) -> tuple[tuple[Bar, ...], str]:
    """The bars, in the first of day, week, month, year that leaves them apart, and its name.

    A time without questions is a bar without blocks.
    """
    counts: dict[date, Counter[str]] = {}
    starts: list[date] = []
    unit = ""
    known = [(day, at) for day in days if (at := _date(day.day)) is not None]
    if not known:
        return (), "day"
    for name, start, following in _UNITS:
        unit = name
        counts = {}
        for day, at in known:
            counts.setdefault(start(at), Counter())[day.outcome] += day.questions
        starts, at, last = [], min(counts), max(counts)
        while at <= last:
            starts.append(at)
            at = following(at)
        if len(starts) <= _MOST_BARS:
            break
    most = max(each.total() for each in counts.values())
    step = WIDTH / len(starts)
    bars = (
        _bar(at, counts.get(at, Counter()), n * step, step, most, outcomes)
        for n, at in enumerate(starts)
    )
    return tuple(bars), unit


def _bar(
    at: date, counts: Counter[str], x: float, step: float, most: int, outcomes: Sequence[str]
) -> Bar:
    blocks: list[Block] = []
    top = HEIGHT
    for name in outcomes:
        if counts[name]:
            tall = counts[name] / most * (HEIGHT - 4)
            top -= tall
            blocks.append(Block(name, round(top, 2), round(tall, 2)))
    told = ", ".join(f"{counts[name]} {name}" for name in outcomes if counts[name]) or "none"
    said = f"{at.isoformat()}: {told}"
    return Bar(
        round(x, 2),
        round(min(max(step - 1.5, 0.8), _WIDEST), 2),
        tuple(blocks),
        said,
        at.isoformat(),
    )


def _date(day: str) -> date | None:
    try:
        at = date.fromisoformat(day)
    except (TypeError, ValueError):
        return None
    return at if at.year in _YEARS else None


def _month(at: date) -> date:
    return at.replace(day=1)


_Step = Callable[[date], date]
_UNITS: tuple[tuple[str, _Step, _Step], ...] = (
    ("day", lambda at: at, lambda at: at + timedelta(days=1)),
    ("week", lambda at: at - timedelta(days=at.weekday()), lambda at: at + timedelta(days=7)),
    ("month", _month, lambda at: _month(_month(at) + timedelta(days=32))),
    ("year", lambda at: at.replace(month=1, day=1), lambda at: at.replace(year=at.year + 1)),
)
