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

import numpy as np
from scipy import ndimage

from monograph_qa.domain.label import ImageKind
from monograph_qa.frozen import frozen
from monograph_qa.images.lettering import lettering_features, tell_lettering
from monograph_qa.images.raster import Mask, Raster, rasterize
from monograph_qa.images.strokes import ring_features, stroke_features


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


_CELLS = 24  # cells along the longest side


def tone_features(raster: Raster) -> dict[str, float]:
    """Measures of grey levels and of how densely ink and paper alternate."""
    grey, ink = raster.grey, raster.ink
    slope = np.hypot(ndimage.sobel(grey, 0), ndimage.sobel(grey, 1))
    flat = slope < 24
    grey_fill = flat & (grey > 40) & (grey < 238)
    levels = np.bincount((grey / 16).astype(np.intp).ravel(), minlength=16) / grey.size
    across, down = _changes(ink), _changes(ink.T).T
    cell_ink, cell_across, cell_down = (_by_cell(p) for p in (ink, across, down))
    code = (cell_across > 0.12) & (cell_down > 0.12) & (cell_ink > 0.3) & (cell_ink < 0.75)
    bars = (
        (np.minimum(cell_across, cell_down) < 0.05)
        & (np.maximum(cell_across, cell_down) > 0.16)
        & (cell_ink > 0.25)
    )
    largest = _largest_patch(code)
    return {
        "aspect": float(np.log(raster.width / raster.height)),
        "paper_dark": float(raster.paper < 110),
        "trimmed": raster.trimmed,
        "ink_share": float(ink.mean()),
        "black_share": float((grey < 64).mean()),
        "grey_share": float(((grey >= 64) & (grey < 200)).mean()),
        "grey_fill": float(grey_fill.mean()),
        "black_fill": float((flat & (grey <= 40)).mean()),
        "level_entropy": float(-(levels * np.log(levels + 1e-9)).sum()),
        "changes_across": float(across.mean()),
        "changes_down": float(down.mean()),
        "empty_cells": float((cell_ink < 0.01).mean()),
        "dense_cells": float((cell_ink > 0.5).mean()),
        "code_share": float(code.mean()),
        "code_patch": largest,
        "bar_share": float(bars.mean()),
        "edge_ink": float(np.concatenate([ink[0], ink[-1], ink[:, 0], ink[:, -1]]).mean()),
    } | _modules(raster, across, down)


def _changes(mask: Mask) -> Mask:
    """True where a pixel differs from its left neighbour."""
    changed = np.zeros_like(mask)
    changed[:, 1:] = mask[:, 1:] != mask[:, :-1]
    return changed


def _modules(raster: Raster, across: Mask, down: Mask) -> dict[str, float]:
    """Windows half inked where ink and paper alternate alike both ways: a matrix code's modules."""
    side = max(raster.ink.shape) // 5
    ink, level, upright = (
        ndimage.uniform_filter(part.astype(np.float32), side, mode="constant")[::4, ::4]
        for part in (raster.ink, across, down)
    )
    fewer, more = np.minimum(level, upright), np.maximum(level, upright)
    busy = (ink > 0.33) & (ink < 0.67) & (fewer > 0.02) & (more < 1.5 * fewer)
    edge_y, edge_x = (np.abs(ndimage.sobel(raster.grey, axis)) for axis in (0, 1))
    edge = np.maximum(edge_y, edge_x) > 120
    aligned = edge & (np.maximum(edge_y, edge_x) > 3 * np.minimum(edge_y, edge_x))
    place = np.kron(busy, np.ones((4, 4), dtype=bool))[: raster.height, : raster.width]
    within = place & edge
    return {
        "module_share": float(busy.mean()),
        "module_changes": float((fewer * busy).max()),
        "module_aligned": float((aligned & within).sum() / max(within.sum(), 1)),
    }


def _by_cell(mask: Mask) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """The share of True in each square cell."""
    side = max(max(mask.shape) // _CELLS, 1)
    rows, columns = max(mask.shape[0] // side, 1), max(mask.shape[1] // side, 1)
    cut = mask[: rows * side, : columns * side].astype(np.float64)
    tall, wide = cut.shape[0] // rows, cut.shape[1] // columns
    shares: np.ndarray[tuple[int, int], np.dtype[np.float64]]
    shares = cut.reshape(rows, tall, columns, wide).mean(axis=(1, 3))
    return shares


def _largest_patch(cells: Mask) -> float:
    """The largest connected patch of cells, as a share of all."""
    labels, count = ndimage.label(cells)
    if not count:
        return 0.0
    return float(np.bincount(labels.ravel())[1:].max()) / cells.size
