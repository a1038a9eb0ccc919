"""One label in memory: its outline, its sentences, and how text search compares them."""

import sqlite3
import weakref
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from monograph_qa.domain.evidence import SectionHead
from monograph_qa.domain.label import GOVERNS, FactKind, FactSpan
from monograph_qa.frames.lines import Line
from monograph_qa.frozen import frozen
from monograph_qa.store.reading import LibraryReader
from monograph_qa.store.rows import fact_of, frame_of, needs_of, several, words_of
from monograph_qa.vocabulary.sections import of_leaflet_alone

if TYPE_CHECKING:
    from monograph_qa.evidence.embedding.embedders import Read, StaticEmbedder, Vectors
    from monograph_qa.evidence.embedding.likeness import Likeness


_FACT, _SECTION, _LABEL, _ORDINAL, _, _, _QUOTE, _KIND, _ATTRIBUTES, _, _, _CONTEXT, _, _NEEDS = (
    range(len(FactSpan.__match_args__))  # a row's columns stand in the order of the fields
)


@frozen
class Place:
    """A section in its label's outline; `head.line` names its key and those above it."""

    head: SectionHead
    level: int
    parent_id: str | None


def outline_of(rows: Iterable[Sequence[Any]], label_id: str) -> dict[str, Place]:
    """The label's sections among the rows of `evidence/heads`, by id, in reading order. In a
    leaflet without a professional part each stands for what that would say."""
    found: dict[str, Place] = {}
    of_label = sorted((row for row in rows if row[1] == label_id), key=itemgetter(3))
    stands_for = of_leaflet_alone()
    if not {row[7] for row in of_label}.isdisjoint(stands_for.values()):
        stands_for = {}
    for row in of_label:
        section_id, _, parent_id, ordinal, level, heading, path, key, code, frame = row
        above = found[parent_id].head.line if parent_id in found else ()
        keys = (key, stands_for[key]) if key in stands_for else (key,)
        head = SectionHead(
            section_id, label_id, ordinal, heading, path, key, code, (*keys, *above),
            frame_of(frame),
        )  # fmt: skip
        found[section_id] = Place(head, level, parent_id)
    return found


