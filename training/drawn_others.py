"""Pictures that are no structures, drawn for training: each generator gives one kind.

They stand for what labels show and for what is easily taken for a structure: hexagon logos,
flow charts, honeycombs, device outlines, tables, charts, text and specks.
"""

import io
import random
from collections.abc import Callable, Iterator

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from drawn_outlines import device, line_art, logo, page, phrase
from drawn_structures import font
from PIL import Image, ImageDraw


def chart(rng: random.Random) -> Image.Image:
    """Lines, steps, bars or intervals on axes."""
    figure, axes = plt.subplots(figsize=(rng.uniform(3, 7), rng.uniform(2, 5)))
    kind = rng.choice(("line", "step", "bar", "forest", "two"))
    x = np.arange(rng.randint(4, 14))
    for _ in range(rng.randint(1, 4)):
        y = np.cumsum([rng.uniform(-1, 3) for _ in x])
        style = {"color": rng.choice(("k", "k", "0.5")), "lw": rng.choice((0.7, 1, 2))}
        if kind in ("line", "two"):
            axes.plot(
                x,
                y,
                marker=rng.choice((None, "o", "s", "^", "D")),
                ls=rng.choice(("-", "--", ":")),
                label=phrase(rng, 2),
                **style,
            )
        elif kind == "step":
            axes.step(x, y, label=phrase(rng, 2), **style)
        elif kind == "bar":
            axes.bar(
                x + rng.uniform(0, 0.3),
                np.abs(y),
                width=0.3,
                color=rng.choice(("0.2", "0.6", "w")),
                edgecolor="k",
            )
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
    image = page(rng, (300, 700), (120, 500))
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
        ImageDraw.Draw(tall).text(
            (10, 2), f"Table {rng.randint(1, 9)}. {phrase(rng, 8)}", fill=0, font=face
        )
        return tall
    return image


def flow_chart(rng: random.Random) -> Image.Image:
    """Boxes of words joined by arrows."""
    image = page(rng, (300, 600), (250, 600))
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
            draw.multiline_text(
                (x, y),
                f"{phrase(rng, 2)}\n{phrase(rng, 2)}",
                fill=0,
                font=face,
                anchor="mm",
                align="center",
            )
            now.append((x, box[1], box[3]))
        for x, top, _ in now:
            for px, _, bottom in previous:
                draw.line((px, bottom, x, top), fill=0, width=line)
                draw.polygon([(x, top), (x - 4, top - 8), (x + 4, top - 8)], fill=0)
        previous = now
    return image


def package(rng: random.Random) -> Image.Image:
    """A carton or bottle label: frames, fills, sizes of type, a bar code, turned text."""
    image = page(rng, (300, 700), (180, 420))
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
    image = Image.new(
        "L", (code.width * rng.choice((1, 1, 2)) + 2 * margin, code.height + 2 * margin), 255
    )
    image.paste(code, (image.width - code.width - margin, margin))
    draw, free = ImageDraw.Draw(image), image.width - code.width - 2 * margin
    if free > 40:
        draw.rounded_rectangle(
            (free * 0.2, margin, free * 0.7, image.height - margin),
            8,
            outline=0,
            width=rng.randint(1, 5),
        )
        draw.text(
            (free * 0.3, image.height / 2),
            rng.choice(("<-", "scan", "i")),
            fill=0,
            font=font(rng, 16),
        )
    return image


def text_block(rng: random.Random) -> Image.Image:
    """Lines of words and nothing else."""
    image, size = page(rng, (200, 600), (60, 500)), rng.randint(10, 20)
    draw, face = ImageDraw.Draw(image), font(rng, size)
    for y in range(4, image.height - size, int(size * 1.4)):
        draw.text((4, y), phrase(rng, 12), fill=0, font=face)
    return image


def fragment(rng: random.Random) -> Image.Image:
    """A torn corner, a rule, a few specks or arrows: nothing to show a reader."""
    image = page(rng, (40, 300), (30, 300))
    draw, (w, h) = ImageDraw.Draw(image), image.size
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice(("rule", "speck", "corner", "dash", "arrow"))
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        if kind == "rule":
            draw.line((0, y, w, y), fill=0, width=rng.choice((1, 2, 4)))
        elif kind == "speck":
            draw.ellipse((x, y, x + rng.randint(2, 6), y + rng.randint(2, 6)), fill=0)
        elif kind == "corner":
            draw.rounded_rectangle(
                (x, y, w + 50, h + 50), 15, outline=0, fill=rng.choice((255, 200))
            )
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
