"""Route 3: pictures of the asked kind."""

from collections.abc import Sequence

from monograph_qa.domain.evidence import Evidence, RoutePlan
from monograph_qa.evidence.reading import LabelRows


def look_up_images(
    rows: LabelRows, plan: RoutePlan, before: Sequence[Evidence] = ()
) -> list[Evidence]:
    """Pictures of the wanted kinds, surest first; all of the label's where no kind is named."""
    return rows.pictures(plan.image_kinds)
