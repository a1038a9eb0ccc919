"""Runs SQL from outside in a process of its own: read-only, bounded in time, memory and output.
DuckDB and SQLite check limits only between two steps, and one step can build gigabytes
(`repeat('x', 4000000000)`); a process can be killed, and its environment holds no secret. This
module is that program: it reads a request as JSON and writes lines of JSON: the columns, each row,
then `{"truncated": ...}` or `{"error": ..., "message": ...}`. If that last line is missing, it was
killed."""

import json
import math
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monograph_qa.domain.search import Table
from monograph_qa.errors import JournalError, LibraryError, MonographError, NoLibrary, QueryRefused
from monograph_qa.frozen import frozen
from monograph_qa.store.homes import LibraryFolder

if TYPE_CHECKING:
    from monograph_qa.store.place import Place

_PASSED_ON = ("PATH", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ")
_TO_LOG_IN = ("HOME", "PGPASSWORD", "PGPASSFILE", "PGSERVICE", "PGSERVICEFILE", "PGSSLMODE",
              "PGSSLCERT", "PGSSLKEY", "PGSSLROOTCERT")  # fmt: skip
_ERRORS = {each.__name__: each for each in (QueryRefused, LibraryError, NoLibrary, JournalError)}
_SPARE_SECONDS = 5  # the caller ends the process; were it gone, the system would


@frozen
class Bounds:
    """What one statement may use: rows and bytes of what it returns, seconds, bytes of memory."""

    rows: int = 100_000
    size: int = 64 * 1024**2
    seconds: float = 60.0
    memory: int = 4 * 1024**3


BOUNDS = Bounds()


def select(store: str, place: "Place", sql: str, bounds: Bounds = BOUNDS) -> Table:
    """Runs one SELECT against the "library" or the "journal" in a process of its own; JSON columns
    come decoded. Raises QueryRefused for anything but a single reading statement and for one that
    exceeds its bounds, LibraryError or JournalError where there is none."""
    passed_on: tuple[str, ...] = _PASSED_ON
    if isinstance(place, LibraryFolder):
        where = str((place.library if store == "library" else place.journal).absolute())
    else:  # what is needed to log in no statement can read there
        where, passed_on = place.url, (*_PASSED_ON, *_TO_LOG_IN)
    request = {"store": store, "place": where, "sql": sql, "bounds": asdict(bounds)}
    environment = {name: os.environ[name] for name in passed_on if name in os.environ}
    # Where this process finds its modules: a checkout and an installation alike.
    environment["PYTHONPATH"] = os.pathsep.join(str(Path(p).absolute()) for p in sys.path if p)
    with subprocess.Popen(
        # -P: a json.py that lies where the user stands is no part of this program.
        [sys.executable, "-P", "-m", "monograph_qa.store.inquiry.bounded"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        try:
            output, _ = process.communicate(json.dumps(request).encode(), timeout=bounds.seconds)
        except subprocess.TimeoutExpired as error:
            why = f"the statement took longer than {bounds.seconds:g} seconds"
            raise QueryRefused(why) from error
        finally:
            process.kill()
    lines = output.splitlines()
    last = json.loads(lines[-1]) if output.endswith(b"\n") else None
    if not isinstance(last, dict):
        allowed = f"{bounds.memory / 1024**3:g} GB"
        raise QueryRefused(f"the statement took more memory than {allowed} allow, and was stopped")
    if "error" in last:
        raise _ERRORS[last["error"]](last["message"])
    columns, *rows = (json.loads(line) for line in lines[:-1])
    return Table(tuple(columns), tuple(map(tuple, rows)), bool(last["truncated"]))


def main() -> None:
    sys.modules.setdefault("pandas", None)  # type: ignore[arg-type]  # DuckDB would import it
    request = json.load(sys.stdin)
    bounds = Bounds(**request["bounds"])
    cpu = math.ceil(bounds.seconds) + _SPARE_SECONDS
    for kind, most in ((resource.RLIMIT_AS, bounds.memory), (resource.RLIMIT_CPU, cpu)):
        _, hard = resource.getrlimit(kind)
        within = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (within, hard))
    try:
        _write_table(_rows(request["store"], request["place"], request["sql"], bounds), bounds)
    except MonographError as error:
        _line({"error": type(error).__name__, "message": str(error)})
    except MemoryError:
        too_much = "the statement took more memory than it may"
        _line({"error": QueryRefused.__name__, "message": too_much})


def _rows(store: str, place: str, sql: str, bounds: Bounds) -> Iterator[Any]:
    """The columns, then each row. Only the store that is asked is imported."""
    if "://" in place:
        from monograph_qa.store.inquiry.server import server_rows

        return server_rows(place, store, sql, bounds.seconds)
    if store == "journal":
        from monograph_qa.store.inquiry.journal import journal_rows

        return journal_rows(Path(place), sql)
    from monograph_qa.store.inquiry.library import library_rows

    return library_rows(Path(place), sql)


def _write_table(rows: Iterator[Any], bounds: Bounds) -> None:
    _line(next(rows))
    size = 0
    for count, row in enumerate(rows):
        line = json.dumps(row)
        size += len(line)
        if count >= bounds.rows or size > bounds.size:
            _line({"truncated": True})
            return
        sys.stdout.write(line + "\n")
    _line({"truncated": False})


def _line(value: Any) -> None:
    sys.stdout.write(json.dumps(value) + "\n")


if __name__ == "__main__":
    main()
