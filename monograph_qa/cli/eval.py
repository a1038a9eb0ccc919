"""`monograph-qa eval`: questions of one's own, scored by what a reader sees first."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from monograph_qa.cli.options import Shown, over_library, table
from monograph_qa.library import Library
from monograph_qa.table_files import ExportUnwritable

if TYPE_CHECKING:
    from monograph_qa.pipeline.scoring.scoring import Compared, Scored

_LONGEST = 60  # characters of a question in the table


class _FileOrCommand(TyperGroup):
    """`eval FILE` is `eval run FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["run", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_FileOrCommand,
    no_args_is_help=True,
    help=(
        "Score a library on questions of your own: eval FILE asks and scores them, eval init "
        "drafts a file of them."
    ),
)


@app.command()
@over_library
def run(
    library: Library,
    questions: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, or JSON lines.")],
    out: Path | None = typer.Option(None, metavar="FILE", help="Write the run as JSON lines."),
    against: Path | None = typer.Option(
        None, metavar="RUN", help="Compare with a run that --out wrote."
    ),
    html: Path | None = typer.Option(
        None, metavar="FILE", help="Write a page with each failure's label page."
    ),
    least: float = typer.Option(
        1.0, min=0, max=1, metavar="SHARE", help="Share that must be right."
    ),
) -> Shown:
    """Ask the questions of a file and score what a reader sees first.

    Columns: question; need (patterns, each within one shown line) or lines (lines as printed), with
    ;; between several; not_first (what must not stand before them); expect (answer, silent,
    not_held, out_of_scope, clarify, answer_or_silent); label (title, drug, file or id); section
    (key or words of a heading); id; kind. Verdicts: right; long (all of it, but late or among more
    than 12 lines); missing; asked (back); refused; harm (something else first, another label, or an
    answer where there is none). Each question is recorded in the audit log.

    Exit code 3 when fewer than --least are right, or with --against when any is worse. With
    MONOGRAPH_QA_JUDGE=llm a model says what it thinks of each, beside the verdicts.

    Examples:

      monograph-qa eval questions.csv --html report.html

      monograph-qa eval questions.jsonl --out today.jsonl --against yesterday.jsonl --least 0.9

      monograph-qa eval run questions.csv --json
    """
    from monograph_qa.cli.progress import CountProgress
    from monograph_qa.cli.report_pages import eval_page, write_page
    from monograph_qa.pipeline.scoring.questions import read_questions
    from monograph_qa.pipeline.scoring.scoring import compare_runs, scores, verdicts_of

    asked = read_questions(questions)
    before = verdicts_of(against) if against else None
    scored: list[Scored] = []
    with CountProgress() as progress:
        for each in library.score(asked):
            scored.append(each)
            progress.count("questions", len(scored), len(asked))
    compared = compare_runs(before, {s.id: s.judged.verdict for s in scored}) if before else None
    rows = [each.row() for each in scored]
    if html is not None:
        write_page(html, eval_page(library, scored))
    if out is not None:
        write_page(out, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    counts = scores(scored)
    shares = {name: {"right": n, "of": of} for name, (n, of) in counts.items()}
    change = {"better": compared.better, "worse": compared.worse} if compared else None
    right, of = counts["right"]
    is_worse = right < least * of or (compared is not None and compared.worse)
    value = {"scores": shares, "compared": change, "questions": rows}
    return Shown(value, _lines(scored, counts, compared), code=3 if is_worse else 0)


@app.command()
@over_library
def init(
    library: Library,
    out: Path | None = typer.Option(None, metavar="FILE.csv", help="Standard output unless named."),
    most: int = typer.Option(50, min=1, help="So many questions."),
) -> Shown:
    """Draft questions from the labels of a library, with the lines that state the answer, as CSV
    for a pharmacist to correct and add to.

    Example: monograph-qa eval init --out questions.csv
    """
    from monograph_qa.cli.report_pages import write_page
    from monograph_qa.pipeline.scoring.questions import draft_questions

    drafted = draft_questions(library.reader, most)
    count = drafted.count("\nd-")
    if out is not None:
        if out.exists():
            raise ExportUnwritable(f"{out}: is there already, and may be corrected by hand")
        write_page(out, drafted)
    value = {"questions": count, "file": str(out) if out else None, "csv": drafted}
    return Shown(value, [f"{count} questions drafted in {out}" if out else drafted])


def _lines(
    scored: "Sequence[Scored]", counts: dict[str, tuple[int, int]], compared: "Compared | None"
) -> Iterator[str]:
    rows = (
        (s.id, s.judged.verdict, s.judged.lines, f"{s.ms:.0f}", s.model_verdict,
         s.question[:_LONGEST] + "…" * (len(s.question) > _LONGEST))
        for s in scored
    )  # fmt: skip
    yield from table(("id", "verdict", "lines", "ms", "model", "question"), rows)
    yield ""
    named = (
        (name.replace("_", " "), f"{n} of {of}", f"{n / of:.0%}")
        for name, (n, of) in counts.items()
        if of
    )
    yield from table(("score", "questions", "share"), named)
    asked, tokens = sum(s.rounds for s in scored), sum(s.tokens for s in scored)
    seconds = sum(s.ms for s in scored) / 1000
    yield f"\n{seconds:.1f} s; models asked {asked} times, {tokens} tokens"
    if compared is not None:
        yield compared.summary()
        changes = (*compared.worse, *compared.better)
        yield from (f"  {name}: {was} -> {now}" for name, was, now in changes)
