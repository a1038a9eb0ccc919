"""The command line: one command a file. The only room that prints."""

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

import typer

from monograph_qa.cli.options import start_lean
from monograph_qa.cli.visible import visible

_QUICK = ("ask",)  # commands for which no others are imported: somebody waits for the answer


def command_line(command: str | None = None) -> typer.Typer:
    """The program with all of its commands, or, where `command` must start fast, with just that."""
    app = typer.Typer(
        name="monograph-qa",
        no_args_is_help=True,
        add_completion=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        help=(
            "Questions about drug labels, answered only in the labels' own words: every line "
            "quoted, cited, checked and logged."
        ),
        epilog=(
            "Exit codes: 0 done or answered, 1 our error, 2 wrong usage (also a label, record or "
            "name that is not here, and SQL that may not run), 3 not answered (not found, out of "
            "scope, withheld), 4 the question needs a choice."
        ),
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    if command in _QUICK:
        import_module(f"monograph_qa.cli.{command}").add_to(app)
        return app
    from monograph_qa.cli import (
        ask,
        audit,
        chat,
        database,
        doctor,
        ingest,
        jobs,
        labels,
        look,
        names,
        sql,
    )

    for each in (ingest, ask, chat, look, sql, jobs, doctor):
        each.add_to(app)
    for group in (labels, audit, names, database):
        app.add_typer(group.app, name=group.__name__.rpartition(".")[2])
    return app


def version(show: bool) -> None:
    if show:
        from monograph_qa import __version__

        print(f"monograph-qa {__version__}")
        raise typer.Exit


def _root(
    show_version: bool = typer.Option(
        False, "--version", callback=version, is_eager=True, help="Print the version and stop."
    ),
) -> None:
    pass


def _stopped() -> NoReturn:
    print("monograph-qa: stopped", file=sys.stderr)
    sys.exit(130)


def main() -> None:
    """The console entry point: errors of ours become one line and an exit code.

    The code is 2 where only what was typed can be at fault, else 1.
    """
    from monograph_qa.errors import MonographError, NotFound, QueryRefused, QuestionError

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # better than no answer at all
    if sys.argv[1:2] not in (["ingest"], ["retry"]):
        start_lean()
    try:
        command_line(sys.argv[1] if len(sys.argv) > 1 else None)()
    except MonographError as error:
        print(visible(f"monograph-qa: {' '.join(str(error).split())}"), file=sys.stderr)
        sys.exit(2 if isinstance(error, NotFound | QueryRefused | QuestionError) else 1)
    except KeyboardInterrupt:
        _stopped()
    except RuntimeError as error:
        if str(error) != "Query interrupted":  # DuckDB's word for Ctrl-C
            raise
        _stopped()
    except BrokenPipeError:
        # The reader (head, less) has seen enough; the record is already in the journal.
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
