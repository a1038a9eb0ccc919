"""`monograph-qa doctor`: whether all that answers rest on is sound."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain
from typing import TYPE_CHECKING

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption, Shown, say, show, table
from monograph_qa.library import Library
from monograph_qa.whereabouts import found_by

if TYPE_CHECKING:
    from monograph_qa.pipeline.examining.library import UnknownHeading

_TITLES = {
    "chapter": "chapters",
    "subsection": "unnumbered headings below a known section",
    "numbered": "numbered headings below a known section (mostly the drug's own)",
}


def doctor(
    library: LibraryOption = None,
    headings: int = typer.Option(10, min=0, help="How many unknown headings of each sort to list."),
    all_headings: bool = typer.Option(False, "--all-headings", help="List every unknown heading."),
    quick: bool = typer.Option(
        False,
        "--quick",
        help="Read a few labels, drawn at random, in place of every sentence, picture and "
        "audit record; leave out headings.",
    ),
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
    from monograph_qa.pipeline.examining import Examined
    from monograph_qa.pipeline.examining.examination import examine
    from monograph_qa.pipeline.examining.library import unknown_headings

    place = Library.open(library).place
    where = Examined("found", True, f"{place}, {found_by(library, os.environ)}")
    checks = []
    for check in chain([where], examine(place, quick=quick)):
        checks.append(check)
        if not as_json:
            state = "ok " if check.sound else "BAD"
            say(f"{state}  {check.subject}: {check.detail}", flush=True)
    is_read = any(check.subject == "versions" for check in checks)
    unknown = unknown_headings(place) if is_read and not quick else []
    value = {
        "checks": [asdict(check) for check in checks],
        "unknown_headings": [asdict(each) for each in unknown],
    }
    lines = _lines(unknown, len(unknown) if all_headings else headings)
    is_sound = all(check.sound for check in checks)
    show(Shown(value, lines, code=0 if is_sound else 1), as_json=as_json)


def _lines(unknown: Sequence["UnknownHeading"], most: int) -> Iterator[str]:
    """The headings by sort, each sort at most so many; a heading is no fault, its text is kept."""
    if not unknown or not most:
        return
    yield (
        "\nHeadings that the vocabulary does not know. Their text is stored under the heading as\n"
        "printed; section_headings.csv of the vocabulary is where to add the ones that matter."
    )
    for place, title in _TITLES.items():
        here = [each for each in unknown if each.place == place]
        if not here:
            continue
        yield f"\n{title}: {len(here)}"
        columns = ("labels", "times", "level", "under", "heading")
        yield from table(columns, ([getattr(each, c) for c in columns] for each in here[:most]))
        if len(here) > most:
            yield f"and {len(here) - most} more; list them with --all-headings"
