"""What the words around a picture hint at. The cue words are data: `cues.csv`, beside the weights.

The cues are inputs of the trained model, so a changed cue asks for a new training.
"""

import csv
import re
from functools import cache
from pathlib import Path

from monograph_qa.images.picture import PictureView

_FILE = Path(__file__).with_name("cues.csv")


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    with _FILE.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines)
        next(rows)
        return tuple(
            (r[0], re.compile(",".join(r[1:]), re.IGNORECASE | re.MULTILINE)) for r in rows
        )


def cue_features(picture: PictureView) -> dict[str, float]:
    """One number a cue: 0 absent, 1 near the picture, 2 in its heading or caption.

    `words` tells whether there was any text to look at.
    """
    key = (picture.section_key or "").replace("_", " ")
    close = "\n".join(part for part in (picture.caption, picture.heading, key) if part)
    found = {"words": float(bool(close or picture.near_text))}
    for name, pattern in _patterns():
        hit = 2.0 if pattern.search(close) else float(bool(pattern.search(picture.near_text)))
        found[f"cue_{name}"] = hit
    return found
