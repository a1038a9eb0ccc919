"""From an intent to a plan for one label: which routes, in which order, looking for what."""

from monograph_qa.domain.evidence import Route, RoutePlan
from monograph_qa.domain.intent import Intent, QuestionKind


def plan(intent: Intent, label_id: str) -> RoutePlan:
    """The routes for one label, in the fixed order; text search only where nothing else applies.

    Where a whole section was asked for and the label lacks it, its attributes may still stand
    elsewhere: FACT_SPAN then looks for them.

    A question for sections or attributes is answered by exactly those or not at all: when the
    label is silent, no search makes it speak. Only a question whose subject no vocabulary knows is
    searched for by its words.
    """
    wants_image = intent.kind is QuestionKind.IMAGE or bool(intent.image_kinds)
    routes: list[Route] = []
    if wants_image:
        routes.append(Route.IMAGE_LOOKUP)
    else:
        if intent.whole_sections:
            routes.append(Route.SECTION_MATCH)
        if intent.attributes or intent.fallback_attributes:
            routes.append(Route.FACT_SPAN)
    if not routes:
        routes.append(Route.TEXT_SEARCH)
    return RoutePlan(
        label_id=label_id,
        routes=tuple(routes),
        whole_sections=intent.whole_sections,
        section_keys=intent.section_keys,
        attributes=intent.attributes,
        fallback_attributes=intent.fallback_attributes,
        populations=intent.populations,
        image_kinds=intent.image_kinds,
        words=intent.words,
        question=intent.question,
    )
