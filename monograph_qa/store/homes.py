"""Where a library is kept: the folder with its files, or a database on a PostgreSQL server."""

import contextlib
import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

from monograph_qa.errors import DiskFull, LibraryBusy, LibraryError
from monograph_qa.frozen import frozen
from monograph_qa.table_files import failing_as

if TYPE_CHECKING:
    import psycopg


_LOOK = 0.3  # seconds between two looks at whether another load has ended
_LONGEST = 500  # bytes of a note on a load


@frozen
class LibraryFolder:
    root: Path

    def __str__(self) -> str:
        return str(self.root)

    @property
    def shown(self) -> str:
        """The whole path, for reports."""
        return os.fsencode(self.root.absolute()).decode("utf-8", errors="backslashreplace")

    @property
    def library(self) -> Path:
        """The published library: replaced whole by each publishing, never written in place."""
        return self.root / "library.duckdb"

    @property
    def loading(self) -> Path:
        """The file a running load builds; meaningless to everyone else."""
        return self.root / "library.loading.duckdb"

    @property
    def journal(self) -> Path:
        return self.root / "journal.sqlite"

    @property
    def journal_head(self) -> Path:
        return self.root / "journal.head.json"

    @property
    def pictures(self) -> Path:
        return self.root / "pictures"

    @property
    def originals(self) -> Path:
        """The label files, under their hashes, for whoever wants to see a page."""
        return self.root / "originals"

    @property
    def kept(self) -> tuple[Path, ...]:
        return self.library, self.journal, self.journal_head

    def published(self) -> object:
        """Which file is published: another value after each publishing, None before the first."""
        try:
            stat = self.library.stat()
        except OSError:
            return None
        return stat.st_ino, stat.st_mtime_ns

    @contextlib.contextmanager
    def exclusively(self, waiting: Callable[[str], None] | None = None) -> Iterator[None]:
        """Holds the folder's loading lock; the system drops it when the process dies. If another
        load holds it, calls `waiting` with the holder's name and waits; without `waiting` raises
        LibraryBusy. Raises LibraryError when the folder cannot be written."""
        with failing_as(LibraryError, self.root, "cannot be made"):
            self.root.mkdir(parents=True, exist_ok=True)
        with failing_as(LibraryError, self.root):
            descriptor = os.open(self.root / ".loading.lock", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            if not _locked(descriptor):
                holder = os.pread(descriptor, _LONGEST, 0).decode(errors="replace")
                if waiting is None:
                    raise LibraryBusy(f"{self.root}: another load is running {holder}".strip())
                waiting(holder)
                while not _locked(descriptor):
                    time.sleep(_LOOK)
            with contextlib.suppress(OSError, KeyError):  # a full disk, a user without a name
                held_by = _holder().encode()
                os.ftruncate(descriptor, 0)
                os.pwrite(descriptor, held_by, 0)
            yield
            os.ftruncate(descriptor, 0)
        finally:
            os.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _holder() -> str:
    import getpass  # these take long to import, and only loads lock
    import socket

    who = f"{getpass.getuser()} on {socket.gethostname()}"
    since = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
    return f"(process {os.getpid()} of {who}, since {since})"


SCHEMES = ("postgresql+psycopg", "postgresql", "postgres")
MIGRATIONS = {
    "0001": ("library_tables", "journal_tables"),
    "0002": ("noted_version",),
    "0003": ("frames",),
    "0004": ("products",),
    "0005": ("finding",),
}
"""The scripts of `store/sql/postgresql` that make each version from the one before."""
SCHEMA = max(MIGRATIONS)
"""The version of the tables that this program works with."""
_SECRETS = ("password", "sslpassword")
_PATIENCE = 10  # seconds to wait for a connection


@frozen
class LibraryServer:
    """The database that `url` names (postgresql+psycopg://user@host:port/database)."""

    url: str

    def __repr__(self) -> str:
        return f"LibraryServer({self.shown!r})"

    def __str__(self) -> str:
        return self.shown

    @property
    def shown(self) -> str:
        """The URL as it may be printed and logged: without the password and the options."""
        parts = urlsplit(self.url)
        login, at, host = parts.netloc.rpartition("@")
        user = login.partition(":")[0]
        return urlunsplit((parts.scheme, f"{user}{at}{host}" if user else host, parts.path, "", ""))

    @property
    def address(self) -> str:
        """The URL as psycopg takes it, with all its secrets."""
        return f"postgresql://{self.url.partition('://')[2]}"

    @property
    def pictures(self) -> Path:
        """Pictures written out for viewing, in the user's cache folder (XDG base directories)."""
        cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
        place = hashlib.sha256(self.shown.encode()).hexdigest()[:16]
        return Path(cache).expanduser() / "monograph-qa" / place / "pictures"

    @property
    def originals(self) -> Path:
        """The label files that this machine loaded, beside the pictures: a database keeps none."""
        return self.pictures.with_name("originals")

    def connect(self) -> "psycopg.Connection[tuple[Any, ...]]":
        """A new connection to a library whose tables this program knows. Raises LibraryError."""
        connection = self.reach()
        try:
            with self.complaints():
                stands_at = self.schema(connection)
            if stands_at != SCHEMA:
                raise LibraryError(f"{self.shown}: {unfit(stands_at)}")
            # Who reads a row decodes what it needs, as from a file.
            from psycopg.types.string import TextLoader

            connection.adapters.register_loader("json", TextLoader)
        except BaseException:
            connection.close()
            raise
        return connection

    def reach(self) -> "psycopg.Connection[tuple[Any, ...]]":
        """A new connection to the database, whatever it holds; each statement is its own
        transaction unless one is begun. Raises LibraryError when the server cannot be reached,
        refuses the user, has no such database, or the `postgresql` extra is not installed."""
        try:
            import psycopg
        except ImportError as error:
            raise LibraryError(
                "a library on a server needs: pip install 'monograph-qa[postgresql]'"
            ) from error
        with self.complaints():
            return psycopg.connect(
                self.address, autocommit=True, connect_timeout=_PATIENCE, client_encoding="utf8"
            )

    def schema(self, connection: "psycopg.Connection[tuple[Any, ...]]") -> str | None:
        """The version that the database's tables are of, None where it holds no library."""
        from psycopg.errors import UndefinedTable

        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except UndefinedTable:
            return None
        return str(row[0]) if row else None

    @contextmanager
    def complaints(self, doing: str = "") -> Iterator[None]:
        """Within the block, psycopg's errors become LibraryErrors that name this place and say what
        could not be done, never with a password; DiskFull where the server has no room."""
        import psycopg

        try:
            yield
        except psycopg.Error as error:
            is_full = isinstance(error, psycopg.errors.DiskFull)
            why = "the disk of the server is full" if is_full else self.complaint(error)
            kind = DiskFull if is_full else LibraryError
            raise kind(": ".join(filter(None, (self.shown, doing, why)))) from error

    def complaint(self, error: Exception) -> str:
        """What the server complains of, on one line, never with a password."""
        text = " ".join(str(error).split())
        parts = urlsplit(self.url)
        secrets = [value for name, value in parse_qsl(parts.query) if name in _SECRETS]
        for secret in (*secrets, parts.password or "", unquote(parts.password or "")):
            text = text.replace(secret, "...") if secret else text
        return text


def unfit(schema: str | None) -> str:
    make = "monograph-qa database upgrade --library URL"
    if schema is None:
        return f"no library in this database yet; make it: {make}"
    versions = f"({schema}) than this program ({SCHEMA})"
    if schema < SCHEMA:
        return f"the database is of an earlier version {versions}; bring it up to date: {make}"
    return f"the database is of a later version {versions}: install a newer monograph-qa"


def server_named(url: str) -> LibraryServer:
    scheme = url.partition("://")[0]
    if scheme not in SCHEMES:
        raise LibraryError(
            f"a library cannot be kept at {scheme}://: name a folder, or a PostgreSQL database "
            f"({SCHEMES[0]}://user@host/database)"
        )
    try:
        _ = urlsplit(url).port
    except ValueError as error:
        raise LibraryError(f"{scheme}://...: no address of a database: {error}") from error
    return LibraryServer(url)
