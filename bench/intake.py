"""A delivery of many labels: SPL files, DailyMed ZIPs, ZIPs of ZIPs, PDFs, broken files among them,
while loads are killed and the disk is full.

    python -m bench.intake [--labels DIR] [--spl N] [--pdf N] [--seed N]

The SPL documents are those in DIR/spl (else the sample of the tests), each again and again as a
document of its own, and short ones more often than long ones, as they are delivered: one of half
the size twice as often. The load is killed with all of its processes after a quarter of the files,
and after a half; then it may write no file larger than six megabytes, which is what it finds on a
full disk; then the same command goes on to the end. Wanted: each good file is loaded, and once;
each broken one is named; nothing else fails.
"""

import argparse
import io
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from bench.label_copies import write_copies
from bench.loads import MemoryWatch
from monograph_qa import Library

_SAMPLE = Path(__file__).resolve().parent.parent / "tests" / "parse_spl" / "nizatidine.xml"
_LOAD = "from monograph_qa.cli.start import main; main()"
_LITTLE_ROOM = (
    f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (6 << 20,) * 2); {_LOAD}"
)
_SET_ID = re.compile(rb'(<setId[^>]*\broot=")[^"]*')
_FORMS = 4  # loose, in a ZIP, in a ZIP of ZIPs, loose without a suffix
_A_ZIP = 20  # labels in a ZIP of ZIPs
_MANY = 50_000
_MB = 1024**2


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--labels", type=Path, help="a folder with SPL documents in spl/")
    parser.add_argument("--spl", type=int, default=120)
    parser.add_argument("--pdf", type=int, default=8)
    parser.add_argument("--seed", type=int, default=20260101)
    chosen = parser.parse_args()
    documents = sorted((chosen.labels / "spl").glob("*.xml")) if chosen.labels else [_SAMPLE]
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as temporary:
        labels, library = Path(temporary) / "labels", Path(temporary) / "library"
        (labels / "pdf").mkdir(parents=True)
        size = _write_spl(labels, documents, chosen.spl, random.Random(chosen.seed))
        good = chosen.spl + chosen.pdf
        write_copies(labels / "pdf", chosen.pdf, chosen.seed)
        broken = _write_broken(labels, documents[0].read_bytes())
        print(
            f"{chosen.spl} SPL files of {size / max(chosen.spl, 1) / 1000:.0f} KB made of "
            f"{len(documents)}, {chosen.pdf} PDF files, {broken} broken ones",
            flush=True,
        )
        for share in (0.25, 0.5):
            _kill_at(labels, library, int(share * (good + broken)))
            print(f"killed at {share:.0%}: {_published(library)} labels are published", flush=True)
        full = _loaded(_LITTLE_ROOM, labels, library)[0]
        print(f"on a full disk: {full['deserted']}; {_published(library)} labels are published")
        before = _processor()
        report, loader, reader = _loaded(_LOAD, labels, library)
        spent = _processor() - before
        faults = _faults(library, good, broken, report, full)
    rate, read = report["files_a_second"], max(report["read"], 1)
    print(
        f"the rest: {report['read']} read in {report['seconds']:.0f} s, {rate:.2f} files/s; "
        f"{_MANY:,} labels would take {_MANY / rate / 3600 if rate else 0:.1f} h\n"
        f"processor: {spent / read:.2f} s a file; {_MANY:,} labels: "
        f"{spent / read * _MANY / 3600:.0f} h of one core that does nothing else\n"
        f"memory: {loader / _MB:.0f} MB of the loader, {reader / _MB:.0f} MB of a reader\n"
        f"{good} labels loaded once, {len(faults)} faults; "
        f"took {time.perf_counter() - started:.0f} s"
    )
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


