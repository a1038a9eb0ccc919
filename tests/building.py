"""Small honest labels for tests: a Monograph from a few sentences, a published library from those.

Offsets are counted while the text is put together, never searched for.
"""

import hashlib
import shutil
import tempfile
import weakref
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from monograph_qa.domain.answer import Draft
from monograph_qa.domain.evidence import Evidence, Route, RouteResult, SectionHead
from monograph_qa.domain.geometry import Box, PageBox
from monograph_qa.domain.label import (
    DrugName,
    FactKind,
    FactSpan,
    Image,
    ImageKind,
    Label,
    LabelFormat,
    Monograph,
    NameKind,
    Section,
    fact_id_of,
    label_id_of,
    section_id_of,
)
from monograph_qa.frames.framing import with_frames
from monograph_qa.store.homes import LibraryFolder, LibraryServer
from monograph_qa.store.place import Place, open_load
from monograph_qa.vocabulary.sections import section_by_key

WHEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
PIXELS = bytes.fromhex(
    "89504e470d0a1a0a0000000d494844520000000200000002080000000057dd52f80000000c494441"
    "54789c6360f80f8400060001ff93d1e4890000000049454e44ae426082"
)  # two black and two white dots, as PNG


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence to be stored, on a page, with what it states."""

    text: str
    attributes: tuple[str, ...] = ()
    kind: FactKind = FactKind.FACT
    page: int | None = 1
    context: str | None = None


def short_hash(*parts: object) -> str:
    return hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()[:16]


def a_label(
    drug: str = "Nizatidine", *, title: str = "", doc_key: str = "", text: str = ""
) -> Label:
    """A first version; `text` stands for the file's content."""
    title = title or f"{drug} capsules"
    doc_key = doc_key or f"file:/labels/{title.replace(' ', '_').lower()}.pdf"
    content = hashlib.sha256(f"{doc_key}{text}".encode()).hexdigest()
    return Label(
        label_id=label_id_of(content, "by hand"),
        doc_key=doc_key,
        version=1,
        superseded_by=None,
        drug=drug,
        title=title,
        format=LabelFormat.PLR,
        source_path=doc_key.partition(":")[2],
        sha256=content,
        page_count=3,
        revision_date="2025-11",
        parser="by hand",
        ingested_at=WHEN,
    )


def a_section(
    label: Label, key: str, sentences: Sequence[Said], *, ordinal: int = 1, heading: str = "",
    parent: Section | None = None, first_fact: int = 1,
) -> tuple[Section, tuple[FactSpan, ...]]:  # fmt: skip
    """A section whose text is the sentences with a space between, and a FactSpan for each."""
    term = section_by_key(key)
    heading = heading or f"{ordinal} {term.name.upper()}"
    path = f"{parent.heading_path} > {heading}" if parent else heading
    text = " ".join(said.text for said in sentences)
    section_id = section_id_of(label.label_id, ordinal, path, text)
    facts: list[FactSpan] = []
    start = 0
    for at, said in enumerate(sentences):
        stop = start + len(said.text)
        box = Box(72.0, 100.0 + 12 * at, 300.5, 110.0 + 12 * at)
        facts.append(
            FactSpan(
                fact_id=fact_id_of(section_id, start, stop),
                section_id=section_id,
                label_id=label.label_id,
                ordinal=first_fact + at,
                start=start,
                stop=stop,
                quote=said.text,
                kind=said.kind,
                attributes=said.attributes,
                page=said.page,
                boxes=(PageBox(said.page, box),) if said.page else (),
                context=said.context,
            )
        )
        start = stop + 1
    pages = [said.page for said in sentences if said.page]
    section = Section(
        section_id=section_id,
        label_id=label.label_id,
        ordinal=ordinal,
        parent_id=parent.section_id if parent else None,
        level=parent.level + 1 if parent else 1,
        heading=heading,
        heading_path=path,
        section_number=str(ordinal),
        section_code=term.loinc,
        section_key=key,
        text=text,
        page_first=min(pages, default=None),
        page_last=max(pages, default=None),
    )
    return section, tuple(facts)


def an_image(label: Label, *, section: Section | None = None, png: bytes = PIXELS) -> Image:
    return Image(
        image_id=f"img_{short_hash(label.label_id, png)}",
        label_id=label.label_id,
        section_id=section.section_id if section else None,
        page=2,
        box=PageBox(2, Box(10.0, 20.0, 110.0, 90.0)),
        kind=ImageKind.CHEMICAL_STRUCTURE,
        confidence=0.9,
        classifier="by hand",
        caption="Structural formula",
        sha256=hashlib.sha256(png).hexdigest(),
        png=png,
    )


