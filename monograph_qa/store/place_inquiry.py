"""SQL from outside, of whatever keeps a library and its journal: files, or a server."""

from monograph_qa.store.folder import LibraryFolder
from monograph_qa.store.inquiry import BOUNDS, Bounds, Table, run_apart, run_select
from monograph_qa.store.journal_inquiry import run_journal_select
from monograph_qa.store.server import LibraryServer


def select_from_library(
    place: LibraryFolder | LibraryServer, sql: str, bounds: Bounds = BOUNDS
) -> Table:
    """Runs one SELECT (DuckDB's, or a server's) against the labels.

    Raises QueryRefused for anything else and for what outgrows its bounds, LibraryError when there
    is no library.
    """
    if isinstance(place, LibraryFolder):
        return run_select(place.library, sql, bounds)
    return run_apart("library", place.url, sql, bounds)


def select_from_journal(
    place: LibraryFolder | LibraryServer, sql: str, bounds: Bounds = BOUNDS
) -> Table:
    """The same (SQLite's SELECT, or a server's) of the jobs and audit records; raises JournalError
    when there is no journal."""
    if isinstance(place, LibraryFolder):
        return run_journal_select(place.journal, sql, bounds)
    return run_apart("journal", place.url, sql, bounds)
