"""Every error this package raises on purpose.

    MonographError
    ├── LabelError                 one label file could not be loaded; names the file and the cause
    │   ├── UnreadableLabel        broken, empty, or not a label format at all
    │   ├── EncryptedLabel         opens only with a password
    │   ├── ScannedLabel           has pages, but no text layer to read
    │   ├── LabelTooLarge          more pages or bytes than a load allows
    │   ├── SeveralLabels          labels of several products bound together in one file
    │   ├── DoubtfulLabel          its reading is in doubt, and the load takes no such labels
    │   └── UnfinishedLabel        cut short by something else than the file: another try may do
    ├── LibraryError               the library folder is missing, unsound or of another version
    │   ├── NoLibrary              nothing was published there yet
    │   ├── LibraryBusy            another process is publishing a load
    │   └── DiskFull               no room to store or publish; what was published stays
    ├── NameTableError             a table of drug names that cannot be imported; names line, column
    ├── JournalError               the journal cannot be read or written
    ├── AuditError                 an anchor or key that is none; a signature that does not fit
    ├── NotFound                   an id, label or name that the library does not hold
    │   ├── NoSuchLabel            no label is called so
    │   └── NoPage                 a sentence of which no page can be shown
    ├── QuestionError              no question at all, or too long to be one
    ├── QueryRefused               SQL that would do more than read the library
    ├── ClusterError               no cluster to read labels on, or one whose workers do not fit
    ├── EndpointFailure            no usable answer from a model; what is shipped answers then
    └── SettingsError              a setting or option that makes no sense

"We cannot answer" is no error: it is a Verdict or an Outcome. "We could not check" is one.
"""

from pathlib import Path


class MonographError(Exception):
    """Base of all errors raised on purpose; its text is fit to show to a user."""


class LabelError(MonographError):
    """One label file could not be loaded. `path` is the file, `cause` one readable clause."""

    def __init__(self, path: Path | str, cause: str) -> None:
        super().__init__(f"{path}: {cause}")
        self.path = Path(path)
        self.cause = cause

    def __reduce__(self) -> tuple[type["LabelError"], tuple[Path, str]]:
        # Worker processes hand errors back pickled; Exception's own way would lose the cause.
        return (type(self), (self.path, self.cause))


class UnreadableLabel(LabelError):
    """The file is broken, empty, or of a format we do not read."""


class EncryptedLabel(LabelError):
    """The file opens only with a password."""


class ScannedLabel(LabelError):
    """The file has pages but no text layer, and no OCR is installed."""


class LabelTooLarge(LabelError):
    """The file has more bytes or pages than a load allows."""


class SeveralLabels(LabelError):
    """The file binds together several labels, which must never be read as one."""


class DoubtfulLabel(LabelError):
    """What was read of the file does not agree with what it says of itself."""


class UnfinishedLabel(LabelError):
    """Reading or storing was cut short by time, memory or the system: the file may be sound."""


class LibraryError(MonographError):
    """The library folder is missing, unsound, or written by another version."""


class NoLibrary(LibraryError):
    """Nothing was published there yet."""


class LibraryBusy(LibraryError):
    """Another process is publishing a load into this library."""


class DiskFull(LibraryError):
    """There is no room to store or publish. What was published before is as it was."""


class JournalError(MonographError):
    """The journal (jobs, audit records) cannot be read or written."""


class AuditError(MonographError):
    """An anchor, key or record that cannot be used, or a signature that the key did not make."""


class NameTableError(MonographError):
    """A table of drug names cannot be imported; the text names file, line and column."""


class NotFound(MonographError):
    """The library holds nothing under that id or name."""


class NoSuchLabel(NotFound):
    """No label is called so; who asks may look at those that are held."""


class NoPage(NotFound):
    """A FactSpan of which no page can be shown; its section can."""


class QuestionError(MonographError):
    """The question is empty or longer than a question can be."""


class QueryRefused(MonographError):
    """The SQL would do more than read the library."""


class ClusterError(MonographError):
    """The cluster that should read labels is out of reach, or has no workers that fit."""


class SettingsError(MonographError):
    """A setting or option makes no sense."""
