"""Whether installation, library, server and audit log are sound."""

from collections.abc import Sequence

from monograph_qa.frozen import frozen

_MOST_FAULTS = 5


@frozen
class Examined:
    """One subject that was looked at, whether it is sound, what was seen, and how long it took."""

    subject: str
    sound: bool
    detail: str
    ms: float = 0.0


def result_of(subject: str, faults: Sequence[str], detail: str) -> Examined:
    """Sound, with this `detail`, where there are no faults; else the first few of them."""
    if not faults:
        return Examined(subject, True, detail)
    return Examined(subject, False, first_of(faults, _MOST_FAULTS))


def first_of(each: Sequence[str], most: int) -> str:
    """The first few on one line, and how many more there are."""
    more = f"; and {len(each) - most} more" if len(each) > most else ""
    return "; ".join(each[:most]) + more
