"""One label file becomes one Monograph: read -> sectionize -> extract -> classify."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import astuple, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from monograph_qa.domain.label import Image, Label, LabelFormat, Monograph, Section, label_id_of
from monograph_qa.domain.sectioned import PlacedPicture, Sectioned
from monograph_qa.errors import SeveralLabels, UnreadableLabel
from monograph_qa.facts.attested import attested
from monograph_qa.facts.extraction import extract_facts
from monograph_qa.frames.concepts import read_whole_tables
from monograph_qa.frames.framing import with_frames
from monograph_qa.images.classification import (
    Classifier,
    PictureView,
    VisionClassifier,
    default_classifier,
)
from monograph_qa.parse import Taken, read
from monograph_qa.pipeline.loading.paths import doc_key_of, path_text
from monograph_qa.pipeline.loading.report import Reading
from monograph_qa.sections import BoundLabel, bound_together, sectionize
from monograph_qa.settings import Settings
from monograph_qa.vocabulary.sections import UNCLASSIFIED

_OF_ANY_PAPER = (UNCLASSIFIED, "product_name", "references")


@cache
def picture_classifier() -> Classifier:
    """The classifier that the settings choose, made once a process. Raises SettingsError."""
    model = Settings.read().pictures
    return default_classifier() if model is None else VisionClassifier(model)


def read_monograph(path: Path, taken: Taken | None = None) -> Reading:
    """The reading of one label file, or of what was taken of it. Raises LabelError."""
    parsed = read(path, taken)
    if bound := bound_together(parsed):
        each = "; ".join(f"{b.title} {_pages(b)}".rstrip() for b in bound)
        cause = f"holds {len(bound)} labels: {each}. Split it: one file for each label"
        raise SeveralLabels(path, cause)
    doc_key = doc_key_of(path, parsed.identity)
    # The same file gives the same id wherever it lies, so that ids agree between machines.
    label_id = label_id_of(parsed.sha256, parsed.parser)
    sectioned = sectionize(parsed, label_id)
    if not any(_is_of_a_label(sectioned, s.section) for s in sectioned.sections):
        cause = "no drug label: it has no heading like Indications, Dosage or Warnings"
        raise UnreadableLabel(path, cause)
    read_whole_tables()
    identity = sectioned.identity
    headed = [s.section for s in sectioned.sections]
    found = attested(extract_facts(sectioned.sections), headed, identity.names, identity.product)
    sections, facts = with_frames([n.name for n in identity.names], headed, found)
    monograph = Monograph(
        label=Label(
            label_id=label_id,
            doc_key=doc_key,
            version=1,
            superseded_by=None,
            drug=identity.drug,
            title=identity.title,
            format=sectioned.format,
            source_path=path_text(parsed.path),
            sha256=parsed.sha256,
            page_count=parsed.page_count,
            revision_date=identity.revision_date,
            parser=parsed.parser,
            ingested_at=datetime.now(UTC),
            product=identity.product,
        ),
        names=identity.names,
        sections=sections,
        facts=facts,
        images=tuple(_images(sectioned.pictures, label_id)),
        doubts=sectioned.doubts,
    )
    tables = sum(
        len({p.table for p in s.pieces if p.table is not None}) for s in sectioned.sections
    )
    unknown = tuple(s.heading for s in sections if s.section_key == UNCLASSIFIED)
    return Reading(monograph, parsed.silent_pages, tables, unknown)


def _is_of_a_label(sectioned: Sectioned, section: Section) -> bool:
    """Has it a printed heading that the vocabulary knows? Headings of ours stand in parentheses.
    One without a code counts only in a leaflet, which the words of the law have shown to be one."""
    known = section.section_key not in _OF_ANY_PAPER and not section.heading.startswith("(")
    is_leaflet = sectioned.format is LabelFormat.PIL
    return known and (section.section_code is not None or is_leaflet)


def _pages(bound: BoundLabel) -> str:
    if bound.page_first is None:
        return ""
    if bound.page_first == bound.page_last:
        return f"(page {bound.page_first})"
    return f"(pages {bound.page_first}–{bound.page_last})"


def _images(pictures: Iterable[PlacedPicture], label_id: str) -> Iterator[Image]:
    """Each picture classified; one that comes again at the same place bears its number as well."""
    times: Counter[str] = Counter()
    for placed in pictures:
        image = _image(placed, label_id)
        times[image.image_id] += 1
        again = times[image.image_id]
        yield image if again == 1 else replace(image, image_id=_id(f"{image.image_id}\x1f{again}"))


def _id(made_of: str) -> str:
    return "img_" + hashlib.sha256(made_of.encode()).hexdigest()[:20]


def _image(placed: PlacedPicture, label_id: str) -> Image:
    box = placed.place.box if placed.place else None
    found = picture_classifier().classify(
        PictureView(
            png=placed.picture.png,
            box=astuple(box) if box else None,
            page_size=placed.picture.page_size,
            caption=placed.caption or "",
            near_text=placed.near,
            heading=placed.heading_path,
            section_key=placed.section_key,
            vector=placed.picture.vector,
        )
    )
    sha256 = hashlib.sha256(placed.picture.png).hexdigest()
    return Image(
        image_id=_id(f"{label_id}\x1f{placed.page}\x1f{box}\x1f{sha256}"),
        label_id=label_id,
        section_id=placed.section_id,
        page=placed.page,
        box=placed.place,
        kind=found.kind,
        confidence=round(found.confidence, 4),
        classifier=found.classifier,
        caption=placed.caption,
        sha256=sha256,
        png=placed.picture.png,
    )
