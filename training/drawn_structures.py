"""Chemical structures drawn for training, in the manners labels print them.

Three manners: RDKit's skeletal formulas with thin or bold lines; the same with a counter-ion,
hydrate or name set beside; and old condensed formulas of atom groups joined by short bonds.
"""

import csv
import io
import math
import random
from collections.abc import Iterator
from pathlib import Path

from matplotlib import font_manager
from PIL import Image, ImageDraw, ImageFont
from rdkit import Chem, RDLogger
from rdkit.Chem import rdDepictor
from rdkit.Chem.Draw import rdMolDraw2D

_HERE = Path(__file__).parent
_FONTS = ("DejaVu Sans", "DejaVu Serif", "STIXGeneral", "DejaVu Sans:bold", "STIXGeneral:bold")
_ADDITIONS = ("HCl", "2H2O", "3H2O", "H2O", "HCl H2O", "HBr", "1/2 H2O", "CH3SO3H", "C4H4O4")
_GROUPS = (
    "CH3",
    "CH2",
    "CH",
    "C",
    "N",
    "NH",
    "NH2",
    "O",
    "OH",
    "COOH",
    "S",
    "CO",
    "CONH",
    "H",
    "Cl",
)


def font(rng: random.Random, size: int) -> ImageFont.FreeTypeFont:
    """A font of the given pixel size, from those that come with matplotlib."""
    family, _, weight = rng.choice(_FONTS).partition(":")
    wanted = font_manager.FontProperties(family=family, weight=weight or "normal")
    return ImageFont.truetype(font_manager.findfont(wanted), size)


def structures(count: int, rng: random.Random) -> Iterator[tuple[str, Image.Image]]:
    """`count` drawings, each with the name of what is drawn (for grouping)."""
    RDLogger.DisableLog("rdApp.*")
    with (_HERE / "structures.csv").open(encoding="utf-8", newline="") as lines:
        rows = [(row["name"], row["smiles"]) for row in csv.DictReader(lines)]
    for number in range(count):
        if number % 6 == 5:
            yield "condensed", _condensed(rng)
            continue
        name, smiles = rows[number % len(rows)] if number < len(rows) else rng.choice(rows)
        image = _skeletal(smiles, rng)
        if rng.random() < 0.15:
            other = rng.choice(rows)
            image = _beside(image, _skeletal(other[1], rng), rng)
        if rng.random() < 0.35:
            image = _with_addition(image, rng)
        if rng.random() < 0.3:
            image = _with_name(image, name, rng)
        yield name, image


def _skeletal(smiles: str, rng: random.Random) -> Image.Image:
    molecule = Chem.MolFromSmiles(smiles)
    if rng.random() < 0.4:
        molecule = Chem.RemoveAllHs(molecule)
    rdDepictor.SetPreferCoordGen(rng.random() < 0.5)
    rdDepictor.Compute2DCoords(molecule)
    scale = rng.uniform(18, 44)
    drawer = rdMolDraw2D.MolDraw2DCairo(-1, -1)
    options = drawer.drawOptions()
    options.useBWAtomPalette()
    options.fixedBondLength = scale
    options.bondLineWidth = rng.choice((1, 1, 1, 2, 2, 3, 4))
    options.scaleBondWidth = False
    options.minFontSize, options.maxFontSize = 6, 60
    options.baseFontSize = rng.uniform(0.45, 0.8)
    options.rotate = rng.choice((0, 0, 0, 30, 90, rng.uniform(0, 360)))
    options.multipleBondOffset = rng.uniform(0.1, 0.2)
    options.additionalAtomLabelPadding = rng.uniform(0.02, 0.15)
    options.explicitMethyl = rng.random() < 0.5
    options.addStereoAnnotation = rng.random() < 0.1
    options.addAtomIndices = rng.random() < 0.04
    family = rng.choice(_FONTS).split(":")[0]
    options.fontFile = font_manager.findfont(font_manager.FontProperties(family=family))
    rdMolDraw2D.PrepareAndDrawMolecule(drawer, molecule, kekulize=rng.random() < 0.92)
    drawer.FinishDrawing()
    return Image.open(io.BytesIO(drawer.GetDrawingText())).convert("L")


