"""Pictures drawn for the tests."""

import io
import math

import pytest
from PIL import Image, ImageDraw

Point = tuple[float, float]


def as_png(image: Image.Image) -> bytes:
    store = io.BytesIO()
    image.save(store, "PNG")
    return store.getvalue()


def _ring(x: float, y: float, radius: float) -> list[Point]:
    turns = [math.radians(60 * step + 30) for step in range(6)]
    return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns]


@pytest.fixture
def structure() -> Image.Image:
    """Three joined rings with double bonds, and four labelled bonds."""
    image = Image.new("L", (520, 330), 255)
    draw = ImageDraw.Draw(image)
    step = 48 * math.sqrt(3)
    for number in range(3):
        x, y = 150 + number * step, 160.0
        draw.polygon(_ring(x, y, 48), outline=0, width=2)
        inner = _ring(x, y, 39)
        for corner in (0, 2, 4) if number != 1 else (1, 3):
            draw.line([inner[corner], inner[(corner + 1) % 6]], fill=0, width=2)
    for start, stop, label in (
        ((108.4, 184.0), (66.0, 208.0), "HO"),
        ((108.4, 136.0), (66.0, 112.0), "F"),
        ((150 + 2.5 * step, 184.0), (150 + 3 * step, 208.0), "NH2"),
        ((150 + step, 112.0), (150 + step, 64.0), "CH3"),
    ):
        draw.line([start, stop], fill=0, width=2)
        x, y = stop[0] + (stop[0] - start[0]) * 0.35, stop[1] + (stop[1] - start[1]) * 0.35
        draw.text((x, y), label, fill=0, font_size=20, anchor="mm")
    return image


@pytest.fixture
def ruled_table() -> Image.Image:
    image = Image.new("L", (560, 300), 255)
    draw = ImageDraw.Draw(image)
    for row in range(7):
        draw.line((0, row * 48, 559, row * 48), fill=0, width=2)
        for column in range(4):
            words = "Renal function" if column == 0 else f"{row * 7 + column}.5 mg"
            draw.text((column * 140 + 8, row * 48 + 14), words, fill=0, font_size=16)
    for column in range(5):
        draw.line((column * 140, 0, column * 140, 288), fill=0, width=2)
    return image
