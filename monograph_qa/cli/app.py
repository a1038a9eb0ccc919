"""The command line: one command or group of commands a file. The only room that prints."""

import sys
from importlib import import_module

import typer

from monograph_qa.cli.options import start_lean
from monograph_qa.cli.program import complaint, program
from monograph_qa.errors import MonographError

_FAST = ("ask",)  # commands for which no others are imported: somebody waits for the answer


def command_line(command: str | None = None) -> typer.Typer:
    """The program with all of its commands, or, where `command` must start fast, with just that."""
    app = program()
    if command in _FAST:
        app.command()(getattr(import_module(f"monograph_qa.cli.{command}"), command))
        return app
    from monograph_qa.cli import (
        ask,
        audit,
        chat,
        database,
        doctor,
        eval,
        find,
        ingest,
        jobs,
        labels,
        look,
        names,
        serve,
        sql,
        tokens,
    )

    for each in (
        ingest.ingest, ask.ask, chat.chat, find.find,
        find.dose, find.interactions, find.reactions, find.compare,
        look.sections, look.facts, look.images, look.show, sql.sql, look.export,
        serve.serve, serve.mcp, jobs.jobs, jobs.retry, doctor.doctor,
    ):  # fmt: skip
        app.command()(each)
    for group in (labels, audit, eval, names, database, tokens):
        app.add_typer(group.app, name=group.__name__.rpartition(".")[2])
    return app


def run() -> None:
    """Does what was typed. Errors of ours become one line and an exit code."""
    if sys.argv[1:2] not in (["ingest"], ["retry"]):
        start_lean()
    try:
        command_line(sys.argv[1] if len(sys.argv) > 1 else None)()
    except MonographError as error:
        line, code = complaint(error)
        sys.stderr.write(line)
        sys.exit(code)
    except RuntimeError as error:
        if str(error) != "Query interrupted":  # DuckDB's word for Ctrl-C
            raise
        raise KeyboardInterrupt from error
