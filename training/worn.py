"""Wear and resizing, as pictures meet them on their way into a label."""

import io
import random

import numpy as np
from PIL import Image, ImageFilter


def worn(image: Image.Image, rng: random.Random) -> Image.Image:
    """`image` resized, and perhaps blurred, compressed, thresholded, thickened or framed."""
    longest = rng.choice((120, 200, 300, 480, 480, 700, 1100))
    factor = longest / max(image.size)
    if factor < 2.5:
        size = (max(round(image.width * factor), 8), max(round(image.height * factor), 8))
        image = image.resize(size, Image.Resampling.LANCZOS)
    if rng.random() < 0.2:
        image = image.filter(ImageFilter.MinFilter(3))
    if rng.random() < 0.3:
        image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.1)))
    if rng.random() < 0.3:
        store = io.BytesIO()
        image.save(store, "JPEG", quality=rng.randint(25, 80))
        image = Image.open(store).convert("L")
    if rng.random() < 0.2:
        image = image.point(lambda p: 255 if p > 190 else 0)
    if rng.random() < 0.2:
        grain = np.random.default_rng(rng.randint(0, 2**31)).normal(0, 6, image.size[::-1])
        image = Image.fromarray(np.clip(np.asarray(image) + grain, 0, 255).astype(np.uint8))
    if rng.random() < 0.4:
        margin = rng.randint(2, 40)
        framed = Image.new("L", (image.width + 2 * margin, image.height + 2 * margin), 255)
        framed.paste(image, (margin, margin))
        image = framed
    return image


def png(image: Image.Image) -> bytes:
    """The picture as PNG."""
    store = io.BytesIO()
    image.save(store, "PNG")
    return store.getvalue()
