"""The sections a label can have: their LOINC codes, readable keys and family tree.

Source of the codes: the FDA's list of SPL section headings (LOINC). Terms without a code of their
own are sections of other countries' labels, or parts of the page, that LOINC does not name.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache

from monograph_qa.errors import NotFound
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.rows import read_columns, read_rows, split_list

UNCLASSIFIED = "spl_unclassified"
"""The key of a section whose heading the vocabulary does not know."""


@frozen
class SectionTerm:
    """One kind of section.

    `code` is its own LOINC code; `loinc` is that, or else the code of the nearest ancestor that
    has one. The numbers are those the section bears in each printed layout. `scope` is
    professional, patient, package or front.
    """

    key: str
    name: str
    code: str | None
    loinc: str | None
    parent_key: str | None
    plr_numbers: tuple[str, ...]
    smpc_numbers: tuple[str, ...]
    hc_heading: str | None
    scope: str


@cache
def _rows_by_key() -> dict[str, dict[str, str]]:
    return {row["key"]: row for row in read_rows("label_sections")}


@cache
def ancestors(key: str) -> tuple[str, ...]:
    """The keys above `key`, nearest first; none for a root or an unknown key."""
    rows = _rows_by_key()
    above: list[str] = []
    while (row := rows.get(above[-1] if above else key)) and (parent := row["parent_key"]):
        if parent in above or parent == key:
            raise ValueError(f"label_sections.csv: {key} is its own ancestor")
        above.append(parent)
    return tuple(above)


@cache
def sections() -> tuple[SectionTerm, ...]:
    """Every section term, in the order of the file."""
    rows = _rows_by_key()
    terms: list[SectionTerm] = []
    for key, row in rows.items():
        line = (key, *ancestors(key))
        codes = [rows[each]["code"] for each in line if each in rows and rows[each]["code"]]
        terms.append(
            SectionTerm(
                key=key,
                name=row["name"],
                code=row["code"] or None,
                loinc=codes[0] if codes else None,
                parent_key=row["parent_key"] or None,
                plr_numbers=split_list(row["plr_number"]),
                smpc_numbers=split_list(row["smpc_number"]),
                hc_heading=row["hc_heading"] or None,
                scope=row["scope"],
            )
        )
    return tuple(terms)


@cache
def _terms_by_key() -> dict[str, SectionTerm]:
    return {term.key: term for term in sections()}


@cache
def _terms_by_code() -> dict[str, SectionTerm]:
    return {term.code: term for term in sections() if term.code}


def section_by_key(key: str) -> SectionTerm:
    """The term of `key`. Raises NotFound for a key that the vocabulary does not hold."""
    try:
        return _terms_by_key()[key]
    except KeyError:
        raise NotFound(f"no section is called {key!r}") from None


def section_by_code(code: str) -> SectionTerm | None:
    """The term whose own LOINC code is `code`; None for a code we do not know."""
    return _terms_by_code().get(code.strip())


@cache
def descendants(key: str) -> tuple[str, ...]:
    """The keys below `key`, in the order of the file, without `key` itself."""
    return tuple(term.key for term in sections() if key in ancestors(term.key))


def is_section_within(keys: Iterable[str], families: Iterable[str]) -> bool:
    """Whether any of `keys` is one of `families` or below one of them."""
    wanted = frozenset(families)
    return any(key in wanted or not wanted.isdisjoint(ancestors(key)) for key in keys)


@cache
def is_of_patients(key: str) -> bool:
    """Whether a section of this key is written for patients. Raises as `section_by_key`."""
    return section_by_key(key).scope == "patient"


@cache
def of_leaflet_alone() -> Mapping[str, str]:
    """By the key of a patient's section, that of the professional one which it stands for in a
    label that has no professional part (`leaflet_sections.csv`)."""
    return dict(read_columns("leaflet_sections", "section_key", "professional_key"))


def is_patients_part(line: Collection[str]) -> bool:
    """Whether a section is written for patients, or stands in a part that is, beside a professional
    part: `line` holds its key and those above it. Raises as `section_by_key`."""
    stands_for = any(of_leaflet_alone().get(key) in line for key in line)
    return not stands_for and any(map(is_of_patients, line))
