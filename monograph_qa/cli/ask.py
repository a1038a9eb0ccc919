"""`monograph-qa ask`: one question, one judged answer."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption, print_json
from monograph_qa.cli.visible import visible

if TYPE_CHECKING:
    from pathlib import Path

    from monograph_qa.domain.answer import Answer, Candidate
    from monograph_qa.library import Library

EXIT_CODES = {"answered": 0, "not_found": 3, "out_of_scope": 3, "withheld": 3, "clarify": 4}


def ask(
    question: Annotated[str, typer.Argument(help="The question, in quotes.")],
    label: Annotated[
        str | None,
        typer.Option("--label", help="Answer from this label (id, or a part of its title)."),
    ] = None,
    all_labels: Annotated[
        bool, typer.Option("--all-labels", help="Answer from each label of the drug, apart.")
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Show all that was found, and the sources.")
    ] = False,
    writer: Annotated[
        str | None,
        typer.Option(
            "--writer",
            metavar="template|llm|llm-text",
            help="Who arranges the quotes; else MONOGRAPH_QA_WRITER says.",
        ),
    ] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Tell each step and its time, on standard error.")
    ] = False,
    open_pictures: Annotated[
        bool, typer.Option("--open", help="Open its pictures, or the page of its first line.")
    ] = False,
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
    from monograph_qa.answer.rendering import answer_value
    from monograph_qa.cli.answer_text import answer_text, trace_text
    from monograph_qa.errors import QuestionError
    from monograph_qa.library import Library

    with Library.open(library) as opened:
        try:
            answer = opened.ask(
                question, label=label, all_labels=all_labels, full=full, writer=writer
            )
        except QuestionError as error:
            raise typer.BadParameter(str(error), param_hint="QUESTION") from error
        if not as_json and (chosen := _choice(answer)):
            answer = opened.ask(**_again(question, answer, chosen), full=full, writer=writer)
        if as_json:
            print_json(answer_value(answer, lambda image: str(opened.picture_path(image))))
        else:
            print(
                visible(
                    answer_text(answer, lambda image: str(opened.picture_path(image)), full=full)
                )
            )
        if trace:
            print(visible(trace_text(answer)), file=sys.stderr)
        if open_pictures:
            for path in _to_open(opened, answer):
                typer.launch(str(path))
    raise typer.Exit(EXIT_CODES[answer.outcome.value])


def _to_open(library: "Library", answer: "Answer") -> "list[Path]":
    """The pictures of the answer; without any, the page of its first line, boxed."""
    from monograph_qa.errors import NotFound

    if answer.images or not answer.groups:
        return [library.picture_path(image) for image in answer.images]
    fact_id = answer.groups[0].quotes[0].fact_id
    try:
        pages = library.pages(fact_id)
    except NotFound as error:
        typer.echo(visible(f"no page to open: {error}"), err=True)
        return []
    folder = library.place.pictures
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for page in pages:
        path = folder / f"{fact_id}-{page.page}.png"
        path.write_bytes(page.png)
        found.append(path)
    return found


def _choice(answer: "Answer") -> "Candidate | None":
    """The candidate that the asker picks by number; None where nobody is there to be asked."""
    if not answer.candidates or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    typer.echo(visible(answer.message))
    for at, each in enumerate(answer.candidates, 1):
        typer.echo(visible(f"  {at}. {each.offered}"))
    typed = typer.prompt("Number (Enter for none)", default="", show_default=False).strip()
    if typed.isdecimal() and 1 <= int(typed) <= len(answer.candidates):
        return answer.candidates[int(typed) - 1]
    return None


def _again(question: str, answer: "Answer", chosen: "Candidate") -> dict[str, Any]:
    """How to ask again with the choice: of its label, or by its name where several bear that."""
    if chosen.label_id is not None:
        return {"question": question, "label": chosen.label_id}
    strange = answer.intent.unknown_drugs if answer.intent else ()
    typed = strange[0].asked if strange else ""
    return {"question": question.replace(typed, chosen.name) if typed else question}


def add_to(app: typer.Typer) -> None:
    app.command()(ask)
