"""`monograph-qa ask` and `chat`: one question, or questions that follow one another, each answered,
judged and recorded."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from monograph_qa.cli.answering import Terminal, answer_at
from monograph_qa.cli.options import JsonOption, LibraryOption, say
from monograph_qa.cli.running import is_interrupt
from monograph_qa.errors import QuestionError
from monograph_qa.library import Library

if TYPE_CHECKING:
    from monograph_qa.cli.talk import Talk


def ask(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")],
    label: str | None = typer.Option(
        None, help="Answer from this label (id, or a part of its title)."
    ),
    all_labels: bool = typer.Option(
        False, "--all-labels", help="Answer from each label of the drug, apart."
    ),
    full: bool = typer.Option(False, "--full", help="Show all that was found, and the sources."),
    writer: str | None = typer.Option(
        None,
        metavar="template|llm|llm-text",
        help="Who arranges the quotes; else MONOGRAPH_QA_WRITER says.",
    ),
    trace: bool = typer.Option(
        False, "--trace", help="Tell each step and its time, on standard error."
    ),
    open_pictures: bool = typer.Option(
        False, "--open", help="Open its pictures, or the page of its first line."
    ),
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer a question from the labels, word for word, each line cited.

    Examples:

      monograph-qa ask "What is the half-life of Axid?"

      monograph-qa ask "Contraindications of metformin" --all-labels

      monograph-qa ask "Show me the structure of nizatidine" --open

      monograph-qa ask "Half-life and protein binding of warfarin" --trace

      monograph-qa ask "Side effects of warfarin" --json
    """
    typed = dict(locals())
    try:
        code = answer_at(Terminal(), **typed)
    except QuestionError as error:
        raise typer.BadParameter(str(error), param_hint="QUESTION") from error
    raise typer.Exit(code)


_PROMPT = "? "
_LONGEST_HISTORY = 500  # lines, of this session


def chat(
    label: str | None = typer.Option(
        None, help="Ask all questions of this label (id, or part of a title)."
    ),
    library: LibraryOption = None,
    as_json: bool = typer.Option(
        False, "--json", help="Print one line of JSON for each line typed."
    ),
) -> None:
    """Ask questions that follow one another: “and in children?” keeps drug and subject.

    What is taken over from the question before is shown above each answer.
    A word that may be another drug is never answered about the one before.
    Every question is recorded in the audit log, as with ask.

    Commands: /sources, /why, /label, /help, /quit. A number chooses from what
    was offered. Ctrl-C stops an answer, Ctrl-D leaves. Piped lines are
    answered one after the other; the exit code is then 0, whatever they were.

    Examples:

      monograph-qa chat

      monograph-qa chat --label axid

      printf 'dose of Axid?\\nand in children?\\n' | monograph-qa chat --json
    """
    from monograph_qa.cli.talk import Talk

    with Library.open(library) as opened:
        talk = Talk(opened, as_json=as_json)
        if label is not None:
            talk.keep_label(label)
        if sys.stdin.isatty() and not as_json:
            _typed(talk)
        else:
            _piped(talk, as_json=as_json)


def _piped(talk: "Talk", *, as_json: bool) -> None:
    for line in sys.stdin:
        if not line.strip():
            continue
        if not as_json:
            say(f"{_PROMPT}{line.strip()}")
        talk.hear(line)
        sys.stdout.flush()
        if talk.is_over:
            return


def _typed(talk: "Talk") -> None:
    say("Ask about a drug; /help lists the commands, Ctrl-D leaves.")
    for line in _lines():
        try:
            talk.hear(line)
        except (KeyboardInterrupt, RuntimeError) as error:
            if not is_interrupt(error):
                raise
            say("(stopped)")
        if talk.is_over:
            return


def _lines() -> Iterator[str]:
    """What is typed, line by line, until Ctrl-D; Ctrl-C empties the line."""
    _with_history()
    while True:
        try:
            line = input(_PROMPT)
        except KeyboardInterrupt:
            say("\n(Ctrl-D or /quit leaves)")
            continue
        except EOFError:
            say()
            return
        if line.strip():
            yield line


def _with_history() -> None:
    """Arrow keys recall this session's lines; Tab completes commands."""
    with suppress(ImportError):  # some systems build Python without it
        import readline

        from monograph_qa.values import COMMANDS

        def complete(text: str, state: int) -> str | None:
            fitting = [name for name in COMMANDS if name.startswith(text)]
            return fitting[state] if text.startswith("/") and state < len(fitting) else None

        readline.set_history_length(_LONGEST_HISTORY)
        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")
