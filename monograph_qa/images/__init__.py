"""Pictures of a label: what kind each one is."""

from monograph_qa.images.classification import ForestClassifier, classify, default_classifier
from monograph_qa.images.picture import Classification, Classifier, PictureView
from monograph_qa.images.vision import VisionClassifier

__all__ = [
    "Classification",
    "Classifier",
    "ForestClassifier",
    "PictureView",
    "VisionClassifier",
    "classify",
    "default_classifier",
]
