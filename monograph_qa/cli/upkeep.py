"""`monograph-qa doctor` and `database`: whether all that answers rest on is sound; a library kept
on a PostgreSQL server."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from monograph_qa.cli.options import (
    JsonOption,
    LibraryOption,
    Shown,
    over_library,
    say,
    show,
    table,
)
from monograph_qa.errors import SettingsError
from monograph_qa.library import Library
from monograph_qa.store.homes import LibraryFolder, LibraryServer
from monograph_qa.whereabouts import found_by

if TYPE_CHECKING:
    from monograph_qa.pipeline.examining.library import UnknownHeading
    from monograph_qa.store.server.loading import SchemaState


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


_ROLES = ("monograph_loader", "monograph_asker", "monograph_auditor")

app = typer.Typer(
    no_args_is_help=True,
    help=(
        "A library on a PostgreSQL server: make its tables, bring them up to date, grant roles. "
        "The database itself must be there (createdb)."
    ),
)


@app.command("upgrade")
@over_library
def upgrade_(library: Library) -> Shown:
    """Make the tables in an empty database, or bring them up to date; whole or not at all.

    Example: monograph-qa database upgrade --library postgresql+psycopg://keeper@db/labels
    """
    from monograph_qa.store.server.loading import upgrade

    return _state_shown(upgrade(_server(library)))


@app.command("status")
@over_library
def status_(library: Library) -> Shown:
    """Show which version the tables are of, and which roles there are. Exit code 1 unless this
    program can work with them.

    Example: monograph-qa database status --library postgresql+psycopg://keeper@db/labels
    """
    from monograph_qa.store.server.loading import schema_state

    state = schema_state(_server(library))
    return _state_shown(state, 0 if state.stands_at == state.newest else 1)


@app.command("fill")
@over_library
def fill_(
    library: Library,
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A folder that holds a library.", exists=True)
    ],
) -> Shown:
    """Copy the labels of a library in a folder, all versions of them, to the server. Labels that
    are there already are left as they are; names and the journal are not copied.

    Example: monograph-qa database fill labels/ --library postgresql+psycopg://loader@db/labels
    """
    from monograph_qa.cli.progress import CountProgress
    from monograph_qa.pipeline.loading.copying import copy_labels

    with CountProgress() as shown:
        copied, held = copy_labels(LibraryFolder(folder), _server(library), shown.count)
    line = f"{copied} labels copied, {held} were there already"
    return Shown({"copied": copied, "held": held}, [line])


@app.command("index")
@over_library
def index_(library: Library) -> Shown:
    """Store the vectors of labels that have none: after pgvector was installed, or when a load was
    killed before it came to that. Without them, meanings are compared in memory.

    Example: monograph-qa database index --library postgresql+psycopg://loader@db/labels
    """
    from monograph_qa.cli.progress import CountProgress
    from monograph_qa.pipeline.loading.copying import store_meanings

    with CountProgress() as shown:
        count = store_meanings(_server(library), shown.count)
    return Shown({"labels": count}, [f"vectors of {count} labels stored"])


@app.command("roles")
@over_library
def roles_(
    library: Library,
    show: bool = typer.Option(False, "--sql", help="Only print the SQL, and grant nothing."),
) -> Shown:
    """Make the roles monograph_loader, monograph_asker and monograph_auditor, and grant their
    rights. Run it again after an upgrade.

    Example: monograph-qa database roles --library postgresql+psycopg://keeper@db/labels
    """
    from monograph_qa.store.server.loading import grant_roles, roles_script

    if show:
        script = roles_script()
        return Shown({"sql": script}, [script.rstrip()])
    grant_roles(_server(library))
    return Shown({"granted": _ROLES}, [f"granted: {', '.join(_ROLES)}"])


def _server(library: Library) -> LibraryServer:
    if not isinstance(library.place, LibraryServer):
        raise SettingsError(
            f"{library.place} is a folder: it needs no database; name one by its URL"
        )
    return library.place


def _state_shown(state: "SchemaState", code: int = 0) -> Shown:
    lines = (
        f"tables: {state.stands_at or 'none yet'} (this program works with {state.newest})",
        f"roles: {', '.join(state.roles) or 'none yet; see: monograph-qa database roles'}",
        f"meanings compared: {'by the server' if state.compares_meanings else 'in memory'}",
    )
    return Shown(asdict(state), lines, code=code)
