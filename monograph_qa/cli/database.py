"""`monograph-qa database`: making and keeping a library's database on a PostgreSQL server."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from monograph_qa.cli.options import Shown, over_library
from monograph_qa.errors import SettingsError
from monograph_qa.library import Library
from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.server.connection import LibraryServer

if TYPE_CHECKING:
    from monograph_qa.store.server.loading import SchemaState

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
