"""The kind of a picture, from measures of its pixels and the words around it: told by the trained
forest that comes with the package, or by a vision model behind an OpenAI-compatible server.

The cue words are data (`cues.csv`); they are inputs of the trained model, so a changed cue asks for
a new training.
"""

import csv
import math
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from monograph_qa.domain.label import ImageKind
from monograph_qa.endpoint.connection import AsksModel, EndpointFailure
from monograph_qa.endpoint.models import AnswerSchema, ChatModel
from monograph_qa.frozen import frozen
from monograph_qa.images.ink import (
    lettering_features,
    ring_features,
    stroke_features,
    tell_lettering,
)
from monograph_qa.images.raster import rasterize, tone_features
from monograph_qa.prompting import render
from monograph_qa.vocabulary.headings import match_heading


@frozen
class PictureView:
    """One picture as a classifier sees it: its pixels, its place and the words near it. `box` is
    (left, top, right, bottom) and `page_size` (width, height), both in points; either may be None
    when the format has no pages. Only sizes are read from `box`, so the origin's corner does not
    matter. `caption`, `near_text` and `heading` may be empty; `section_key` may be None. `vector`
    says that the pixels were drawn by us from the page's lines, not taken from a bitmap."""

    png: bytes
    box: tuple[float, float, float, float] | None = None
    page_size: tuple[float, float] | None = None
    caption: str = ""
    near_text: str = ""
    heading: str = ""
    section_key: str | None = None
    vector: bool = False


@frozen
class Classification:
    """A picture's kind, how sure the classifier is (0..1), and which classifier said so."""

    kind: ImageKind
    confidence: float
    classifier: str


_FILE = Path(__file__).with_name("cues.csv")


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    with _FILE.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines)
        next(rows)
        return tuple(
            (r[0], re.compile(",".join(r[1:]), re.IGNORECASE | re.MULTILINE)) for r in rows
        )


def cue_features(picture: PictureView) -> dict[str, float]:
    """One number a cue: 0 absent, 1 near the picture, 2 in its heading or caption; `words` tells
    whether there was any text to look at."""
    key = (picture.section_key or "").replace("_", " ")
    close = "\n".join(part for part in (picture.caption, picture.heading, key) if part)
    found = {"words": float(bool(close or picture.near_text))}
    for name, pattern in _patterns():
        hit = 2.0 if pattern.search(close) else float(bool(pattern.search(picture.near_text)))
        found[f"cue_{name}"] = hit
    return found


def measure(picture: PictureView) -> dict[str, float] | None:
    """The measures of `picture`, those of its place -1 where that is not known; None when it shows
    nothing (broken, blank, a speck)."""
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


@frozen
class Forest:
    """All trees' nodes in one row of arrays; a leaf's `feature` is -1. `left` and `right` are node
    numbers; `votes` holds each node's class shares in 255ths."""

    version: str
    names: tuple[str, ...]
    classes: tuple[str, ...]
    roots: npt.NDArray[np.int32]
    feature: npt.NDArray[np.int16]
    threshold: npt.NDArray[np.float32]
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    votes: npt.NDArray[np.uint8]

    @classmethod
    def read(cls, path: Path) -> "Forest":
        """The forest stored at `path` (npz without pickles)."""
        with np.load(path, allow_pickle=False) as stored:
            return cls(
                version=str(stored["version"]),
                names=tuple(stored["names"].tolist()),
                classes=tuple(stored["classes"].tolist()),
                **{
                    field: stored[field]
                    for field in ("roots", "feature", "threshold", "left", "right", "votes")
                },
            )

    def shares(self, measures: dict[str, float]) -> dict[str, float]:
        """The share of the trees' votes for each class. Raises KeyError when a measure is missing
        that the forest was trained on."""
        values = np.array([measures[name] for name in self.names], dtype=np.float32)
        node = self.roots.copy()
        while True:
            feature = self.feature[node]
            inner = feature >= 0
            if not inner.any():
                break
            low = values[feature] <= self.threshold[node]
            node = np.where(inner, np.where(low, self.left[node], self.right[node]), node)
        votes = self.votes[node].astype(np.float64).sum(axis=0)
        return dict(zip(self.classes, (votes / votes.sum()).tolist(), strict=True))


_SURE_STRUCTURE = 0.605  # of the votes
_PACKAGE = "package_label"  # the section
_ON_PACKAGES = (ImageKind.PACKAGE_LABEL, ImageKind.QR_CODE, ImageKind.LOGO)
_BY_HEADING = 0.97  # all 34 crops that stand so, codes aside, are package labels: 35 of 36
_WEIGHTS = Path(__file__).with_name("weights") / "pictures.npz"


