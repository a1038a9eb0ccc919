"""How long a question takes, as a whole process and in process, beside Python's own start.

    python -m bench.asking [--library FOLDER] [--runs N]

Without --library the sample monographs are loaded first, into .bench/library.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from monograph_qa import Answer, Library

_ROOT = Path(__file__).resolve().parent.parent
_QUESTIONS = (
    "What is the half-life of Axid?",
    "What are the contraindications of warfarin?",
    "Show me the structure of nizatidine",
    "Axid urobilinogen",
    "What is the half-life of amoxapine?",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, default=None)
    parser.add_argument("--runs", type=int, default=7)
    chosen = parser.parse_args()
    library = chosen.library or _sample_library()
    print(f"library: {library}, {chosen.runs} runs each after one warm-up\n")
    print(f"{'whole process':34} {'median ms':>10} {'min ms':>8} {'max ms':>8}")
    _row("python -c pass (the floor)", _timed([sys.executable, "-c", "pass"], chosen.runs))
    command = str(Path(sys.executable).parent / "monograph-qa")
    with Library.open(library) as opened:
        names = {question: _routes(opened.ask(question)) for question in _QUESTIONS}
    for question, name in names.items():
        call = [command, "ask", question, "--library", str(library), "--json"]
        _row(f"ask: {name}", _timed(call, chosen.runs))
    print(f"\n{'in process, warm':34} {'median ms':>10} {'min ms':>8} {'max ms':>8}")
    with Library.open(library) as opened:
        for question, name in names.items():
            times = _each(partial(opened.ask, question), chosen.runs * 5)
            _row(f"ask: {name}", times)


def _routes(answer: Answer) -> str:
    """The routes that the answer says it took, or its outcome where there were none."""
    return " + ".join(r.route for r in answer.routes) or answer.outcome.value


def _sample_library() -> Path:
    library = _ROOT / ".bench" / "library"
    with Library.open(library) as opened:
        started = time.perf_counter()
        report = opened.ingest([_ROOT / "monographs"])
        seconds = time.perf_counter() - started
        if report.pages:
            rate = report.pages / seconds
            print(f"loaded {report.pages} pages in {seconds:.1f} s: {rate:.1f} pages/s\n")
    return library


def _timed(call: Sequence[str], runs: int) -> list[float]:
    """Milliseconds of each run of a command, from start to end of its process."""
    return _each(lambda: subprocess.run(call, capture_output=True, check=False), runs)


def _each(action: Callable[[], object], runs: int) -> list[float]:
    action()
    times: list[float] = []
    for _ in range(runs):
        started = time.perf_counter()
        action()
        times.append((time.perf_counter() - started) * 1000)
    return times


def _row(name: str, times: list[float]) -> None:
    middle = statistics.median(times)
    print(f"{name:34} {middle:10.1f} {min(times):8.1f} {max(times):8.1f}")


if __name__ == "__main__":
    main()
