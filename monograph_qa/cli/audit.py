"""`monograph-qa audit`: what was asked and said, and proof that nothing was changed."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from monograph_qa.audit.chain import anchor_text, make_anchor
from monograph_qa.audit.recording import quotes_of
from monograph_qa.cli.find import audit_sql
from monograph_qa.cli.look import written_pages
from monograph_qa.cli.options import (
    Filter,
    KeyOption,
    Period,
    Shown,
    note,
    over_library,
    print_json,
    say,
    table,
)
from monograph_qa.errors import LibraryError
from monograph_qa.library import Library
from monograph_qa.pipeline.examining.proving import Proof, prove, read_anchor_file
from monograph_qa.pipeline.writing.recording import audit_key
from monograph_qa.store.audit_search import match_records
from monograph_qa.store.exporting import export_records
from monograph_qa.table_files import Form
from monograph_qa.telling.records import caller_of, outcome_of, record_text
from monograph_qa.values import proof_value, record_value

if TYPE_CHECKING:
    from monograph_qa.audit.recording import RecordedQuote
    from monograph_qa.pipeline.replaying import Replay


@over_library
def verify(
    library: Library,
    anchor: list[Path] | None = typer.Option(
        None, metavar="FILE", help="A receipt of `audit anchor`; repeatable."
    ),
    key: KeyOption = None,
) -> Shown:
    """Check the whole chain: every record's content, order and link, and the file itself.

    Exit code 1 if it is broken, with what, where and when; 3 if nothing is broken, but what would
    prove how the log ends is missing or was not checked: the log was signed and no key is named, or
    a key is named and no signature of it covers the last record. With a key, anchors and the signed
    head beside the journal must bear its signature.

    Examples:

      monograph-qa audit verify

      monograph-qa audit verify --anchor receipt.json --key audit.key
    """
    secret = audit_key(key)
    anchors = [each for path in anchor or () for each in read_anchor_file(path, secret)]
    proof = prove(library.journal, anchors=anchors, key=secret)
    code = 0 if proof.is_whole else 3 if proof.is_sound else 1
    return Shown(proof_value(proof, len(anchors)), _proof_lines(proof, len(anchors)), code=code)


def _proof_lines(proof: Proof, anchors: int) -> Iterator[str]:
    for each in proof.breaks:
        where = " ".join(filter(None, [each.audit_id, each.at]))
        place = f"record {each.sequence}" + (f" ({where})" if where else "")
        yield f"{place if each.sequence else 'journal'}: {each.problem}"
    yield from (f"note: {remark}" for remark in proof.notes)
    held = f", {anchors} anchors hold" if anchors and proof.is_sound else ""
    unproven = f"the chain holds, but {'; '.join(proof.unproven)}"
    broken = unproven if proof.is_sound else "the chain is broken"
    yield f"{proof.records} records: {'the chain is whole' if proof.is_whole else broken}{held}"


@over_library
def anchor(library: Library, key: KeyOption = None, as_json: bool = False) -> None:
    """Print a receipt of how the log ends now: place and hash of its last record, and the time.

    Keep it where the log's owner cannot change it. `audit verify --anchor` then finds whether
    records were removed at the end, or the whole log was written anew. The log is verified first;
    of a broken one there is no receipt, and the exit code is 1. With a key the receipt is signed.

    Examples:

      monograph-qa audit anchor > receipt.json

      monograph-qa audit anchor --key audit.key --json >> receipts.jsonl
    """
    secret = audit_key(key)
    # Taken before the proof: what is appended meanwhile is not vouched for.
    head = library.journal.head()
    proof = prove(library.journal, key=secret)
    if not proof.is_sound:
        where = f"the chain is broken in {len(proof.breaks)} places"
        note(f"monograph-qa: no receipt: {where}; see: monograph-qa audit verify")
        raise typer.Exit(1)
    for each in proof.unproven:
        note(f"monograph-qa: not proven by this receipt: {each}")
    made = make_anchor(*head, secret)
    if as_json:
        say(anchor_text(made))
    else:
        print_json(asdict(made))


@over_library
def replay(
    library: Library,
    audit_id: Annotated[str, typer.Argument(help="An audit id, as printed with an answer.")],
    as_then: bool = typer.Option(
        False, "--then", help="Ask the label versions of then, as far as they are held."
    ),
) -> Shown:
    """Ask a recorded question again and say what differs: outcome, findings, quotes.

    It is asked of the library as it is now or, with --then, of the label versions that were
    answered from. The replay is recorded like every question, but marked: its id begins with rpl_,
    and lists and reports of users' questions leave it out. Exit code 0 if the same was said, 3 if
    not.

    Examples:

      monograph-qa audit replay aud_0123456789abcdef0123

      monograph-qa audit replay aud_0123456789abcdef0123 --then
    """
    from monograph_qa.pipeline.replaying import replay as ask_again

    done = ask_again(library.place, library.journal, audit_id, as_then=as_then)
    value = {
        "replay_of": done.then.audit_id,
        "audit_id": done.now.audit_id,
        "question": done.then.question,
        "is_same": done.differences.is_same,
        "asked_of_versions": list(done.versions),
        "labels_lost": list(done.lost),
        **asdict(done.differences),
    }
    return Shown(value, _lines(done), code=0 if done.differences.is_same else 3)


def _lines(done: "Replay") -> Iterator[str]:
    found = done.differences
    yield f"question   {done.then.question}"
    yield f"then       {done.then.audit_id}  {done.then.at}  library {done.then.library_version}"
    yield f"now        {done.now.audit_id}  {done.now.at}  library {done.now.library_version}"
    for label_id in done.versions:
        yield f"asked of   {label_id}, the version of then"
    for label_id in done.lost:
        yield f"not held   {label_id}, which was asked then, is no longer in this library"
    for change in found.changes:
        yield f"{change.what:<10} was {change.then or 'none'}; is {change.now or 'none'}"
    for sign, quotes in (("-", found.removed), ("+", found.added)):
        for quote in quotes:
            yield f"{sign} “{quote.text}”"
            yield f"    {_place(quote)}"
    for then, now in found.moved:
        yield f"~ “{then.text}”"
        yield f"    was {_place(then)}"
        yield f"    is  {_place(now)}"
    verdict = "the same is said" if found.is_same else "not the same is said"
    yield (
        f"{verdict}: {len(found.same)} quotes the same, {len(found.moved)} from another place, "
        f"{len(found.removed)} gone, {len(found.added)} new"
    )


def _place(quote: "RecordedQuote") -> str:
    page = f", page {quote.page}" if quote.page else ""
    return f"{quote.heading_path}{page}, label {quote.label_id} version {quote.version}"


@over_library
def report(
    library: Library,
    html: Annotated[Path, typer.Option(metavar="FILE", help="The page to write.")],
    asked: Period,
    key: KeyOption = None,
) -> Shown:
    """Write a page for a meeting or a file: questions over time, outcomes, findings, what was
    withheld and why, and whether the log verifies. It needs no network and prints well.

    Example: monograph-qa audit report --html march.html --since 2026-03-01 --until 2026-03-31
    """
    from monograph_qa.cli.report_pages import audit_page, write_page

    proof = prove(library.journal, key=audit_key(key))
    drug_of: dict[str, str] = {}
    with suppress(LibraryError):  # of a journal that was kept without its library
        drug_of = {label.label_id: label.drug for label in library.reader.labels()}
    page, questions = audit_page(
        library.journal, proof, library.place.shown, asked.moments, drug_of
    )
    write_page(html, page)
    state = {"sound": proof.is_sound, "whole": proof.is_whole}
    value = {"file": str(html), "questions": questions, **state}
    return Shown(value, [f"{questions} questions reported in {html}"])


@over_library
def export(
    library: Library,
    asked: Filter,
    form: Form = typer.Option(Form.JSONL, "--format", help="What to write."),
    out: Path | None = typer.Option(
        None, metavar="FILE", help="Where to; standard output unless named."
    ),
    replays: bool = typer.Option(
        True, "--replays/--no-replays", help="Also what auditors asked again, or not."
    ),
    as_json: bool = False,
) -> Shown | None:
    """Write audit records to a file, oldest first: every column as stored, in bounded memory.

    JSON lines and Parquet hold the columns to the letter, so hashes can be reckoned again. In CSV,
    cells that a spreadsheet would run as a formula begin with an apostrophe.

    Examples:

      monograph-qa audit export --out log.jsonl

      monograph-qa audit export --format parquet --out march.parquet --since 2026-03-01
    """
    if out is None and (form is Form.PARQUET or as_json):
        what = "Parquet" if form is Form.PARQUET else "a summary in JSON"
        raise typer.BadParameter(f"{what} needs a file to write to", param_hint="--out")
    wanted = asked.wanted(library.journal, replays=replays)
    records = match_records(library.journal, wanted, newest_first=False)
    count = export_records(records, out, form)
    if out is None:
        return None
    value = {"records": count, "file": str(out), "format": form.value}
    return Shown(value, [f"{count} records written to {out}"])


app = typer.Typer(
    no_args_is_help=True,
    help="The audit log: what was asked and said, why, and proof that nothing was changed.",
)


@app.command("list")
@over_library
def list_(
    library: Library,
    asked: Filter,
    most: int = typer.Option(50, "--limit", "--most", min=1, help="How many, newest first."),
    replays: bool = typer.Option(
        False,
        "--replays",
        help="Also what auditors asked again (audit replay), and agents looked up.",
    ),
) -> Shown:
    """List recorded questions, newest first.

    Examples:

      monograph-qa audit list --limit 10

      monograph-qa audit list --since 2026-03-01 --until 2026-03-31 --outcome withheld

      monograph-qa audit list --drug warfarin --finding verbatim --json
    """
    wanted = asked.wanted(library.journal, replays=replays)
    found = list(match_records(library.journal, wanted, most=most + 1))
    is_cut = len(found) > most
    notes = [f"the newest {most} are listed; --limit lists more, export all"] * is_cut
    del found[most:]
    rows = (
        (each.audit_id, each.at, caller_of(each), each.verdict, outcome_of(each), each.question)
        for _, each in found
    )
    columns = ("audit_id", "at", "caller", "verdict", "outcome", "question")
    value = [{"sequence": at, **record_value(record)} for at, record in found]
    return Shown(value, table(columns, rows), notes if found else ["no record fits"])


@app.command()
@over_library
def show(
    library: Library,
    audit_id: Annotated[str, typer.Argument(help="An audit id, as printed with an answer.")],
    pages: Path | None = typer.Option(
        None, metavar="DIR", help="Write the pages of its quotes, each boxed."
    ),
    as_json: bool = False,
) -> Shown:
    """Show one record: question, intent, evidence, draft, verdict, findings, answer, hashes.

    Each quote comes with label version, page and what the checks found wrong with it.

    Examples:

      monograph-qa audit show aud_0123456789abcdef0123

      monograph-qa audit show aud_0123456789abcdef0123 --pages evidence/
    """
    record = library.journal.get_record(audit_id)
    if pages is None:
        return Shown(record_value(record), [record_text(record)])
    facts = dict.fromkeys(quote.fact_id for quote in quotes_of(record))
    written = [
        str(path) for each in facts for path in written_pages(library, each, pages, quiet=as_json)
    ]
    return Shown({**record_value(record), "pages": written}, [record_text(record), *written])


for command in (verify, anchor, replay, export, report):
    app.command()(command)
app.command("sql")(audit_sql)
