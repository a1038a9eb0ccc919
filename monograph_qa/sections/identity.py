"""What a label is about: drug, names, title, revision date, from its own first words.

A name counts when a fixed phrase of the layout holds it *and* the label goes on to use it: a word
caught by accident is not repeated through a document.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from monograph_qa.domain.label import DrugName, LabelFormat, NameKind
from monograph_qa.domain.parsed import Block, BlockKind, ParsedLabel
from monograph_qa.domain.sectioned import Identity, SectionText
from monograph_qa.sections.ingredients import (
    ingredients_of_brand,
    is_biological,
    is_ingredient,
    most_used,
)
from monograph_qa.sections.names import (
    CERTAIN,
    FoundName,
    clean,
    ingredients,
    is_abbreviation,
    is_everyday,
    is_form,
    is_plausible,
    is_print_title,
    names_in_composition,
    names_in_line,
    names_in_product_line,
    plain_words,
    without_salt,
)
from monograph_qa.sections.opened import UNKNOWN_KEY
from monograph_qa.sections.revision import revision_date
from monograph_qa.vocabulary.headings import match_heading

_TITLE_BLOCKS = 45
_ANY_MARKED = re.compile(r"\b([A-Z][A-Za-z0-9\-]{2,30})\s?[®™]")
_APPROVAL = re.compile(r"Initial\s+U\.?S\.?\s+(?:A|a)pproval", re.I)
# An SPL title runs the whole highlights head together; the product's own line is its last part.
_PRODUCT_IN_TITLE = re.compile(
    r"prescribing information for [^.]+\.\s*(.+?)\s*Initial\s+U\.?S", re.I
)
# Health Canada's schedule marks; "NORVASC" begins with none.
_PRESCRIPTION_MARK = re.compile(r"^(?:Pr\s?|(?:N|T/C|C)\s+)(?=[A-Z]{2})")
_MOST_TITLE_WORDS = 30
_BRACKETED = re.compile(r"\[\s*([^\[\]]+?)\s*\]|[®™\w]\s*\(([^()]+)\)")
_WHOLE_LINE = re.compile(r"^([A-Z][^®™]{4,}?)(?:,? (?:for|[Ss]uspension|[Ss]olution)\b.*)?$")
_LEAFLET = re.compile(
    r"(?:1\.?\s+)?What (.{3,60}?) (?:is|are) and what (?:it is|they are) used for", re.I
)
_WITHOUT_PRODUCT_LINE = (LabelFormat.OLD, LabelFormat.HC)
_WRAPPERS = frozenset({"full_prescribing_information"})  # titles above the product's own lines
_REPEATS = 8
_TITLE_CHARACTERS = 160


def identify(
    parsed: ParsedLabel, sections: Sequence[SectionText], layout: LabelFormat, label_id: str
) -> Identity:
    """The label's identity. Its drug is never empty: the title stands in when no name is found."""
    body = " ".join(s.section.text for s in sections).casefold()
    found = _stated(parsed) or [
        *_from_title(parsed.blocks),
        *_from_product_name(sections, layout),
        *_from_leaflet(parsed.blocks),
    ]
    kept = _confirmed(_kept(found, body))
    if not _has(kept, NameKind.GENERIC):
        more = [*_repeated(parsed.blocks, body), *_from_composition(sections)]
        kept = _confirmed(_kept([*found, *more], body))
    if not _has(kept, NameKind.BRAND) and layout is not LabelFormat.SPL:
        kept += _kept(_marked(parsed.blocks), body)
    if not _has(kept, NameKind.BRAND) and layout in _WITHOUT_PRODUCT_LINE:
        kept += _kept(_repeated(parsed.blocks, body), body)
    if layout is not LabelFormat.SPL:
        kept = _completed(kept, body)
    names = _drug_names(kept, label_id)
    title = _visible(_title(parsed, sections, layout, names))
    generics = [n.name for n in names if n.kind is NameKind.GENERIC]
    drug = generics[0] if generics else (names[0].name if names else title)
    return Identity(drug, title, tuple(names), revision_date(parsed))


