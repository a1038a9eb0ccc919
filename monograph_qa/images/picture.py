"""What the picture room takes and gives: PictureView, Classification, and the Classifier port."""

from typing import Protocol

from monograph_qa.domain.label import ImageKind
from monograph_qa.frozen import frozen


@frozen
class PictureView:
    """One picture as a classifier sees it: its pixels, its place and the words near it.

    `box` is (left, top, right, bottom) and `page_size` (width, height), both in points; either may
    be None when the format has no pages. Only sizes are read from `box`, so the origin's corner
    does not matter. `caption`, `near_text` and `heading` may be empty; `section_key` may be None.
    `vector` says that the pixels were drawn by us from the page's lines, not taken from a bitmap.
    """

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


class Classifier(Protocol):
    """The port: anything that names the kind of a picture."""

    @property
    def name(self) -> str:
        """Name and version, as recorded beside every image it classified."""
        ...

    def classify(self, picture: PictureView) -> Classification:
        """The picture's kind; a picture that cannot be decoded is `other`, never an error."""
        ...
