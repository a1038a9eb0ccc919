"""A picture made comparable: trimmed, of one size, with its ink separated from its paper; measures
of its greys, fills and fine patterns: photographs, shading, bar and matrix codes.

Every length measured later is in pixels of this raster, so that the same drawing gives the same
numbers whatever resolution it was stored or rendered at.
"""

import io

import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError
from scipy import ndimage

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
