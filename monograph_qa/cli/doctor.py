"""`monograph-qa doctor`: what is installed, where the library is, and whether it is sound."""

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption, print_json


def doctor(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """Check the installation, the library and the journal. Exit code 1 if anything is unsound.

    Example: monograph-qa doctor
    """
    from dataclasses import asdict

    from monograph_qa.library import Library
    from monograph_qa.pipeline.examination import examine

    checks = examine(Library.open(library).folder)
    if as_json:
        print_json([asdict(check) for check in checks])
    else:
        for check in checks:
            print(f"{'ok ' if check.sound else 'BAD'}  {check.subject}: {check.detail}")
    raise typer.Exit(0 if all(check.sound for check in checks) else 1)


def add_to(app: typer.Typer) -> None:
    app.command()(doctor)
