"""Reading a library: domain values by named statements, whatever keeps it.

No SQLAlchemy here: its import alone costs more than a question.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any

from monograph_qa.domain.label import Doubt, DrugName, FactSpan, Image, Label, NameKind, Section
from monograph_qa.domain.search import FoundLine, Search
from monograph_qa.errors import NotFound
from monograph_qa.store.known_names import KnownNames
from monograph_qa.store.queries import Statements, pattern_of_words, several
from monograph_qa.store.rows import (
    compact_json,
    doubt_of,
    fact_of,
    facts_in_order,
    image_of,
    label_of,
    section_of,
    sections_in_order,
)
from monograph_qa.store.withholding import shown_facts, shown_section

NameRow = tuple[str, str, str, str]
"""(name_key, name, kind, label_id): a label bears the name, and is found by the folded key."""

_FEW = 2000  # names; as many are kept at hand, see few_names.sql
_MOST_NEAR = 12  # names, as in pipeline.question.few_names
_MOST_KEPT = 400  # answers of `LibraryReader.kept`
_ALL_LINES = 2**31
_ID = {"store/found_facts": "fact_id", "store/sections": "section_id"}
_NO_ROWS = (0, -1, 0, -1)


class LibraryReader:
    """What is published. Of a file: as it was when opened, later publishings do not disturb it.
    On a server: as it is now, or, inside `at_once`, as it was when that began."""

    def __init__(self, statements: Statements) -> None:
        self._statements = statements
        self._mark = statements.mark()
        self._kept: dict[tuple[str, tuple[tuple[str, Any], ...]], list[tuple[Any, ...]]] = {}
        self._few: tuple[object, object, list[NameRow]] | None = None

    def close(self) -> None:
        known = self.__dict__.pop("known_names", None)
        if known is not None:
            known.close()
        self._statements.close()

    @cached_property
    def known_names(self) -> KnownNames:
        """Names known beyond this library. Raises LibraryError when they cannot be read."""
        return KnownNames(self._statements.names())

    @property
    def searches(self) -> bool:
        """Whether sentences can be searched where they are stored, by words and by meaning."""
        return self._statements.searches

    def at_once(self) -> AbstractContextManager[None]:
        """Within the block, all that is read belongs to one state of the library."""
        return self._statements.at_once()

    def mark(self) -> object:
        """Changes when what this reader reads is no longer what it was."""
        return self._statements.mark()

    def rows(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """All rows of the named statement (see `queries`). Raises LibraryError."""
        return self._statements.rows(name, values)

    def kept(self, name: str, values: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """As `rows`, remembered for as long as what is published stays as it is.

        For what every question asks again (a label, its outline); the last few hundred are kept.
        """
        mark = self._statements.mark()
        if mark != self._mark:
            self._mark = mark
            self._kept.clear()
        key = (name, tuple(sorted((values or {}).items())))
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = self.rows(name, values)
        return self._kept[key]

    def version(self) -> str:
        """Fingerprint of the published content, 16 hex digits."""
        return str(self.kept("store/version")[0][0])

    def labels(self) -> list[Label]:
        """All labels, superseded versions last."""
        return [label_of(row) for row in self.kept("store/labels")]

    def current_labels(self) -> list[Label]:
        """The labels that questions are answered from: none that is superseded or withdrawn."""
        return [each for each in self.labels() if each.is_current]

    def count_current(self) -> int:
        """How many labels questions are answered from."""
        return int(self.kept("store/current_labels")[0][0])

    def get_label(self, label_id: str) -> Label:
        """Raises NotFound for an id the library does not hold."""
        rows = self.kept("store/label", {"label_id": label_id})
        if not rows:
            raise NotFound(f"no label {label_id} in this library")
        return label_of(rows[0])

    def is_current(self, label_id: str) -> bool:
        """Whether questions are answered from this label."""
        return any(label_of(r).is_current for r in self.kept("store/label", {"label_id": label_id}))

    def sections(self, label_id: str) -> list[Section]:
        """In reading order, as they may be shown (see `withholding`)."""
        return list(map(shown_section, self._stored_sections(label_id)))

    def _stored_sections(self, label_id: str) -> list[Section]:
        return sections_in_order(self.rows("store/sections", self._sections(label_id)), label_id)

    def sections_among(self, label_id: str, ids: Iterable[str]) -> list[Section]:
        """Those sections of the label that bear one of the ids, in order, as they are stored."""
        if not (wanted := several(ids)):
            return []
        values = self._sections(label_id, ids=wanted)
        return sections_in_order(self.rows("store/sections_among", values), label_id)

    def heads(self, label_id: str) -> list[tuple[Any, ...]]:
        """The rows of `evidence/heads`, remembered as by `kept`."""
        return self.kept("evidence/heads", self._sections(label_id))

    def facts(self, label_id: str, attribute: str | None = None) -> list[FactSpan]:
        """In reading order: all, or those that state an attribute, as they may be shown."""
        facts = facts_in_order(self.rows("store/facts", self._facts(label_id)), label_id)
        asked = [f for f in facts if attribute in f.attributes] if attribute else facts
        return shown_facts(asked, self._stored_sections(label_id))

    def facts_of_section(self, label_id: str, section_id: str | None) -> list[FactSpan]:
        """Those of one section, in reading order."""
        return [each for each in self.facts(label_id) if each.section_id == section_id]

    def facts_among(self, label_id: str, ids: Iterable[str]) -> list[FactSpan]:
        """Those FactSpans of the label that bear one of the ids, in reading order, as they are
        stored."""
        if not (wanted := several(ids)):
            return []
        values = self._facts(label_id, ids=wanted)
        return facts_in_order(self.rows("store/facts_among", values), label_id)

    def span_of_label(self, label_id: str) -> tuple[int, int]:
        """The first and the last number that a FactSpan of the label may bear; (0, -1) for none,
        and on a server, which finds the rows by their label."""
        first, last, _, _ = self._ranges(label_id)
        return first, last

    def makers(self) -> list[str]:
        """The makers of the labels, each once."""
        return [maker for (maker,) in self.kept("store/makers")]

    def _facts(self, label_id: str, **values: str) -> dict[str, Any]:
        first, last, _, _ = self._ranges(label_id)
        return {"label_id": label_id, "first": first, "last": last, **values}

    def _sections(self, label_id: str, **values: str) -> dict[str, Any]:
        _, _, first, last = self._ranges(label_id)
        return {"label_id": label_id, "first": first, "last": last, **values}

    def _ranges(self, label_id: str) -> tuple[Any, ...]:
        rows = self.kept("store/rows_of_label", {"label_id": label_id})
        return rows[0] if rows else _NO_ROWS

    def withdrawn_bearing(self, keys: Sequence[str]) -> list[Label]:
        """The withdrawn labels found under any of the folded names."""
        rows = self.rows("store/names_by_keys", {"keys": several(keys)})
        found = map(self.get_label, sorted({row[3] for row in rows} & self._gone()))
        return [label for label in found if label.withdrawn is not None]

    def images(self, label_id: str) -> list[Image]:
        return [image_of(r) for r in self.rows("store/images", {"label_id": label_id})]

    def names(self, label_id: str) -> list[DrugName]:
        rows = self.rows("store/names_of_label", {"label_id": label_id})
        return [DrugName(name, NameKind(kind), label) for name, kind, label in rows]

    def lines_found(
        self, search: Search, label_ids: Iterable[str] = (), most: int | None = None, skip: int = 0
    ) -> tuple[list[FoundLine], dict[str, int], dict[str, int]]:
        """The lines of current labels that fit, those first that say all of it themselves and in
        the narrowest ranges, then by drug, label and place: at most so many after those skipped. Of
        all, how many by section_key, and of how many labels by drug. Only of the labels named,
        where some are."""
        marks = [
            (n, mark.facet, mark.concept, mark.low, mark.high, mark.whole)
            for n, sought in enumerate(search.sought)
            for mark in sought.marks
        ]
        values = {
            "marks": compact_json(marks),
            "sought": len(search.sought),
            "words": pattern_of_words(search.words),
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
        for fact, home, place, drug, title in zip(
            shown, homes, counted, drugs, titles, strict=True
        ):
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

    def _shown(self, facts: Sequence[FactSpan]) -> list[FactSpan]:
        """FactSpans of one label as they may be shown."""
        homes = self.sections_among(facts[0].label_id, {fact.section_id for fact in facts})
        return shown_facts(facts, homes)

    def find_section(self, section_id: str) -> Section | None:
        rows = self.rows("store/section", {"section_id": section_id})
        return shown_section(section_of(rows[0])) if rows else None

    def get_section(self, section_id: str) -> Section:
        """Raises NotFound for an id that no section bears."""
        section = self.find_section(section_id)
        if section is None:
            raise NotFound(f"no section here bears the id {section_id!r}")
        return section

    def find_fact(self, fact_id: str) -> FactSpan | None:
        rows = self.rows("store/fact", {"fact_id": fact_id})
        return self._shown([fact_of(rows[0])])[0] if rows else None

    def get_fact(self, fact_id: str) -> FactSpan:
        """Raises NotFound."""
        fact = self.find_fact(fact_id)
        if fact is None:
            raise NotFound(f"no sentence or table row here bears the id {fact_id!r}")
        return fact

    def find_image(self, image_id: str) -> Image | None:
        rows = self.rows("store/image", {"image_id": image_id})
        return image_of(rows[0]) if rows else None

    def doubts(self, label_id: str) -> list[Doubt]:
        """Where the label may have been read wrongly, in its order."""
        return [doubt_of(row) for row in self.kept("store/doubts", {"label_id": label_id})]

    def doubt_counts(self) -> dict[str, int]:
        """label_id -> how many doubts there are of its reading, where there are any."""
        return {label_id: int(count) for label_id, count in self.rows("store/doubt_counts")}

    def counts(self) -> dict[str, tuple[int, int, int, int]]:
        """label_id -> (sections, facts, table rows, images)."""
        return {r[0]: (r[1], r[2], r[3], r[4]) for r in self.rows("store/counts")}

    def few_names(self) -> list[NameRow] | None:
        """All names of current labels, one and the same list for as long as what is published stays
        as it is; None where they are more than _FEW."""
        rows, gone = self.kept("store/few_names"), self.kept("store/superseded")
        if not rows or len(rows) > _FEW:  # a server sends none of too many
            return None
        if self._few is None or self._few[0] is not rows or self._few[1] is not gone:
            self._few = (rows, gone, self._current(rows))
        return self._few[2]

    def names_by_keys(self, keys: Sequence[str]) -> list[NameRow]:
        """(name_key, name, kind, label_id) of current labels under any of the folded names."""
        found = self._current(self.rows("store/names_by_keys", {"keys": several(keys)}))
        return sorted(found, key=itemgetter(2, 1, 3))

    def names_near(self, name_key: str, least: float) -> list[tuple[str, str, Sequence[str]]]:
        """(name, kind, label_ids) of current labels whose Jaro-Winkler similarity to `name_key` is
        >= `least`, the most alike first; of several names under one key the shortest."""
        near = self.rows("store/keys_near", {"name_key": name_key, "least": least})
        alike = [key for key, _ in near]
        borne: dict[str, list[NameRow]] = {}
        for row in self.names_by_keys(alike) if alike else ():
            borne.setdefault(row[0], []).append(row)
        found: list[tuple[str, str, Sequence[str]]] = []
        for rows in [borne[key] for key in alike if key in borne][:_MOST_NEAR]:
            _, name, kind, _ = min(rows, key=lambda row: (len(row[1]), row[1]))
            found.append((name, kind, sorted({label_id for *_, label_id in rows})))
        return found

    def names_with_word(self, word: str) -> list[tuple[str, str, str]]:
        """(name, kind, label_id) of current labels whose folded name holds the word."""
        found = set(self._current(self.rows("store/names_with_word", {"word": word})))
        return sorted(found, key=itemgetter(1, 0, 2))

    def names_beginning(self, begin: str, most: int) -> list[str]:
        """Names of current labels whose folded name begins so, the shortest first."""
        rows = self._current(self.rows("store/names_beginning", {"begin": begin}))
        return list({name.casefold(): name for name, _ in rows}.values())[:most]

    def _gone(self) -> set[str]:
        """The labels that no question is answered from: replaced by a newer version, withdrawn."""
        return {label_id for (label_id,) in self.kept("store/superseded")}

    def _current(self, rows: list[tuple[Any, ...]]) -> list[Any]:
        """Those rows whose last column is a label that questions are answered from."""
        gone = self._gone()
        return [row for row in rows if row[-1] not in gone]
