"""Docling in our processes: without torch, and with memory given back after each file.

Docling's built-in table engines and its device chooser import torch when they are asked for, even
if none of them is used. Where torch is missing, they are left out.
"""

import ctypes
import gc
import sys
from importlib.util import find_spec


def without_torch() -> None:
    """Let Docling's factories start on a machine without torch; does nothing where there is one."""
    if find_spec("torch") is not None:
        return
    from docling.models.plugins import defaults
    from docling.utils import accelerator_utils

    def table_structure_engines() -> dict[str, list[type]]:
        # The first of Docling's own engines imports torch only when it is built.
        from docling.models.stages.table_structure.table_structure_model import TableStructureModel

        return {"table_structure_engines": [TableStructureModel]}

    defaults.table_structure_engines = table_structure_engines
    accelerator_utils.decide_device = lambda *_args, **_kwargs: "cpu"


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
