"""Connected shapes of a mask, measured: box, area, roundness."""

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from monograph_qa.frozen import frozen
from monograph_qa.images.raster import Mask

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