def _condensed(rng: random.Random) -> Image.Image:
    """A chain of atom groups with single and double bonds, and branches above and below."""
    size = rng.randint(12, 26)
    face, bond, line = font(rng, size), rng.randint(12, 34), rng.choice((1, 1, 2, 3))
    canvas = Image.new("L", (1600, 500), 255)
    draw = ImageDraw.Draw(canvas)
    x, y = 60.0, 250.0
    if rng.random() < 0.5:
        x = _benzene(draw, x + 2 * size, y, rng.uniform(1.2, 2.2) * size, line, rng) + bond
    for position in range(rng.randint(3, 8)):
        text = rng.choice(_GROUPS)
        width = draw.textlength(text, font=face)
        draw.text((x, y), text, fill=0, font=face, anchor="lm")
        for way in (-1, 1):
            if rng.random() < 0.4:
                middle = x + draw.textlength(text[0], font=face) / 2
                start, stop = y + way * size * 0.65, y + way * (size * 0.65 + bond)
                _bond(draw, (middle, start), (middle, stop), line, rng)
                draw.text(
                    (middle - size / 3, stop + way * size * 0.6),
                    rng.choice(_GROUPS),
                    fill=0,
                    font=face,
                    anchor="lm",
                )
        x += width + 3
        if position % 3 != 2 or rng.random() < 0.5:
            _bond(draw, (x, y), (x + bond, y), line, rng)
            x += bond + 3
    box = canvas.point(lambda p: 255 - p).getbbox() or (0, 0, 10, 10)
    return canvas.crop((box[0] - 5, box[1] - 5, box[2] + 5, box[3] + 5))


def _benzene(
    draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, line: int, rng: random.Random
) -> float:
    turn = rng.choice((0, 30))
    draw.regular_polygon((x, y, radius), 6, rotation=turn, outline=0, width=line)
    if rng.random() < 0.5:
        inner = radius * 0.55
        draw.ellipse((x - inner, y - inner, x + inner, y + inner), outline=0, width=line)
    else:
        for step in range(0, 360, 120):
            _inner_bond(draw, x, y, radius, turn + step, line)
    return x + radius


def _inner_bond(
    draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, angle: float, line: int
) -> None:
    ends = []
    for corner in (angle - 22, angle + 22):
        turned = math.radians(corner)
        ends.append((x + 0.8 * radius * math.cos(turned), y + 0.8 * radius * math.sin(turned)))
    draw.line(ends, fill=0, width=line)


def _bond(
    draw: ImageDraw.ImageDraw,
    start: tuple[float, float],
    stop: tuple[float, float],
    line: int,
    rng: random.Random,
) -> None:
    if rng.random() < 0.25:
        gap = 3 + line
        upright = start[0] == stop[0]
        for shift in (-gap / 2, gap / 2):
            dx, dy = (shift, 0) if upright else (0, shift)
            draw.line(
                [(start[0] + dx, start[1] + dy), (stop[0] + dx, stop[1] + dy)], fill=0, width=line
            )
    else:
        draw.line([start, stop], fill=0, width=line)


def _beside(first: Image.Image, second: Image.Image, rng: random.Random) -> Image.Image:
    gap = rng.randint(10, 60)
    joined = Image.new(
        "L", (first.width + gap + second.width, max(first.height, second.height)), 255
    )
    joined.paste(first, (0, (joined.height - first.height) // 2))
    joined.paste(second, (first.width + gap, (joined.height - second.height) // 2))
    return joined


def _with_addition(image: Image.Image, rng: random.Random) -> Image.Image:
    face = font(rng, rng.randint(12, 24))
    text = rng.choice(("• ", ". ", "· ", "")) + rng.choice(_ADDITIONS)
    wide = Image.new("L", (image.width + 140, image.height), 255)
    wide.paste(image, (0, 0))
    ImageDraw.Draw(wide).text((image.width + 4, image.height // 2), text, fill=0, font=face)
    return wide


def _with_name(image: Image.Image, name: str, rng: random.Random) -> Image.Image:
    size = rng.randint(12, 22)
    tall = Image.new("L", (max(image.width, 160), image.height + 2 * size), 255)
    tall.paste(image, ((tall.width - image.width) // 2, 0))
    ImageDraw.Draw(tall).text(
        (tall.width // 2, tall.height - size), name, fill=0, font=font(rng, size), anchor="mm"
    )
    return tall
