"""`monograph-qa tokens`: who may ask a server, and for what."""

from pathlib import Path
from typing import Annotated

import typer

from monograph_qa.cli.options import JsonOption, print_json, print_table
from monograph_qa.cli.serve import TokensOption
from monograph_qa.serving.tokens import (
    TOKENS_FILE,
    Role,
    add_token,
    read_tokens,
    remove_token,
    tokens_file,
)

app = typer.Typer(
    no_args_is_help=True,
    help="Who may ask a server (serve, mcp), and for what. Tokens are kept as hashes alone.",
)
NameArgument = Annotated[str, typer.Argument(help="Whose token it is; audit records name it.")]


@app.command()
def add(
    name: NameArgument,
    role: Annotated[
        list[Role] | None,
        typer.Option(
            "--role", help="What it is good for; repeatable.", show_default=Role.ASK.value
        ),
    ] = None,
    tokens: TokensOption = None,
) -> None:
    """Make a token, and print it this once. One of that name is replaced.

    ask: questions, labels, pages; audit: the log; load: loads and doubts.
    A server that runs takes it when it is started again.

    Examples:

      monograph-qa tokens add ward-3 --tokens tokens.json

      monograph-qa tokens add quality --role ask --role audit --tokens tokens.json
    """
    print(add_token(_file(tokens), name, role or [Role.ASK]))


@app.command()
def remove(name: NameArgument, tokens: TokensOption = None) -> None:
    """Remove the token of a name.

    Example: monograph-qa tokens remove ward-3 --tokens tokens.json
    """
    remove_token(_file(tokens), name)


@app.command("list")
def list_(tokens: TokensOption = None, as_json: JsonOption = False) -> None:
    """List whose tokens there are, and what each is good for.

    Example: monograph-qa tokens list --tokens tokens.json
    """
    callers = read_tokens(_file(tokens)).values()
    rows = [(each.name, sorted(role.value for role in each.roles)) for each in callers]
    if as_json:
        print_json([{"name": name, "roles": roles} for name, roles in rows])
    else:
        print_table(("name", "roles"), ((name, ", ".join(roles)) for name, roles in rows))


def _file(named: Path | None) -> Path:
    path = named if named is not None else tokens_file()
    if path is None:
        raise typer.BadParameter(f"name a file, or set {TOKENS_FILE}", param_hint="--tokens")
    return path
