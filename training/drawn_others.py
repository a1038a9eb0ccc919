"""Pictures that are no structures, drawn for training: each generator gives one kind.

They stand for what labels show and for what is easily taken for a structure: hexagon logos,
flow charts, honeycombs, device outlines, tables, charts, text and specks.
"""

import io
import math
import random
from collections.abc import Callable, Iterator

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from drawn_structures import font
from PIL import Image, ImageDraw

WORDS = (
    "dose patients tablet daily placebo weeks study mean adverse reaction renal hepatic clinical "
    "response treatment baseline concentration plasma group mg mL oral storage use only keep store "
    "room temperature years percent number total control risk time events subjects each contains"
).split()


def phrase(rng: random.Random, most: int = 4) -> str:
    """A few words, to fill a place where words stand."""
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, most)))


def _page(rng: random.Random, wide: tuple[int, int], tall: tuple[int, int]) -> Image.Image:
    return Image.new("L", (rng.randint(*wide), rng.randint(*tall)), 255)


def chart(rng: random.Random) -> Image.Image:
    """Lines, steps, bars or intervals on axes."""
    figure, axes = plt.subplots(figsize=(rng.uniform(3, 7), rng.uniform(2, 5)))
    kind = rng.choice(("line", "step", "bar", "forest", "two"))
    x = np.arange(rng.randint(4, 14))
    for _ in range(rng.randint(1, 4)):
        y = np.cumsum([rng.uniform(-1, 3) for _ in x])
        style = {"color": rng.choice(("k", "k", "0.5")), "lw": rng.choice((0.7, 1, 2))}
        if kind in ("line", "two"):
            axes.plot(x, y, marker=rng.choice((None, "o", "s", "^", "D")),
                      ls=rng.choice(("-", "--", ":")), label=phrase(rng, 2), **style)
        elif kind == "step":
            axes.step(x, y, label=phrase(rng, 2), **style)
        elif kind == "bar":
            axes.bar(x + rng.uniform(0, 0.3), np.abs(y), width=0.3,
                     color=rng.choice(("0.2", "0.6", "w")), edgecolor="k")
    if kind == "forest":
        for row in range(len(x)):
            centre = rng.uniform(0.5, 1.6)
            axes.errorbar(centre, row, xerr=rng.uniform(0.05, 0.5), fmt="o", color="k", capsize=2)
        axes.axvline(1, color="k", lw=0.8)
        axes.set_yticks(range(len(x)), [phrase(rng, 2) for _ in x], fontsize=7)
    if rng.random() < 0.5:
        axes.spines[["top", "right"]].set_visible(False)
    if rng.random() < 0.3:
        axes.grid(alpha=0.4)
    if kind in ("line", "step") and rng.random() < 0.6:
        axes.legend(fontsize=7)
    axes.set_xlabel(phrase(rng, 2))
    axes.set_ylabel(phrase(rng, 3))
    if rng.random() < 0.3:
        axes.set_title(phrase(rng))
    store = io.BytesIO()
    figure.savefig(store, dpi=rng.choice((60, 90, 140)), bbox_inches="tight")
    plt.close(figure)
    return Image.open(store).convert("L")


