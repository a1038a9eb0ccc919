"""Ctrl-C as a wish that is granted between two steps, and not in the middle of one.

DuckDB ends a running query with an error of its own when a signal raises; a load would then lose
what it was storing.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def stop_wish() -> Iterator[Callable[[], bool]]:
    """Says, when called, whether Ctrl-C was pressed in this block. Pressed again, it stops at once.

    Only the main thread is sent signals; elsewhere nobody ever wishes to stop.
    """
    pressed = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    def wished() -> bool:
        return pressed

    if current_thread() is not main_thread():
        yield wished
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield wished
    finally:
        signal.signal(signal.SIGINT, before)
