"""How well labels are read: sections, text, speed. Worst labels are named.

    python -m bench.reading --labels FOLDER [--pair PDF=XML ...] [--only sections,text]

FOLDER holds pdf/ and spl/. --only takes any of sections, rendered, text and speed. A pair is a PDF
and the SPL XML of the same product; without --pair the pairs are found by the files' names.
"""

import argparse
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.reading_sections import PairScore, pairs_of, real_scores, rendered_scores
from bench.reading_speed import speeds
from bench.reading_text import TextScore, text_score
from monograph_qa.errors import LabelError

_PARTS = ("sections", "rendered", "text", "speed")
_QUOTES_GOAL, _WORDS_GOAL = 0.995, 0.99
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
    pdfs = sorted((chosen.labels / "pdf").glob("*.pdf"))[: chosen.most]
    xmls = sorted((chosen.labels / "spl").glob("*.xml"))[: chosen.most]
    if not pdfs:
        sys.exit(f"no PDFs in {chosen.labels / 'pdf'}")
    if "sections" in parts:
        pairs = pairs_of(chosen.labels, chosen.pair)[: chosen.most]
        _print_sections("real PDF ~ SPL XML", real_scores(pairs))
    if "rendered" in parts:
        _rendered(xmls, chosen.columns)
    if "text" in parts:
        _print_text(pdfs, chosen.examples)
    if "speed" in parts:
        _print_speed(pdfs)


def _rendered(xmls: Sequence[Path], columns: Sequence[int]) -> None:
    try:
        import weasyprint  # type: ignore[import-untyped,import-not-found,unused-ignore] # noqa: F401
    except (ImportError, OSError) as error:
        print(f"rendered SPL: left out, no WeasyPrint with Pango here ({error})\n")
        return
    for each in columns:
        _print_sections(f"SPL rendered in {each} column(s)", rendered_scores(xmls, each))


def _print_sections(title: str, scores: Iterable[PairScore]) -> None:
    print(f"{title:52} {'F1':>6} {'prec':>6} {'recall':>6} {'runs':>7} {'shared':>7}  worst codes")
    done: list[PairScore] = []
    for each in scores:
        done.append(each)
        worst = ", ".join(f"{code} {n}" for code, n in each.score.worst)
        _print_score(each.name, each, worst)
    if done:
        mean = statistics.mean(d.score.f1 for d in done)
        low = ", ".join(d.name for d in sorted(done, key=lambda d: d.score.f1)[:3])
        print(f"mean F1 {mean:.4f}; lowest: {low}\n")
    else:
        print("nothing to compare\n")


def _print_score(name: str, each: PairScore, worst: str) -> None:
    s = each.score
    print(
        f"{name:52} {s.f1:6.3f} {s.precision:6.3f} {s.recall:6.3f} {s.shared:7} "
        f"{each.covered:7.2f}  {worst}",
        flush=True,
    )


def _print_text(pdfs: Sequence[Path], examples: int) -> None:
    heads = f"{'quotes':>6} {'found':>7} {'words':>7} {'found':>7} heads"
    print(f"{'text against pdfium':46} {'pages':>5} {heads}")
    done: list[TextScore] = []
    for path in pdfs:
        try:
            each = text_score(path, examples)
        except LabelError as error:
            print(f"{path.stem:46} {error.cause}")
            continue
        done.append(each)
        print(
            f"{each.name:46} {each.pages:5} {each.quotes:6} {each.quotes_found:7.4f} "
            f"{each.words:7} {each.words_found:7.4f} {each.heads_in_quotes:5}",
            flush=True,
        )
    quotes, words = sum(d.quotes for d in done), sum(d.words for d in done)
    if not quotes or not words:
        return
    found = sum(d.quotes_found * d.quotes for d in done) / quotes
    held = sum(d.words_found * d.words for d in done) / words
    print(f"quotes found {found:.4f} (goal {_QUOTES_GOAL})")
    print(f"words found {held:.4f} (goal {_WORDS_GOAL})")
    print(f"running heads in quotes: {sum(d.heads_in_quotes for d in done)} (goal 0)")
    _print_worst(done)


def _print_worst(done: Sequence[TextScore]) -> None:
    for each in sorted(done, key=lambda d: d.quotes_found):
        if each.quotes_found < _QUOTES_GOAL:
            print(f"\nquotes not found as printed: {each.name} {each.quotes_found:.4f}")
            print("\n".join(f"  {quote[:220]}" for quote in each.lost_quotes))
    for each in sorted(done, key=lambda d: d.words_found):
        if each.words_found < _WORDS_GOAL:
            print(f"\nwords in no section: {each.name} {each.words_found:.4f}")
            print("\n".join(f"  {stretch[:220]}" for stretch in each.lost_words))
    for each in done:
        for head in each.heads:
            print(f"\nrunning head in a quote: {each.name}: {head[:120]}")
    print()


def _print_speed(pdfs: Sequence[Path]) -> None:
    step = max(1, len(pdfs) // _SPEED_LABELS)
    some = pdfs[::step][:_SPEED_LABELS]
    print(f"speed over {', '.join(p.stem for p in some)}")
    print(
        f"{'engine':20} {'pages':>6} {'pages/s of a core':>18} {'pages/s wall':>13} {'peak MB':>8}"
    )
    for each in speeds(some):
        core, wall = each.pages / max(each.cpu, 1e-9), each.pages / max(each.wall, 1e-9)
        print(f"{each.engine:20} {each.pages:6} {core:18.1f} {wall:13.1f} {each.peak:8.0f}")


if __name__ == "__main__":
    main()
