"""Which routes a question takes."""

from monograph_qa.routing.planning import plan

__all__ = ["plan"]
