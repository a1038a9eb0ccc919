"""How well labels are read: sections, headings, text, sentences, pictures, speed, in one table.

    python -m bench.reading --labels FOLDER [--pair PDF=XML ...] [--only sections,text]

FOLDER holds pdf/, spl/ and, for the pictures, pictures/ with an index.json (see
training/train_pictures.py). --only takes any of rendered, sections, text, sentences, pictures and
speed. A pair is a PDF and the SPL XML of the same product; without --pair the pairs are found by
the files' names. Details are printed as they are measured, the table at the end.
"""

import argparse
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench.printed import printed_pages
from bench.reading_headings import HeadingScore, heading_score
from bench.reading_learned import picture_scores, sentence_scores
from bench.reading_sections import PairScore, pairs_of, real_scores, rendered_scores
from bench.reading_speed import speeds
from bench.reading_table import Row, print_table, worst_named
from bench.reading_text import TextScore, text_score
from monograph_qa.errors import LabelError
from monograph_qa.pipeline.loading.monographs import read_monograph

_PARTS = ("rendered", "sections", "text", "sentences", "pictures", "speed")
_RENDERED, _PAIRS, _HEADINGS, _QUOTES, _WORDS, _HEADS = 0.98, 0.95, 0.98, 0.995, 0.99, 0
_SENTENCES, _PICTURES, _PAGES_A_SECOND = 0.98, 0.97, 10.0
_LAYOUTS = ("plr", "old", "hc", "smpc", "vaccine")
_SPEED_LABELS = 5


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--pair", action="append", default=[], metavar="PDF=XML")
    parser.add_argument("--only", default=",".join(_PARTS), help="parts, parted by commas")
    parser.add_argument("--most", type=int, default=None, help="at most so many labels a part")
    parser.add_argument("--columns", type=int, nargs="+", default=[1, 2], help="of rendered pages")
    parser.add_argument("--examples", type=int, default=3, help="losses shown for a label")
    chosen = parser.parse_args()
    parts = chosen.only.split(",")
    if unknown := set(parts) - set(_PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; one of {', '.join(_PARTS)}")
    pdfs = sorted((chosen.labels / "pdf").glob("*.pdf"))[: chosen.most]
    xmls = sorted((chosen.labels / "spl").glob("*.xml"))[: chosen.most]
    if not pdfs:
        sys.exit(f"no PDFs in {chosen.labels / 'pdf'}")
    rows: list[Row] = []
    if "rendered" in parts:
        rows += _rendered(xmls, chosen.columns)
    if "sections" in parts:
        pairs = pairs_of(chosen.labels, chosen.pair)[: chosen.most]
        rows.append(_sections("real PDF ~ SPL XML", real_scores(pairs), _PAIRS))
    if "text" in parts:
        rows += _text(pdfs, chosen.examples)
    if "sentences" in parts:
        rows.append(_sentences())
    if "pictures" in parts:
        rows += _pictures(chosen.labels / "pictures")
    if "speed" in parts:
        rows += _speed(pdfs)
    print_table(rows)


def _rendered(xmls: Sequence[Path], columns: Sequence[int]) -> Iterator[Row]:
    titles = {each: f"SPL rendered, {each} column(s)" for each in columns}
    try:
        import weasyprint  # type: ignore[import-untyped,import-not-found,unused-ignore] # noqa: F401
    except (ImportError, OSError) as error:
        yield from (
            Row(title, None, _RENDERED, f"no WeasyPrint with Pango here: {error}")
            for title in titles.values()
        )
        return
    for each, title in titles.items():
        yield _sections(title, rendered_scores(xmls, each), _RENDERED)


def _sections(title: str, scores: Iterable[PairScore], goal: float) -> Row:
    print(f"{title:52} {'F1':>6} {'prec':>6} {'recall':>6} {'runs':>7} {'shared':>7}  worst codes")
    done: list[PairScore] = []
    for each in scores:
        done.append(each)
        s = each.score
        worst = ", ".join(f"{code} {n}" for code, n in s.worst)
        print(
            f"{each.name:52} {s.f1:6.3f} {s.precision:6.3f} {s.recall:6.3f} {s.shared:7} "
            f"{each.covered:7.2f}  {worst}",
            flush=True,
        )
    print()
    if not done:
        return Row(f"sections, {title}", None, goal, "nothing to compare")
    low = worst_named([(d.name, d.score.f1) for d in done], below=goal)
    return Row(f"sections, {title}", statistics.mean(d.score.f1 for d in done), goal, low)


def _text(pdfs: Sequence[Path], examples: int) -> list[Row]:
    """Body headings, quotes, words and running heads: one reading of each PDF."""
    heads = f"{'quotes':>6} {'found':>7} {'words':>7} {'found':>7} {'heads':>5} {'headings':>9}"
    print(f"{'text against pdfium':46} {'pages':>5} {heads} layout")
    texts: list[TextScore] = []
    headings: list[HeadingScore] = []
    for path in pdfs:
        try:
            reading = read_monograph(path)
        except LabelError as error:
            print(f"{path.stem:46} {error.cause}")
            continue
        with printed_pages(path) as printed:
            text = text_score(path, reading, printed, examples)
            heading = heading_score(path, printed.texts, reading.monograph.sections)
        texts.append(text)
        headings.append(heading)
        found = f"{heading.headings - len(heading.lost)}/{heading.headings}"
        print(
            f"{text.name:46} {text.pages:5} {text.quotes:6} {text.quotes_found:7.4f} "
            f"{text.words:7} {text.words_found:7.4f} {text.heads_in_quotes:5} {found:>9} "
            f"{heading.layout}",
            flush=True,
        )
    _print_losses(texts, headings)
    return [*_heading_rows(headings), *_text_rows(texts)]


def _heading_rows(done: Sequence[HeadingScore]) -> Iterator[Row]:
    for layout in _LAYOUTS:
        mine = [d for d in done if d.layout == layout and d.headings]
        printed, lost = sum(d.headings for d in mine), sum(len(d.lost) for d in mine)
        low = worst_named([(d.name, 1 - len(d.lost) / d.headings) for d in mine], below=_HEADINGS)
        title = f"body headings, {layout} ({printed} in {len(mine)})"
        yield Row(title, 1 - lost / printed if printed else None, _HEADINGS, low)


def _text_rows(done: Sequence[TextScore]) -> Iterator[Row]:
    quotes, words = sum(d.quotes for d in done), sum(d.words for d in done)
    found = sum(d.quotes_found * d.quotes for d in done) / quotes if quotes else None
    low = worst_named([(d.name, d.quotes_found) for d in done], below=_QUOTES)
    yield Row(f"quotes found as printed ({quotes})", found, _QUOTES, low)
    held = sum(d.words_found * d.words for d in done) / words if words else None
    low = worst_named([(d.name, d.words_found) for d in done], below=_WORDS)
    yield Row(f"words in sections ({words})", held, _WORDS, low)
    named = ", ".join(f"{d.name} {d.heads_in_quotes}" for d in done if d.heads_in_quotes)
    heads = sum(d.heads_in_quotes for d in done)
    yield Row("running heads in quotes", heads, _HEADS, named, places=0, less_is_better=True)


def _print_losses(texts: Sequence[TextScore], headings: Sequence[HeadingScore]) -> None:
    for heading in headings:
        if heading.lost:
            print(f"\nheadings that open no section: {heading.name}")
            print("\n".join(f"  {said[:120]}" for said in heading.lost))
    for each in sorted(texts, key=lambda d: d.quotes_found):
        if each.quotes_found < _QUOTES:
            print(f"\nquotes not found as printed: {each.name} {each.quotes_found:.4f}")
            print("\n".join(f"  {quote[:220]}" for quote in each.lost_quotes))
    for each in sorted(texts, key=lambda d: d.words_found):
        if each.words_found < _WORDS:
            print(f"\nwords in no section: {each.name} {each.words_found:.4f}")
            print("\n".join(f"  {stretch[:220]}" for stretch in each.lost_words))
    for each in texts:
        for head in each.heads:
            print(f"\nrunning head in a quote: {each.name}: {head[:120]}")
    print()


def _sentences() -> Row:
    scores = sentence_scores()
    found, wanted = sum(f for _, f, _ in scores), sum(w for _, _, w in scores)
    each = ", ".join(f"{name} {f}/{w}" for name, f, w in scores)
    return Row(f"sentences, hand-marked ({wanted})", found / wanted, _SENTENCES, each)


def _pictures(crops: Path) -> list[Row]:
    title = "pictures, structure or not, F1"
    if not (crops / "index.json").exists():
        return [Row(title, None, _PICTURES, f"no index.json in {crops}")]
    try:
        scores = picture_scores(crops)
    except subprocess.CalledProcessError:
        return [Row(title, None, _PICTURES, "the training failed, see above")]
    print()
    right, count = scores.pop("right"), scores.pop("pictures")
    low = ", ".join(f"{kind} {f1:.2f}" for kind, f1 in sorted(scores.items(), key=lambda x: x[1]))
    return [
        Row(title, scores["chemical_structure"], _PICTURES),
        Row(f"pictures, all kinds right ({count:.0f})", right, None, f"F1: {low}"),
    ]


def _speed(pdfs: Sequence[Path]) -> list[Row]:
    step = max(1, len(pdfs) // _SPEED_LABELS)
    some = pdfs[::step][:_SPEED_LABELS]
    print(f"speed over {', '.join(p.stem for p in some)}")
    rows = []
    for each in speeds(some):
        core, wall = each.pages / max(each.cpu, 1e-9), each.pages / max(each.wall, 1e-9)
        said = f"{wall:.1f} pages/s wall, peak {each.peak:.0f} MB, {each.pages} pages"
        is_ours = each.engine == "read_monograph"
        goal = _PAGES_A_SECOND if is_ours else None
        rows.append(Row(f"pages/s of a core, {each.engine}", core, goal, said, places=1))
    return rows


if __name__ == "__main__":
    main()
