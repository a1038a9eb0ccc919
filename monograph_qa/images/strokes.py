"""Which way the drawn lines run, how straight and how thick they are, and the paper they enclose.

Bonds of a structure keep to multiples of 30 degrees (from some start); axes, tables and boxes keep
to 0 and 90; hands and devices are curved and keep to nothing.
"""

import numpy as np
from scipy import ndimage

from monograph_qa.images.lettering import Lettering, Numbers, find_shapes
from monograph_qa.images.raster import Mask, Raster

_DIRECTIONS = 12  # of 15 degrees each
_ORDERS = (2, 4, 6, 12)  # of circular harmonics
_WAYS = {
    "level": [0], "upright": [6], "thirty": [2, 10], "sixty": [4, 8], "diagonal": [3, 9],
    "odd": [1, 5, 7, 11],
}  # fmt: skip
_ANGLE_NAMES = (
    *(f"harmonic_{order}" for order in _ORDERS),
    "harmonic_6_turned",
    "angle_entropy",
    *(f"angle_{way}" for way in _WAYS),
)


def stroke_features(raster: Raster, lettering: Lettering) -> dict[str, float]:
    """Measures of the drawn (not lettered) strokes; zeros when nothing but letters is there."""
    drawing = lettering.drawing
    found = _thickness(raster, lettering)
    found |= _angles(raster, drawing)
    found |= _straightness(drawing, lettering.size)
    found |= _rules(raster)
    return found


def _thickness(raster: Raster, lettering: Lettering) -> dict[str, float]:
    depth = ndimage.distance_transform_edt(np.pad(raster.ink, 1))[1:-1, 1:-1]
    ridge = (depth >= ndimage.maximum_filter(depth, 3) - 1e-6) & raster.ink
    widths = 2 * depth[ridge & lettering.drawing] - 1
    if len(widths) < 5:
        widths = 2 * depth[ridge] - 1
    middle = float(np.median(widths))
    longest = max(raster.ink.shape)
    return {
        "stroke_width": middle / longest,
        "stroke_width_letters": middle / lettering.size,
        "stroke_width_spread": float(np.std(widths)) / max(middle, 1),
        "stroke_width_top": float(np.percentile(widths, 95)) / max(middle, 1),
        "blob_ink": float((depth[raster.ink] > 2 * middle + 1).mean()),
    }


def _angles(raster: Raster, drawing: Mask) -> dict[str, float]:
    """Circular harmonics of the stroke direction, weighted by how clear the direction is."""
    grey = ndimage.gaussian_filter(raster.grey, 0.8)
    gy, gx = ndimage.sobel(grey, 0), ndimage.sobel(grey, 1)
    xx, yy, xy = (ndimage.gaussian_filter(p, 1.5) for p in (gx * gx, gy * gy, gx * gy))
    energy = xx + yy
    clarity = np.hypot(xx - yy, 2 * xy) / np.maximum(energy, 1e-6)
    near = ndimage.binary_dilation(drawing)
    chosen = near & (clarity > 0.8) & (energy > 0.05 * float(energy.max()))
    result = dict.fromkeys(_ANGLE_NAMES, 0.0)
    result["angle_clear"] = float(chosen.sum() / max(near.sum(), 1))
    if chosen.sum() < 30:
        return result
    # Direction of the line itself: across the gradient.
    angle = 0.5 * np.arctan2(2 * xy[chosen], xx[chosen] - yy[chosen]) + np.pi / 2
    for order in _ORDERS:
        result[f"harmonic_{order}"] = float(np.cos(order * angle).mean())
    result["harmonic_6_turned"] = float(np.abs(np.exp(6j * angle).mean()))
    share = np.bincount((angle % np.pi / np.pi * 12 + 0.5).astype(np.intp) % 12, minlength=12)
    share = share / share.sum()
    result["angle_entropy"] = float(-(share * np.log(share + 1e-9)).sum())
    return result | {f"angle_{way}": float(share[bins].sum()) for way, bins in _WAYS.items()}


def _straightness(drawing: Mask, size: float) -> dict[str, float]:
    """Share of the drawing that lies on straight strokes about a letter and a half long."""
    ink = max(int(drawing.sum()), 1)
    thick = ndimage.binary_dilation(drawing)
    length = int(np.clip(round(1.5 * size), 9, 28))
    angles = np.arange(_DIRECTIONS) * np.pi / _DIRECTIONS
    on_line = np.array([_line_opening(thick, angle, length) & drawing for angle in angles])
    share: Numbers = on_line.sum(axis=(1, 2)) / ink
    ways = ("level", "upright", "thirty", "sixty")
    return {
        "straight_share": float(on_line.any(axis=0).sum()) / ink,
        **{f"straight_{way}": float(share[_WAYS[way]].mean()) for way in ways},
        "straight_even": float(np.sort(share)[3:6].mean()),
    }


