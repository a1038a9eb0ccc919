"""What a load does with one file: held already, or read now as a version of its document."""

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from monograph_qa.domain.label import Label
from monograph_qa.errors import (
    DiskFull,
    DoubtfulLabel,
    LabelError,
    LibraryError,
    UnfinishedLabel,
    UnreadableLabel,
)
from monograph_qa.parse import content, is_archived, is_of_today, is_openfda, is_there
from monograph_qa.pipeline.loading.job_log import JobLog
from monograph_qa.pipeline.loading.paths import doc_key_of, path_text
from monograph_qa.pipeline.loading.report import FileResult, FileState, Reading
from monograph_qa.store.kept_files import is_kept, keep_original, sha256_of
from monograph_qa.store.load import Load
from monograph_qa.store.reading import LibraryReader

_GONE = "its file is gone from"


def versioned(read: Label, current: Label | None) -> Label:
    """The label with its place among the versions of its document. A later load is newer, unless
    both versions are dated and the dates say otherwise (files of two SPL versions may be read in
    any order); of the same date, the SPL document wins over openFDA's copy. Marks of a label
    (withdrawn, preferred) are kept when its file is read anew."""
    label = replace(read, ingested_at=datetime.now(UTC))
    if current is None:
        return label
    label = replace(label, version=current.version + 1, doc_key=current.doc_key)
    if label.sha256 == current.sha256:
        withdrawn = None if has_lost_file(current) else current.withdrawn
        return replace(label, withdrawn=withdrawn, preferred=current.preferred)
    new, old = label.revision_date or "", current.revision_date or ""
    is_account = is_openfda(label.parser) and not is_openfda(current.parser)
    if label.doc_key.startswith("spl:") and new and (new < old or (is_account and new == old)):
        return replace(label, superseded_by=current.label_id)
    return label


def labels_of_missing_files(
    labels: Iterable[Label], named: Sequence[Path], files: Sequence[Path], there: Collection[str]
) -> list[Label]:
    """The labels whose files are gone from the folders or archives named, marked as withdrawn for
    it. Left out are those whose bytes are there under another name (`there`: the SHA-256 of the
    files), and those of a folder without any label file: its disk may not be mounted."""
    folders = [Path(os.path.realpath(each)) for each in named if each.exists()]
    held = [Path(os.path.realpath(each)) for each in files]
    folders = [each for each in folders if any(file.is_relative_to(each) for file in held)]
    found: list[Label] = []
    for label in labels:
        if label.sha256 in there:
            continue
        path = Path(label.source_path)
        folder = next((each for each in folders if path.is_relative_to(each)), None)
        if folder is not None and not is_there(path):
            found.append(label.withdrawn_for(f"{_GONE} {folder}"))
    return found


def match_held(reader: LibraryReader, paths: Iterable[Path]) -> Iterator[Path]:
    """The files whose bytes the library has, as they are read today: a load leaves them alone."""
    labels = (each for each in reader.labels() if is_of_today(each.parser))
    known = {each.sha256 for each in labels if not has_lost_file(each)}
    for path in paths:
        with suppress(LabelError):
            if fingerprint(path) in known:
                yield path


def has_lost_file(label: Label) -> bool:
    """Whether a label is withdrawn because its file was gone: it comes back with the file."""
    return label.withdrawn is not None and label.withdrawn.startswith(_GONE)


