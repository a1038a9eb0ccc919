"""Steps of one question as they happen: what each saw, and how long it took."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from monograph_qa.domain.answer import Step


class Trace:
    """Collects steps in their order; `steps` is what `ask --trace` shows."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def add(self, name: str, ms: float, saw: str, part: int = 0) -> None:
        """A step that was timed elsewhere, in milliseconds."""
        self.steps.append(Step(name, part, round(ms, 2), saw))

    @contextmanager
    def step(self, name: str, part: int = 0) -> Iterator[Callable[[str], None]]:
        """Times the block; what it is given to say is what the step saw."""
        said: list[str] = []
        started = time.perf_counter()
        yield said.append
        self.add(name, (time.perf_counter() - started) * 1000, "; ".join(said), part)
