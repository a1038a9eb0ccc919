"""Sections read from PDFs against the codes in the labels' SPL XML: real pairs, and rendered."""

import logging
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.render_spl import SplSection, html_of, spl_sections
from bench.section_truth import CodeScore, Runs, add_runs, chapter_code, runs_by_code, score
from monograph_qa.parse import read
from monograph_qa.sections import sectionize
from monograph_qa.vocabulary.sections import descendants, section_by_code, section_by_key
from monograph_qa.vocabulary.sections import sections as section_terms

# XML name -> a word of the PDF's name; the same product where one is sold as brand and generic.
_SAME_PRODUCT = {"apixaban": "eliquis", "adalimumab": "humira", "semaglutide": "ozempic"}
_COUNSELING = "34076-0"  # as `chapter_code` names it in every layout
_LEAST_SHARED = 0.35  # of the XML's runs; below, the two are not one product's label


@dataclass(frozen=True, slots=True)
class Truth:
    """Every run with its codes, and those runs whose section has none but that above it."""

    runs: Runs
    inherited: Runs


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
    truths: dict[Path, Truth] = {}
    for pdf, xml in pairs:
        if xml not in truths:
            truths[xml] = _truth(spl_sections(xml)[1])
        found = _scored(f"{pdf.stem} ~ {xml.stem}", pdf, truths[xml])
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
            yield _scored(xml.stem, pdf, _truth(sections))


def _scored(name: str, pdf: Path, truth: Truth) -> PairScore:
    found = runs_by_code(sectionize(read(pdf), "lab_bench").sections)
    told = {
        run: _as_told(found[run], truth.inherited[run]) for run in truth.inherited if run in found
    }
    scored = score({**found, **told}, truth.runs)
    return PairScore(name, scored, scored.shared / len(truth.runs) if truth.runs else 0.0)


def _as_told(codes: set[str], inherited: set[str]) -> set[str]:
    """Our codes, those below a code that the XML leaves unspecified counted as that code."""
    return {next((up for up in inherited if code in _below(up)), code) for code in codes}


@cache
def _below(code: str) -> frozenset[str]:
    term = section_by_code(code)
    if term is None:
        return frozenset()
    below = {section_by_key(key).code or "" for key in descendants(term.key)}
    if code == _COUNSELING:
        # Where the XML hangs the leaflet below the counseling chapter and codes it no further.
        below |= {each.code or "" for each in section_terms() if each.scope == "patient"}
    return frozenset(below)


def _truth(sections: Sequence[SplSection]) -> Truth:
    """Each run under the code of its section; unclassified ones count under the one above."""
    truth = Truth({}, {})
    above: list[tuple[int, str | None]] = []
    for section in sections:
        while above and above[-1][0] >= section.depth:
            above.pop()
        own = chapter_code(section.code)
        code = own or (above[-1][1] if above else None)
        above.append((section.depth, code))
        if code is not None:
            add_runs(truth.runs, section.text, code)
            if own is None:
                add_runs(truth.inherited, section.text, code)
    return truth