def a_monograph(
    chapters: Mapping[str, Sequence[Said]], label: Label | None = None, *,
    brands: Iterable[str] = (), picture: bool = False,
) -> Monograph:  # fmt: skip
    """One chapter a section key, in the order given."""
    text = "".join(said.text for each in chapters.values() for said in each)
    label = label or a_label(text=text)
    sections: list[Section] = []
    facts: list[FactSpan] = []
    for ordinal, (key, sentences) in enumerate(chapters.items(), 1):
        section, spans = a_section(
            label, key, sentences, ordinal=ordinal, first_fact=len(facts) + 1
        )
        sections.append(section)
        facts += spans
    generic = DrugName(label.drug, NameKind.GENERIC, label.label_id)
    names = (generic, *(DrugName(brand, NameKind.BRAND, label.label_id) for brand in brands))
    images = (an_image(label, section=sections[0]),) if picture else ()
    framed, spans = with_frames([name.name for name in names], sections, facts)
    return Monograph(label, names, framed, spans, images)


Where = TypeVar("Where", LibraryFolder, LibraryServer, Place)


def published(where: Path, *monographs: Monograph) -> LibraryFolder:
    """A library folder in which these monographs are published."""
    return publish_at(LibraryFolder(where), *monographs)


def publish_at(place: Where, *monographs: Monograph) -> Where:
    """The place, at which these monographs are now published as well.

    A new folder is a copy of one that was published before of the same monographs: most tests ask
    of one label again and again, and to publish it takes twenty times as long as to copy it.
    """
    if isinstance(place, LibraryFolder) and not (place.root.exists() and any(place.root.iterdir())):
        shutil.copytree(_folder_of(monographs).root, place.root, dirs_exist_ok=True)
        return place
    return _load_at(place, monographs)


class _Kept:
    """A folder that is removed with the last that speaks of it."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="published"))
        weakref.finalize(self, shutil.rmtree, self.root, ignore_errors=True)


@lru_cache(maxsize=16)  # the tests of one file come one after the other
def _folder_of(monographs: tuple[Monograph, ...]) -> _Kept:
    kept = _Kept()
    _load_at(LibraryFolder(kept.root), monographs)
    return kept


def _load_at(place: Where, monographs: Iterable[Monograph]) -> Where:
    with open_load(place) as load:
        for monograph in monographs:
            load.add(monograph)
        load.publish()
    return place


def address(place: Place | Path) -> str:
    """The place as a user names it: a path, or a URL."""
    return place.url if isinstance(place, LibraryServer) else str(place)


HALF_LIFE = Said("The elimination half-life of nizatidine is 1 to 2 hours.", ("half_life",))
RENAL_HALF_LIFE = Said(
    "In anephric individuals the half-life is 3.5 to 11 hours.",
    ("half_life",),
    FactKind.CONDITIONAL,
    page=2,
)
DOSE = Said("One capsule of 300 mg is taken at bedtime.", ("dose",), FactKind.DIRECTIVE)
LIMIT = Said("Do not exceed < 30 mL/min without advice.", ("max_dose",), FactKind.DIRECTIVE, page=2)
STORAGE = Said("Store at 20 °C to 25 °C.", ("storage_temperature",), FactKind.DIRECTIVE, page=3)


def nizatidine() -> Monograph:
    """A label of Axid, with three chapters that state a half-life twice, and one picture."""
    return a_monograph(
        {
            "dosage_and_administration": [DOSE, LIMIT],
            "pharmacokinetics": [HALF_LIFE, RENAL_HALF_LIFE],
            "storage_and_handling": [STORAGE],
        },
        brands=["Axid"],
        picture=True,
    )


def evidence_of(monograph: Monograph, route: Route, facts: Iterable[FactSpan]) -> RouteResult:
    """What a route would bring: these facts, with their sections and the label."""
    sections = {section.section_id: section for section in monograph.sections}
    brought: list[Evidence] = []
    for fact in facts:
        s = sections[fact.section_id]
        head = SectionHead(
            s.section_id, s.label_id, s.ordinal, s.heading, s.heading_path, s.section_key,
            s.section_code,
        )  # fmt: skip
        brought.append(Evidence(route, monograph.label, head, fact))
    return RouteResult(route, tuple(brought), 0.1)


def honest_draft(*monographs: Monograph) -> Draft:
    """What the writer of the project drafts from all facts and pictures of these labels."""
    from monograph_qa.answer.composing import compose

    results = [evidence_of(m, Route.FACT_SPAN, m.facts) for m in monographs]
    draft = compose("What does it say?", [m.label for m in monographs], results)
    return replace(draft, images=tuple(image for m in monographs for image in m.images))
