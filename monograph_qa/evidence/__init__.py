"""Evidence: what a label's rows say to a plan. One module a route, its SQL beside it."""

from monograph_qa.evidence.reading import LabelRows
from monograph_qa.evidence.retrieval import retrieve

__all__ = ["LabelRows", "retrieve"]