def _stated(parsed: ParsedLabel) -> list[FoundName]:
    """Names that the file itself states in fields of its own (SPL)."""
    return [FoundName(name, NameKind(kind), 1.0) for name, kind in parsed.names]


def _has(kept: Sequence[FoundName], kind: NameKind) -> bool:
    return any(name.kind is kind for name in kept)


def _from_title(blocks: Sequence[Block]) -> Iterable[FoundName]:
    front = _front(blocks)
    yield from _biologicals(front)
    # The product's own line stands between two sentences that the law fixes (21 CFR 201.57(a)).
    head = " ".join(" ".join(block.text.split()) for block in front)
    if match := _PRODUCT_IN_TITLE.search(head):
        yield from names_in_product_line(match[1])
    for above, below in pairwise(front):
        if below.text.startswith(("(", "[")):  # the generic name on a line of its own
            yield from names_in_line(" ".join(f"{above.text} {below.text}".split()))
    for block in front:
        for line in dict.fromkeys((" ".join(block.text.split()), *_printed_lines(block))):
            yield from names_in_line(line)


def _biologicals(front: Sequence[Block]) -> list[FoundName]:
    """The vaccine that a title names: in brackets behind its brand, else in a line of its own."""
    titles = [" ".join(block.text.split()) for block in front]
    titles = [title for title in titles if len(title.split()) <= _MOST_TITLE_WORDS]
    whole = " ".join(titles)  # brackets may close on another printed line
    for pattern, texts in ((_BRACKETED, [whole]), (_WHOLE_LINE, titles)):
        found = [match[match.lastindex or 0] for t in texts for match in pattern.finditer(t)]
        found = [each for each in found if is_biological(each)]
        if found:
            return [FoundName(clean(each), NameKind.GENERIC, CERTAIN) for each in found]
    return []


def _printed_lines(block: Block) -> list[str]:
    lines = [" ".join(block.text[x.start : x.stop].split()) for x in block.lines]
    return lines or [" ".join(block.text.split())]


def _front(blocks: Sequence[Block]) -> list[Block]:
    """The blocks that present the product: up to its approval line or the first known section."""
    front: list[Block] = []
    for block in blocks[:_TITLE_BLOCKS]:
        if block.kind is BlockKind.CONTENTS or not block.text:
            continue
        front.append(block)
        text = " ".join(block.text.split())
        if _APPROVAL.search(text):
            break
        if block.kind is BlockKind.HEADING and len(front) > 1:
            term = match_heading(text)
            if term is not None and term.scope != "front" and term.key not in _WRAPPERS:
                break
    return front


def _marked(blocks: Sequence[Block]) -> list[FoundName]:
    """Words printed with a trademark sign on the first pages."""
    return [
        FoundName(clean(match[1]), NameKind.BRAND, 0.4)
        for block in _front(blocks)
        for match in _ANY_MARKED.finditer(block.text)
    ]


def _repeated(blocks: Sequence[Block], body: str) -> list[FoundName]:
    """Short title-page lines whose words the whole label keeps repeating: its drug's names.

    What is no known ingredient, or bears a trademark sign, is taken as the brand. Lines of everyday
    words ("Topical anesthetic") repeat too and are passed over.
    """
    found: list[FoundName] = []
    for line in (line for block in _front(blocks) for line in _printed_lines(block)):
        name = clean(_PRESCRIPTION_MARK.sub("", line)).strip("()")
        if not 1 <= len(name.split()) <= 5 or is_everyday(name) or not is_plausible(name):
            continue
        if body.count(without_salt(name).casefold()) < _REPEATS:
            continue
        is_brand = any(mark in line for mark in "®™") or not _is_known(name)
        if is_brand and any(is_ingredient(word) or is_form(word) for word in name.split()):
            continue  # "capsules, amoxicillin": a line of the product, but no name
        found.append(FoundName(name, NameKind.BRAND if is_brand else NameKind.GENERIC, 0.7))
    return found


