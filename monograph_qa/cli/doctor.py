"""`monograph-qa doctor`: whether all that answers rest on is sound."""

from typing import TYPE_CHECKING, Annotated

import typer

from monograph_qa.cli.options import (
    JsonOption,
    LibraryOption,
    open_library,
    print_json,
    print_table,
)
from monograph_qa.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from monograph_qa.pipeline.examining.library import UnknownHeading

_TITLES = {
    "chapter": "chapters",
    "subsection": "unnumbered headings below a known section",
    "numbered": "numbered headings below a known section (mostly the drug's own)",
}


def doctor(
    library: LibraryOption = None,
    headings: Annotated[
        int,
        typer.Option("--headings", min=0, help="How many unknown headings of each sort to list."),
    ] = 10,
    all_headings: Annotated[
        bool, typer.Option("--all-headings", help="List every unknown heading.")
    ] = False,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick",
            help="Read a few labels, drawn at random, in place of every sentence, picture and "
            "audit record; leave out headings.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Check installation, vocabulary, library, journal and disk; list headings that the vocabulary
    does not know, those of most labels first. Exit code 1 if anything is unsound.

    An id follows from what it names: a sentence that was changed in the library's file is found.
    Of ten million sentences the whole takes about a minute, --quick two seconds.

    Examples:

      monograph-qa doctor

      monograph-qa doctor --quick --json

      monograph-qa doctor --all-headings
    """
    from dataclasses import asdict

    from monograph_qa.pipeline.examining.examination import examine
    from monograph_qa.pipeline.examining.library import unknown_headings

    place = open_library(library).place
    checks = []
    for check in examine(place, quick=quick):
        checks.append(check)
        if not as_json:  # at once: what follows may take long
            line = f"{'ok ' if check.sound else 'BAD'}  {check.subject}: {check.detail}"
            print(visible(line), flush=True)
    is_read = any(check.subject == "versions" for check in checks)
    unknown = unknown_headings(place) if is_read and not quick else []
    if as_json:
        shown = [asdict(each) for each in unknown]
        print_json({"checks": [asdict(check) for check in checks], "unknown_headings": shown})
    else:
        _print_unknown(unknown, len(unknown) if all_headings else headings)
    raise typer.Exit(0 if all(check.sound for check in checks) else 1)


def _print_unknown(unknown: "Sequence[UnknownHeading]", most: int) -> None:
    """The headings by sort, each sort at most so many; a heading is no fault, its text is kept."""
    if not unknown or not most:
        return
    print("\nHeadings that the vocabulary does not know. Their text is stored under the heading as")
    print("printed; section_headings.csv of the vocabulary is where to add the ones that matter.")
    for place, title in _TITLES.items():
        here = [each for each in unknown if each.place == place]
        if not here:
            continue
        print(f"\n{title}: {len(here)}")
        columns = ("labels", "times", "level", "under", "heading")
        print_table(columns, ([getattr(each, c) for c in columns] for each in here[:most]))
        if len(here) > most:
            print(f"and {len(here) - most} more; list them with --all-headings")
