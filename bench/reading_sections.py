"""Sections read from PDFs against the codes in the labels' SPL XML: real pairs, and rendered."""

import logging
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.printed import letters, printed_pages
from bench.render_spl import html_of, spl_sections
from bench.section_truth import CodeScore, runs_by_code, score
from bench.spl_truth import Truth, as_told, truth_of
from monograph_qa.parse import read
from monograph_qa.sections import sectionize
from monograph_qa.vocabulary.folding import split_number

# XML name -> a word of the PDF's name; the same product where one is sold as brand and generic.
_SAME_PRODUCT = {"apixaban": "eliquis", "adalimumab": "humira", "semaglutide": "ozempic"}
_TITLE_START = 18  # letters; long titles break over lines
_LEAST_SHARED = 0.45  # of the XML's runs; below, the two are not one product's label


@dataclass(frozen=True, slots=True)
class PairScore:
    """One PDF held against one XML; `covered` is the share of the XML's runs that both print."""

    name: str
    score: CodeScore
    covered: float


def pairs_of(labels: Path, named: Sequence[str]) -> list[tuple[Path, Path]]:
    """(PDF, XML) pairs: those named as PDF_STEM=XML_STEM, else all whose names tell one product."""
    pdfs, xmls = labels / "pdf", labels / "spl"
    if named:
        split = [each.partition("=") for each in named]
        return [(pdfs / f"{pdf}.pdf", xmls / f"{xml}.xml") for pdf, _, xml in split]
    return [
        (pdf, xml)
        for xml in sorted(xmls.glob("*.xml"))
        for pdf in sorted(pdfs.glob("*.pdf"))
        if _SAME_PRODUCT.get(xml.stem, xml.stem) in re.split(r"[^a-z]+", pdf.stem.lower())
    ]


def real_scores(pairs: Sequence[tuple[Path, Path]]) -> Iterator[PairScore]:
    """The scores of real pairs; those that share too little to be one label are left out."""
    for pdf, xml in pairs:
        sections = spl_sections(xml)[1]
        truth = truth_of(sections, _titles_printed(pdf, [each.title for each in sections]))
        found = _scored(f"{pdf.stem} ~ {xml.stem}", pdf, truth)
        if found.covered >= _LEAST_SHARED:
            yield found


def rendered_scores(xmls: Sequence[Path], columns: int) -> Iterator[PairScore]:
    """The scores of the XML files set as PDF in one or two columns.

    Raises ModuleNotFoundError or OSError where WeasyPrint or its Pango is not installed.
    """
    from weasyprint import HTML  # type: ignore[import-untyped,import-not-found,unused-ignore]

    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as temporary:
        for xml in xmls:
            title, sections = spl_sections(xml)
            pdf = Path(temporary) / f"{xml.stem}.pdf"
            HTML(string=html_of(title, sections, columns=columns)).write_pdf(pdf)
            yield _scored(xml.stem, pdf, truth_of(sections))


def _scored(name: str, pdf: Path, truth: Truth) -> PairScore:
    found = as_told(runs_by_code(sectionize(read(pdf), "lab_bench").sections), truth)
    scored = score(found, truth.runs)
    return PairScore(name, scored, scored.shared / len(truth.runs) if truth.runs else 0.0)


def _titles_printed(pdf: Path, titles: Sequence[str]) -> frozenset[str]:
    """Those titles that open a line of the PDF, whatever number it prints before them."""
    with printed_pages(pdf) as pages:
        lines = [
            letters(split_number(line)[1]).casefold()
            for text in pages.texts
            for line in text.splitlines()
        ]
    opened = {line[:_TITLE_START] for line in lines}
    return frozenset(
        title
        for title in titles
        if any(line.startswith(_start(title)) for line in opened) or not _start(title)
    )


def _start(title: str) -> str:
    return letters(split_number(title)[1]).casefold()[:_TITLE_START]
