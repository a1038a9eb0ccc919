"""Outlines, devices and logos, drawn for training: what is easily taken for a structure."""

import math
import random

from drawn_structures import font
from PIL import Image, ImageDraw

# fmt: off
WORDS = (
    "dose", "patients", "tablet", "daily", "placebo", "weeks", "study", "mean", "adverse",
    "reaction", "renal", "hepatic", "clinical", "response", "treatment", "baseline",
    "concentration", "plasma", "group", "mg", "mL", "oral", "storage", "use", "only", "keep",
    "store", "room", "temperature", "years", "percent", "number", "total", "control", "risk",
    "time", "events", "subjects", "each", "contains",
)
# fmt: on


def phrase(rng: random.Random, most: int = 4) -> str:
    """A few words, to fill a place where words stand."""
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, most)))


def page(rng: random.Random, wide: tuple[int, int], tall: tuple[int, int]) -> Image.Image:
    """An empty page, its sides within the given bounds."""
    return Image.new("L", (rng.randint(*wide), rng.randint(*tall)), 255)


def line_art(rng: random.Random) -> Image.Image:
    """Outlines of hands and things: smooth closed and open curves, few straight strokes."""
    image = page(rng, (240, 520), (180, 420))
    draw, (w, h) = ImageDraw.Draw(image), image.size
    line, shade = rng.choice((1, 1, 2, 3)), rng.choice((None, None, 225, 180))
    for _ in range(rng.randint(1, 5)):
        x, y = rng.uniform(0.2, 0.8) * w, rng.uniform(0.2, 0.8) * h
        reach, lobes = rng.uniform(0.12, 0.4) * min(w, h), rng.randint(3, 7)
        bend = [rng.uniform(-0.25, 0.25) for _ in range(lobes)]
        turn, squash, points = rng.uniform(0, 6.3), rng.uniform(0.2, 1), []
        whole = rng.choice((1.0, 1.0, 0.6))
        for step in range(int(90 * whole)):
            a = step / 90 * 2 * math.pi
            r = reach * (1 + sum(b * math.sin((n + 1) * a + n) for n, b in enumerate(bend)))
            u, v = r * math.cos(a), squash * r * math.sin(a)
            points.append(
                (
                    x + u * math.cos(turn) - v * math.sin(turn),
                    y + u * math.sin(turn) + v * math.cos(turn),
                )
            )
        if whole == 1.0 and shade is not None:
            draw.polygon(points, fill=shade)
        draw.line(points + points[: 1 if whole == 1.0 else 0], fill=0, width=line, joint="curve")
    for _ in range(rng.randint(0, 4)):
        x, y, a = rng.uniform(0.1, 0.7) * w, rng.uniform(0.1, 0.7) * h, rng.uniform(0, 6.3)
        length, gap = rng.uniform(0.2, 0.6) * w, rng.uniform(4, 25)
        dx, dy = math.cos(a), math.sin(a)
        for side in (0, gap):
            sx, sy = x - side * dy, y + side * dx
            draw.line((sx, sy, sx + length * dx, sy + length * dy), fill=0, width=line)
        if rng.random() < 0.5:
            tip = (x + length * dx - gap * dy / 2, y + length * dy + gap * dx / 2)
            draw.polygon(
                [
                    tip,
                    (tip[0] - 14 * dx - 6 * dy, tip[1] - 14 * dy + 6 * dx),
                    (tip[0] - 14 * dx + 6 * dy, tip[1] - 14 * dy - 6 * dx),
                ],
                fill=0,
            )
    for _ in range(rng.choice((0, 0, 1, 3))):
        draw.text(
            (rng.uniform(0, 0.7) * w, rng.uniform(0, 0.9) * h),
            phrase(rng, 3),
            fill=0,
            font=font(rng, 12),
        )
    if rng.random() < 0.4:
        draw.rectangle((0, 0, w - 1, h - 1), outline=0, width=line)
    return image


