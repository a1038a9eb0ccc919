"""A progress bar for loads, on standard error; plain lines where there is no terminal."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Self

from rich import progress as bars
from rich.console import Console

from monograph_qa.pipeline.loading.paths import name_in
from monograph_qa.pipeline.loading.report import (
    FileResult,
    FileState,
    Found,
    Published,
    Waiting,
    rate_text,
    skipped_text,
)
from monograph_qa.visible import visible

_PACE = 30.0  # seconds between two lines on how fast a load is, where there is no terminal


class _Bar:
    """A bar on standard error, from entering to leaving; `fields` are columns of its own."""

    def __init__(self, *fields: bars.ProgressColumn, quiet: bool = False) -> None:
        self._console = Console(stderr=True)
        self._live = self._console.is_terminal and not quiet
        self._bar = bars.Progress(
            bars.SpinnerColumn(),
            bars.TextColumn("{task.description}"),
            bars.BarColumn(),
            bars.MofNCompleteColumn(),
            *fields,
            bars.TimeElapsedColumn(),
            bars.TimeRemainingColumn(),
            console=self._console,
            disable=not self._live,
        )

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # the terminal may be lost
            self._bar.stop()


class LoadProgress(_Bar):
    """Shows each finished file with what was found in it, pages a second, and the time left."""

    def __init__(self, *, quiet: bool, pace: float = _PACE) -> None:
        super().__init__(bars.TextColumn("{task.fields[rate]}"), quiet=quiet)
        self._quiet = quiet
        self._pages = self._read = self._published = 0
        self._folder = Path()
        self._pace = pace
        self._paced_at = time.monotonic()
        self._task = self._bar.add_task("reading labels", total=None, rate="")

    def advance(self, result: FileResult, done: int, total: int) -> None:
        if not self._quiet:
            with self._unheard():
                self._show(result, done, total)

    def note(self, what: Waiting | Found | Published) -> None:
        text = ""
        if isinstance(what, Waiting):
            text = f"waiting for another load to end {what.holder}".strip()
        elif isinstance(what, Found):
            self._folder = what.folder
            text = skipped_text(what.skipped)
        elif isinstance(what, Published):
            self._published = what.labels
            self._bar.update(self._task, rate=self._rate())
            text = "" if self._live else f"published {what.labels} labels so far"
        if text and (isinstance(what, Waiting) or not self._quiet):
            self._say(text)  # who waits learns why, even where nothing else is said

    def say_stopping(self) -> None:
        if not self._quiet:
            self._say("stopping; what was read is being published (Ctrl-C twice more ends it)")

    def _say(self, text: str) -> None:
        with self._unheard():
            self._console.out(visible(text), highlight=False)

    @contextmanager
    def _unheard(self) -> Iterator[None]:
        """The terminal may be lost, the pipe closed: the load goes on."""
        try:
            yield
        except OSError:
            self._quiet = True

    def _show(self, result: FileResult, done: int, total: int) -> None:
        line = self._line(result)
        label = result.label
        if label is not None and result.sections:
            self._pages += label.page_count
            self._read += 1
        if not self._live:
            print(visible(f"[{done}/{total}] {line}"), file=sys.stderr, flush=True)
            if time.monotonic() - self._paced_at >= self._pace and done < total:
                self._paced_at = time.monotonic()
                elapsed = self._bar.tasks[0].elapsed or 0.0
                left = timedelta(seconds=round(elapsed / done * (total - done)))
                self._say(f"{self._rate()}, about {left} left".removeprefix(", "))
            return
        self._bar.update(self._task, completed=done, total=total, rate=self._rate())
        self._console.out(visible(line), highlight=False)

    def _rate(self) -> str:
        elapsed = self._bar.tasks[0].elapsed or 0.0
        if not (elapsed and self._read):
            return ""
        rate = rate_text(self._read / elapsed, self._pages / elapsed)
        return f"{rate}, {self._published} published"

    def _line(self, result: FileResult) -> str:
        name = _printable(name_in(self._folder, result.path))
        if result.error is not None:
            return f"FAILED    {name}: {result.error.cause}"
        if result.duplicate_of is not None:
            return f"duplicate {name}: the same file as {_printable(str(result.duplicate_of))}"
        if result.state is FileState.ELSEWHERE:
            return f"elsewhere {name}: another load that runs now has it"
        label = result.label
        if label is None or not result.sections:
            return f"{result.state.value:9} {name}"
        anew = f", before by {result.parser_before}" if result.parser_before else ""
        silent = f", {len(result.silent_pages)} pages silent" if result.silent_pages else ""
        version = f", version {label.version}" if label.version > 1 else ""
        pages = f"{label.page_count} pages, " if label.page_count else ""
        return (
            f"read      {name}: {label.drug} ({label.format.value}){version}, "
            f"{pages}{result.sections} sections, {result.facts} facts, "
            f"{result.tables} tables, {result.images} images{silent}{anew}"
        )


class CountProgress(_Bar):
    """Shows how far a count has come, where standard error is a terminal."""

    def __init__(self) -> None:
        super().__init__()
        self._tasks: dict[str, bars.TaskID] = {}

    def count(self, what: str, done: int, total: int) -> None:
        if what not in self._tasks:
            self._tasks[what] = self._bar.add_task(what, total=total)
        self._bar.update(self._tasks[what], completed=done, total=total)


def _printable(name: str) -> str:
    """A file's name on one line, unable to steer the terminal: what is not printable is escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in name)
