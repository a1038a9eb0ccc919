"""What there is no room for is said in plain words, whatever complains of it."""

import errno
import os
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from building import a_label

from monograph_qa.errors import DiskFull
from monograph_qa.store.kept_files import keep_original
from monograph_qa.table_files import why_full


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "the quota of this disk is used up"),
        (errno.EFBIG, "no file may grow so large here (ulimit -f)"),
        (errno.EACCES, ""),
    ],
)
def test_the_system_and_what_repeats_its_words_are_understood_alike(number: int, why: str) -> None:
    said = f"TransactionContext Error: Failed to commit: Could not write: {os.strerror(number)}"
    assert why_full(OSError(number, os.strerror(number))) == why
    assert why_full(duckdb.Error(said)) == why


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_a_file_that_cannot_be_kept_for_want_of_room_is_named(tmp_path: Path) -> None:
    label = replace(a_label("Famotidine"), sha256="abc", source_path="label.xml")
    kept = tmp_path / "ab" / "abc.xml"
    kept.parent.mkdir()
    (kept.parent / f".abc.xml.{os.getpid()}.part").symlink_to("/dev/full")
    with pytest.raises(DiskFull, match=r"label\.xml cannot be kept: the disk is full"):
        keep_original(tmp_path, label, Path("label.xml"), b"x")
