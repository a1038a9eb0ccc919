"""Connected shapes of the ink: which are letters, which drawing, and how the letters stand (lone
atom labels, words or lines).
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
