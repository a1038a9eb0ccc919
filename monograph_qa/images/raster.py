"""A picture made comparable: trimmed, of one size, with its ink separated from its paper.

Every length measured later is in pixels of this raster, so that the same drawing gives the same
numbers whatever resolution it was stored or rendered at.
"""

import io

import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

from monograph_qa.frozen import frozen

Grey = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

LONGEST_SIDE = 384
_SMALLEST_SIDE = 12  # pixels: below this there is no drawing to recognise
_PAPER_STEP = 28  # grey levels that ink must differ from the paper by
_MOST_PIXELS = 80_000_000  # a decompression bomb is no picture


@frozen
class Raster:
    """`grey` is 0 (black) to 255 (paper); `ink` marks what is drawn. Both are [rows, columns]."""

    grey: Grey
    ink: Mask
    paper: float  # the paper's grey before inversion
    trimmed: float  # share of the picture's area that was margin

    @property
    def height(self) -> int:
        return int(self.ink.shape[0])

    @property
    def width(self) -> int:
        return int(self.ink.shape[1])


def rasterize(png: bytes) -> Raster | None:
    """The raster of an encoded picture; None when it is broken, blank or too small to tell."""
    grey = _decode(png)
    if grey is None:
        return None
    paper = _paper(grey)
    if paper < 110:  # light strokes on a dark ground: look at the negative
        grey = 255 - grey
        level = 255 - paper
    else:
        level = paper
    grey = np.clip(grey * (255.0 / max(level, 1.0)), 0, 255)
    marked = grey < 255 - _PAPER_STEP
    if int(marked.sum()) < 12:
        return None
    rows, columns = np.flatnonzero(marked.any(axis=1)), np.flatnonzero(marked.any(axis=0))
    box = grey[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    if max(box.shape) < _SMALLEST_SIDE:
        return None
    trimmed = 1 - box.size / grey.size
    scaled = _scale(box)
    threshold = _ink_threshold(scaled)
    return Raster(scaled, scaled < threshold, paper, float(trimmed))


def _decode(png: bytes) -> Grey | None:
    try:
        with Image.open(io.BytesIO(png)) as image:
            if image.width * image.height > _MOST_PIXELS:
                return None
            if image.width < 2 or image.height < 2:
                return None
            image.draft("L", (2 * LONGEST_SIDE, 2 * LONGEST_SIDE))
            if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
                layer = image.convert("RGBA")
                flat = Image.new("RGBA", layer.size, "white")
                flat.alpha_composite(layer)
                return np.asarray(flat.convert("L"), dtype=np.float32)
            return np.asarray(image.convert("L"), dtype=np.float32)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def _paper(grey: Grey) -> float:
    """The commonest grey of the picture's edge and body: what it is drawn on."""
    edge = np.concatenate([grey[0], grey[-1], grey[:, 0], grey[:, -1]])
    edge_share = float((edge < 110).mean())
    body_share = float((grey < 110).mean())
    values = grey.ravel() if edge_share < 0.7 or body_share < 0.4 else edge
    counts = np.bincount((values / 8).astype(np.intp), minlength=33)
    return float(min(int(counts.argmax()) * 8 + 7, 255))


def _scale(box: Grey) -> Grey:
    """`box` at the size all pictures share; shrinking averages, so that thin lines survive."""
    factor = LONGEST_SIDE / max(box.shape)
    size = (max(round(box.shape[1] * factor), 4), max(round(box.shape[0] * factor), 4))
    way = Image.Resampling.BOX if factor < 1 else Image.Resampling.BICUBIC
    scaled = Image.fromarray(box.astype(np.uint8)).resize(size, way)
    grey = np.asarray(scaled, dtype=np.float32)
    darkest = float(np.percentile(grey, 0.5))
    # Thin lines fade when averaged: stretch, so that the darkest stroke is black again.
    stretched: Grey = np.clip((grey - darkest) * (255.0 / max(255.0 - darkest, 1.0)), 0, 255)
    return stretched


def _ink_threshold(grey: Grey) -> float:
    """Otsu's threshold, kept out of the extremes where JPEG noise or grey fills mislead it."""
    counts = np.bincount(grey.astype(np.uint8).ravel(), minlength=256).astype(np.float64)
    levels = np.arange(256)
    weight = counts.cumsum()
    total = weight[-1]
    sums = (counts * levels).cumsum()
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (sums[-1] * weight / total - sums) ** 2 / (weight * (total - weight))
    best = int(np.nanargmax(np.where(np.isfinite(between), between, -1)))
    return float(min(max(best, 110), 200))
