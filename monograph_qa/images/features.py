"""All measures of one picture, by name: what the trained model looks at."""

import math

from monograph_qa.images.cues import cue_features
from monograph_qa.images.lettering import lettering_features, tell_lettering
from monograph_qa.images.picture import PictureView
from monograph_qa.images.raster import rasterize
from monograph_qa.images.rings import ring_features
from monograph_qa.images.strokes import stroke_features
from monograph_qa.images.tone import tone_features


def measure(picture: PictureView) -> dict[str, float] | None:
    """The measures of `picture`; None when it shows nothing (broken, blank, a speck).

    Measures of place are -1 when the box or the page is not known.
    """
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
