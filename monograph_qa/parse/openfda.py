"""A record of openFDA's drug labels: an SPL document without its layout, each section a field.

A field holds its section's text with the headings, subsections and tables in it run together; a
subsection that is coded, and a table, is there a second time in a field of its own. Here each
character is kept once: a field whose text stands inside another's is that one's subsection. The
names of the product are as openFDA states them, as the product data lists them, or as the active
ingredients are printed.
"""

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from lxml import etree

from monograph_qa.domain.label import Product
from monograph_qa.domain.parsed import Block, BlockKind, ParsedLabel
from monograph_qa.errors import UnreadableLabel
from monograph_qa.parse import parsers
from monograph_qa.parse.spl_flow import MediaFolder, read_narrative
from monograph_qa.parse.spl_names import day_of
from monograph_qa.parse.spl_xml import collapse, open_fragment
from monograph_qa.vocabulary.openfda_fields import heading_end, term_of_field, title_end
from monograph_qa.vocabulary.sections import UNCLASSIFIED, SectionTerm, section_by_key, sections

_TABLES = "_table"
_STATED = {"set_id": "set_id", "version": "version", "document_id": "id"}
_SHORTEST_WITHIN = 60  # characters; shorter texts stand in others by chance
_SUBSECTION = r"(?:(?<=^)|(?<=\s)){chapter}\.(\d{{1,2}})\s+(?=[A-Z])"
_NUMBER = re.compile(r"\d{1,2}\.\d{1,2}\s+(?=[A-Z])")

_CAPTION = re.compile(r"(?<![a-z] )(?<!See )\b(?:Table|TABLE) ?\d+\w? ?[.:–-]? +(?=[A-Z])")
_SENTENCES = re.compile(r"[a-z)] ?[.!?] +[A-Z]")
_LONGEST_CAPTION = 250  # characters


def read_openfda(path: Path, data: bytes) -> ParsedLabel:
    """The label of one record, its sections in the order of labels. There are no pages. Headings
    are those that the fields' texts begin with, else the sections' names, for a record leaves out
    how they are printed. Raises UnreadableLabel for broken JSON and for a record without
    sections."""
    try:
        record = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnreadableLabel(path, "not well-formed JSON") from error
    passages = _passages(record) if isinstance(record, dict) else []
    if not passages:
        raise UnreadableLabel(path, "JSON without any section of an openFDA drug label")
    names = names_of_record(record)
    name_words = words_of(name for name, _ in names)
    blocks = [block for passage in _nested(passages) for block in passage.blocks(1, name_words)]
    product = record.get("openfda")
    return ParsedLabel(
        path=path,
        sha256=hashlib.sha256(data).hexdigest(),
        media="spl",
        page_count=0,
        blocks=tuple(blocks),
        parser=parsers.OPENFDA,
        identity=_identity(record),
        names=names,
        product=_product(product) if isinstance(product, dict) else Product(),
    )


@dataclass(slots=True)
class _Table:
    """A table of a field; `text` is how it stands run together in the field's text, where records
    part cells and lines by blanks as they like."""

    blocks: list[Block]
    text: str


@dataclass(slots=True)
class _Passage:
    """The text of one field, with what stands inside it at which offset."""

    name: str
    text: str
    term: SectionTerm
    within: list[tuple[int, "_Passage | _Table"]] = field(default_factory=list)
    tables: list[_Table] = field(default_factory=list)

    def blocks(self, depth: int, name_words: Collection[str]) -> Iterator[Block]:
        """Heading, text and tables, then subsections."""
        end = heading_end(self.text, self.term.key) or _numbered_title_end(self.text, name_words)
        is_classified = self.term.key != UNCLASSIFIED
        name = self.term.name if is_classified else self.name.replace("_", " ")
        heading = self.text[:end].strip() or name
        yield Block(BlockKind.HEADING, heading, level=depth, code=self.term.code)
        inside = sorted(self.within, key=lambda each: each[0])
        texts: list[str] = []
        behind: list[list[Block]] = []
        at = end
        for start, part in inside:
            before = self.text[at : max(start, at)].rstrip()
            caption = _caption_at_end(before) if isinstance(part, _Table) else ""
            texts.append(before.removesuffix(caption))
            titled = [Block(BlockKind.CAPTION, caption)] if caption else []
            behind.append([*titled, *part.blocks] if isinstance(part, _Table) else [])
            at = max(at, start + len(part.text))
        texts.append(self.text[at:])
        parted = _parted(texts, heading, depth + 1, name_words)
        for paragraphs, then in zip(parted, [*behind, []], strict=True):
            yield from (*paragraphs, *then)
        for table in self.tables:
            yield from table.blocks
        for _, part in inside:
            if isinstance(part, _Passage):
                yield from part.blocks(depth + 1, name_words)

    def place(self, part: "_Passage | _Table") -> bool:
        """Takes `part` in where its text stands as a whole in this one's, and nothing else does."""
        for start, stop in self._stretches(_letters(part.text)):
            if self._is_free(start, stop):
                part.text = self.text[start:stop]
                self.within.append((start, part))
                return True
        return False

    def _stretches(self, letters: str) -> Iterator[tuple[int, int]]:
        """Where the text says just these letters, however it parts them by blanks."""
        all_letters = _letters(self.text)
        found = all_letters.find(letters) if letters else -1
        # Most texts do not say them: where each letter stands is only reckoned for those that do.
        places = [at for at, letter in enumerate(self.text) if letter != " "] if found >= 0 else []
        while found >= 0:
            yield places[found], places[found + len(letters) - 1] + 1
            found = all_letters.find(letters, found + 1)

    def _is_free(self, at: int, stop: int) -> bool:
        """Whether a stretch of the text cuts no word, and nothing else has any of it."""
        if self.text[max(at - 1, 0) : at].isalnum() or self.text[stop : stop + 1].isalnum():
            return False
        return all(stop <= s or s + len(other.text) <= at for s, other in self.within)


