"""Where an answer is shown and a choice is made."""

import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from monograph_qa.cli.screen import open_file, typed, width

if TYPE_CHECKING:
    from monograph_qa.domain.answer import Answer
    from monograph_qa.domain.label import Image
    from monograph_qa.store.place import Place


class AskedLibrary(Protocol):
    """What `ask` needs of a library (see `Library`)."""

    @property
    def place(self) -> "Place": ...

    def ask(
        self, question: str, *, label: str | None = None, all_labels: bool = False,
        full: bool = False, writer: str | None = None,
    ) -> "Answer": ...  # fmt: skip

    def standing(self, fact_id: str) -> tuple[tuple[str, bytes], ...]: ...

    def picture_path(self, image: "Image") -> Path: ...


class Terminal:
    """That of this process: `columns` is its width, None where lines stay whole; it is attended
    where somebody is there to be asked. A server has one for the process that asks it."""

    def __init__(self) -> None:
        self.columns = width()
        self.is_attended = sys.stdin.isatty() and sys.stdout.isatty()

    def library(self, named: str | None) -> AbstractContextManager[AskedLibrary]:
        """The library that is asked, in the folder or at the URL named."""
        from monograph_qa.library import Library

        return Library.open(named)

    def say(self, text: str) -> None:
        sys.stdout.write(text)

    def note(self, text: str) -> None:
        """Says something beside the answer."""
        sys.stderr.write(text)

    def typed(self, prompt: str) -> str:
        """The line that is typed after the prompt, "" where none is."""
        return typed(prompt)

    def launch(self, path: Path) -> None:
        """Opens a file in whatever program shows such."""
        open_file(str(path))
