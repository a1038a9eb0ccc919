"""A log that was signed is whole only where signatures of the key hold it to its last record."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from audit.logs import a_log, a_record
from monograph_qa.audit.chain import seal
from monograph_qa.audit.recording import is_marked_signed, mark_signed
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.pipeline.examining.proving import Proof, prove
from monograph_qa.pipeline.writing.recording import read_key, write_record
from monograph_qa.settings import AUDIT_KEY_FILE
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place, open_journal

Forge = Callable[[Sequence[AuditRecord]], Sequence[AuditRecord]]


@pytest.fixture
def key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A key that the environment names."""
    (tmp_path / "audit.key").write_bytes(b"k" * 32)
    monkeypatch.setenv(AUDIT_KEY_FILE, str(tmp_path / "audit.key"))
    return read_key(tmp_path / "audit.key")


@pytest.fixture
def signed(tmp_path: Path, key: bytes) -> LibraryFolder:
    """A log that was signed from its first record on."""
    folder = LibraryFolder(tmp_path / "library")
    ask(folder, 1, 2, 3, 4)
    return folder


def ask(folder: LibraryFolder, *numbers: int) -> None:
    with closing(open_journal(folder, make=True)) as journal:
        for number in numbers:
            write_record(journal, a_record(number))


def proof(folder: Place, key: bytes | None = None) -> Proof:
    with closing(open_journal(folder)) as journal:
        return prove(journal, key=key)


def forge(folder: LibraryFolder, change: Forge) -> None:
    """Writes the whole journal anew, chained without a flaw, as its owner may without the key."""
    with closing(open_journal(folder)) as journal:
        records = change([record for _, record in journal.records()])
    for file in folder.root.glob("journal.sqlite*"):
        file.unlink()
    with closing(open_journal(folder, make=True)) as journal:
        for record in records:
            journal.append(partial(seal, record))


def another_question(records: Sequence[AuditRecord]) -> list[AuditRecord]:
    return [records[0], replace(records[1], question="another"), *records[2:]]


def without_the_last(records: Sequence[AuditRecord]) -> Sequence[AuditRecord]:
    return records[:-1]


def without_marks(records: Sequence[AuditRecord]) -> list[AuditRecord]:
    return [replace(record, intent="{}") for record in another_question(records)]


FORGERIES = (another_question, without_the_last, without_marks)


def test_a_signed_log_is_whole_with_its_key_alone(signed: LibraryFolder, key: bytes) -> None:
    assert proof(signed, key).is_whole
    assert proof(signed).is_sound and not proof(signed).is_whole
    assert not proof(signed, b"another key of enough bytes").is_sound


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_log_without_its_head_is_not_whole(
    signed: LibraryFolder, key: bytes, forgery: Forge
) -> None:
    forge(signed, forgery)
    assert not proof(signed, key).is_sound
    signed.journal_head.unlink()
    assert not proof(signed, key).is_whole
    if forgery is not without_marks:  # nothing here tells that it ever was signed
        assert not proof(signed).is_whole


@pytest.mark.parametrize("forgery", FORGERIES)
def test_the_next_question_makes_no_forged_log_whole(
    signed: LibraryFolder, key: bytes, forgery: Forge
) -> None:
    forge(signed, forgery)
    signed.journal_head.unlink()
    ask(signed, 5)
    found = proof(signed, key)
    assert not found.is_whole or "do not say that they were signed" in found.notes[0]
    assert found.is_whole == (forgery is without_marks)  # as if a key were named for the first time


def test_an_old_head_does_not_vouch_for_what_came_after(signed: LibraryFolder, key: bytes) -> None:
    old = signed.journal_head.read_text()
    ask(signed, 5, 6)
    forge(signed, lambda records: [*records[:-1], replace(records[-1], question="another")])
    signed.journal_head.write_text(old)
    assert proof(signed, key).unproven == ("no signature covers the records after 4",)


def test_an_empty_log_and_one_that_was_never_signed_need_no_head(tmp_path: Path) -> None:
    assert proof(a_log(LibraryFolder(tmp_path / "empty"), 0), b"k" * 32).is_whole
    never = a_log(LibraryFolder(tmp_path / "never"))
    assert proof(never).is_whole
    assert not proof(never, b"k" * 32).is_whole


def test_a_question_cannot_say_that_it_was_signed() -> None:
    asked = replace(a_record(1), intent=r'{"question":"a \"signed\":true log"}')
    assert not is_marked_signed(asked)
    assert is_marked_signed(mark_signed(asked))
