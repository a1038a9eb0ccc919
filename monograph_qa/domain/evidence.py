"""What the routes are asked for and what they bring back."""

from collections.abc import Iterable
from enum import StrEnum

from monograph_qa.domain.frame import FrameValue
from monograph_qa.domain.intent import SectionTiers
from monograph_qa.domain.label import FactSpan, Image, Label
from monograph_qa.frozen import frozen


class Route(StrEnum):
    """The ways to evidence, in the order in which they are tried."""

    SECTION_MATCH = "section_match"
    FACT_SPAN = "fact_span"
    FRAME_MATCH = "frame_match"  # what agrees with what the question says and names
    IMAGE_LOOKUP = "image_lookup"
    TEXT_SEARCH = "text_search"  # last resort


class Tier(StrEnum):
    """What a line is to the question. ANSWER and LIMIT are shown, MORE is counted."""

    ANSWER = "answer"
    LIMIT = "limit"  # forbids, limits or adjusts for what the question says of the patient
    MORE = "more"  # of the asked topic as well; last what is for somebody or something else


@frozen
class RoutePlan:
    """What to look up in one label, by which routes, in order.

    `whole_sections` answer as a whole; `section_keys` are all that may speak of the subject, best
    first; `populations` and `words` narrow and rank.
    """

    label_id: str
    routes: tuple[Route, ...]
    whole_sections: tuple[SectionTiers, ...]
    section_keys: tuple[str, ...]
    attributes: tuple[str, ...]
    fallback_attributes: tuple[str, ...]
    populations: tuple[str, ...]
    image_kinds: tuple[str, ...]
    words: tuple[str, ...]
    question: str


@frozen
class SectionHead:
    """A section without its text. `line` holds the keys of the section and of those above it,
    nearest first; `frame` is what its headings speak of."""

    section_id: str
    label_id: str
    ordinal: int
    heading: str
    heading_path: str
    section_key: str
    section_code: str | None
    line: tuple[str, ...] = ()
    frame: tuple[FrameValue, ...] = ()

    @property
    def outermost(self) -> str:
        """The first heading of its path: of an annex with several products, that of the monograph
        in which it stands."""
        return self.heading_path.partition(" > ")[0]


@frozen
class Evidence:
    """One FactSpan or image that a route brought, with the section and label it stands in;
    `because` is what put it into its tier, weightiest first."""

    route: Route
    label: Label
    section: SectionHead | None
    fact: FactSpan | None = None
    image: Image | None = None
    score: float = 1.0
    tier: Tier = Tier.ANSWER
    because: tuple[str, ...] = ()


@frozen
class RouteResult:
    """What one route brought, in its own order, and how long it took in milliseconds."""

    route: Route
    evidence: tuple[Evidence, ...]
    ms: float
    part: int = 0  # number of the sub-question that it answers


def fact_ids(results: Iterable[RouteResult]) -> set[str]:
    """The ids of all FactSpans that the routes brought, those of tier MORE included."""
    return {e.fact.fact_id for r in results for e in r.evidence if e.fact}
