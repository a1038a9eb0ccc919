"""The public door: open a library, load labels, ask. It builds the parts and decides nothing."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from monograph_qa.domain.answer import Answer
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import Image
from monograph_qa.settings import Settings
from monograph_qa.store.journal import Journal
from monograph_qa.store.picture_files import picture_file
from monograph_qa.store.place import Place, open_journal, open_reader, place_named
from monograph_qa.store.reading import LibraryReader
from monograph_qa.store.server.connection import LibraryServer

if TYPE_CHECKING:
    from monograph_qa.pipeline.loading.reading_port import Limits, ReadingEngine
    from monograph_qa.pipeline.loading.report import LoadReport, Progress
    from monograph_qa.pipeline.pages import PageImage


class Library:
    """A published library and its journal, in a folder or on a PostgreSQL server.

    One may be shared by any threads, or asked from asyncio by `asyncio.to_thread`: they take turns,
    and each gets what it would get alone. A question takes some tens of milliseconds of one core;
    processes that open the same library answer at the same time.

    >>> with Library.open("library") as library:        # doctest: +SKIP
    ...     library.ingest(["monographs"])
    ...     answer = library.ask("What is the half-life of Axid?")
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        self._turn = RLock()

    @classmethod
    def open(cls, path: str | Path | None = None) -> Self:
        """The library in the folder `path`, at that URL (postgresql+psycopg://user@host/database),
        or where the settings say. It need not exist yet."""
        return cls(place_named(path if path is not None else Settings.read().library))

    @cached_property
    def reader(self) -> LibraryReader:
        """The published library; of a folder as it is when first asked for. Raises LibraryError
        without one."""
        return open_reader(self.place, little=True)

    @cached_property
    def journal(self) -> Journal:
        """Jobs and audit records. Raises JournalError when it is missing or cannot be opened."""
        return open_journal(self.place)

    def ingest(
        self,
        paths: Iterable[str | Path],
        *,
        workers: int | None = None,
        limits: "Limits | None" = None,
        progress: "Progress | None" = None,
        engine: "ReadingEngine | None" = None,
        stop_heard: Callable[[], None] | None = None,
        sync: bool = False,
        strict: bool = False,
        originals: bool = True,
    ) -> "LoadReport":
        """Loads label files, folders and globs, and publishes them.

        A file that cannot be read fails alone; the report says which and why. With `sync`, labels
        whose files are gone from the folders named are withdrawn; with `strict`, labels whose
        reading is in doubt fail. Each file is kept in the library's folder, unless `originals` is
        False, so that pages can be shown wherever the library goes. Readers are fresh
        processes: a script that calls this needs a `__main__` guard. With an `engine` files are
        read elsewhere (`pipeline.loading.reading_cluster.ReadingCluster.connect`). Ctrl-C ends
        the load after what was read is published; `stop_heard` is called at once. Raises
        LibraryBusy when another load runs, SettingsError for settings that make no sense.
        """
        from monograph_qa.pipeline.ingestion import ingest

        if Settings.read().pictures is not None:
            from monograph_qa.pipeline.loading.monographs import picture_classifier

            picture_classifier()  # what is not installed is told here, not once for every file
        self.close()
        told = {"progress": progress, "stop_heard": stop_heard}
        more: dict[str, Any] = {name: each for name, each in told.items() if each}
        named: Sequence[str | Path] = list(paths)
        return ingest(
            self.place,
            named,
            workers=workers,
            limits=limits,
            engine=engine,
            sync=sync,
            strict=strict,
            originals=originals,
            **more,
        )

    def ask(
        self,
        question: str,
        *,
        label: str | None = None,
        all_labels: bool = False,
        full: bool = False,
        writer: str | None = None,
        previous: Intent | None = None,
    ) -> Answer:
        """The judged answer to a question, recorded in the audit log before it is returned.

        `label` names the label to answer from; `all_labels` answers from each label of an
        ingredient apart instead of asking which; `full` shows asked sections whole, also where
        only some sentences speak of what was asked. "We cannot answer" is an outcome, not an error.
        `writer` is template, llm (a model says which sentences to show, in which order) or llm-text
        (it quotes them in free text); without it, the settings choose.
        `previous` is the `intent` of the answer before, which a follow-up ("and in children?") may
        lean on; `answer.intent.carried` says what was taken over.
        Raises LibraryError without a library, QuestionError for an empty or overlong question,
        NotFound for an unknown `label`, JournalError when the record cannot be written,
        SettingsError for settings of models that make no sense.
        """
        from monograph_qa.pipeline.answering import answer_question
        from monograph_qa.pipeline.writing.models import chosen_models

        models = chosen_models(writer)
        with self._turn:
            reader = self.reader
            if "journal" not in self.__dict__:
                self.__dict__["journal"] = open_journal(self.place, make=True)
            return answer_question(
                question,
                reader,
                self.journal,
                label=label,
                all_labels=all_labels,
                full=full,
                previous=previous,
                models=models,
            )

    def taking_turns(self) -> AbstractContextManager[bool]:
        """Within the block no other thread reads, asks or closes: for who uses `reader` or
        `journal` of a library that threads share."""
        return self._turn

    def pages(self, fact_id: str) -> "tuple[PageImage, ...]":
        """The pages on which a FactSpan stands, as PNG, with it boxed: its `page` and `png` each.

        Raises NotFound for an id that no FactSpan bears, a label without pages (SPL, HTML), and a
        file that is no longer here; UnreadableLabel when its page cannot be shown.
        """
        from monograph_qa.pipeline.pages import pages_of

        with self._turn:
            return pages_of(self.place, self.reader, fact_id)

    def picture_path(self, image: Image) -> Path:
        """A PNG file with exactly the stored picture, inside the library folder, or of a server in
        the user's cache folder; written when first asked for.

        Raises LibraryError when it cannot be written.
        """
        return picture_file(self.place.pictures, image)

    def published(self) -> object:
        """Changes whenever something is published: what was read before is then outdated. Raises
        LibraryError when a server cannot be asked."""
        if isinstance(self.place, LibraryServer):
            with self._turn:
                return self.reader.mark()
        return self.place.published()

    def read_anew(self) -> None:
        """From now on what is published now is read. On a server it always is."""
        if not isinstance(self.place, LibraryServer):
            self.close()

    def close(self) -> None:
        """Lets go of the files; the library can be used again and then reads what is published."""
        with self._turn:
            for name in ("reader", "journal"):
                opened = self.__dict__.pop(name, None)
                if opened is not None:
                    opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
