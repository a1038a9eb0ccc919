"""Route 3: pictures of the asked kind."""

from collections.abc import Sequence

from monograph_qa.domain.evidence import Evidence, RoutePlan
from monograph_qa.domain.label import Label
from monograph_qa.evidence.reading import Rows, images_from
from monograph_qa.store.queries import several


def look_up_images(
    rows: Rows, plan: RoutePlan, label: Label, before: Sequence[Evidence] = ()
) -> list[Evidence]:
    """Pictures of the wanted kinds, surest first; all of the label's where no kind is named."""
    values = {"label_id": plan.label_id, "kinds": several(plan.image_kinds)}
    return images_from(rows.rows("evidence/image_lookup", values), label)
