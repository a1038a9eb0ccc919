"""The kind of a picture, from measures of its pixels and the words around it."""

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from monograph_qa.domain.label import ImageKind
from monograph_qa.frozen import frozen
from monograph_qa.images.picture import Classification, PictureView, measure
from monograph_qa.vocabulary.headings import match_heading


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
    """A `Classifier` that needs no network: a small forest trained on label pictures."""

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
    """The kind with the most votes and its share of them.

    A chemical structure needs most of the votes: shown in answer to a question, a wrong structure
    is worse than none. In cross-validation every structure got 0.61 or more, and the few pictures
    wrongly taken for one 0.60 or less.
    """
    ranked = sorted(shares.items(), key=lambda item: item[1], reverse=True)
    for kind, share in ranked:
        if kind != ImageKind.CHEMICAL_STRUCTURE or share > _SURE_STRUCTURE:
            return ImageKind(kind), float(share)
    return ImageKind.OTHER, 0.0


@cache
def default_classifier() -> ForestClassifier:
    """The classifier that comes with the package, read once."""
    return ForestClassifier()
