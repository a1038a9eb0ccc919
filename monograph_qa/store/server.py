"""A library that lives in a PostgreSQL server, named by a URL; labels and journal both.

psycopg is imported when a connection is made and no earlier: who asks a folder needs none of it.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from monograph_qa.errors import LibraryError

if TYPE_CHECKING:
    import psycopg

SCHEMES = ("postgresql+psycopg", "postgresql", "postgres")


def is_server(named: str) -> bool:
    """Whether a library is named by the URL of a PostgreSQL server, and not by a folder."""
    return named.partition("://")[0] in SCHEMES and "://" in named


@dataclass(frozen=True, slots=True, repr=False)
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
        host = parts.netloc.rpartition("@")[2]
        user = parts.netloc.rpartition("@")[0].partition(":")[0]
        return urlunsplit((parts.scheme, f"{user}@{host}" if user else host, parts.path, "", ""))

    def connect(self) -> "psycopg.Connection[tuple[Any, ...]]":
        """A new connection, each statement its own transaction unless one is begun.

        Raises LibraryError when the server cannot be reached, refuses the user, has no such
        database, or the `postgresql` extra is not installed.
        """
        try:
            import psycopg
        except ImportError as error:
            raise LibraryError(
                "a library on a server needs: pip install 'monograph-qa[postgresql]'"
            ) from error
        rest = self.url.partition("://")[2]
        try:
            return psycopg.connect(f"postgresql://{rest}", autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            raise LibraryError(f"{self.shown}: {self._said(error)}") from error

    def _said(self, error: Exception) -> str:
        """What the server complains of, on one line, never with the password."""
        said = " ".join(str(error).split())
        secret = urlsplit(self.url).password
        return said.replace(secret, "...") if secret else said