def _from_product_name(sections: Sequence[SectionText], layout: LabelFormat) -> Iterable[FoundName]:
    """EU: section 1 names the product with its strength, and on packages the substance below it.
    OTC: the active ingredients have a section of their own."""
    is_first = True
    for section_text in sections:
        section = section_text.section
        lines = section.text[:600].splitlines()
        if layout is LabelFormat.OTC and section.section_key == "otc_active_ingredient":
            names = [clean(line) for line in lines]
            known = [name for name in names if is_ingredient(name)]
            yield from (FoundName(name, NameKind.GENERIC, 0.9) for name in known or names[:1])
        if layout is LabelFormat.SMPC and section.section_key == "product_name":
            for at, line in enumerate(lines[:4]):
                is_product = (is_first and at == 0) or any(c.isdigit() for c in line)
                if is_product and not is_biological(line):
                    yield FoundName(clean(line), NameKind.BRAND, 0.9)
                elif line.islower() or is_biological(line):
                    yield FoundName(clean(line), NameKind.GENERIC, 0.9)
            is_first = False


def _from_leaflet(blocks: Sequence[Block]) -> Iterable[FoundName]:
    """EU and UK: a leaflet's first question names the product (template of the EMA's QRD group)."""
    for match in filter(None, (_LEAFLET.match(block.text) for block in blocks)):
        name = clean(match[1])
        kind = NameKind.GENERIC if _is_known(name) else NameKind.BRAND
        yield FoundName(name, kind, 0.8)
        return


def _from_composition(sections: Sequence[SectionText]) -> Iterable[FoundName]:
    """The first sentences of the composition or description that say what the product contains."""
    by_id = {s.section.section_id: s.section for s in sections}
    for section_text in sections:
        section = section_text.section
        above = by_id.get(section.parent_id or "")
        is_child = section.section_key == UNKNOWN_KEY and above is not None
        if (above.section_key if is_child and above else section.section_key) != "description":
            continue
        for sentence in re.split(r"(?<=[.;])\s+|\n", section.text[:1200]):
            found = [n for n in names_in_composition(sentence) if not is_everyday(n.name)]
            yield from found
            if found:
                break


def _kept(found: Iterable[FoundName], body: str) -> list[FoundName]:
    """Plausible names that the label uses, surest first, each once."""
    best: dict[str, FoundName] = {}
    for name in found:
        if not is_plausible(name.name):
            continue
        key = name.name.casefold()
        uses = min((body.count(part.casefold()) for part in ingredients(name.name)), default=0)
        if name.trust < CERTAIN and (uses < 2 or is_abbreviation(name.name)):
            continue
        if key not in best or best[key].trust < name.trust:
            best[key] = name
    return sorted(best.values(), key=lambda n: -n.trust)


def _confirmed(kept: Sequence[FoundName]) -> list[FoundName]:
    """The names without generics that no table knows, where one that is known stands beside them:
    a remark in brackets, a place or a class is no ingredient."""
    known = [n for n in kept if n.kind is NameKind.GENERIC and _is_known(n.name)]
    if not known:
        return list(kept)
    surest = max(name.trust for name in known)
    return [
        name
        for name in kept
        if name.kind is not NameKind.GENERIC or _is_known(name.name) or name.trust > surest + 0.2
    ]


def _is_known(name: str) -> bool:
    return is_ingredient(name) or is_biological(name)


def _completed(kept: Sequence[FoundName], body: str) -> list[FoundName]:
    """The names with the ingredients of a known brand, as far as the label speaks of them; for a
    label that names none, with the one that it speaks of most."""
    generics = [n.name for n in kept if n.kind is NameKind.GENERIC]
    if any(is_biological(name) for name in generics):
        return list(kept)
    for brand in (n.name for n in kept if n.kind is NameKind.BRAND):
        made_of = ingredients_of_brand(brand, body)
        fewer = all(name.casefold() in made_of for name in map(without_salt, generics))
        if made_of and fewer:
            rest = [n for n in kept if n.kind is not NameKind.GENERIC]
            salts = [n for n in kept if n.kind is NameKind.GENERIC and made_of in n.name.casefold()]
            return [*(salts or [FoundName(made_of, NameKind.GENERIC, 0.8)]), *rest]
    if not any(_is_known(name) for name in generics) and (name := most_used(body, plain_words())):
        return [*kept, FoundName(name, NameKind.GENERIC, 0.5)]
    return list(kept)


