"""Greys, fills and fine patterns: photographs, shading, bar and matrix codes."""

import numpy as np
from scipy import ndimage

from monograph_qa.images.raster import Mask, Raster

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