def _passages(record: dict[str, Any]) -> list[_Passage]:
    """The texts of all fields, in the order in which labels have them."""
    order = {term.key: at for at, term in enumerate(sections())}
    found: list[_Passage] = []
    for name, value in record.items():
        is_said = isinstance(value, list) and not name.endswith(_TABLES)
        texts = [each for each in value if isinstance(each, str)] if is_said else []
        term = term_of_field(name) or section_by_key(UNCLASSIFIED)
        passages = [_Passage(name, collapse(text), term) for text in texts if text.strip()]
        if passages:
            tables = record.get(f"{name}{_TABLES}")
            passages[-1].tables = list(_tables(tables if isinstance(tables, list) else ()))
        found += passages
    return sorted(found, key=lambda each: order[each.term.key])


def _nested(passages: list[_Passage]) -> list[_Passage]:
    """The passages that stand in no other; the rest is in the shortest that it stands in."""
    outer: list[_Passage] = []
    placed: list[_Passage] = []
    for passage in sorted(passages, key=lambda each: -len(each.text)):
        is_inside = len(passage.text) >= _SHORTEST_WITHIN and any(
            each.place(passage) for each in reversed(placed)
        )
        if not is_inside:
            outer.append(passage)
        placed.append(passage)
    shown: set[str] = set()
    for passage in reversed(placed):  # a table of a subsection is in its chapter's field as well
        passage.tables = [each for each in passage.tables if _letters(each.text) not in shown]
        shown.update(_letters(each.text) for each in passage.tables)
        passage.tables = [each for each in passage.tables if not passage.place(each)]
    return sorted(outer, key=passages.index)


def _letters(text: str) -> str:
    """The text without its blanks."""
    return text.replace(" ", "")


def _parted(
    texts: Iterable[str], heading: str, depth: int, name_words: Collection[str]
) -> Iterator[list[Block]]:
    """Each of the texts of a chapter as blocks, parted before the numbers of its subsections, in
    their order, and behind their titles where what follows tells where these end."""
    chapter = re.match(r"(\d{1,2})\.?\s", heading)
    last = 0
    for text in texts:
        starts: list[int] = []
        for number in re.finditer(_SUBSECTION.format(chapter=chapter[1] if chapter else "-"), text):
            is_first = not text[: number.start()].strip() and int(number[1]) > last
            if is_first or int(number[1]) == last + 1:
                starts.append(number.start())
                last = int(number[1])
        blocks = [*_paragraph(text[: next(iter(starts), None)])]
        for start, stop in zip_longest(starts, starts[1:]):
            end = start + _numbered_title_end(text[start:stop], name_words)
            if end > start:
                blocks.append(Block(BlockKind.HEADING, text[start:end].strip(), level=depth))
            blocks += _paragraph(text[end:stop])
        yield blocks


def _numbered_title_end(text: str, name_words: Collection[str]) -> int:
    """Where the title ends with which a subsection begins behind its number; 0 where none does."""
    number = _NUMBER.match(text)
    end = title_end(text[number.end() :], name_words) if number else 0
    return number.end() + end if number and end else 0


def _caption_at_end(text: str) -> str:
    """The numbered caption that a text ends with, as it stands right before its table."""
    last = next((text[e.start() :] for e in reversed([*_CAPTION.finditer(text)])), "")
    return "" if _SENTENCES.search(last) or len(last) > _LONGEST_CAPTION else last


