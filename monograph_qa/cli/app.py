"""The command line: one command a file. The only room that prints."""

import sys
from io import TextIOWrapper
from typing import NoReturn

import typer

from monograph_qa.cli import ask, audit, chat, database, doctor, ingest, jobs, look, names, sql
from monograph_qa.cli.options import start_lean
from monograph_qa.cli.visible import visible

app = typer.Typer(
    name="monograph-qa",
    no_args_is_help=True,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=(
        "Questions about drug labels, answered only in the labels' own words: every line quoted, "
        "cited, checked and logged."
    ),
    epilog=(
        "Exit codes: 0 done or answered, 1 our error, 2 wrong usage (also a label, record or name "
        "that is not here, and SQL that may not run), 3 not answered (not found, out of scope, "
        "withheld), 4 the question needs a choice."
    ),
    pretty_exceptions_enable=False,
)
ingest.add_to(app)
ask.add_to(app)
chat.add_to(app)
look.add_to(app)
sql.add_to(app)
jobs.add_to(app)
doctor.add_to(app)
app.add_typer(audit.app, name="audit")
app.add_typer(names.app, name="names")
app.add_typer(database.app, name="database")


def version(show: bool) -> None:
    if show:
        from monograph_qa import __version__

        print(f"monograph-qa {__version__}")
        raise typer.Exit


@app.callback()
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
        app()
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
