"""Label files kept beside a library: what a load that finds them again reads."""

import os
from dataclasses import replace
from pathlib import Path

from building import a_label

from monograph_qa.store.kept_files import is_damaged, is_kept, keep_original, sha256_of


def test_a_copy_of_its_source_s_size_and_time_is_not_read_again(tmp_path: Path) -> None:
    source, folder = tmp_path / "label.xml", tmp_path / "originals"
    source.write_bytes(b"one")
    label = replace(a_label(), sha256=sha256_of(source), source_path=str(source))
    keep_original(folder, label, source)
    (kept,) = (each for each in folder.rglob("*") if each.is_file())
    when = kept.stat().st_mtime_ns
    assert when == source.stat().st_mtime_ns and is_kept(folder, label, source)

    kept.write_bytes(b"two")
    os.utime(kept, ns=(when, when + 1))
    assert not is_kept(folder, label, source)
    os.utime(kept, ns=(when, when))
    assert is_kept(folder, label, source) and is_damaged(folder, label)  # told when it is shown

    kept.write_bytes(b"one")
    assert is_kept(folder, label, source), "of another time, it is read"
    assert is_kept(folder, label, tmp_path / "all.zip" / "label.xml"), "so is one of an archive"
