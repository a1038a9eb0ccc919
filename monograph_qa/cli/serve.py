"""`serve`, `mcp`, `tokens`: answers over HTTP and for agents, and who may ask."""

import socket
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption, Shown, needs_extra, say, show, table
from monograph_qa.errors import SettingsError
from monograph_qa.library import Library
from monograph_qa.serving.tokens import (
    TOKENS_FILE,
    Role,
    Tokens,
    add_token,
    read_tokens,
    remove_token,
    tokens_file,
)

if TYPE_CHECKING:
    from monograph_qa.serving.serving import Serving

_HERE = ("127.0.0.1", "::1", "localhost")

HostOption = Annotated[
    str, typer.Option("--host", help="Where to listen; beyond this machine, tokens are needed.")
]
TokensOption = Annotated[
    Path | None,
    typer.Option(
        "--tokens",
        metavar="FILE",
        help="Who may ask (see: monograph-qa tokens).",
        show_default="MONOGRAPH_QA_TOKENS_FILE, or none",
    ),
]
GuestOption = Annotated[
    list[Role] | None,
    typer.Option(
        "--guest",
        help="What else may be done without a token, from this machine; repeatable. Where there "
        "are no tokens, everyone here may ask.",
    ),
]


def serve(
    port: int = typer.Option(8000, min=0, max=65535, help="Port to listen at; 0: any free one."),
    host: HostOption = "127.0.0.1",
    tokens: TokensOption = None,
    guest: GuestOption = None,
    library: LibraryOption = None,
) -> None:
    """Answer over HTTP and in the browser, and the command line's questions sooner.

    What is loaded meanwhile is answered from at once. Ctrl-C ends it, when what
    was asked is answered. Limits are set by MONOGRAPH_QA_SERVE_* (docs/serving.md).

    Exit codes: 0 ended as told, 1 no library there, a port in use, a setting that
    makes no sense, 2 wrong usage.

    Examples:

      monograph-qa serve

      monograph-qa serve --port 8080 --library ./library

      monograph-qa serve --host 0.0.0.0 --tokens tokens.json
    """
    with needs_extra("serve"):
        from monograph_qa.serving.app import create_app, listening, run
    from monograph_qa.cli.warm_socket import answering_commands

    with (
        closing(listening(host, port)) as at,
        closing(serving(library, host, tokens, guest)) as shared,
        answering_commands(shared),
    ):
        say_where(at, "/")
        run(create_app(shared), at, shared.limits)


def serving(
    library: str | None, host: str, tokens: Path | None, guest: list[Role] | None
) -> "Serving":
    """The library as a server shares it, to be closed in the end. Raises LibraryError without one,
    SettingsError for tokens that cannot be used, or none where others than this machine can ask."""
    from monograph_qa.serving.serving import Limits, Serving

    path = tokens or tokens_file()
    known = read_tokens(path) if path else {}
    if not known and host not in _HERE:
        raise SettingsError(f"who may ask at {host}? name tokens (see: monograph-qa tokens)")
    may = [*(guest or []), *([] if known else [Role.ASK])]
    return Serving(Library.open(library).place, Limits.read(), Tokens(known, may))


def say_where(at: socket.socket, path: str) -> None:
    host, port, *_ = at.getsockname()
    name = f"[{host}]" if ":" in host else host
    say(f"answering at http://{name}:{port}{path} (Ctrl-C ends it)", flush=True)


def mcp(
    port: int | None = typer.Option(
        None, min=0, max=65535, help="Answer over HTTP there, and not by standard input."
    ),
    host: HostOption = "127.0.0.1",
    tokens: TokensOption = None,
    guest: GuestOption = None,
    library: LibraryOption = None,
) -> None:
    """Give agents the labels as tools (Model Context Protocol), by standard input or HTTP.

    Tools: ask, search_label, get_section, get_facts, get_page, list_labels; all
    only read. Every call is in the audit log with the name of the caller.

    Exit codes: 0 ended as told, 1 no library there, a port in use, a setting that
    makes no sense, 2 wrong usage.

    Examples:

      monograph-qa mcp --library ./library

      monograph-qa mcp --port 8001 --tokens tokens.json
    """
    with needs_extra("mcp"):
        from monograph_qa.serving.agents import create_mcp, over_http
        from monograph_qa.serving.app import listening, run

    with closing(serving(library, host, tokens, guest)) as shared:
        server = create_mcp(shared)
        if port is None:
            server.run("stdio")
            return
        with closing(listening(host, port)) as at:
            say_where(at, "/mcp")
            run(over_http(server, shared, "/mcp"), at, shared.limits)


tokens_app = typer.Typer(
    no_args_is_help=True,
    help="Who may ask a server (serve, mcp), and for what. Tokens are kept as hashes alone.",
)
NameArgument = Annotated[str, typer.Argument(help="Whose token it is; audit records name it.")]


@tokens_app.command()
def add(
    name: NameArgument,
    role: list[Role] | None = typer.Option(
        None, help="What it is good for; repeatable.", show_default=Role.ASK.value
    ),
    tokens: TokensOption = None,
) -> None:
    """Make a token, and print it this once. One of that name is replaced.

    ask: questions, labels, pages; audit: the log; load: loads and doubts.
    A server that runs takes it when it is started again.

    Examples:

      monograph-qa tokens add ward-3 --tokens tokens.json

      monograph-qa tokens add quality --role ask --role audit --tokens tokens.json
    """
    say(add_token(_file(tokens), name, role or [Role.ASK]))


@tokens_app.command()
def remove(name: NameArgument, tokens: TokensOption = None) -> None:
    """Remove the token of a name.

    Example: monograph-qa tokens remove ward-3 --tokens tokens.json
    """
    remove_token(_file(tokens), name)


@tokens_app.command("list")
def list_(tokens: TokensOption = None, as_json: JsonOption = False) -> None:
    """List whose tokens there are, and what each is good for.

    Example: monograph-qa tokens list --tokens tokens.json
    """
    callers = read_tokens(_file(tokens)).values()
    rows = [(each.name, sorted(role.value for role in each.roles)) for each in callers]
    value = [{"name": name, "roles": roles} for name, roles in rows]
    lines = table(("name", "roles"), ((name, ", ".join(roles)) for name, roles in rows))
    show(Shown(value, lines), as_json=as_json)


def _file(named: Path | None) -> Path:
    path = named or tokens_file()
    if path is None:
        raise typer.BadParameter(f"name a file, or set {TOKENS_FILE}", param_hint="--tokens")
    return path