def table(rng: random.Random) -> Image.Image:
    """A ruled table with cells of words and numbers."""
    image = _page(rng, (300, 700), (120, 500))
    draw, size = ImageDraw.Draw(image), rng.randint(9, 15)
    face, columns, rows = font(rng, size), rng.randint(2, 7), rng.randint(3, 10)
    width, height = image.width // columns, max(image.height // rows, size + 6)
    upright, band = rng.random() < 0.7, rng.choice((None, None, 40, 90, 200))
    if band is not None:
        draw.rectangle((0, 0, image.width, height), fill=band)
    for row in range(rows + 1):
        draw.line((0, row * height, image.width, row * height), fill=0, width=rng.choice((1, 1, 2)))
        for column in range(columns):
            if row == 0 and rng.random() < 0.3:
                draw.rectangle((column * width, 0, (column + 1) * width, height), fill=190)
            text = phrase(rng, 2) if column == 0 or row == 0 else f"{rng.uniform(0, 300):.1f}"
            light = row == 0 and band is not None and band < 128
            spot = (column * width + 4, row * height + 4)
            draw.text(spot, text, fill=255 if light else 0, font=face)
    for column in range(columns + 1):
        if upright:
            draw.line((column * width, 0, column * width, rows * height), fill=0)
    if rng.random() < 0.5:
        notes = text_block(rng)
        tall = Image.new("L", (image.width, image.height + notes.height // 2 + 20), 255)
        tall.paste(image, (0, 20))
        tall.paste(notes, (0, image.height + 24))
        ImageDraw.Draw(tall).text((10, 2), f"Table {rng.randint(1, 9)}. {phrase(rng, 8)}", fill=0,
                                  font=face)
        return tall
    return image


def flow_chart(rng: random.Random) -> Image.Image:
    """Boxes of words joined by arrows."""
    image = _page(rng, (300, 600), (250, 600))
    draw, size = ImageDraw.Draw(image), rng.randint(9, 15)
    face, line = font(rng, size), rng.choice((1, 1, 2, 3))
    rows, previous = rng.randint(2, 5), []
    for row in range(rows):
        across, now = rng.randint(1, 3), []
        y = (row + 0.5) * image.height / rows
        for column in range(across):
            x = (column + 0.5) * image.width / across
            half_w, half_h = min(image.width / across / 2.6, 90), min(image.height / rows / 3.5, 40)
            box = (x - half_w, y - half_h, x + half_w, y + half_h)
            shape = rng.choice(("box", "box", "round", "diamond"))
            if shape == "box":
                draw.rectangle(box, outline=0, width=line)
            elif shape == "round":
                draw.rounded_rectangle(box, 10, outline=0, width=line)
            else:
                draw.polygon([(x, box[1]), (box[2], y), (x, box[3]), (box[0], y)], outline=0)
            draw.multiline_text((x, y), f"{phrase(rng, 2)}\n{phrase(rng, 2)}", fill=0, font=face,
                                anchor="mm", align="center")
            now.append((x, box[1], box[3]))
        for x, top, _ in now:
            for px, _, bottom in previous:
                draw.line((px, bottom, x, top), fill=0, width=line)
                draw.polygon([(x, top), (x - 4, top - 8), (x + 4, top - 8)], fill=0)
        previous = now
    return image


def logo(rng: random.Random) -> Image.Image:
    """A mark (often a hexagon) with a name in it or beside it."""
    size = rng.randint(60, 160)
    name = rng.choice(("Acme", "NOVA", "Medica", "Helix", "PHARMA", "Orbis Labs", "Zenith", "bio"))
    image = Image.new("L", (size * rng.choice((1, 2, 4)) + 10, size + 10), 255)
    draw, line = ImageDraw.Draw(image), rng.choice((1, 2, 3, 5))
    filled = rng.random() < 0.45
    centre = (size / 2 + 4, size / 2 + 4)
    shapes = ("hexagon", "hexagon", "comb", "circle", "square", "ellipse", "cross", "none", "seal",
              "figure")
    shape = rng.choice(shapes)
    fill = rng.choice((0, 40, 90)) if filled else None
    if shape == "hexagon":
        draw.regular_polygon((*centre, size / 2), 6, rotation=rng.choice((0, 30)), fill=fill,
                             outline=0, width=line)
        if rng.random() < 0.4:
            draw.regular_polygon((*centre, size / 3), 6, rotation=30, outline=255 if fill else 0,
                                 width=line)
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
        draw.text(centre, name[:5], fill=255 if filled else 0, font=font(rng, size // 4), anchor="mm")
    if shape == "none":
        draw.text((4, size // 2), name, fill=0, font=font(rng, size // 3), anchor="lm")
    if rng.random() < 0.35:
        lines = "\n".join(f"{phrase(rng, 3).title()}, Inc." for _ in range(rng.randint(1, 4)))
        tall = Image.new("L", (max(image.width, 260), image.height + 80), 255)
        tall.paste(image, (0, 0))
        ImageDraw.Draw(tall).multiline_text((4, image.height + 2), lines, fill=0, font=font(rng, 14))
        return tall
    return image


def device(rng: random.Random) -> Image.Image:
    """A syringe or pen in outline, with curves for a hand and labels on arrows."""
    image = _page(rng, (220, 480), (200, 420))
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


def line_art(rng: random.Random) -> Image.Image:
    """Outlines of hands and things: smooth closed and open curves, few straight strokes."""
    image = _page(rng, (240, 520), (180, 420))
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
            points.append((x + u * math.cos(turn) - v * math.sin(turn),
                           y + u * math.sin(turn) + v * math.cos(turn)))
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
            draw.polygon([tip, (tip[0] - 14 * dx - 6 * dy, tip[1] - 14 * dy + 6 * dx),
                          (tip[0] - 14 * dx + 6 * dy, tip[1] - 14 * dy - 6 * dx)], fill=0)
    for _ in range(rng.choice((0, 0, 1, 3))):
        draw.text((rng.uniform(0, 0.7) * w, rng.uniform(0, 0.9) * h), phrase(rng, 3), fill=0,
                  font=font(rng, 12))
    if rng.random() < 0.4:
        draw.rectangle((0, 0, w - 1, h - 1), outline=0, width=line)
    return image


def package(rng: random.Random) -> Image.Image:
    """A carton or bottle label: frames, fills, sizes of type, a bar code, turned text."""
    image = _page(rng, (300, 700), (180, 420))
    draw, (w, h) = ImageDraw.Draw(image), image.size
    if rng.random() < 0.7:
        draw.rounded_rectangle((1, 1, w - 2, h - 2), rng.choice((0, 12)), outline=0)
    draw.rectangle((w * 0.3, h * 0.35, w * 0.6, h * 0.45), fill=rng.choice((0, 80, 160)))
    draw.text((w * 0.3, h * 0.12), phrase(rng, 1).upper(), fill=0, font=font(rng, max(h // 9, 10)))
    draw.text((w * 0.3, h * 0.25), "NDC 00000-000-00", fill=0, font=font(rng, 11))
    for row in range(rng.randint(3, 12)):
        draw.text((w * 0.64, h * 0.1 + row * 13), phrase(rng, 5), fill=0, font=font(rng, 9))
    x = w * 0.04
    while x < w * 0.24:
        bar = rng.choice((1, 1, 2, 3))
        draw.rectangle((x, h * 0.3, x + bar, h * 0.8), fill=0)
        x += bar + rng.choice((1, 2, 3))
    if rng.random() < 0.5:
        draw.rectangle((w * 0.9, h * 0.2, w, h), fill=rng.choice((0, 60, 120)))
    return image


def matrix_code(rng: random.Random) -> Image.Image:
    """A two-dimensional code of random modules, with finder marks."""
    side = rng.choice((18, 21, 25, 29, 33))
    cells = np.array([[rng.random() < 0.5 for _ in range(side)] for _ in range(side)])
    for top, left in ((0, 0), (0, side - 7), (side - 7, 0)):
        cells[top : top + 7, left : left + 7] = True
        cells[top + 1 : top + 6, left + 1 : left + 6] = False
        cells[top + 2 : top + 5, left + 2 : left + 5] = True
    if rng.random() < 0.2:
        cells[side // 2 - 3 : side // 2 + 3, side // 2 - 5 : side // 2 + 5] = False
    module = rng.randint(2, 7)
    code = Image.fromarray(np.where(cells, 0, 255).astype(np.uint8))
    code = code.resize((side * module, side * module), Image.Resampling.NEAREST)
    margin = rng.randint(0, 20)
    image = Image.new("L", (code.width * rng.choice((1, 1, 2)) + 2 * margin,
                            code.height + 2 * margin), 255)
    image.paste(code, (image.width - code.width - margin, margin))
    draw, free = ImageDraw.Draw(image), image.width - code.width - 2 * margin
    if free > 40:
        draw.rounded_rectangle((free * 0.2, margin, free * 0.7, image.height - margin), 8, outline=0,
                               width=rng.randint(1, 5))
        draw.text((free * 0.3, image.height / 2), rng.choice(("<-", "scan", "i")), fill=0,
                  font=font(rng, 16))
    return image


def text_block(rng: random.Random) -> Image.Image:
    """Lines of words and nothing else."""
    image, size = _page(rng, (200, 600), (60, 500)), rng.randint(10, 20)
    draw, face = ImageDraw.Draw(image), font(rng, size)
    for y in range(4, image.height - size, int(size * 1.4)):
        draw.text((4, y), phrase(rng, 12), fill=0, font=face)
    return image


def fragment(rng: random.Random) -> Image.Image:
    """A torn corner, a rule, a few specks or arrows: nothing to show a reader."""
    image = _page(rng, (40, 300), (30, 300))
    draw, (w, h) = ImageDraw.Draw(image), image.size
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(("rule", "speck", "corner", "dash", "arrow"))
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        if kind == "rule":
            draw.line((0, y, w, y), fill=0, width=rng.choice((1, 2, 4)))
        elif kind == "speck":
            draw.ellipse((x, y, x + rng.randint(2, 6), y + rng.randint(2, 6)), fill=0)
        elif kind == "corner":
            draw.rounded_rectangle((x, y, w + 50, h + 50), 15, outline=0, fill=rng.choice((255, 200)))
        elif kind == "dash":
            draw.line((x, y, x + 15, y), fill=0, width=2)
        else:
            draw.line((w / 2, 0, w / 2, h), fill=0, width=2)
            draw.polygon([(w / 2, h), (w / 2 - 5, h - 9), (w / 2 + 5, h - 9)], fill=0)
    return image


OTHERS: tuple[tuple[str, Callable[[random.Random], Image.Image]], ...] = (
    ("graph", chart),
    ("table_image", table),
    ("other", flow_chart),
    ("logo", logo),
    ("illustration", device),
    ("illustration", line_art),
    ("package_label", package),
    ("qr_code", matrix_code),
    ("other", text_block),
    ("other", fragment),
)


def others(count: int, rng: random.Random) -> Iterator[tuple[str, str, Image.Image]]:
    """`count` drawings of each generator: kind, generator's name, picture."""
    for kind, draw in OTHERS:
        for _ in range(count):
            yield kind, draw.__name__, draw(rng)
