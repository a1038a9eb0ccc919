"""`audit replay`: a recorded question asked again, and what differs."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption, open_library, print_result

if TYPE_CHECKING:
    from monograph_qa.audit.comparing import QuoteSaid
    from monograph_qa.pipeline.replaying import Replay


def replay(
    audit_id: Annotated[str, typer.Argument(help="An audit id, as printed with an answer.")],
    as_then: Annotated[
        bool,
        typer.Option("--then", help="Ask the label versions of then, as far as they are held."),
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
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

    with open_library(library) as opened:
        done = ask_again(opened.place, opened.journal, audit_id, as_then=as_then)
    print_result(_value(done), "\n".join(_lines(done)), as_json=as_json)
    raise typer.Exit(0 if done.differences.is_same else 3)


def _value(done: "Replay") -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "replay_of": done.then.audit_id,
        "audit_id": done.now.audit_id,
        "question": done.then.question,
        "is_same": done.differences.is_same,
        "asked_of_versions": list(done.versions),
        "labels_lost": list(done.lost),
        **asdict(done.differences),
    }


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
    said = "the same is said" if found.is_same else "not the same is said"
    yield (
        f"{said}: {len(found.same)} quotes the same, {len(found.moved)} from another place, "
        f"{len(found.removed)} gone, {len(found.added)} new"
    )


def _place(quote: "QuoteSaid") -> str:
    page = f", page {quote.page}" if quote.page else ""
    return f"{quote.heading_path}{page}, label {quote.label_id} version {quote.version}"
