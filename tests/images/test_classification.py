"""The kind of a picture."""

import io
import json
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from monograph_qa.domain.label import ImageKind
from monograph_qa.images.classification import (
    Classifier,
    ForestClassifier,
    PictureView,
    default_classifier,
    measure,
)

classify = default_classifier().classify
CROPS = Path(__file__).parents[2].parent / "shared/labels/pictures"
needs_crops = pytest.mark.skipif(
    not (CROPS / "index.json").exists(), reason="the folder of label pictures is not here"
)


def view(image: Image.Image, **around: str) -> PictureView:
    store = io.BytesIO()
    image.save(store, "PNG")
    return PictureView(store.getvalue(), **around)  # type: ignore[arg-type]


def test_a_drawn_structure_is_a_chemical_structure(structure: Image.Image) -> None:
    found = classify(view(structure, near_text="The structural formula is:"))
    assert found.kind is ImageKind.CHEMICAL_STRUCTURE
    assert found.confidence > 0.5
    assert found.classifier == ForestClassifier().name


@pytest.mark.parametrize("factor", [0.4, 0.7, 1.5, 3.0])
def test_a_structure_is_one_at_every_scale(structure: Image.Image, factor: float) -> None:
    size = (round(structure.width * factor), round(structure.height * factor))
    scaled = structure.resize(size, Image.Resampling.LANCZOS)
    assert classify(view(scaled)).kind is ImageKind.CHEMICAL_STRUCTURE


def test_a_structure_on_a_dark_or_transparent_ground_is_one(structure: Image.Image) -> None:
    negative = structure.point(lambda level: 255 - level)
    clear = Image.new("RGBA", structure.size, (0, 0, 0, 0))
    clear.paste((0, 0, 0, 255), mask=structure.point(lambda level: 255 - level))
    for image in (negative, clear):
        assert classify(view(image)).kind is ImageKind.CHEMICAL_STRUCTURE


def test_a_ruled_table_is_no_structure_whatever_stands_near_it(ruled_table: Image.Image) -> None:
    found = classify(view(ruled_table, near_text="Table 2", heading="DESCRIPTION"))
    assert found.kind is ImageKind.TABLE_IMAGE


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("PACKAGE LABEL.PRINCIPAL DISPLAY PANEL", ImageKind.PACKAGE_LABEL),
        ("Principal Display Panel > 100 TABLETS > KEEP AWAY", ImageKind.PACKAGE_LABEL),
        ("16 HOW SUPPLIED/STORAGE AND HANDLING", ImageKind.TABLE_IMAGE),
    ],
)
def test_what_stands_under_the_heading_of_the_package_label_is_one(
    ruled_table: Image.Image, heading: str, kind: ImageKind
) -> None:
    assert classify(view(ruled_table, heading=heading)).kind is kind


@pytest.mark.parametrize(
    "png",
    [b"", b"not a picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 40],
    ids=["empty", "words", "cut short"],
)
def test_what_cannot_be_decoded_is_other(png: bytes) -> None:
    found = classify(PictureView(png))
    assert (found.kind, found.confidence) == (ImageKind.OTHER, 1.0)


@pytest.mark.parametrize("grey", [0, 128, 255])
@pytest.mark.parametrize("size", [(1, 1), (3, 200), (300, 200)])
def test_a_blank_picture_is_other(grey: int, size: tuple[int, int]) -> None:
    assert classify(view(Image.new("L", size, grey))).kind is ImageKind.OTHER


def test_every_measure_is_a_finite_number_with_or_without_a_place(structure: Image.Image) -> None:
    bare = view(structure)
    placed = PictureView(
        bare.png, box=(100, 200, 300, 320), page_size=(612, 792), caption="Figure 1"
    )
    for picture in (bare, placed):
        measures = measure(picture)
        assert measures is not None
        assert all(abs(value) < 1e6 for value in measures.values())
    assert measure(bare) == measure(bare)


def test_the_forest_stands_behind_the_port() -> None:
    classifier: Classifier = ForestClassifier()
    assert classifier.name.startswith("forest-pictures/")


@needs_crops
def test_label_pictures_that_were_learned_are_told_again() -> None:
    names = {"chem_structure": "chemical_structure", "other_fragment": "other"}
    outcome: Counter[str] = Counter()
    for row in json.loads((CROPS / "index.json").read_text(encoding="utf-8")):
        picture = PictureView(
            (CROPS / row["file"]).read_bytes(),
            box=tuple(row["bbox"]),
            page_size=tuple(row["page_size"]),
            near_text=row["context"],
        )
        wanted = names.get(row["label"], row["label"])
        found = classify(picture).kind
        is_one, said_one = wanted == "chemical_structure", found == "chemical_structure"
        outcome["structures"] += is_one
        outcome["hit"] += is_one and said_one
        outcome["wrong"] += is_one != said_one
        outcome["right kind"] += found == wanted
        outcome["pictures"] += 1
    # Shares, not counts: the folder grows.
    assert outcome["hit"] >= 0.95 * outcome["structures"]
    assert outcome["wrong"] <= 1
    assert outcome["right kind"] >= 0.95 * outcome["pictures"]
