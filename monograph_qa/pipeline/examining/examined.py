"""What an examination says of one thing."""

from collections.abc import Sequence
from dataclasses import dataclass

_MOST_FAULTS = 5


@dataclass(frozen=True, slots=True)
class Examined:
    """One thing that was looked at, whether it is sound, what was seen, and how long it took."""

    subject: str
    sound: bool
    detail: str
    ms: float = 0.0


def told(subject: str, faults: Sequence[str], said: str) -> Examined:
    """Sound, with what is `said` of it, where there are no faults; else the first few of them."""
    if not faults:
        return Examined(subject, True, said)
    more = f"; and {len(faults) - _MOST_FAULTS} more" if len(faults) > _MOST_FAULTS else ""
    return Examined(subject, False, "; ".join(faults[:_MOST_FAULTS]) + more)