def _drug_names(kept: Sequence[FoundName], label_id: str) -> list[DrugName]:
    """Every name the label may be asked for by, generics first.

    A brand that is also a generic's name (a generic maker's label) is a generic.
    """
    generics: dict[str, str] = {}
    salts: dict[str, str] = {}
    synonyms: dict[str, str] = {}
    brands: dict[str, str] = {}
    for name in kept:
        if name.kind is NameKind.BRAND:
            brands.setdefault(name.name.casefold(), name.name)
        elif name.kind is NameKind.SYNONYM:
            synonyms.setdefault(name.name.casefold(), name.name)
        else:
            base = _each_once(without_salt(name.name))
            if base.casefold() != name.name.casefold():
                salts.setdefault(name.name.casefold(), name.name)
            if name.kind is NameKind.GENERIC:
                generics.setdefault(base.casefold(), _in_small_letters(base))
    for key in list(brands):
        base = without_salt(brands[key]).casefold()
        if base in generics or key in salts:
            if key != base:
                salts.setdefault(key, brands[key])
            del brands[key]
    if not generics and brands:
        first = next(iter(brands))
        base = without_salt(brands[first])
        if base.casefold() != first:
            generics[base.casefold()] = _in_small_letters(base)
            salts[first] = brands.pop(first)
    groups = (
        (NameKind.GENERIC, generics),
        (NameKind.SALT, salts),
        (NameKind.BRAND, brands),
        (NameKind.SYNONYM, synonyms),
    )
    return [DrugName(name, kind, label_id) for kind, names in groups for name in names.values()]


def _each_once(name: str) -> str:
    """A combination with each ingredient once: two salts of one are one drug."""
    parts = ingredients(name)
    bare = list(dict.fromkeys(without_salt(part) for part in parts))
    return name if len(bare) == len(parts) else " and ".join(bare)


def _in_small_letters(generic: str) -> str:
    """A generic name as prose writes it: titles print it in capitals."""
    return generic.lower() if generic.split()[0].isupper() else generic


def _title(
    parsed: ParsedLabel,
    sections: Sequence[SectionText],
    layout: LabelFormat,
    names: Sequence[DrugName],
) -> str:
    """How the label is listed: its product line where it prints one, else its names."""
    stated = " ".join(parsed.identity.get("title", "").split())
    head = stated or " ".join(" ".join(block.text.split()) for block in _front(parsed.blocks))
    if match := _PRODUCT_IN_TITLE.search(head):
        return match[1][:_TITLE_CHARACTERS]
    if stated:
        return stated[:_TITLE_CHARACTERS]
    if layout is LabelFormat.SMPC:
        for section_text in sections:
            if section_text.section.section_key == "product_name" and section_text.section.text:
                return section_text.section.text.splitlines()[0][:_TITLE_CHARACTERS]
    for block in _front(parsed.blocks):
        line = _printed_lines(block)[0]
        if is_print_title(line):
            return line[:_TITLE_CHARACTERS]
    brand = next((n.name for n in names if n.kind is NameKind.BRAND), None)
    other = next((n.name for n in names if n.kind is not NameKind.BRAND), None)
    if brand and other:
        return f"{_product_line(parsed, brand)} ({other})"
    return brand or other or Path(parsed.path).stem


def _visible(title: str) -> str:
    """A title without characters that no font shows: a stray glyph of a PDF's own font is no part
    of a name, and a name is typed and compared."""
    kept = "".join(c for c in title if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(kept.split())


def _product_line(parsed: ParsedLabel, brand: str) -> str:
    """The title page's line that begins with the brand: it tells jelly from ointment."""
    for block in _front(parsed.blocks):
        for line in _printed_lines(block):
            printed = _PRESCRIPTION_MARK.sub("", line)
            if printed.casefold().startswith(brand.casefold()) and len(printed) <= 60:
                return printed
    return brand
