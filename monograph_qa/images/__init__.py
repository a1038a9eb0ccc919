"""Pictures of a label: what kind each one is."""

from monograph_qa.images.classification import ForestClassifier, classify, default_classifier
from monograph_qa.images.picture import Classification, Classifier, PictureView

__all__ = [
    "Classification",
    "Classifier",
    "ForestClassifier",
    "PictureView",
    "classify",
    "default_classifier",
]
