"""Reads a library as domain values, whatever stores it. Quotes and sections are checked against
their ids: text that was changed in the store is withheld."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

from monograph_qa.domain.label import (
    WITHHELD,
    Doubt,
    FactSpan,
    Image,
    Label,
    Section,
    is_intact,
    sound_among,
)
from monograph_qa.domain.search import FoundLine, Search
from monograph_qa.errors import NotFound
from monograph_qa.store.names import NameReader
from monograph_qa.store.rows import (
    compact_json,
    doubt_of,
    fact_of,
    facts_in_order,
    image_of,
    label_of,
    section_of,
    sections_in_order,
    several,
    word_values,
)

T = TypeVar("T")
_ALL_LINES = 2**31
_ID = {"store/found_facts": "fact_id", "store/sections": "section_id"}
_NO_ROWS = (0, -1, 0, -1)


class LibraryReader(NameReader):
    """What is published, as domain values: labels, sections, FactSpans, images, doubts, names."""

    def version(self) -> str:
        """Fingerprint of the published content, 16 hex digits."""
        return str(self.kept("store/version")[0][0])

    def labels(self) -> list[Label]:
        return [label_of(row) for row in self.kept("store/labels")]

    def current_labels(self) -> list[Label]:
        """The labels that questions are answered from: none that is superseded or withdrawn."""
        return [each for each in self.labels() if each.is_current]

    def count_current(self) -> int:
        return int(self.kept("store/current_labels")[0][0])

    def get_label(self, label_id: str) -> Label:
        rows = self.kept("store/label", {"label_id": label_id})
        if not rows:
            raise NotFound(f"no label {label_id} in this library")
        return label_of(rows[0])

    def is_current(self, label_id: str) -> bool:
        return any(label_of(r).is_current for r in self.kept("store/label", {"label_id": label_id}))

    def sections(self, label_id: str) -> list[Section]:
        return list(map(shown_section, self._stored_sections(label_id)))

    def _stored_sections(self, label_id: str) -> list[Section]:
        return sections_in_order(self.rows("store/sections", self._sections(label_id)), label_id)

    def sections_among(self, label_id: str, ids: Iterable[str]) -> list[Section]:
        if not (wanted := several(ids)):
            return []
        values = self._sections(label_id, ids=wanted)
        return sections_in_order(self.rows("store/sections_among", values), label_id)

    def heads(self, label_id: str) -> list[tuple[Any, ...]]:
        """The rows of `evidence/heads`, remembered as by `kept`."""
        return self.kept("evidence/heads", self._sections(label_id))

    def facts(self, label_id: str, attribute: str | None = None) -> list[FactSpan]:
        """In reading order: all, or those that state an attribute, as they may be shown."""
        facts = facts_in_order(self.fact_rows(label_id), label_id)
        asked = [f for f in facts if attribute in f.attributes] if attribute else facts
        return shown_facts(asked, self._stored_sections(label_id))

    def facts_of_section(self, label_id: str, section_id: str | None) -> list[FactSpan]:
        return [each for each in self.facts(label_id) if each.section_id == section_id]

    def facts_among(self, label_id: str, ids: Iterable[str]) -> list[FactSpan]:
        if not (wanted := several(ids)):
            return []
        values = self._facts(label_id, ids=wanted)
        return facts_in_order(self.rows("store/facts_among", values), label_id)

    def fact_rows(self, label_id: str) -> list[tuple[Any, ...]]:
        """The rows of `store/facts`, in any order."""
        return self.rows("store/facts", self._facts(label_id))

    def _facts(self, label_id: str, **values: str) -> dict[str, Any]:
        first, last, _, _ = self._ranges(label_id)
        return {"label_id": label_id, "first": first, "last": last, **values}

    def _sections(self, label_id: str, **values: str) -> dict[str, Any]:
        _, _, first, last = self._ranges(label_id)
        return {"label_id": label_id, "first": first, "last": last, **values}

    def _ranges(self, label_id: str) -> tuple[Any, ...]:
        """The first and the last number of its FactSpans, and of its sections; 0 and -1 for none,
        and on a server, which finds the rows by their label."""
        rows = self.kept("store/rows_of_label", {"label_id": label_id})
        return rows[0] if rows else _NO_ROWS

    def withdrawn_bearing(self, keys: Sequence[str]) -> list[Label]:
        """The withdrawn labels found under any of the folded names."""
        rows = self.rows("store/names_by_keys", {"keys": several(keys)})
        found = map(self.get_label, sorted({row[3] for row in rows} & self._gone()))
        return [label for label in found if label.withdrawn is not None]

    def images(self, label_id: str) -> list[Image]:
        return [image_of(r) for r in self.rows("store/images", {"label_id": label_id})]

    def lines_found(
        self, search: Search, label_ids: Iterable[str] = (), most: int | None = None, skip: int = 0
    ) -> tuple[list[FoundLine], dict[str, int], dict[str, int]]:
        """The lines of current labels (of `label_ids`, if any) that fit the search: at most `most`,
        after the first `skip`. First come lines that fit by their own words and in the narrowest
        ranges, then by drug, label and place. Also, of all fitting lines: how many by section_key,
        and how many labels by drug."""
        marks = [
            (n, mark.facet, mark.concept, mark.low, mark.high, mark.whole)
            for n, criterion in enumerate(search.criteria)
            for mark in criterion.marks
        ]
        values = {
            "marks": compact_json(marks),
            "criteria": len(search.criteria),
            **word_values(search.words),
            "kind": search.kind or "",
            "format": search.format or "",
            "labels": several(label_ids),
            "most": _ALL_LINES if most is None else most,
            "skip": skip,
        }
        found: list[tuple[Any, ...]] = []
        counts: dict[str, dict[str, int]] = {"section": {}, "drug": {}}
        for what, name, number, *line in self.rows("store/find_lines", values):
            if what == "line":
                found.append((name, *line))
            else:
                counts[what][name] = int(number)
        lines = [
            line
            for label_id, group in groupby(found, key=itemgetter(0))
            for line in self._found_in(label_id, list(group))
        ]
        return lines, counts["section"], counts["drug"]

    def _found_in(self, label_id: str, found: Sequence[tuple[Any, ...]]) -> Iterator[FoundLine]:
        """The lines of one label that a row each names by number, on a server by id: the line, its
        section, and the section that it counts for."""
        _, lines, homes, counted, drugs, titles = zip(*found, strict=True)
        facts = self._numbered("store/found_facts", label_id, lines)
        sections = self._numbered("store/sections", label_id, (*homes, *counted))
        shown = shown_facts([facts[n] for n in lines], {n: sections[n] for n in homes}.values())
        places = zip(shown, homes, counted, drugs, titles, strict=True)
        for fact, home, place, drug, title in places:
            section, of = sections[home], sections[place]
            yield FoundLine(
                label_id, drug, title, of.section_key, of.section_code, section.heading_path,
                fact.page, fact.fact_id, fact.quote, fact.context,
            )  # fmt: skip

    def _numbered(self, name: str, label_id: str, numbers: Sequence[Any]) -> dict[Any, Any]:
        """The label's rows between these numbers by theirs; on a server all, by their ids."""
        in_order = facts_in_order if name == "store/found_facts" else sections_in_order
        first, last = min(numbers), max(numbers)
        values = {"label_id": label_id, "first": first, "last": last}
        read = in_order(self.rows(name, values), label_id)
        if isinstance(first, int):
            return dict(enumerate(read, first))
        return {getattr(each, _ID[name]): each for each in read}

    def find_section(self, section_id: str) -> Section | None:
        rows = self.rows("store/section", {"section_id": section_id})
        return shown_section(section_of(rows[0])) if rows else None

    def get_section(self, section_id: str) -> Section:
        return _there(self.find_section(section_id), "section", section_id)

    def find_fact(self, fact_id: str) -> FactSpan | None:
        rows = self.rows("store/fact", {"fact_id": fact_id})
        facts = list(map(fact_of, rows))
        homes = self.sections_among(facts[0].label_id, [facts[0].section_id]) if facts else ()
        return next(iter(shown_facts(facts, homes)), None)

    def get_fact(self, fact_id: str) -> FactSpan:
        return _there(self.find_fact(fact_id), "sentence or table row", fact_id)

    def find_image(self, image_id: str) -> Image | None:
        rows = self.rows("store/image", {"image_id": image_id})
        return image_of(rows[0]) if rows else None

    def doubts(self, label_id: str) -> list[Doubt]:
        return [doubt_of(row) for row in self.kept("store/doubts", {"label_id": label_id})]

    def doubt_counts(self) -> dict[str, int]:
        """label_id -> how many doubts there are of its reading, where there are any."""
        return {label_id: int(count) for label_id, count in self.rows("store/doubt_counts")}

    def counts(self) -> dict[str, tuple[int, int, int, int]]:
        """label_id -> (sections, facts, table rows, images)."""
        return {r[0]: (r[1], r[2], r[3], r[4]) for r in self.rows("store/counts")}


def _there(found: T | None, what: str, identifier: str) -> T:
    if found is None:
        raise NotFound(f"no {what} here bears the id {identifier!r}")
    return found


def shown_section(section: Section) -> Section:
    """The section; without its text where that is not the one of its id."""
    return section if is_intact(section) else replace(section, text=WITHHELD)


def shown_facts(facts: Iterable[FactSpan], sections: Iterable[Section]) -> list[FactSpan]:
    """The FactSpans of these sections; each that is not the one of its id without its words."""
    spans = list(facts)
    sound = sound_among(spans, sections)
    return [
        fact if holds else replace(fact, quote=WITHHELD, context=None)
        for fact, holds in zip(spans, sound, strict=True)
    ]
