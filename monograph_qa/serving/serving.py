"""What the routes of one server share: its library, its limits, who may ask, what it counts."""

from collections.abc import Callable
from functools import lru_cache, partial
from importlib import import_module
from typing import Any

from monograph_qa.domain.answer import Answer
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.library import Library
from monograph_qa.serving.chats import Chats
from monograph_qa.serving.limits import Limits
from monograph_qa.serving.metrics import Metrics
from monograph_qa.serving.reading_queue import ReadingQueue
from monograph_qa.serving.tokens import Tokens
from monograph_qa.store.place import Place, open_journal

_PAGES_KEPT = 64  # sentences whose pages are kept, of 150 kB each


class Serving:
    """All that reads the library is a function of it that is handed to one of three queues.

    `read` is for questions and quick look-ups, `draw` for pages and what looks across labels,
    `review` for the log, which may be long: so that no question waits for either.
    """

    def __init__(self, place: Place, limits: Limits, tokens: Tokens) -> None:
        """Raises LibraryError without a library there, JournalError where none can be kept."""
        self.place = place
        self.limits = limits
        self.tokens = tokens
        self.metrics = Metrics()
        self._queues = tuple(ReadingQueue(Library(place), limits) for _ in range(3))
        self.questions, pages, log = self._queues
        self.read, self.draw, self.review = self.questions.read, pages.read, log.read
        self.pages = lru_cache(_PAGES_KEPT)(pages.library.pages)
        """`Library.pages`, the latest of them kept; to be called in a turn of `draw`."""
        pages.when_published(self.pages.cache_clear)
        library = self.questions.library
        self.chats = Chats(library, partial(self.ask, library), limits.chats)
        self.version = library.reader.version()
        open_journal(place, make=True).close()
        self.questions.when_published(self._renew)
        self.questions.queue(_prepare_questions)
        pages.queue(_prepare_pages)

    def ask(self, library: Library, question: str, **how: Any) -> Answer:
        """`library.ask`, counted; to be called in turn."""
        answer = library.ask(question, **how)
        self.metrics.count_answer(answer)
        return answer

    def close(self) -> None:
        """Waits for what was begun, and lets go of the library."""
        for queue in self._queues:
            queue.close()

    def _renew(self) -> None:
        self.version = self.questions.library.reader.version()
        self.chats.renew()


class _NoJournal:
    """Takes a record and forgets it: of a question that nobody asked, whose answer nobody sees."""

    def append(self, seal: Callable[[str], AuditRecord]) -> tuple[int, AuditRecord]:
        return 0, seal("")

    def keep_head(self, text: str, may_replace: Callable[[str], bool]) -> None:
        pass


def _prepare_questions(library: Library) -> None:
    """Imports and reads what the first question would wait for, by a question of our own."""
    from monograph_qa.pipeline.answering import answer_question

    names = library.reader.few_names()
    if names:
        _, name, _, label_id = names[0]
        question = f"Maximum dose and half-life of {name} in children with renal impairment"
        answer_question(question, library.reader, _NoJournal(), label=label_id)


def _prepare_pages(library: Library) -> None:
    """Imports what the first page would wait for."""
    for name in ("pypdfium2", "PIL.ImageDraw", "PIL.PngImagePlugin"):
        import_module(name)
    library.reader.version()
