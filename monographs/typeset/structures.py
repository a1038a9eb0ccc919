"""Skeletal formulas drawn from stored two-dimensional coordinates, as lines or as a bitmap.

The files in ``monographs/structures`` hold one atom or bond a row; a bond is one unit long.
"""

from __future__ import annotations

import csv
import math
import re
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from reportlab.graphics.shapes import Drawing, Group, Line, String
from reportlab.pdfbase.pdfmetrics import stringWidth

from monographs.typeset.fonts import font_file

STRUCTURES = Path(__file__).parent.parent / "structures"
_PIECE = re.compile(r"\d+|[+-]|[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Atom:
    """A labelled atom, or a corner of the skeleton when ``label`` is empty."""

    label: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Molecule:
    """Atoms by number, and bonds as (atom, atom, order)."""

    atoms: dict[int, Atom]
    bonds: tuple[tuple[int, int, int], ...]

    def size(self) -> tuple[float, float]:
        """Width and height in bond lengths."""
        return max(a.x for a in self.atoms.values()), max(a.y for a in self.atoms.values())

    def strokes(self) -> list[tuple[float, float, float, float]]:
        """Every line to draw in bond lengths, cut short where a label stands."""
        strokes: list[tuple[float, float, float, float]] = []
        for first, second, order in self.bonds:
            one, two = self.atoms[first], self.atoms[second]
            length = math.hypot(two.x - one.x, two.y - one.y)
            ux, uy = (two.x - one.x) / length, (two.y - one.y) / length
            start, end = (0.27 if one.label else 0.0), (0.27 if two.label else 0.0)
            offsets = {1: (0.0,), 2: (-0.07, 0.07), 3: (-0.12, 0.0, 0.12)}[order]
            strokes.extend(
                (
                    one.x + ux * start - uy * shift,
                    one.y + uy * start + ux * shift,
                    two.x - ux * end - uy * shift,
                    two.y - uy * end + ux * shift,
                )
                for shift in offsets
            )
        return strokes


def read_molecule(name: str) -> Molecule:
    """The stored molecule called ``name``; raises ``FileNotFoundError`` when there is none."""
    atoms: dict[int, Atom] = {}
    bonds: list[tuple[int, int, int]] = []
    with (STRUCTURES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["kind"] == "atom":
                atoms[int(row["first"])] = Atom(row["second"], float(row["x"]), float(row["y"]))
            else:
                bonds.append((int(row["first"]), int(row["second"]), int(row["x"])))
    return Molecule(atoms, tuple(bonds))


def draw_vector(molecule: Molecule, bond: float, family: str) -> Drawing:
    """The formula as lines and text; ``bond`` is the length of a bond in points."""
    wide, high = molecule.size()
    pad = bond * 0.8
    drawing = Drawing(wide * bond + 2 * pad, high * bond + 2 * pad)
    group = Group(transform=(1, 0, 0, 1, pad, pad))
    for x1, y1, x2, y2 in molecule.strokes():
        group.add(Line(x1 * bond, y1 * bond, x2 * bond, y2 * bond, strokeWidth=0.8))
    for atom in molecule.atoms.values():
        cursor = atom.x * bond - _anchor(atom.label, bond, family)
        for piece, size, lift in _pieces(atom.label, bond):
            text = String(cursor, atom.y * bond - bond * 0.16 + lift, piece)
            text.fontName, text.fontSize = family, size
            group.add(text)
            cursor += stringWidth(piece, family, size)
    drawing.add(group)
    return drawing


def draw_bitmap(molecule: Molecule, bond: float, family: str) -> Image.Image:
    """The formula as a grey picture, the way scanned labels carry it; ``bond`` is in pixels."""
    wide, high = molecule.size()
    pad = bond * 0.8
    height = high * bond + 2 * pad
    picture = Image.new("L", (int(wide * bond + 2 * pad), int(height)), 255)
    pen = ImageDraw.Draw(picture)
    for x1, y1, x2, y2 in molecule.strokes():
        ends = (
            pad + x1 * bond,
            height - pad - y1 * bond,
            pad + x2 * bond,
            height - pad - y2 * bond,
        )
        pen.line(ends, fill=0, width=max(2, int(bond * 0.05)))
    for atom in molecule.atoms.values():
        cursor = pad + atom.x * bond - _anchor(atom.label, bond, family)
        for piece, size, lift in _pieces(atom.label, bond):
            font = ImageFont.truetype(str(font_file(family)), int(size))
            base = height - pad - atom.y * bond + bond * 0.16 - lift
            pen.text((cursor, base), piece, fill=0, font=font, anchor="ls")
            cursor += stringWidth(piece, family, size)
    return picture


def _pieces(label: str, bond: float) -> list[tuple[str, float, float]]:
    """(text, size, lift) of each run of a label: digits are lowered and charges raised."""
    size = bond * 0.46
    runs = []
    for piece in _PIECE.findall(label):
        if piece.isdigit():
            runs.append((piece, size * 0.7, -size * 0.15))
        elif piece in "+-":
            runs.append((piece.replace("-", "−"), size * 0.8, size * 0.4))
        else:
            runs.append((piece, size, 0.0))
    return runs


def _anchor(label: str, bond: float, family: str) -> float:
    """How far left of the atom the label starts, so that its bonded letter stands on the atom."""
    if not label:
        return 0.0
    runs = _pieces(label, bond)
    widths = [stringWidth(piece, family, size) for piece, size, _ in runs]
    heavy = "H" if label.strip("0123456789H") == "" else label.strip("0123456789H+-")[0]
    if label.startswith("H") and heavy != "H":
        last = stringWidth(heavy, family, bond * 0.46)
        return sum(widths) - last / 2
    return stringWidth(heavy, family, bond * 0.46) / 2
