"""The width of the terminal, what is typed there, what is opened: without imports, for `warm`."""

import os
import sys

_LEAST, _USUAL = 40, 80
_UNTIL_IT_SHOWS = 5.0  # seconds; a program that still runs then shows the file


def width() -> int | None:
    """Columns of the terminal; None when the output is no terminal and lines stay whole."""
    if not sys.stdout.isatty():
        return None
    given = os.environ.get("COLUMNS", "")
    columns = int(given) if given.isdecimal() else os.get_terminal_size(sys.stdout.fileno()).columns
    return max(_LEAST, columns or _USUAL)


def typed(prompt: str) -> str:
    """The line that is typed after the prompt, "" at the end of the input."""
    try:
        return input(prompt)
    except EOFError:
        print()
        return ""


def open_file(path: str) -> None:
    """Opens a file in the program that shows such; where there is none, says so with the path."""
    import shutil
    import subprocess

    import typer

    program = shutil.which("xdg-open")
    if not sys.platform.startswith("linux"):
        typer.launch(path)
        return
    if program is not None:
        quiet = subprocess.DEVNULL
        shown = subprocess.Popen([program, path], stdout=quiet, stderr=quiet)  # noqa: S603
        try:
            if shown.wait(_UNTIL_IT_SHOWS) == 0:
                return
        except subprocess.TimeoutExpired:
            return
    sys.stderr.write(f"no program that shows it was found: {path}\n")
