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


class UnreadableLabel(LabelError): ...


class EncryptedLabel(LabelError): ...


class ScannedLabel(LabelError): ...


class LabelTooLarge(LabelError): ...


class SeveralLabels(LabelError): ...


class DoubtfulLabel(LabelError): ...


class UnfinishedLabel(LabelError): ...


class LibraryError(MonographError): ...


class NoLibrary(LibraryError): ...


class LibraryBusy(LibraryError): ...


class DiskFull(LibraryError): ...


class JournalError(MonographError): ...


class AuditError(MonographError): ...


class NameTableError(MonographError): ...


class NotFound(MonographError): ...


class NoSuchLabel(NotFound): ...


class NoPage(NotFound): ...


class QuestionError(MonographError): ...


class QueryRefused(MonographError): ...


class ClusterError(MonographError): ...


class SettingsError(MonographError): ...
