"""One label's rows as evidence: read by section, by attribute or by kind of picture."""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from monograph_qa.domain.evidence import Evidence, Route
from monograph_qa.domain.label import FactSpan, Label
from monograph_qa.evidence.kept_labels import KeptLabel, kept_label
from monograph_qa.evidence.outline import Place
from monograph_qa.evidence.rows import Rows
from monograph_qa.evidence.searched import Searched
from monograph_qa.evidence.whole_label import WholeLabel
from monograph_qa.store.queries import several
from monograph_qa.store.rows import facts_in_order, image_of

if TYPE_CHECKING:
    from monograph_qa.evidence.embedding import Likeness


class LabelRows:
    """What one label holds, looked up as a question needs it.

    A label that is short, or read more than twice while its library is open, is read whole and
    kept; what is found is the same. `likeness` compares meanings for the last-resort search; None
    leaves it to the shipped embedder.
    """

    def __init__(self, rows: Rows, label: Label, likeness: "Likeness | None" = None) -> None:
        self.label = label
        self.likeness = likeness
        self._rows = rows

    @cached_property
    def _kept(self) -> KeptLabel:
        return kept_label(self._rows, self.label.label_id)

    @property
    def outline(self) -> dict[str, Place]:
        """The label's sections by id, in their order."""
        return self._kept.outline

    def below(self, section_ids: Iterable[str]) -> set[str]:
        """These sections and all that stand below them."""
        inside = set(section_ids)
        for section_id, place in self.outline.items():
            if place.parent_id in inside:
                inside.add(section_id)
        return inside

    def in_sections(self, section_ids: Iterable[str], route: Route) -> list[Evidence]:
        """Every FactSpan of just these sections, in reading order."""
        wanted = tuple(section_ids)
        if not wanted:
            return []
        if self._is_whole():
            facts = self._kept.read_whole(self._rows).in_sections(wanted)
        else:
            facts = self._facts("evidence/section_match", {"sections": several(wanted)})
        return self.evidence(facts, route)

    def with_attributes(self, attributes: Iterable[str], route: Route) -> list[Evidence]:
        """Every citable FactSpan that bears one of the attributes; all where none is named."""
        wanted = tuple(attributes)
        if not wanted or self._is_whole():
            facts = self._kept.read_whole(self._rows).with_attributes(wanted)
        else:
            pattern = f'"({"|".join(map(re.escape, wanted))})"'
            facts = self._facts("evidence/fact_span", {"attributes": pattern})
        return self.evidence(facts, route)

    def saying(
        self,
        terms: Iterable[Sequence[str]],
        section_ids: Iterable[str],
        route: Route,
        attributes: Iterable[str] = (),
    ) -> list[Evidence]:
        """The FactSpans of these sections, and those that bear one of the attributes, that say all
        words of one of the terms (see `SaidWords.saying`), in reading order."""
        whole, places = self._places_saying(terms)
        facts = whole.among(places, tuple(section_ids), tuple(attributes))
        return self.evidence(facts, route)

    def ids_saying(self, terms: Iterable[Sequence[str]]) -> set[str]:
        """The fact_ids of all FactSpans of the label that say all words of one of the terms."""
        whole, places = self._places_saying(terms)
        return {whole.fact_id(at) for at in places}

    def searched(self) -> Searched:
        """The label's citable sentences as text search compares them: where they are stored, if
        that can search them, else in memory."""
        if self._rows.searches and self.likeness is None:
            from monograph_qa.evidence.served_label import served_label

            served = served_label(self._rows, self.label.label_id)
            if served is not None:
                return served
        self._kept.read_whole(self._rows)
        self._kept.searched.likeness = self.likeness
        return self._kept.searched

    def evidence(self, facts: Iterable[FactSpan], route: Route) -> list[Evidence]:
        """FactSpans of this label as `route` brings them, each with its section."""
        places = self.outline
        return [
            Evidence(route, self.label, places[fact.section_id].head, fact)
            for fact in facts
            if fact.section_id in places
        ]

    def pictures(self, kinds: Iterable[str]) -> list[Evidence]:
        """Pictures of these kinds, surest first; all of the label's where no kind is named."""
        values = {"label_id": self.label.label_id, "kinds": several(kinds)}
        found: list[Evidence] = []
        for row in self._rows.rows("evidence/image_lookup", values):
            image = image_of(row)
            place = self.outline.get(image.section_id) if image.section_id else None
            head = place.head if place else None
            found.append(
                Evidence(Route.IMAGE_LOOKUP, self.label, head, image=image, score=image.confidence)
            )
        return found

    def _places_saying(self, terms: Iterable[Sequence[str]]) -> tuple[WholeLabel, set[int]]:
        whole = self._kept.read_whole(self._rows)
        found: set[int] = set()
        for term in terms:
            places = self._kept.words.saying(term)
            sign = _beside(tuple(term))
            if sign is not None:
                places = {at for at in places if any(map(sign.search, whole.text(at)[1:]))}
            found |= places
        return whole, found

    def _is_whole(self) -> bool:
        first, last = self._rows.span_of_label(self.label.label_id)
        return self._kept.pays(last - first + 1) or self._kept.whole is not None

    def _facts(self, name: str, values: dict[str, str]) -> list[FactSpan]:
        first, last = self._rows.span_of_label(self.label.label_id)
        bounds = {"label_id": self.label.label_id, "first": first, "last": last}
        rows = self._rows.rows(name, {**values, **bounds})
        return facts_in_order(rows, self.label.label_id)


@lru_cache(maxsize=1024)
def _beside(term: tuple[str, ...]) -> re.Pattern[str] | None:
    """The pattern of a term's lone letter or digit beside a word of it ("hepatitis B", "type 1
    diabetes"); None for a term without: its words may stand anywhere in a sentence."""
    lone = [word for word in term if len(word) == 1]
    others = [word for word in term if len(word) > 1]
    if len(lone) != 1 or not others:
        return None
    words = "|".join(re.escape(word.removesuffix("*")) + r"\w*" for word in others)
    between = r"\W{1,3}(?:(?:type|mellitus|virus)\W{1,2}){0,2}"
    return re.compile(rf"\b(?:{lone[0]}{between}(?:{words})|(?:{words}){between}{lone[0]}\b)", re.I)
