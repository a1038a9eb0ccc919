"""Where a label's names may stand: its title, its product's own line, a leaflet's first question,
what it says that it contains. What is found here is not yet believed."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from monograph_qa.domain.label import LabelFormat, NameKind
from monograph_qa.domain.parsed import Block, BlockKind
from monograph_qa.domain.sectioned import SectionText
from monograph_qa.names.ingredients import (
    clean,
    is_biological,
    is_class,
    is_everyday,
    is_form,
    is_ingredient,
    is_known,
    is_one_ingredient,
    parts_of,
    without_salt,
)
from monograph_qa.names.phrases import (
    FoundName,
    is_plausible,
    names_in_composition,
    names_in_line,
    names_in_product_line,
)
from monograph_qa.vocabulary.headings import match_heading
from monograph_qa.vocabulary.sections import UNCLASSIFIED

_TITLE_BLOCKS = 45
_LEAFLET_BLOCKS = 200  # among which a leaflet says its name
# With the capitals behind the mark: "Amaryl® MV" is another product than Amaryl.
_ANY_MARKED = re.compile(r"\b([A-Z][A-Za-z0-9\-]{2,30}\s?[®™](?: [A-Z]{2,3}\b)?)")
_APPROVAL = re.compile(r"Initial\s+U\.?S\.?\s+(?:A|a)pproval", re.I)
# An SPL title runs the whole highlights head together; the product's own line is its last part.
PRODUCT_IN_TITLE = re.compile(
    # A title that ends without a full stop is told by the name, which is said again.
    r"prescribing information for (?:[^.]+\.|(?=(?P<name>\w+)).+?(?=\s(?P=name)\b))"
    r"\s*(?P<product>.+?)\s*Initial\s+U\.?S",
    re.I,
)
_MOST_TITLE_WORDS = 30
_BRACKETED = re.compile(r"\[\s*([^\[\]]+?)\s*\]|[®™\w]\s*\(([^()]+)\)")
_BRAND_BEFORE = r"(?:[A-Z][\w \-]{2,30}[®™],?\s+)?"
_WHOLE_LINE = re.compile(
    rf"^{_BRAND_BEFORE}([A-Z][^®™]{{4,}}?)(?:,? (?:for|[Ss]uspension|[Ss]olution)\b.*)?$"
)
_LEAFLET = re.compile(
    r"(?:1\.?\s+)?What (.{3,60}?) (?:is|are) and what (?:it is|they are) used for|"
    r"The\s+name\s+of\s+(?:your|this)\s+medicine\s+is\s+([^,.;]{3,60})[,.;]|"
    r"What is the most important information (?:that )?I should know about (.{3,60}?)\?|"
    r"^What (?:is|are) ((?-i:[A-Z])[\w® -]{2,40})\?$",
    re.I,
)
_RELEASE = re.compile(r"\(\w{1,3}\)")  # "(SR)"
_NAME_BELOW = re.compile(r"(?:(?:international )?non-?proprietary|generic|approved) name\W*", re.I)
# An unbranded biosimilar says so: 21 CFR 201.57 labels of the same licence.
_IS_BRAND = re.compile(r"This product is\s+([A-Z][\w-]{2,30})\s*[®™]?\s*\([a-z]+-[a-z]{4}\)")
_ACTIVE = re.compile(r"\bactive (?:substance|ingredient|principle)", re.I)
_ROW = re.compile(r"(?:[^|:]+: )?([A-Z][a-zA-Z -]{3,40}?) *\| *\d")  # amounts of what it contains
_NUMBERED = re.compile(r"\d+\.\s")  # the next heading of a package's text
_WRAPPERS = frozenset({"full_prescribing_information"})  # titles above the product's own lines
_REPEATS = 8


def from_title(blocks: Sequence[Block]) -> Iterable[FoundName]:
    """The names in the lines that present the product, its own line first."""
    shown = front(blocks)
    yield from _biologicals(shown)
    # The product's own line stands between two sentences that the law fixes (21 CFR 201.57(a)).
    head = " ".join(" ".join(block.text.split()) for block in shown)
    if match := PRODUCT_IN_TITLE.search(head):
        yield from names_in_product_line(match["product"])
    for above, below in pairwise(shown):
        if _NAME_BELOW.fullmatch(above.text.strip()):
            yield FoundName(clean(below.text), NameKind.GENERIC, "vaccine_title")
        if below.text.startswith(("(", "[")):  # the generic name on a line of its own
            yield from names_in_line(" ".join(f"{above.text} {below.text}".split()))
    for block in shown:
        for line in dict.fromkeys((" ".join(block.text.split()), *printed_lines(block))):
            yield from names_in_line(line)
            yield from _combination(line)
    yield from said_to_be(blocks)


def said_to_be(blocks: Sequence[Block]) -> Iterable[FoundName]:
    """The brand that an unbranded biosimilar's label says to be of, in its title or, in an SPL
    file, on its package: "This product is …"."""
    for match in filter(None, (_IS_BRAND.search(block.text) for block in blocks)):
        yield FoundName(match[1], NameKind.BRAND, "stated")


def _combination(line: str) -> Iterable[FoundName]:
    """The ingredients of a title line that is nothing but these and their form, one newer or rarer
    than the tables among them: "Ibuprofen and Paracetamol Tablets"."""
    bare = _RELEASE.sub(" ", line)
    parts = parts_of(clean(bare).strip("()"))
    known = [part for part in parts if is_one_ingredient(part)]
    others = [part for part in parts if part not in known]
    is_new = len(known) > 1 and all(each.isalpha() and not is_everyday(each) for each in others)
    if len(parts) > 1 and (not others or (is_new and any(map(is_form, bare.split())))):
        yield FoundName(" and ".join(parts), NameKind.GENERIC, "title_line")


def _biologicals(shown: Sequence[Block]) -> list[FoundName]:
    """The vaccine that a title names: in brackets behind its brand, else in a line of its own."""
    words = [block.text.split() for block in shown]
    titles = [" ".join(each) for each in words if len(each) <= _MOST_TITLE_WORDS]
    whole = " ".join(titles)  # brackets may close on another printed line
    for pattern, texts in ((_BRACKETED, [whole]), (_WHOLE_LINE, titles)):
        found = [match[match.lastindex or 0] for t in texts for match in pattern.finditer(t)]
        found = [each for each in found if is_biological(each)]
        if found:
            return [FoundName(clean(each), NameKind.GENERIC, "vaccine_title") for each in found]
    return []


def printed_lines(block: Block) -> list[str]:
    """A block's lines as printed, white space as one space; else the whole block."""
    lines = [" ".join(block.text[x.start : x.stop].split()) for x in block.lines]
    return lines or [" ".join(block.text.split())]


