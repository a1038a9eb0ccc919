"""`monograph-qa ask`: one question, one judged answer."""

from typing import Annotated

import typer

from monograph_qa.cli.options import JsonOption, LibraryOption, print_json

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
    open_pictures: Annotated[
        bool, typer.Option("--open", help="Open the pictures of the answer in a viewer.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer a question from the labels, word for word, each line cited.

    Examples:

      monograph-qa ask "What is the half-life of Axid?"

      monograph-qa ask "Contraindications of metformin" --all-labels

      monograph-qa ask "Show me the structure of nizatidine" --open

      monograph-qa ask "Side effects of warfarin" --json
    """
    from monograph_qa.answer.rendering import answer_value
    from monograph_qa.cli.answer_text import answer_text
    from monograph_qa.errors import QuestionError
    from monograph_qa.library import Library

    with Library.open(library) as opened:
        try:
            answer = opened.ask(question, label=label, all_labels=all_labels)
        except QuestionError as error:
            raise typer.BadParameter(str(error), param_hint="QUESTION") from error
        if as_json:
            print_json(answer_value(answer, lambda image: str(opened.picture_path(image))))
        else:
            print(answer_text(answer, lambda image: str(opened.picture_path(image))))
        if open_pictures:
            for image in answer.images:
                typer.launch(str(opened.picture_path(image)))
    raise typer.Exit(EXIT_CODES[answer.outcome.value])


def add_to(app: typer.Typer) -> None:
    app.command()(ask)
