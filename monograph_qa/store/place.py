"""Opens what is stored at a place: reader, journal, load, names. Imports server code lazily."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from monograph_qa.errors import NotFound
from monograph_qa.names.name_table import NameTable
from monograph_qa.store.homes import LibraryFolder, LibraryServer, server_named
from monograph_qa.store.journal import Journal
from monograph_qa.store.load import Load
from monograph_qa.store.names import KnownNames, NamesFile, publish_names
from monograph_qa.store.reading import LibraryReader
from monograph_qa.store.rows import Statements

Place = LibraryFolder | LibraryServer
"""Where a library lives; `str()` of it may be shown, `pictures` is a folder for picture files."""


def place_named(named: str | Path) -> Place:
    """The place that a user named by a path or a URL; nothing need be there yet."""
    if isinstance(named, str) and "://" in named:
        return server_named(named)
    return LibraryFolder(Path(named).expanduser())


def open_statements(place: Place, *, little: bool = False) -> Statements:
    """What is published at `place`; with `little` memory, for questions, which read a few hundred
    rows each. Raises LibraryError without a library."""
    if isinstance(place, LibraryFolder):
        from monograph_qa.store.files.opening import PublishedFile

        return PublishedFile(place.library, little=little)
    from monograph_qa.store.server.statements import ServerStatements

    return ServerStatements(place)


def open_reader(place: Place, *, little: bool = False) -> LibraryReader:
    return LibraryReader(open_statements(place, little=little))


def open_journal(place: Place, *, make: bool = False) -> Journal:
    if isinstance(place, LibraryFolder):
        from monograph_qa.store.files.journal import FileJournal

        return FileJournal(place.journal, make=make)
    from monograph_qa.store.server.statements import ServerJournal

    return ServerJournal(place)


@contextmanager
def open_load(place: Place, waiting: Callable[[str], None] | None = None) -> Iterator[Load]:
    """One load into the library at `place`; a folder is made. `waiting` is as in `exclusively`."""
    if isinstance(place, LibraryFolder):
        from monograph_qa.store.files.loading import LibraryLoad

        with place.exclusively(waiting), LibraryLoad(place) as load:
            yield load
    else:
        from monograph_qa.store.server.loading import ServerLoad

        with ServerLoad(place) as load:
            yield load


def open_known_names(place: Place) -> KnownNames:
    """The names known beyond the labels at `place`, also where no label is there yet."""
    if isinstance(place, LibraryFolder):
        return KnownNames(NamesFile(place.root))
    return KnownNames(open_statements(place))


def import_names(place: Place, table: NameTable) -> None:
    """Makes the table known, in place of one with the same file name."""
    _replace_names(place, table.source, table)


def remove_names(place: Place, source: str) -> None:
    """Forgets the names of one imported table. Raises NotFound for one that was not imported."""
    _replace_names(place, source, None)


def _replace_names(place: Place, drop: str, add: NameTable | None) -> None:
    # On a server, transactions keep writers apart.
    with place.exclusively() if isinstance(place, LibraryFolder) else nullcontext():
        if add is None:
            with closing(open_known_names(place)) as known:
                sources = [each.source for each in known.sources()]
            if drop not in sources:
                here = f"; here are: {', '.join(sources)}" if sources else ""
                raise NotFound(f"no table of names called {drop!r} was imported{here}")
        if isinstance(place, LibraryFolder):
            publish_names(place, drop=drop, add=add)
        else:
            from monograph_qa.store.server.loading import replace_names

            replace_names(place, drop=drop, add=add)
