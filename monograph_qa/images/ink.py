"""Measures of the ink: which connected shapes are letters and which drawing, how the letters stand
(lone atom labels, words or lines), which way the drawn lines run, how straight and how thick they
are, and the paper they enclose.

Bonds of a structure keep to multiples of 30 degrees (from some start); axes, tables and boxes keep
to 0 and 90; hands and devices are curved and keep to nothing.
"""

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from monograph_qa.frozen import frozen
from monograph_qa.images.raster import Mask, Raster

Numbers = npt.NDArray[np.float64]
_EIGHT = np.ones((3, 3), dtype=bool)


@frozen
class Shapes:
    """One entry a shape, in label order; `labels` is 0 outside every shape."""

    labels: npt.NDArray[np.int32]
    area: Numbers
    left: Numbers
    top: Numbers
    width: Numbers
    height: Numbers
    roundness: Numbers  # short axis over long axis of the shape's ellipse
    ellipticity: Numbers  # area over its ellipse's: 1 filled ellipse, less when not convex
    at_edge: Mask

    def __len__(self) -> int:
        return len(self.area)

    @property
    def span(self) -> Numbers:
        """The longer side of each shape's box."""
        return np.maximum(self.width, self.height)

    def mask_of(self, chosen: Mask) -> Mask:
        """The pixels of the chosen shapes."""
        return np.concatenate([[False], chosen])[self.labels]


def find_shapes(mask: Mask, *, diagonal: bool = True) -> Shapes:
    """The connected shapes of `mask`; `diagonal` joins pixels that touch at a corner."""
    labels, count = ndimage.label(mask, structure=_EIGHT if diagonal else None)
    rows, columns = np.nonzero(mask)
    which = labels[rows, columns]
    size = count + 1
    area = np.bincount(which, minlength=size).astype(np.float64)
    y, x = rows.astype(np.float64), columns.astype(np.float64)
    safe = np.maximum(area, 1)
    mean_y = np.bincount(which, y, size) / safe
    mean_x = np.bincount(which, x, size) / safe
    dy, dx = y - mean_y[which], x - mean_x[which]
    yy = np.bincount(which, dy * dy, size) / safe + 1 / 12
    xx = np.bincount(which, dx * dx, size) / safe + 1 / 12
    xy = np.bincount(which, dx * dy, size) / safe
    spread = np.sqrt(((xx - yy) / 2) ** 2 + xy**2)
    long, short = (xx + yy) / 2 + spread, np.maximum((xx + yy) / 2 - spread, 1e-6)
    boxes = ndimage.find_objects(labels)
    top = np.array([b[0].start for b in boxes], dtype=np.float64)
    bottom = np.array([b[0].stop for b in boxes], dtype=np.float64)
    left = np.array([b[1].start for b in boxes], dtype=np.float64)
    right = np.array([b[1].stop for b in boxes], dtype=np.float64)
    at_edge = (top == 0) | (left == 0) | (bottom == mask.shape[0]) | (right == mask.shape[1])
    return Shapes(
        labels=labels,
        area=area[1:],
        left=left,
        top=top,
        width=right - left,
        height=bottom - top,
        roundness=np.sqrt(short / long)[1:],
        ellipticity=(area / (4 * np.pi * np.sqrt(long * short)))[1:],
        at_edge=at_edge,
    )


_SMALLEST_LETTER = 3  # pixels
_LARGEST_LETTER = 0.16  # of the longest side
_DEFAULT_LETTER = 12.0


@frozen
class Lettering:
    """The letter-sized shapes and the rest; `size` is the middle letter's height in pixels."""

    shapes: Shapes
    size: float
    letters: Mask  # by shape
    drawn: Mask  # by shape: larger than any letter
    drawing: Mask  # by pixel


def tell_lettering(raster: Raster) -> Lettering:
    """Which shapes are letters and which are drawing."""
    shapes = find_shapes(raster.ink)
    longest = max(raster.ink.shape)
    could_be = (
        (shapes.span >= _SMALLEST_LETTER)
        & (shapes.span <= _LARGEST_LETTER * longest)
        & (shapes.area > 0.12 * shapes.width * shapes.height)
    )
    upright = could_be & (shapes.height >= _SMALLEST_LETTER)
    size = float(np.median(shapes.span[upright])) if upright.sum() >= 2 else _DEFAULT_LETTER
    letters = could_be & (shapes.span <= 2.2 * size)
    drawn = shapes.span > 2.2 * size
    return Lettering(shapes, size, letters, drawn, shapes.mask_of(drawn))


def lettering_features(raster: Raster, lettering: Lettering) -> dict[str, float]:
    """Measures of letters: how many, how large, how they join into words and lines."""
    shapes, size = lettering.shapes, lettering.size
    longest = max(raster.ink.shape)
    ink = max(float(shapes.area.sum()), 1.0)
    letters, drawn = lettering.letters, lettering.drawn
    letter_mask = shapes.mask_of(letters)
    across = _words(letter_mask, size, vertical=False)
    down = _words(letter_mask, size, vertical=True)
    biggest = int(shapes.area.argmax())
    centre = shapes.top + shapes.height / 2
    heights = shapes.span[letters]
    per_row = np.bincount((centre[letters] / max(size, 1)).astype(np.intp), minlength=1)
    return {
        "letter_size": size / longest,
        "letter_count": float(np.log1p(letters.sum())),
        "letter_ink": float(shapes.area[letters].sum()) / ink,
        "letter_spread": float(np.std(heights) / size) if len(heights) else 0.0,
        "letter_rows": float((per_row >= 8).sum() * size / raster.height),
        "shape_count": float(np.log1p(len(shapes))),
        "drawn_count": float(np.log1p(drawn.sum())),
        "drawn_ink": float(shapes.area[drawn].sum()) / ink,
        "biggest_ink": float(shapes.area[biggest]) / ink,
        "biggest_width": float(shapes.width[biggest]) / raster.width,
        "biggest_height": float(shapes.height[biggest]) / raster.height,
        "biggest_fill": float(
            shapes.area[biggest] / (shapes.width[biggest] * shapes.height[biggest])
        ),
        "biggest_letters": float(np.log1p(shapes.span[biggest] / size)),
        "word_longest": float(across.max()) / longest,
        "word_longest_letters": float(np.log1p(across.max() / size)),
        "word_upper_letters": float(np.log1p(np.percentile(across, 85) / size)),
        "word_long_share": float((across > 5 * size).mean()),
        "word_count": float(np.log1p(len(across))),
        "word_down_longest": float(np.log1p(down.max() / size)),
    }


def _words(letters: Mask, size: float, *, vertical: bool) -> Numbers:
    """Lengths of the runs that letters form when gaps up to about a letter's half are closed."""
    reach = 2 * max(round(0.35 * size), 1) + 1
    joined = ndimage.maximum_filter1d(letters.view(np.uint8), reach, axis=0 if vertical else 1)
    words = find_shapes(joined.astype(bool))
    if not len(words):
        return np.zeros(1)
    return words.height if vertical else words.width


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
