"""A trained forest of decision trees, read from its arrays and evaluated with numpy alone."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from monograph_qa.frozen import frozen


@frozen
class Forest:
    """All trees' nodes in one row of arrays; a leaf's `feature` is -1.

    `left` and `right` are node numbers; `votes` holds each node's class shares in 255ths.
    """

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
        """The share of the trees' votes for each class; they sum to 1.

        Raises KeyError when a measure that the forest was trained on is missing.
        """
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
