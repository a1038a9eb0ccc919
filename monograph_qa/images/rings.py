"""The paper that lines enclose: ring-like holes, boxes, table cells."""

import numpy as np
from scipy import ndimage

from monograph_qa.images.lettering import Lettering
from monograph_qa.images.raster import Mask, Raster
from monograph_qa.images.shapes import find_shapes


def ring_features(raster: Raster, lettering: Lettering) -> dict[str, float]:
    """Measures of enclosed paper, of the drawing alone and with broken rings closed.

    A hetero-atom's label breaks its ring, so the second look widens every stroke and letter by
    about a third of a letter before asking what is enclosed.
    """
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
