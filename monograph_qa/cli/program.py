"""The program before it has commands: its name, its help, its exit codes."""

import typer


def program() -> typer.Typer:
    """The program, without any command."""
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
    return app


def _version(show: bool) -> None:
    if show:
        from monograph_qa import __version__

        print(f"monograph-qa {__version__}")
        raise typer.Exit


def _root(
    show_version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and stop."
    ),
) -> None:
    pass