class WholeLabel:
    """Every FactSpan of a label, by its place in reading order, by section and by attribute."""

    def __init__(self, rows: Iterable[Sequence[Any]], label_id: str) -> None:
        """`rows` are those of `store/facts`, in any order; rows of other labels are left out."""
        of_label = (row for row in rows if row[_LABEL] == label_id)
        self._rows = sorted(of_label, key=lambda row: row[_ORDINAL])
        self._by_section: dict[str, list[int]] = {}
        for at, row in enumerate(self._rows):
            self._by_section.setdefault(row[_SECTION], []).append(at)

    def __len__(self) -> int:
        return len(self._rows)

    def fact(self, at: int) -> FactSpan:
        return fact_of(self._rows[at])

    def text(self, at: int) -> tuple[str, str, str]:
        """Its section_id, its quote, and what leads in to it: its context, else the line that
        reads like a heading above it; "" for none."""
        row = self._rows[at]
        lead_in = row[_CONTEXT] or ""
        if not lead_in and GOVERNS in row[_NEEDS]:
            over = next(need for need in needs_of(row[_NEEDS]) if need.why == GOVERNS)
            lead_in = self._rows[self.places[over.fact_id]][_QUOTE]
        return row[_SECTION], lead_in, row[_QUOTE]

    def in_sections(self, section_ids: Collection[str]) -> list[FactSpan]:
        return self._found(self._by_section.get(each, ()) for each in section_ids)

    @cached_property
    def places(self) -> dict[str, int]:
        return {row[_FACT]: at for at, row in enumerate(self._rows)}

    def with_attributes(self, attributes: Collection[str]) -> list[FactSpan]:
        """Every citable FactSpan that bears one of the attributes; all where none is named."""
        if not attributes:
            return self._found([self.citable])
        return self._found(self._by_attribute.get(each, ()) for each in attributes)

    @cached_property
    def citable(self) -> list[int]:
        never = FactKind.OTHER.value
        return [at for at, row in enumerate(self._rows) if row[_KIND] != never]

    def _found(self, places: Iterable[Iterable[int]]) -> list[FactSpan]:
        return [self.fact(at) for at in sorted({at for some in places for at in some})]

    @cached_property
    def _by_attribute(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at in self.citable:
            for each in words_of(self._rows[at][_ATTRIBUTES]):
                found.setdefault(each, []).append(at)
        return found


# The embedders are imported where they are used: numpy takes longer to import than most questions
# take to answer.

_MOST_BY_WORDS = 30
MOST_NEAR = 30


def compared_text(heading: str, lead_in: str, quote: str) -> str:
    """A sentence as it is compared: with the heading that it stands under, and its lead-in."""
    return f"{heading}. {lead_in} {quote}"


class ComparedLines:
    """A label's lines as a question is compared with them in meaning, each made ready once, when it
    is first asked for."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._read: dict[int, Read] = {}

    @cached_property
    def vectors(self) -> "Vectors":
        """One row a line, of unit length, in reading order: with its heading and its lead-in."""
        texts = [compared_text(each.head.heading, each.lead_in, each.quote) for each in self._lines]
        return _embedder().embed_documents(texts)

    def like(self, question: str) -> list[float]:
        """How like a question each line of the label is: 1 for the same meaning."""
        return [float(score) for score in self.vectors @ _embedder().embed_queries([question])[0]]

    def near(self, question: str, places: Sequence[int]) -> dict[int, float]:
        """How near to answering a question the lines at these places are, by place, each read as a
        whole with its heading (see `answering`); none where no model is installed for that."""
        from monograph_qa.evidence.embedding.embedders import answering, sentence_reader

        reader = sentence_reader()
        if reader is None or not places:
            return {}
        new = [at for at in places if at not in self._read]
        lines = (self._lines[at] for at in new)
        texts = (f"{line.head.heading}: {line.quote}" for line in lines)
        asked, *read = reader.read([question, *texts])
        self._read.update(zip(new, read, strict=True))
        near = answering(asked, [self._read[at] for at in places])
        return dict(zip(places, near, strict=True))


class SearchedLabel:
    """The citable FactSpans of a label in memory, each read with its heading and its lead-in, and
    called by its place in reading order. The index is made when it is first asked for."""

    def __init__(
        self, whole: WholeLabel, outline: Mapping[str, Place], compared: ComparedLines
    ) -> None:
        self.likeness: Likeness | None = None  # who compares meanings; None: the shipped embedder
        self._whole = whole
        self._compared = compared
        self._places: list[int] = []
        self.texts: list[str] = []
        for at in whole.citable:
            section_id, lead_in, quote = whole.text(at)
            if section_id in outline:
                self._places.append(at)
                self.texts.append(compared_text(outline[section_id].head.heading, lead_in, quote))

    def __len__(self) -> int:
        return len(self.texts)

    def by_words(self, words: Sequence[str]) -> tuple[list[int], int]:
        """Places by BM25, best first, and how many of the words stand in any sentence at all."""
        terms = ['"' + word.replace('"', '""') + '"' for word in words if word]
        hits = self._index.execute(
            "SELECT rowid FROM sentence WHERE sentence MATCH ? ORDER BY bm25(sentence) LIMIT ?",
            (" OR ".join(terms), _MOST_BY_WORDS),
        ).fetchall()
        count = "SELECT EXISTS (SELECT 1 FROM sentence WHERE sentence MATCH ?)"
        known = sum(self._index.execute(count, (term,)).fetchone()[0] for term in terms)
        return [rowid for (rowid,) in hits], known

    def by_meaning(self, query: str, least: float) -> list[int]:
        """The places of the sentences nearest in meaning, nearest first, none below `least`."""
        from monograph_qa.evidence.embedding.likeness import Likeness

        vectors = self._compared.vectors[self._places]
        scores = (self.likeness or Likeness()).compare(query, self.texts, vectors)
        order = scores.argsort()[::-1][:MOST_NEAR]
        return [int(at) for at in order if scores[at] >= least]

    def facts(self, places: Iterable[int]) -> dict[int, FactSpan]:
        return {at: self._whole.fact(self._places[at]) for at in places}

    @cached_property
    def _index(self) -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, connection.close)
        # Without content: the texts are here already.
        connection.execute(
            "CREATE VIRTUAL TABLE sentence USING "
            "fts5(text, content = '', tokenize = 'porter unicode61')"
        )
        connection.executemany(
            "INSERT INTO sentence (rowid, text) VALUES (?, ?)", enumerate(self.texts)
        )
        return connection


class ServedLabel:
    """As `SearchedLabel`, on a server that searches the sentences itself."""

    def __init__(self, rows: LibraryReader, label_id: str, sentences: int) -> None:
        self._rows = rows
        self._label_id = label_id
        self._sentences = sentences

    def __len__(self) -> int:
        return self._sentences

    def by_words(self, words: Sequence[str]) -> tuple[list[int], int]:
        values = {"label_id": self._label_id, "words": several(filter(None, words))}
        found = self._rows.rows("evidence/search_words", values)
        return [place for place, _ in found], found[0][1] if found else 0

    def by_meaning(self, query: str, least: float) -> list[int]:
        from monograph_qa.store.server.loading import vector_text

        vector = _embedder().embed_queries([query])[0]
        values = {
            "label_id": self._label_id,
            "embedder": _embedder().name,
            "meaning": vector_text(vector.tolist()),
            "least": least,
        }
        return [place for (place,) in self._rows.rows("evidence/search_meaning", values)]

    def facts(self, places: Iterable[int]) -> dict[int, FactSpan]:
        values = {"label_id": self._label_id, "places": several(map(str, places))}
        found = self._rows.rows("evidence/search_facts", values)
        return {row[-1]: fact_of(row) for row in found}


Searched = SearchedLabel | ServedLabel


def served_label(rows: LibraryReader, label_id: str) -> ServedLabel | None:
    """The label where the server has a vector of every sentence of it, else None."""
    values = {"label_id": label_id, "embedder": _embedder().name}
    ((sentences,),) = rows.kept("evidence/search_ready", values)
    return ServedLabel(rows, label_id, sentences) if sentences else None


def _embedder() -> "StaticEmbedder":
    from monograph_qa.evidence.embedding.embedders import default_embedder

    return default_embedder()