def _line_opening(mask: Mask, angle: float, length: int) -> Mask:
    """`mask` opened by a line: only what a straight stroke of that length and angle covers."""
    steps = np.arange(length) - length // 2
    offsets = {(round(s * -np.sin(angle)), round(s * np.cos(angle))) for s in steps.tolist()}
    reach = length // 2 + 1
    rows, columns = mask.shape
    padded = np.pad(mask, 2 * reach)
    core = slice(reach, reach + rows + 2 * reach), slice(reach, reach + columns + 2 * reach)
    fits = np.ones((rows + 2 * reach, columns + 2 * reach), dtype=bool)
    for dy, dx in offsets:
        fits &= padded[
            core[0].start + dy : core[0].stop + dy, core[1].start + dx : core[1].stop + dx
        ]
    opened = np.zeros_like(mask)
    for dy, dx in offsets:
        opened |= fits[reach - dy : reach - dy + rows, reach - dx : reach - dx + columns]
    return opened


def _rules(raster: Raster) -> dict[str, float]:
    """Long level and upright lines: table rules, axes, frames."""
    level = _longest_runs(raster.ink)
    upright = _longest_runs(raster.ink.T)
    wide, tall = level / raster.width, upright / raster.height
    return {
        "rule_level_longest": float(wide.max()),
        "rule_upright_longest": float(tall.max()),
        "rule_level_count": float(np.log1p(_bands(wide > 0.5))),
        "rule_upright_count": float(np.log1p(_bands(tall > 0.5))),
        "rule_level_edge": float(wide[[0, 1, -2, -1]].max()),
        "rule_upright_edge": float(tall[[0, 1, -2, -1]].max()),
    }


def _longest_runs(mask: Mask) -> Numbers:
    """The longest run of ink in each row."""
    position = np.arange(mask.shape[1])
    last_gap = np.maximum.accumulate(np.where(mask, -1, position), axis=1)
    return np.asarray((position - last_gap).max(axis=1), dtype=np.float64)


def _bands(rows: Mask) -> int:
    """How many separate bands of True: a thick rule counts once."""
    return int(np.count_nonzero(rows & ~np.concatenate([[False], rows[:-1]])))


def ring_features(raster: Raster, lettering: Lettering) -> dict[str, float]:
    """Measures of enclosed paper, of the drawing alone and with broken rings closed: a
    hetero-atom's label breaks its ring, so strokes and letters are widened by a third of a
    letter."""
    reach = max(round(0.3 * lettering.size), 1)
    widened = ndimage.maximum_filter(raster.ink.view(np.uint8), 2 * reach + 1).astype(bool)
    found = _holes(lettering.drawing, lettering.size, "hole")
    found |= _holes(widened, lettering.size, "closed")
    return found


def _holes(ink: Mask, size: float, prefix: str) -> dict[str, float]:
    holes = find_shapes(~np.pad(ink, 1), diagonal=False)
    inside = ~holes.at_edge & (holes.area > 0.35 * size * size)
    page = float(ink.size)
    area, letters = holes.area, holes.area / (size * size)
    fill = area / np.maximum(holes.width * holes.height, 1)
    boxy = inside & (fill > 0.9)
    # Hexagons and pentagons fill 0.65-0.85 of their box and nearly all of their ellipse.
    round_ = inside & (fill > 0.6) & (fill < 0.88) & (holes.ellipticity > 0.93)
    ring = round_ & (holes.roundness > 0.6) & (letters > 0.8) & (letters < 60)
    ring_areas = area[ring]
    even = float(np.std(ring_areas) / ring_areas.mean()) if len(ring_areas) > 1 else 0.0
    return {
        f"{prefix}_count": float(np.log1p(inside.sum())),
        f"{prefix}_share": float(area[inside].sum()) / page,
        f"{prefix}_largest": float(area[inside].max(initial=0)) / page,
        f"{prefix}_boxes": float(np.log1p(boxy.sum())),
        f"{prefix}_box_share": float(area[boxy].sum()) / page,
        f"{prefix}_rings": float(ring.sum()),
        f"{prefix}_ring_part": float(ring.sum() / max(inside.sum(), 1)),
        f"{prefix}_ring_share": float(ring_areas.sum()) / page,
        f"{prefix}_ring_uneven": even,
    }
