"""Rebuild the sample monographs: ``python -m monographs.make [name ...]``.

Writes ``monographs/<name>.pdf`` for each ``monographs/source/<name>.md``; the same source gives
the same bytes. Needs reportlab, pillow, font-roboto, font-source-sans-pro and
font-source-serif-pro, and downloads nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from monographs.typeset import hc, old, plr, smpc
from monographs.typeset.fonts import register_fonts
from monographs.typeset.source import Source, SourceError, read_source

ROOM = Path(__file__).parent
LAYOUTS: dict[str, Callable[[Source, Path], None]] = {
    "hc": hc.typeset,
    "old": old.typeset,
    "plr": plr.typeset,
    "smpc": smpc.typeset,
}


def make(names: list[str]) -> list[Path]:
    """The PDFs written, for the named sources or for all of them when ``names`` is empty.

    Raises ``SourceError`` for unknown markup or layout, ``FileNotFoundError`` for a name
    without a source.
    """
    register_fonts()
    sources = [ROOM / "source" / f"{name}.md" for name in names]
    written = []
    for path in sources or sorted((ROOM / "source").glob("*.md")):
        source = read_source(path)
        layout = LAYOUTS.get(source.settings.get("layout", ""))
        if layout is None:
            raise SourceError(f"{path.name}: layout must be one of {', '.join(LAYOUTS)}")
        target = ROOM / f"{source.name}.pdf"
        layout(source, target)
        written.append(target)
    return written


if __name__ == "__main__":
    for pdf in make(sys.argv[1:]):
        print(pdf.relative_to(ROOM.parent))