def texts_of(block: Block) -> list[str]:
    """What a block prints, white space as one space; of a table each cell by itself."""
    texts = [block.text] if block.grid is None else [cell.text for cell in block.grid.cells]
    return [" ".join(text.split()) for text in texts]


def front(blocks: Sequence[Block]) -> list[Block]:
    """The blocks that present the product: up to its approval line or the first known section."""
    shown: list[Block] = []
    for block in blocks[:_TITLE_BLOCKS]:
        if block.kind is BlockKind.CONTENTS or not block.text:
            continue
        shown.append(block)
        text = " ".join(block.text.split())
        if _APPROVAL.search(text):
            break
        if block.kind is BlockKind.HEADING and len(shown) > 1:
            term = match_heading(text)
            if term is not None and term.scope != "front" and term.key not in _WRAPPERS:
                break
    return shown


def marked(blocks: Sequence[Block]) -> list[FoundName]:
    """Words printed with a trademark sign on the first pages."""
    return [
        FoundName(clean(match[1]), NameKind.BRAND, "marked_word")
        for block in front(blocks)
        for match in _ANY_MARKED.finditer(block.text)
    ]


def repeated(blocks: Sequence[Block], body: str) -> list[FoundName]:
    """Short title-page lines whose words the whole label keeps repeating: its drug's names. What is
    no known ingredient, or bears a trademark sign, is taken as the brand. Lines of everyday words
    ("Topical anesthetic") repeat too and are passed over."""
    found: list[FoundName] = []
    for line in (line for block in front(blocks) for line in printed_lines(block)):
        name = clean(line).strip("()")
        if not 1 <= len(name.split()) <= 5 or is_everyday(name) or not is_plausible(name):
            continue
        if body.count(without_salt(name).casefold()) < _REPEATS:
            continue
        if is_class(name) or match_heading(name) is not None:
            continue
        is_brand = any(mark in line for mark in "®™") or not is_known(name)
        if is_brand and any(is_ingredient(word) or is_form(word) for word in name.split()):
            continue  # "capsules, amoxicillin": a line of the product, but no name
        found.append(FoundName(name, NameKind.BRAND if is_brand else NameKind.GENERIC, "repeated"))
    return found


