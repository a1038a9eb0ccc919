"""What the picture room takes and gives (PictureView, Classification, the Classifier port), and all
measures of one picture, by name: what the trained model looks at.

The cue words are data (`cues.csv`); they are inputs of the trained model, so a changed cue asks for
a new training.
"""

import csv
import math
import re
from functools import cache
from pathlib import Path
from typing import Protocol

from monograph_qa.domain.label import ImageKind
from monograph_qa.frozen import frozen
from monograph_qa.images.lettering import lettering_features, tell_lettering
from monograph_qa.images.raster import rasterize
from monograph_qa.images.strokes import ring_features, stroke_features
from monograph_qa.images.tone import tone_features


@frozen
class PictureView:
    """One picture as a classifier sees it: its pixels, its place and the words near it.

    `box` is (left, top, right, bottom) and `page_size` (width, height), both in points; either may
    be None when the format has no pages. Only sizes are read from `box`, so the origin's corner
    does not matter. `caption`, `near_text` and `heading` may be empty; `section_key` may be None.
    `vector` says that the pixels were drawn by us from the page's lines, not taken from a bitmap.
    """

    png: bytes
    box: tuple[float, float, float, float] | None = None
    page_size: tuple[float, float] | None = None
    caption: str = ""
    near_text: str = ""
    heading: str = ""
    section_key: str | None = None
    vector: bool = False


@frozen
class Classification:
    """A picture's kind, how sure the classifier is (0..1), and which classifier said so."""

    kind: ImageKind
    confidence: float
    classifier: str


class Classifier(Protocol):
    """The port: anything that names the kind of a picture."""

    @property
    def name(self) -> str:
        """Name and version, as recorded beside every image it classified."""
        ...

    def classify(self, picture: PictureView) -> Classification:
        """The picture's kind; a picture that cannot be decoded is `other`, never an error."""
        ...


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
    """One number a cue: 0 absent, 1 near the picture, 2 in its heading or caption; `words` tells
    whether there was any text to look at."""
    key = (picture.section_key or "").replace("_", " ")
    close = "\n".join(part for part in (picture.caption, picture.heading, key) if part)
    found = {"words": float(bool(close or picture.near_text))}
    for name, pattern in _patterns():
        hit = 2.0 if pattern.search(close) else float(bool(pattern.search(picture.near_text)))
        found[f"cue_{name}"] = hit
    return found


def measure(picture: PictureView) -> dict[str, float] | None:
    """The measures of `picture`, those of its place -1 where that is not known; None when it shows
    nothing (broken, blank, a speck)."""
    raster = rasterize(picture.png)
    if raster is None:
        return None
    lettering = tell_lettering(raster)
    return (
        tone_features(raster)
        | lettering_features(raster, lettering)
        | stroke_features(raster, lettering)
        | ring_features(raster, lettering)
        | _place(picture)
        | cue_features(picture)
    )


def _place(picture: PictureView) -> dict[str, float]:
    unknown = {"box_size": -1.0, "page_share": -1.0}
    if picture.box is None:
        return unknown
    left, top, right, bottom = picture.box
    width, height = abs(right - left), abs(bottom - top)
    if width * height <= 0:
        return unknown
    place = unknown | {"box_size": math.log(math.sqrt(width * height))}
    if picture.page_size is not None and min(picture.page_size) > 0:
        place["page_share"] = min(width * height / (picture.page_size[0] * picture.page_size[1]), 1)
    return place