def _write_spl(labels: Path, documents: Sequence[Path], number: int, dice: random.Random) -> int:
    """Variants of the documents in the forms in which they are delivered; how many bytes in all."""
    size = 0
    inner: list[tuple[str, bytes]] = []
    for at, data in enumerate(_variants(documents, number, dice)):
        name = f"label_{at:05}"
        size += len(data)
        if at % _FORMS == 0:
            (labels / f"{name}.xml").write_bytes(data)
        elif at % _FORMS == 1:
            (labels / f"{name}.zip").write_bytes(_zipped([(f"{name}.xml", data), ("a.jpg", b"")]))
        elif at % _FORMS == 2:
            inner.append((f"rx/{name}.zip", _zipped([(f"{name}.xml", data)])))
        else:
            (labels / name).write_bytes(data)
    for at in range(0, len(inner), _A_ZIP):
        (labels / f"release_{at}.zip").write_bytes(_zipped(inner[at : at + _A_ZIP]))
    return size


def _variants(documents: Sequence[Path], number: int, dice: random.Random) -> Iterator[bytes]:
    texts = [path.read_bytes() for path in documents]
    for at, data in enumerate(dice.choices(texts, [1 / len(text) for text in texts], k=number)):
        set_id = str(UUID(int=dice.getrandbits(128))).encode()
        yield _SET_ID.sub(rb"\g<1>" + set_id, data, count=1) + b"<!-- %d -->" % at


def _write_broken(labels: Path, spl: bytes) -> int:
    folder = labels / "broken"
    folder.mkdir()
    archive = _zipped([("a.xml", spl)])
    made = {
        "cut.xml": spl[: len(spl) // 2], "empty.xml": b"", "noise.pdf": b"%PDF-1.4 noise",
        "cut.zip": archive[:-50], "none.zip": _zipped([("a.jpg", b"")]),
        "out.zip": _zipped([("../a.xml", spl)]),
    }  # fmt: skip
    for name, data in made.items():
        (folder / name).write_bytes(data)
    return len(made)


def _zipped(members: Sequence[tuple[str, bytes]]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return file.getvalue()


def _command(program: str, labels: Path, library: Path) -> list[str]:
    return [sys.executable, "-c", program, "ingest", str(labels), "--library", str(library)]


def _kill_at(labels: Path, library: Path, files: int) -> None:
    """Kills a load with all of its processes when so many files are done."""
    load = subprocess.Popen(
        _command(_LOAD, labels, library),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert load.stderr is not None
    for line in load.stderr:
        if line.startswith(f"[{files}/"):
            break
    os.killpg(load.pid, signal.SIGKILL)
    load.wait()


def _loaded(program: str, labels: Path, library: Path) -> tuple[dict[str, Any], int, int]:
    """What a load says of itself, and the most memory of it and of one of its readers, in bytes."""
    load = subprocess.Popen(
        [*_command(program, labels, library), "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    watch = MemoryWatch(load.pid)
    out, errors = load.communicate()
    loader, reader = watch.stop()
    said = json.loads(out) if out else {"deserted": errors.strip()}
    return said, loader, reader


def _processor() -> float:
    """Seconds of processor time that all ended children of this process took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _published(library: Path) -> int:
    if not (library / "library.duckdb").exists():
        return 0
    with Library.open(library) as opened:
        return len(opened.reader.labels())


def _faults(
    library: Path, good: int, broken: int, report: dict[str, Any], full: dict[str, Any]
) -> list[str]:
    with Library.open(library) as opened:
        labels = opened.reader.labels()
        failed = [job for job in opened.journal.jobs() if job.state.value == "failed"]
        unended = [
            job for job in opened.journal.jobs() if job.state.value in {"pending", "running"}
        ]
    documents = {label.doc_key for label in labels}
    said = {
        f"{len(labels)} labels of {good}": len(labels) != good,
        f"{len(labels) - len(documents)} labels loaded twice": len(documents) != len(labels),
        f"{len(failed)} failed jobs of {broken}": len(failed) != broken,
        f"{len(unended)} jobs have no end": bool(unended),
        "the last load was not whole": bool(report["deserted"] or report["interrupted"]),
        "the full disk was not named": "large" not in str(full["deserted"]),
    }
    return [fault for fault, is_so in said.items() if is_so]


if __name__ == "__main__":
    sys.exit(main())
