"""The folder of a library: `library.duckdb` as published, `journal.sqlite` and kept files. All
paths in it are relative, so that it can be copied anywhere."""

import contextlib
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from monograph_qa.errors import LibraryBusy, LibraryError
from monograph_qa.frozen import frozen
from monograph_qa.whole_file import failing_as

_LOOK = 0.3  # seconds between two looks at whether another load has ended
_LONGEST = 500  # bytes of a note on a load


@frozen
class LibraryFolder:
    """Paths inside one library folder."""

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
            _note_holder(descriptor)
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


def _note_holder(descriptor: int) -> None:
    with contextlib.suppress(OSError, KeyError):  # a full disk, a user without a name
        since = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
        import getpass  # these take long to import, and only loads lock
        import socket

        who = f"{getpass.getuser()} on {socket.gethostname()}"
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"(process {os.getpid()} of {who}, since {since})".encode(), 0)