def from_product_name(sections: Sequence[SectionText], layout: LabelFormat) -> Iterable[FoundName]:
    """EU: section 1 names the product with its strength, and on packages the substance below it.
    OTC: the active ingredients have a section of their own."""
    is_first = True
    for section_text in sections:
        section = section_text.section
        lines = section.text[:600].splitlines()
        if layout is LabelFormat.OTC and section.section_key == "otc_active_ingredient":
            names = list(map(clean, lines))
            for name in list(filter(is_ingredient, names)) or names[:1]:
                yield FoundName(name, NameKind.GENERIC, "product_name")
        if layout is LabelFormat.SMPC and section.section_key == "product_name":
            for at, line in enumerate(each for each in lines[:4] if not _NUMBERED.match(each)):
                is_product = (is_first and at == 0) or any(c.isdigit() for c in line)
                if is_product and not is_biological(line):
                    yield FoundName(clean(line), NameKind.BRAND, "product_name")
                elif line.islower() or is_biological(line):
                    yield FoundName(clean(line), NameKind.GENERIC, "product_name")
            is_first = False


def from_leaflet(blocks: Sequence[Block]) -> Iterable[FoundName]:
    """A leaflet's first question names the product (template of the EMA's QRD group; 21 CFR 208).
    Of a folded leaflet it may stand in what was read as a table."""
    texts = (text for block in blocks[:_LEAFLET_BLOCKS] for text in texts_of(block))
    if match := next(filter(None, map(_LEAFLET.search, texts)), None):
        name = clean(next(filter(None, match.groups())))
        kind = NameKind.GENERIC if is_known(name) else NameKind.BRAND
        yield FoundName(name, kind, "leaflet_question")


def from_composition(sections: Sequence[SectionText], layout: LabelFormat) -> Iterable[FoundName]:
    """What the composition or description says that the product contains: the first sentences that
    say so, or the rows of a table; of a leaflet, where it speaks of the active substance."""
    by_id = {s.section.section_id: s.section for s in sections}
    for section_text in sections:
        section = section_text.section
        above = by_id.get(section.parent_id or "")
        is_child = section.section_key == UNCLASSIFIED and above is not None
        is_own = (above if is_child and above else section).section_key == "description"
        if not is_own and layout is not LabelFormat.PIL:
            continue
        text = section.text[:1200] if is_own else section.text
        for sentence in re.split(r"(?<=[.;])\s+|\n", text):
            if not (is_own or _ACTIVE.search(sentence)):
                continue
            found = [n for n in names_in_composition(sentence) if not is_everyday(n.name)]
            yield from found
            if found:
                break
        else:
            rows = (_ROW.match(line) for line in text.splitlines() if is_own)
            named = [name for row in rows if row and (name := _known_end(clean(row[1])))]
            if named:
                yield FoundName(" and ".join(named), NameKind.GENERIC, "composition_row")


def _known_end(name: str) -> str:
    """A known ingredient, without a word before it that no table has: "racemic camphor"."""
    ends = (name, name.partition(" ")[2])
    return next((each for each in ends if each and is_ingredient(each)), "")
