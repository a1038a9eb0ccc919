"""What `ask` does, by itself or in a server that runs: to ask, to have a choice made, to show."""

import gc
import sys
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from monograph_qa.cli.running import complaining, start_lean
from monograph_qa.cli.screen import open_file, typed, width
from monograph_qa.errors import NotFound, QuestionError
from monograph_qa.visible import json_text, visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from monograph_qa.domain.answer import Answer, Candidate
    from monograph_qa.domain.label import Image
    from monograph_qa.store.place import Place


class AskedLibrary(Protocol):
    """What `ask` needs of a library (see `Library`)."""

    @property
    def place(self) -> "Place": ...

    @property
    def ask(self) -> "Callable[..., Answer]": ...

    def standing(self, fact_id: str) -> tuple[tuple[str, bytes], ...]: ...

    def picture_path(self, image: "Image") -> Path: ...


class Terminal:
    """That of this process, or in a server that of the process that asks it: `columns` is its
    width, None where lines stay whole; it is attended where somebody is there to be asked."""

    def __init__(self) -> None:
        self.columns = width()
        self.is_attended = sys.stdin.isatty() and sys.stdout.isatty()

    def library(self, named: str | None) -> AbstractContextManager[AskedLibrary]:
        from monograph_qa.library import Library

        return Library.open(named)

    def say(self, text: str) -> None:
        sys.stdout.write(text)

    def note(self, text: str) -> None:
        sys.stderr.write(text)

    def typed(self, prompt: str) -> str:
        return typed(prompt)

    def launch(self, path: Path) -> None:
        open_file(str(path))


EXIT_CODES = {"answered": 0, "not_found": 3, "out_of_scope": 3, "withheld": 3, "clarify": 4}


def answered_here(asked: dict[str, Any]) -> int | None:
    """The exit code of `ask`, answered by this process; None where the question is no question,
    as the whole program says better."""
    start_lean()
    gc.disable()  # one answer holds little: to look for rings in it takes longer than it gives
    code = None
    with complaining(), suppress(QuestionError):
        code = answer_at(Terminal(), **asked)
        gc.freeze()  # the process ends: nobody need look through all that it holds once more
    return code


def answer_at(
    terminal: Terminal,
    question: str,
    *,
    trace: bool = False,
    open_pictures: bool = False,
    library: str | None = None,
    as_json: bool = False,
    **how: Any,
) -> int:
    """The exit code, when the answer is shown at the terminal; `how` to ask is as of `Library`."""
    from monograph_qa.values import answer_value

    with terminal.library(library) as asked:
        answer = asked.ask(question, **how)
        if not as_json and (chosen := _choice(terminal, answer)):
            again = {name: how[name] for name in ("full", "writer") if name in how}
            answer = asked.ask(**_again(question, answer, chosen), **again)

        def path_of(image: "Image") -> str:
            return str(asked.picture_path(image))

        if as_json:
            terminal.say(json_text(answer_value(answer, path_of), indent=2) + "\n")
        else:
            from monograph_qa.cli.answer_text import answer_text

            text = answer_text(answer, path_of, terminal.columns, full=how.get("full", False))
            terminal.say(visible(text) + "\n")
        if trace:
            from monograph_qa.cli.answer_text import trace_text

            terminal.note(visible(trace_text(answer)) + "\n")
        for path in _to_open(terminal, asked, answer) if open_pictures else ():
            terminal.launch(path)
    return EXIT_CODES[answer.outcome.value]


def _to_open(terminal: Terminal, library: "AskedLibrary", answer: "Answer") -> "list[Path]":
    """The pictures of the answer; without any, where its first line stands."""
    from monograph_qa.store.kept_files import kept_file

    if answer.images or not answer.groups:
        return [library.picture_path(image) for image in answer.images]
    fact_id = answer.groups[0].quotes[0].fact_id
    try:
        files = library.standing(fact_id)
    except NotFound as error:
        terminal.note(visible(f"no page to open: {error}\n"))
        return []
    folder = library.place.pictures
    return [
        kept_file(folder, f"{fact_id}_{at}", content, ending)
        for at, (ending, content) in enumerate(files, 1)
    ]


def _choice(terminal: Terminal, answer: "Answer") -> "Candidate | None":
    """The candidate that the asker picks by number; None where nobody is there to be asked."""
    if not answer.candidates or not terminal.is_attended:
        return None
    offered = [f"  {at}. {each.offered}" for at, each in enumerate(answer.candidates, 1)]
    terminal.say(visible("\n".join([answer.message, *offered, ""])))
    typed = terminal.typed("Number (Enter for none): ").strip()
    if typed.isdecimal() and 1 <= int(typed) <= len(answer.candidates):
        return answer.candidates[int(typed) - 1]
    return None


def _again(question: str, answer: "Answer", chosen: "Candidate") -> dict[str, Any]:
    """How to ask again with the choice: of its label, or by its name where several bear that."""
    if chosen.label_id is not None:
        return {"question": question, "label": chosen.label_id}
    unknown = answer.intent.unknown_drugs if answer.intent else ()
    typed = unknown[0].asked if unknown else ""
    return {"question": question.replace(typed, chosen.name) if typed else question}
