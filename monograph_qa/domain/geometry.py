"""Where on a page: boxes in PDF points, origin top left, y growing downwards."""

from collections.abc import Iterable

from monograph_qa.frozen import frozen


@frozen
class Box:
    """A rectangle in points (1/72 inch); `left <= right`, `top <= bottom`."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def area(self) -> float:
        return max(self.width, 0.0) * max(self.height, 0.0)

    @property
    def center_x(self) -> float:
        return (self.left + self.right) / 2

    @property
    def center_y(self) -> float:
        return (self.top + self.bottom) / 2

    def overlap(self, other: "Box") -> float:
        """Area shared with `other`, in square points; 0.0 where they do not meet."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0

    def union(self, other: "Box") -> "Box":
        return bounding((self, other))

    def grow(self, margin: float) -> "Box":
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def contains(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def bounding(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of `boxes`. Raises ValueError when there are none."""
    each = list(boxes)
    if not each:
        raise ValueError("no boxes to bound")
    return Box(
        min(b.left for b in each),
        min(b.top for b in each),
        max(b.right for b in each),
        max(b.bottom for b in each),
    )


@frozen
class PageBox:
    """A box on a page; pages count from 1."""

    page: int
    box: Box
