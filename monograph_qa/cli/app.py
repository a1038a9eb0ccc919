"""The command line: one command or group of commands a file. The only room that prints."""

import sys

import typer

from monograph_qa.cli.program import program
from monograph_qa.cli.running import complaining, start_lean


def command_line() -> typer.Typer:
    """The program with all of its commands."""
    app = program()
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
    with complaining():
        command_line()()
