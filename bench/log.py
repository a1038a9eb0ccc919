"""The audit log under fire: many askers at once, killed at random; then every kind of tampering.

    python -m bench.log [--questions N] [--askers N] [--kills N] [--library DIR] [--seed N]
                        [--server [URL]]

Askers are processes that print an audit id after each answer, as `monograph-qa ask` does. Whatever
was printed must have its record, and the chain must be whole. Then copies of the log are changed
byte by byte, cut and written anew; `audit verify` must find each change. Without --library the
sample monographs are loaded first; with it, a copy of that library is asked. With --server all of
it is done on a PostgreSQL server: the one named, by a user who may make databases (two of its own
are made and dropped), or one that is started for it.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

from bench.log_server import a_database, a_server, server_tallies, size_of
from bench.log_tampering import (
    Tally,
    every_byte,
    file_bytes,
    first_records,
    random_columns,
    removals,
)
from monograph_qa import Library
from monograph_qa.pipeline.examining.proving import prove
from monograph_qa.store.files.journal import FileJournal
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place, open_journal

_SAMPLES = Path(__file__).resolve().parent.parent / "monographs"
_SUBJECTS = (
    "What is the half-life of {}?", "Contraindications of {}", "How is {} stored?",
    "What is the dose of {} in renal impairment?", "Side effects of {}", "Who won the world cup?",
    "Mr. Haversham, MRN 0048291, takes {}: is it safe in pregnancy?", "{} overdose",
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--askers", type=int, default=8)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--library")
    parser.add_argument("--seed", type=int, default=20260101)
    parser.add_argument("--server", nargs="?", const="", metavar="URL")
    parser.add_argument("--ask", type=int, metavar="N", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    dice = random.Random(chosen.seed)
    if chosen.ask is not None:
        _ask(chosen.library, dice, chosen.ask)
        return 0
    if chosen.server is not None:
        with a_server(chosen.server) as maintenance, a_database(maintenance, "asked") as server:
            _load_samples(server.url)
            faults = _asked(server, server.url, chosen, dice)
            faults += _told(server_tallies(maintenance, server, dice))
        return 1 if faults else 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = _library(Path(temporary) / "library", chosen.library)
        faults = _asked(folder, str(folder.root), chosen, dice)
        faults += _told(_file_tallies(folder, Path(temporary), dice))
    return 1 if faults else 0


def _library(root: Path, given: str | None) -> LibraryFolder:
    folder = LibraryFolder(root)
    if given is not None:
        folder.root.mkdir(parents=True, exist_ok=True)
        shutil.copy(LibraryFolder(Path(given)).library, folder.library)
    else:
        _load_samples(str(root))
    FileJournal(folder.journal).close()
    return folder


def _load_samples(named: str) -> None:
    code = "from monograph_qa.cli.start import main; main()"
    call = [sys.executable, "-c", code, "ingest", str(_SAMPLES), "--library", named]
    subprocess.run(call, check=True, capture_output=True)


def _ask(named: str, dice: random.Random, most: int) -> None:
    """Asks and prints what `ask` prints last: the audit id, once the answer is there."""
    with Library.open(named) as library:
        drugs = [label.drug for label in library.reader.labels()]
        for _ in range(most):
            answer = library.ask(dice.choice(_SUBJECTS).format(dice.choice(drugs)))
            print(answer.audit_id, flush=True)


class Askers:
    """Processes that ask until enough is answered; one that is killed is followed by another."""

    def __init__(self, named: str, wanted: int) -> None:
        self.printed: list[str] = []
        self.stillborn = 0
        self._named = named
        self._wanted = wanted
        self._running: set[int] = set()
        self._lock = threading.Lock()

    def keep_asking(self, seed: int) -> None:
        while len(self.printed) < self._wanted:
            seed += 1000
            call = [sys.executable, "-m", "bench.log", "--library", self._named]
            process = subprocess.Popen(
                [*call, "--seed", str(seed), "--ask", str(self._wanted)],
                stdout=subprocess.PIPE, text=True, start_new_session=True,
            )  # fmt: skip
            with self._lock:
                self._running.add(process.pid)
            assert process.stdout is not None
            before = len(self.printed)
            for line in process.stdout:
                if line.endswith("\n"):  # a line cut short by the kill was not said
                    self.printed.append(line.strip())
                if len(self.printed) >= self._wanted:
                    break
            with self._lock:
                self._running.discard(process.pid)
            process.kill()
            process.wait()
            process.stdout.close()
            self.stillborn += len(self.printed) == before

    def kill_one(self, dice: random.Random) -> bool:
        with self._lock:
            if not self._running:
                return False
            os.kill(dice.choice(sorted(self._running)), signal.SIGKILL)
        return True


def _asked(place: Place, named: str, chosen: argparse.Namespace, dice: random.Random) -> int:
    askers = Askers(named, chosen.questions)
    started = time.perf_counter()
    threads = [
        threading.Thread(target=askers.keep_asking, args=(chosen.seed + at,))
        for at in range(chosen.askers)
    ]
    for thread in threads:
        thread.start()
    kills = 0
    while any(thread.is_alive() for thread in threads):
        # Spread over the questions, at random moments between two of them.
        due = kills < chosen.kills * len(askers.printed) / max(chosen.questions, 1)
        kills += due and askers.kill_one(dice)
        time.sleep(dice.uniform(0.001, 0.05))
    for thread in threads:
        thread.join()
    took = time.perf_counter() - started
    with closing(open_journal(place)) as journal:
        started = time.perf_counter()
        proof = prove(journal)
        verified = time.perf_counter() - started
        held = {record.audit_id for _, record in journal.records()}
        private = sum("Haversham" in record.question for _, record in journal.records())
    lost = set(askers.printed) - held
    megabytes = _size(place) / 1e6
    print(f"answers printed              {len(askers.printed):6}")
    print(f"askers killed (kill -9)      {kills:6}  (and {chosen.askers} at the end)")
    print(f"records in the log           {proof.records:6}")
    print(f"printed, but not recorded    {len(lost):6}")
    print(f"breaks of the chain          {len(proof.breaks):6}")
    print(f"questions with a name left   {private:6}")
    print(f"asking                       {took:6.1f} s, {len(askers.printed) / took:.1f} a second")
    print(f"verifying {megabytes:5.1f} MB           {verified:6.2f} s")
    return len(lost) + len(proof.breaks) + private


def _size(place: Place) -> int:
    return place.journal.stat().st_size if isinstance(place, LibraryFolder) else size_of(place)


def _file_tallies(folder: LibraryFolder, place: Path, dice: random.Random) -> dict[str, Tally]:
    small = first_records(folder.journal, place / "small", most=12, longest=6000)
    return {
        "every byte of 3 records": every_byte(small, 3),
        "any column of the whole log": random_columns(folder, 60, dice),
        "a byte of the file": file_bytes(small, 1500, dice),
        **removals(small, place),
    }


def _told(tallies: dict[str, Tally]) -> int:
    print(f"\n{'what was changed':34}{'tried':>8}{'found':>8}{'harmless':>10}{'missed':>8}")
    for name, tally in tallies.items():
        print(f"{name:34}{tally.tried:8}{tally.found:8}{tally.harmless:10}{tally.missed:8}")
    return sum(tally.missed for tally in tallies.values())


if __name__ == "__main__":
    sys.exit(main())
