"""`monograph-qa ask`: one question, one judged answer."""

from typing import Annotated

import typer

from monograph_qa.cli.answering import Terminal, answer_at
from monograph_qa.cli.options import JsonOption, LibraryOption
from monograph_qa.errors import QuestionError


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