class Storing:
    """Stores labels as versions of their documents, and notes their jobs. `originals` is the folder
    that keeps the files, or None; with `strict`, a label whose reading is in doubt fails."""

    def __init__(self, load: Load, jobs: JobLog, originals: Path | None, *, strict: bool) -> None:
        self._load = load
        self._jobs = jobs
        self._originals = originals
        self._strict = strict

    def held(self, path: Path, sha256: str) -> FileResult | None:
        """The result for a file whose bytes the library has; an earlier version becomes current
        again, and the file is kept. None, with a pending job, when it must be read. Raises
        DiskFull."""
        result = self._held(path, sha256)
        if result is not None and result.label is not None:
            try:
                self._keep(path, result.label)
            except DiskFull:
                raise
            except LibraryError as error:
                return self.failed(path, UnfinishedLabel(path, str(error)))
        return result

    def _keep(self, path: Path, label: Label, data: bytes | None = None) -> None:
        """Keeps the file of a label where files are kept and it is not, or not whole."""
        if self._originals is not None and not is_kept(self._originals, label, path):
            data = content(path) if data is None and is_archived(path) else data
            keep_original(self._originals, label, path, data)

    def _held(self, path: Path, sha256: str) -> FileResult | None:
        with self._load.deciding(sha256, path.name):
            current = self._load.find_current_at(path_text(path))
            held = self._load.find_label(
                sha256=sha256, doc_key=current.doc_key if current else None
            )
            held = held or self._load.find_label(sha256=sha256)
            if held is None or not is_of_today(held.parser):
                self._jobs.start(path, sha256)
                return None
            if has_lost_file(held):
                self._jobs.start(path, sha256)
                back = replace(held, withdrawn=None)
                self._load.mark(back)
                self._jobs.stored(path, back)
                return FileResult(path, FileState.RESTORED, back)
            # An old SPL version is no news: its document itself names the newer one that is here.
            if held.superseded_by is None or held.doc_key.startswith("spl:"):
                self._jobs.retire(path)
                return self._held_already(path, held)
            return self._take_back(path, held, current)

    def store(self, path: Path, reading: Reading, data: bytes | None) -> FileResult:
        """Stores a label as read, with `data` its file's bytes where those lie in an archive; a
        label that cannot be stored fails alone. Raises DiskFull."""
        label = reading.monograph.label
        with self._load.deciding(label.sha256, label.doc_key, path.name):
            return self._stored(path, reading, data)

    def failed(self, path: Path, error: LabelError) -> FileResult:
        """Notes that a file could not be loaded, and why."""
        self._jobs.fail(path, error)
        return FileResult(path, FileState.FAILED, error=error)

    def _held_already(self, path: Path, held: Label) -> FileResult:
        """Reports that the library holds these bytes: read from this file, or from another one."""
        twin = Path(held.source_path)
        if path_text(path) != held.source_path and is_there(twin):
            return FileResult(path, FileState.DUPLICATE, held, duplicate_of=twin)
        return FileResult(path, FileState.UNCHANGED, held)

    def _take_back(self, path: Path, earlier: Label, current: Label | None) -> FileResult:
        """Makes the earlier version with these bytes current again: of the document that the file
        had so far, else of a new one."""
        self._jobs.start(path, earlier.sha256)
        place = path_text(path)
        if current is None:
            key = self._free_key(doc_key_of(path, {}), earlier.sha256)
            earlier = replace(earlier, doc_key=key, source_path=place, version=1)
        elif earlier.doc_key != current.doc_key:
            version = current.version + 1
            earlier = replace(earlier, doc_key=current.doc_key, source_path=place, version=version)
        label = self._load.reinstate(earlier)
        self._jobs.stored(path, label)
        if current is not None:
            self._jobs.superseded(current)
        return FileResult(path, FileState.UPDATED, label)

    def _stored(self, path: Path, reading: Reading, data: bytes | None) -> FileResult:
        monograph = reading.monograph
        twin = self._load.find_label(sha256=monograph.label.sha256)
        if twin is not None and is_of_today(twin.parser):
            # A copy of the file under another name was stored earlier in this load.
            self._jobs.stored(path, twin)
            return self._held_already(path, twin)
        if self._strict and monograph.doubts:
            first = monograph.doubts[0]
            page = f", page {first.page}" if first.page else ""
            cause = (
                f"{len(monograph.doubts)} doubts of its reading; the first: {first.detail}{page}"
            )
            return self.failed(path, DoubtfulLabel(path, cause))
        older = self._older(monograph.label)
        if older is None and twin is not None:  # a copy of what an earlier reader read
            older = self._load.find_current(doc_key=twin.doc_key)
        label = versioned(monograph.label, older)
        if older is None:
            label = replace(label, doc_key=self._free_key(label.doc_key, label.sha256))
        try:
            self._keep(path, label, data)
            self._load.add(replace(monograph, label=label))
        except DiskFull:
            raise
        except (LibraryError, ValueError, TypeError) as error:
            # The last two: a value that no column takes. It costs this label, not the others.
            return self.failed(path, UnfinishedLabel(path, str(error)))
        self._jobs.stored(path, label)
        if older is not None and label.superseded_by is None:
            self._jobs.superseded(older)
        before = older if older is not None and older.sha256 == label.sha256 else None
        updated = FileState.REREAD if before else FileState.UPDATED
        return FileResult(
            path,
            updated if older else FileState.LOADED,
            label,
            parser_before=before.parser if before else None,
            sections=len(monograph.sections),
            facts=len(monograph.facts),
            tables=reading.tables,
            images=len(monograph.images),
            silent_pages=reading.silent_pages,
            unknown_headings=reading.unknown_headings,
            doubts=len(monograph.doubts),
            is_nameless=not monograph.names,
        )

    def _older(self, read: Label) -> Label | None:
        """The current version of the document read: found by its SPL set id, else by its place,
        else, if it was moved, as a label of the same drug whose file of the same name is gone."""
        if read.doc_key.startswith("spl:"):
            return self._load.find_current(doc_key=read.doc_key)
        here = self._load.find_current_at(read.source_path)
        if here is not None:
            return here
        named = self._load.match_named(Path(read.source_path).name, read.drug)
        moved = [each for each in named if not is_there(Path(each.source_path))]
        return moved[0] if len(moved) == 1 else None

    def _free_key(self, doc_key: str, sha256: str) -> str:
        """The key for a new document: a place may be that of another one, which moved away."""
        taken = self._load.find_current(doc_key=doc_key) is not None
        return f"{doc_key}#{sha256[:8]}" if taken else doc_key


def fingerprint(path: Path) -> str:
    """The SHA-256 of a label file, one in an archive too. Raises LabelError for what is none."""
    try:
        if is_archived(path):
            return hashlib.sha256(content(path)).hexdigest()
        if not path.is_file():
            # A pipe or device would keep the load waiting for ever.
            raise UnreadableLabel(path, "not a regular file")
        if path.stat().st_size == 0:
            raise UnreadableLabel(path, "the file is empty")
        return sha256_of(path)
    except OSError as error:
        raise UnreadableLabel(path, error.strerror or "cannot be opened") from error
