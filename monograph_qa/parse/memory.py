"""Memory given back after each file, so that a long load does not grow."""

import ctypes
import gc
import sys


def settled() -> None:
    """Take what is loaded by now as here to stay: `trimmed` looks through the rest alone."""
    gc.collect()
    gc.freeze()


def trimmed() -> None:
    """Collect what is unreachable and, with glibc, hand freed memory back to the system."""
    gc.collect()
    if not sys.platform.startswith("linux"):
        return
    try:
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    except (OSError, AttributeError):
        return  # another C library; nothing to trim
