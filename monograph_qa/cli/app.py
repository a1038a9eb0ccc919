"""The command line: one command or group of commands a file. The only room that prints."""

import sys

import typer

from monograph_qa.cli.options import say
from monograph_qa.cli.running import complaining, start_lean


def command_line() -> typer.Typer:
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
    from monograph_qa.cli import audit, eval, find, ingest, labels, look, serve, upkeep
    from monograph_qa.cli.ask import ask, chat

    for command in (
        ingest.ingest, ask, chat, find.find,
        find.dose, find.interactions, find.reactions, find.compare,
        look.sections, look.facts, look.images, look.show, find.sql, look.export,
        serve.serve, serve.mcp, look.jobs, ingest.retry, upkeep.doctor,
    ):  # fmt: skip
        app.command()(command)
    for name, group in (
        ("labels", labels.app), ("audit", audit.app), ("eval", eval.app),
        ("names", labels.names_app), ("database", upkeep.app), ("tokens", serve.tokens_app),
    ):  # fmt: skip
        app.add_typer(group, name=name)
    return app


def run() -> None:
    """Does what was typed. Errors of ours become one line and an exit code."""
    if sys.argv[1:2] not in (["ingest"], ["retry"]):
        start_lean()
    with complaining():
        command_line()()


def _version(show: bool) -> None:
    if show:
        from monograph_qa import __version__

        say(f"monograph-qa {__version__}")
        raise typer.Exit


def _root(
    show_version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and stop."
    ),
) -> None:
    pass
