"""SQL over the journal from outside: one SELECT, read-only, bounded in time, memory and output."""

from pathlib import Path

from monograph_qa.store.inquiry import BOUNDS, Bounds, Table, run_apart


def run_journal_select(path: Path, sql: str, bounds: Bounds = BOUNDS) -> Table:
    """Runs one SELECT (SQLite) against the journal at `path`; JSON columns come decoded.

    json_each and json_tree may be used. Raises QueryRefused for anything but a single reading
    statement (writes, ATTACH, PRAGMA) and for one that outgrows its bounds of time or memory,
    JournalError when there is no journal.
    """
    return run_apart("journal", path, sql, bounds)
