"""Pages a second and peak memory of our reading beside the engines it could have been made of.

python -m bench.reading_speed ENGINE PDF...      one engine, as JSON (used by bench.reading)
"""

import json
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SpeedScore:
    """Pages, seconds of CPU and of wall time without start-up, peak resident memory in MB."""

    engine: str
    pages: int
    cpu: float
    wall: float
    peak: float


def speeds(paths: Sequence[Path]) -> list[SpeedScore]:
    """Every engine over the same files, each in a process of its own, one after the other."""
    found = []
    for engine in ENGINES:
        if engine == "pdftotext" and shutil.which("pdftotext") is None:
            continue
        call = [sys.executable, "-m", "bench.reading_speed", engine, *map(str, paths)]
        out = subprocess.run(call, capture_output=True, text=True, check=True).stdout
        found.append(SpeedScore(**json.loads(out)))
    return found


def _ours(path: Path) -> None:
    from monograph_qa.pipeline.loading.monographs import read_monograph

    read_monograph(path)


def _docling_parse(path: Path) -> None:
    from docling_parse.pdf_parser import DoclingPdfParser

    document = DoclingPdfParser().load(path)
    for _, page in document.iterate_pages():
        for cell in page.textline_cells:
            _ = cell.text
    document.unload()


def _pdfium(path: Path) -> None:
    import pypdfium2 as pdfium

    document = pdfium.PdfDocument(path)
    for page in document:
        text = page.get_textpage()
        text.get_text_bounded()
        text.close()
        page.close()
    document.close()


def _pdftotext(path: Path) -> None:
    subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, check=True)


ENGINES: dict[str, Callable[[Path], None]] = {
    "read_monograph": _ours,
    "docling-parse": _docling_parse,
    "pypdfium2": _pdfium,
    "pdftotext": _pdftotext,
}


def main() -> None:
    import pypdfium2 as pdfium

    engine, *named = sys.argv[1:]
    paths = [Path(each) for each in named]
    pages = 0
    for path in paths:
        document = pdfium.PdfDocument(path)
        pages += len(document)
        document.close()
    read = ENGINES[engine]
    read(min(paths, key=lambda p: p.stat().st_size))  # imports and models are start-up, not reading
    wall, cpu = time.perf_counter(), _cpu()
    for path in paths:
        read(path)
    who = resource.RUSAGE_CHILDREN if engine == "pdftotext" else resource.RUSAGE_SELF
    spent = {"cpu": _cpu() - cpu, "wall": time.perf_counter() - wall, "peak": _peak(who)}
    print(json.dumps({"engine": engine, "pages": pages, **spent}))


def _peak(who: int) -> float:
    """MB of memory at most. Of this process Linux's own count is taken where there is one: what
    getrusage gives began with the memory of the process that started this one."""
    status = Path("/proc/self/status")
    if who == resource.RUSAGE_SELF and status.exists():
        highest = re.search(r"VmHWM:\s+(\d+)", status.read_text())
        if highest:
            return int(highest[1]) / 1024
    return resource.getrusage(who).ru_maxrss / 1024


def _cpu() -> float:
    """Seconds of CPU of this process, its threads and its ended children."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