def _paragraph(text: str) -> Iterator[Block]:
    if any(map(str.isalnum, text)):
        yield Block(BlockKind.TEXT, text.strip())


def _tables(markup: Iterable[Any]) -> Iterator[_Table]:
    """The tables of a field, marked up as in SPL; the words of broken ones are in its text."""
    for each in markup:
        try:
            root = open_fragment(str(each))
        except etree.XMLSyntaxError:
            continue
        blocks = read_narrative(root, MediaFolder(root, lambda name: None))
        if any(block.grid is not None for block in blocks):
            yield _Table(blocks, collapse("".join(root.itertext())))


def _identity(record: dict[str, Any]) -> dict[str, str]:
    stated = {ours: str(record.get(theirs) or "") for ours, theirs in _STATED.items()}
    stated["effective_time"] = day_of(str(record.get("effective_time", "")))
    return {key: value for key, value in stated.items() if value}


def _product(product: dict[str, Any]) -> Product:
    return Product(
        maker=next(iter(listed(product, "manufacturer_name")), None),
        routes=tuple(each.casefold() for each in listed(product, "route")),
        numbers=tuple(listed(product, "product_ndc")),
    )


Names = tuple[tuple[str, str], ...]
"""(name, kind) pairs: generic, salt, brand."""

_LEAST = 4  # letters of a name
_MOST_BEFORE, _LONGEST = 6, 6  # words of a brand, and of a name
_WORD = re.compile(r"[\w-]+|[,/]")
_BESIDE = re.compile(r"\s*\([^()]*\)$")  # "ZEMDRI (plazomicin)"
_JOINED = ("and", "AND", ",", "/")
_INGREDIENT = re.compile(
    r"active ingredients?\W*(?:\(in[^)]*\)\W*)?(?P<name>[A-Za-z][A-Za-z -]{2,60}?)"
    r"(?=\s*[\d(,;*.]|$)",
    re.IGNORECASE,
)


def names_of_record(record: dict[str, Any]) -> Names:
    """The (name, kind) pairs of the record's product; none where it says none."""
    product = record.get("openfda")
    return (
        _stated(product if isinstance(product, dict) else {})
        or _listed_as_data(" ".join(listed(record, "spl_product_data_elements")))
        or _ingredients(listed(record, "active_ingredient"))
    )


def listed(record: dict[str, Any], name: str) -> list[str]:
    """The texts of a field, each once."""
    value = record.get(name)
    texts = value if isinstance(value, list) else []
    return list(dict.fromkeys(collapse(each) for each in texts if isinstance(each, str) and each))


def _stated(product: dict[str, Any]) -> Names:
    named = [_BESIDE.sub("", each) for each in listed(product, "brand_name")]
    substances = listed(product, "substance_name")
    generics = [
        each
        for each in listed(product, "generic_name")
        if each not in named or not substances or words_of([each]) & words_of(substances)
    ]  # some makers write the brand in both places
    known = {name.casefold() for name in generics}
    salts = [each for each in substances if each.casefold() not in known]
    brands = [each for each in named if each.casefold() not in known]
    kinds = {"generic": generics or salts, "salt": salts if generics else [], "brand": brands}
    return tuple((name, kind) for kind, names in kinds.items() for name in names)


def words_of(names: Iterable[str]) -> set[str]:
    """The words of names, in lower case."""
    return {word for name in names for word in _WORD.findall(name.casefold())}


def _listed_as_data(text: str) -> Names:
    """The first words that come again among the substances, and the brand before them."""
    words = _WORD.findall(text)
    for again in (words, [word.upper() for word in words]):
        for at in range(min(_MOST_BEFORE + 1, len(words))):
            generic = " and ".join(_said_again(words[at:], again[at:]))
            brand = " ".join(words[:at])
            if generic:
                return ((generic, "generic"), *([(brand, "brand")] if brand else []))
    return ()


def _said_again(words: Sequence[str], again: Sequence[str]) -> Iterator[str]:
    """The first words that `again` says in capitals behind them, and what is joined to them."""
    for count in range(min(_LONGEST, len(words)), 0, -1):
        name, rest = words[:count], again[count:]
        is_once = len({word.casefold() for word in name}) == count and len(name[0]) >= _LEAST
        if is_once and f" {' '.join(name).upper()} " in f" {' '.join(rest)} ":
            yield " ".join(name)
            if rest[0] in _JOINED:
                yield from _said_again(words[count + 1 :], rest[1:])
            return


def _ingredients(texts: Iterable[str]) -> Names:
    found = filter(None, map(_INGREDIENT.match, texts))
    return tuple((match["name"], "generic") for match in found)