def device(rng: random.Random) -> Image.Image:
    """A syringe or pen in outline, with curves for a hand and labels on arrows."""
    image = page(rng, (220, 480), (200, 420))
    draw, line = ImageDraw.Draw(image), rng.choice((1, 2, 2, 3))
    w, h = image.size
    shade = rng.choice((255, 230, 200, 170))
    body = (w * 0.25, h * 0.42, w * 0.75, h * 0.58)
    draw.rectangle(body, outline=0, width=line, fill=shade)
    draw.rectangle((w * 0.75, h * 0.47, w * 0.9, h * 0.53), outline=0, width=line)
    draw.line((w * 0.05, h * 0.5, w * 0.25, h * 0.5), fill=0, width=line)
    for tick in range(rng.randint(0, 8)):
        x = body[0] + (tick + 1) * (body[2] - body[0]) / 9
        draw.line((x, body[1], x, body[1] + h * 0.05), fill=0)
    for _ in range(rng.randint(2, 9)):
        x, y = rng.uniform(0, w * 0.7), rng.uniform(0, h * 0.7)
        arc = (x, y, x + rng.uniform(20, w / 2), y + rng.uniform(20, h / 2))
        draw.arc(arc, rng.randint(0, 180), rng.randint(181, 360), fill=0, width=line)
    turned = image.rotate(rng.choice((0, 0, 30, 45, 90, -35)), expand=True, fillcolor=255)
    draw = ImageDraw.Draw(turned)
    for _ in range(rng.randint(0, 3)):
        x, y = rng.uniform(5, turned.width * 0.7), rng.uniform(5, turned.height - 20)
        draw.text((x, y), phrase(rng, 2), fill=0, font=font(rng, 12))
        draw.line((x, y, x + rng.uniform(-60, 60), y + rng.uniform(-60, 60)), fill=0, width=line)
    if rng.random() < 0.4:
        draw.rectangle((0, 0, turned.width - 1, turned.height - 1), outline=0, width=line)
    return turned


def logo(rng: random.Random) -> Image.Image:
    """A mark (often a hexagon) with a name in it or beside it."""
    size = rng.randint(60, 160)
    name = rng.choice(("Acme", "NOVA", "Medica", "Helix", "PHARMA", "Orbis Labs", "Zenith", "bio"))
    image = Image.new("L", (size * rng.choice((1, 2, 4)) + 10, size + 10), 255)
    draw, line = ImageDraw.Draw(image), rng.choice((1, 2, 3, 5))
    filled = rng.random() < 0.45
    centre = (size / 2 + 4, size / 2 + 4)
    shapes = (
        "hexagon",
        "hexagon",
        "comb",
        "circle",
        "square",
        "ellipse",
        "cross",
        "none",
        "seal",
        "figure",
    )
    shape = rng.choice(shapes)
    fill = rng.choice((0, 40, 90)) if filled else None
    if shape == "hexagon":
        draw.regular_polygon(
            (*centre, size / 2), 6, rotation=rng.choice((0, 30)), fill=fill, outline=0, width=line
        )
        if rng.random() < 0.4:
            draw.regular_polygon(
                (*centre, size / 3), 6, rotation=30, outline=255 if fill else 0, width=line
            )
    elif shape == "comb":
        for step in range(rng.randint(2, 7)):
            turned, radius = math.radians(60 * step), size / 6
            reach = radius * 1.9
            at = (centre[0] + reach * math.cos(turned), centre[1] + reach * math.sin(turned))
            cell = rng.choice((None, 0, 120))
            draw.regular_polygon((*at, radius), 6, rotation=30, fill=cell, outline=0, width=line)
    elif shape in ("circle", "ellipse"):
        squash = size / 4 if shape == "ellipse" else 0
        draw.ellipse((4, 4 + squash, size, size - squash), fill=fill, outline=0, width=line)
    elif shape == "square":
        draw.rounded_rectangle((4, 4, size, size), rng.randint(0, 20), fill=fill, outline=0)
    elif shape == "seal":
        draw.ellipse((4, 4, size, size), outline=0, width=line)
        for step, letter in enumerate(name[:5].upper()):
            at = 4 + (step + 0.5) * size / 5.4
            draw.text((at, centre[1]), letter, fill=0, font=font(rng, size // 6), anchor="mm")
            draw.text((centre[0], at), letter, fill=0, font=font(rng, size // 6), anchor="mm")
    elif shape == "figure":
        art = line_art(rng)
        art.thumbnail((size, size - 18))
        image.paste(art, (4, 4))
    elif shape == "cross":
        third = size / 3
        draw.rectangle((4 + third, 4, 4 + 2 * third, size), fill=0)
        draw.rectangle((4, 4 + third, size, 4 + 2 * third), fill=0)
    if image.width > size * 1.5:
        draw.text((size + 12, size // 2), name, fill=0, font=font(rng, size // 3), anchor="lm")
    elif shape == "figure":
        draw.text((4, size - 8), name, fill=0, font=font(rng, size // 6))
    elif shape not in ("none", "seal") and rng.random() < 0.7:
        draw.text(
            centre, name[:5], fill=255 if filled else 0, font=font(rng, size // 4), anchor="mm"
        )
    if shape == "none":
        draw.text((4, size // 2), name, fill=0, font=font(rng, size // 3), anchor="lm")
    if rng.random() < 0.35:
        lines = "\n".join(f"{phrase(rng, 3).title()}, Inc." for _ in range(rng.randint(1, 4)))
        tall = Image.new("L", (max(image.width, 260), image.height + 80), 255)
        tall.paste(image, (0, 0))
        ImageDraw.Draw(tall).multiline_text(
            (4, image.height + 2), lines, fill=0, font=font(rng, 14)
        )
        return tall
    return image