class ForestClassifier:
    """Needs no network: a small forest trained on label pictures."""

    def __init__(self) -> None:
        """Reads the weights; raises FileNotFoundError when they are missing."""
        self._forest = Forest.read(_WEIGHTS)

    @property
    def name(self) -> str:
        return f"forest-pictures/{self._forest.version}"

    def classify(self, picture: PictureView) -> Classification:
        """The likeliest kind; a picture that is broken or blank is `other`, with confidence 1."""
        measures = measure(picture)
        if measures is None:
            return Classification(ImageKind.OTHER, 1.0, self.name)
        kind, share = likeliest(self._forest.shares(measures))
        if kind not in _ON_PACKAGES and _is_of_a_package(picture):
            return Classification(ImageKind.PACKAGE_LABEL, _BY_HEADING, self.name)
        return Classification(kind, round(share, 4), self.name)


def _is_of_a_package(picture: PictureView) -> bool:
    """Does it stand under the heading of the package label? The forest never saw headings."""
    terms = map(match_heading, picture.heading.split(" > "))
    return _PACKAGE in (picture.section_key, *(term.key for term in terms if term is not None))


def likeliest(shares: dict[str, float]) -> tuple[ImageKind, float]:
    """The kind with the most votes and its share of them. A chemical structure needs most of the
    votes: shown in answer to a question, a wrong structure is worse than none. In cross-validation
    every structure got 0.61 or more, and the few pictures wrongly taken for one 0.60 or less."""
    ranked = sorted(shares.items(), key=lambda item: item[1], reverse=True)
    for kind, share in ranked:
        if kind != ImageKind.CHEMICAL_STRUCTURE or share > _SURE_STRUCTURE:
            return ImageKind(kind), float(share)
    return ImageKind.OTHER, 0.0


@cache
def default_classifier() -> ForestClassifier:
    """The classifier that comes with the package, read once."""
    return ForestClassifier()


PROMPT = "picture_class.j2"
SCHEMA = "picture_class"

_NEAR = 600  # characters of the words near a picture that are sent

_MEANINGS: Mapping[ImageKind, str] = {
    ImageKind.CHEMICAL_STRUCTURE: "a drawn structural formula of a molecule",
    ImageKind.GRAPH: "a chart or plot with axes, a forest plot, a survival curve",
    ImageKind.PACKAGE_LABEL: "the printed side of a carton, bottle, vial or blister",
    ImageKind.LOGO: "the mark of a company or product",
    ImageKind.TABLE_IMAGE: "a table of words or numbers, given as a picture",
    ImageKind.QR_CODE: "a QR code or bar code",
    ImageKind.ILLUSTRATION: "a drawing or photo: how to use a device, body parts, a tablet",
    ImageKind.OTHER: "anything else, or a piece of text or ornament",
}


class VisionClassifier(AsksModel[ChatModel]):
    """Asks a vision model for the kind of each picture. Whatever goes wrong (server down or slow,
    an answer that is no answer), the shipped forest decides instead, and `classifier` says so: a
    load never fails or stalls because of a picture."""

    def classify(self, picture: PictureView) -> Classification:
        """The model's answer, or the forest's with the reason in `classifier`."""
        if measure(picture) is None:
            return default_classifier().classify(picture)  # nothing to see: not worth a question
        prompt = render(
            PROMPT,
            kinds=[(kind.value, _MEANINGS[kind]) for kind in ImageKind],
            heading=_one_line(picture.heading),
            caption=_one_line(picture.caption),
            near_text=_one_line(picture.near_text),
        )
        try:
            said = self._model.ask(prompt, AnswerSchema.read(SCHEMA), [picture.png])
        except EndpointFailure as failure:
            return self._without(picture, str(failure))
        kind, confidence = ImageKind(said["kind"]), float(said["confidence"])
        if kind is ImageKind.CHEMICAL_STRUCTURE and confidence <= 0.5:
            # As with the forest: a wrong structure shown as an answer is worse than none.
            return self._without(picture, "structure not sure enough")
        return Classification(kind, round(confidence, 4), f"{self.name} {prompt.sha256[:12]}")

    def _without(self, picture: PictureView, reason: str) -> Classification:
        found = default_classifier().classify(picture)
        return Classification(
            found.kind, found.confidence, f"{found.classifier} ({self.name}: {reason})"
        )


def _one_line(text: str) -> str:
    return " ".join(text.split())[:_NEAR]


Classifier = ForestClassifier | VisionClassifier
