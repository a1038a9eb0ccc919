"""The public door: open a library, load labels, ask. It builds the parts and decides nothing."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Self

from monograph_qa.domain.answer import Answer
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import Image
from monograph_qa.domain.search import FoundLines, Table, View
from monograph_qa.errors import NoPage
from monograph_qa.settings import Settings
from monograph_qa.store.homes import LibraryServer
from monograph_qa.store.journal import Journal
from monograph_qa.store.place import Place, open_journal, open_reader, place_named
from monograph_qa.store.reading import LibraryReader
from monograph_qa.table_files import Form

if TYPE_CHECKING:
    from monograph_qa.pipeline.loading.report import (
        Limits,
        LoadReport,
        Notice,
        Progress,
        ReadingEngine,
    )
    from monograph_qa.pipeline.pages import PageImage
    from monograph_qa.pipeline.scoring.questions import ScoredQuestion
    from monograph_qa.pipeline.scoring.scoring import Scored
    from monograph_qa.store.exporting import Exported


class Library:
    """A published library and its journal, in a folder or on a PostgreSQL server. One may be shared
    by any threads, or asked from asyncio by `asyncio.to_thread`: they take turns. Processes that
    open the same library answer at the same time."""

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
        """The published library; of a folder as it is when first asked for."""
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
        wait: bool = False,
        notice: "Notice | None" = None,
    ) -> "LoadReport":
        """Loads label files, folders and globs, and publishes them. A file that cannot be read
        fails alone; the report says which and why. With `sync`, labels whose files are gone from
        the folders named are withdrawn; with `strict`, labels whose reading is in doubt fail;
        without `originals` no copies of the files are kept, to show pages of; with `wait`, another
        load is waited for, else LibraryBusy is raised. Readers are fresh processes: a script that
        calls this needs a `__main__` guard; an `engine` (`pipeline.loading.reading_cluster`) reads
        elsewhere. Ctrl-C ends the load after what was read is published; `stop_heard` is called at
        once, `notice` with what happens beside the single files (`pipeline.loading.report`)."""
        from monograph_qa.pipeline.ingestion import ingest

        if Settings.read().pictures is not None:
            from monograph_qa.pipeline.loading.monographs import picture_classifier

            picture_classifier()  # what is not installed is found here, not once for every file
        self.close()
        return ingest(
            self.place, list(paths), workers=workers, limits=limits, progress=progress,
            engine=engine, stop_heard=stop_heard, sync=sync, strict=strict, originals=originals,
            wait=wait, notice=notice,
        )  # fmt: skip

    def ask(
        self,
        question: str,
        *,
        label: str | None = None,
        all_labels: bool = False,
        full: bool = False,
        writer: str | None = None,
        previous: Intent | None = None,
        caller: str | None = None,
    ) -> Answer:
        """The judged answer to a question, recorded in the audit log before it is returned. "We
        cannot answer" is an outcome, not an error. `label` names the label to answer from;
        `all_labels` answers from each label of an ingredient apart; `full` shows asked sections
        whole; `writer` is template, llm (a model says which sentences to show, in which order) or
        llm-text (it quotes them in free text), else the settings choose. `previous` is the `intent`
        of the answer before, which a follow-up ("and in children?") may lean on; `caller` is who
        asks through a server. Raises LibraryError without a library, QuestionError for what is no
        question, NotFound for an unknown `label`, JournalError when no record can be written."""
        from monograph_qa.pipeline.answering import answer_question
        from monograph_qa.pipeline.writing.models import chosen_models

        models = chosen_models(writer)
        with self._turn:
            return answer_question(
                question, self.reader, self._kept_journal(), label=label, all_labels=all_labels,
                full=full, previous=previous, models=models, caller=caller,
            )  # fmt: skip

    def record_look_up(self, what: str, fact_ids: Sequence[str], caller: str) -> None:
        """Records that `caller` read these FactSpans without a question. When that cannot be
        written (JournalError) nothing is to be shown."""
        from monograph_qa.audit.recording import look_up_record
        from monograph_qa.pipeline.question.held import HeldNames
        from monograph_qa.pipeline.question.wording import without_identifiers
        from monograph_qa.pipeline.writing.recording import write_record

        with self._turn:
            what = without_identifiers(what, HeldNames(self.reader)).question
            record = look_up_record(what, fact_ids, caller, self.reader.version())
            write_record(self._kept_journal(), record)

    def _kept_journal(self) -> Journal:
        if "journal" not in self.__dict__:
            self.__dict__["journal"] = open_journal(self.place, make=True)
        return self.journal

    def find(
        self,
        need: str,
        *,
        section: str | None = None,
        kind: str | None = None,
        format: str | None = None,
        drug: str | None = None,
        most: int | None = None,
        skip: int = 0,
    ) -> FoundLines:
        """The lines of all labels that fit a need ("contraindicated below CrCl 30"): rows with
        label, section, page and quote, and how many there are by section and class of drugs.
        `section` is a section's key, `kind` FACT, CONDITIONAL, DIRECTIVE or TABLE_ROW, `format`
        plr, old, hc, smpc, pil, otc or spl; `drug` names a drug or a label. Raises QuestionError
        where there is nothing to look for, NotFound for a filter that names nothing."""
        from monograph_qa.pipeline.searching import search_labels

        with self._turn:
            if most is None and "reader" not in self.__dict__:  # all lines may be a million
                self.__dict__["reader"] = open_reader(self.place)
            return search_labels(
                self.reader, need, section=section, kind=kind, format=format, drug=drug,
                most=most, skip=skip,
            )  # fmt: skip

    def doses(self, drug: str) -> View:
        """What each label of a drug says on doses, by age and weight, for kidneys and liver, with
        other drugs. Raises NotFound where no label here is of the drug; so do the other views."""
        from monograph_qa.pipeline.dose_card import doses

        return self._view(doses, drug)

    def interactions(self, one: str, other: str) -> View:
        """What each label of either drug says of the other and of its classes."""
        from monograph_qa.pipeline.searching import interactions

        return self._view(interactions, one, other)

    def reactions(self, drug: str, effect: str = "") -> View:
        """The rows of each label's tables of adverse reactions, all columns kept; only of `effect`
        where one is named. Raises NotFound where no label here is of the drug."""
        from monograph_qa.pipeline.searching import reactions

        return self._view(reactions, drug, effect)

    def compare(self, drugs: Sequence[str], topic: str) -> View:
        """What the labels of each drug say on a topic, read as by `find`."""
        from monograph_qa.pipeline.searching import compared

        return self._view(compared, drugs, topic)

    def _view(self, view: "Callable[..., View]", *asked: Any) -> View:
        with self._turn, self.reader.at_once():
            return view(self.reader, *asked)

    def sql(self, statement: str) -> Table:
        """What one SELECT over the library's tables and views returns (docs/tables.md). Raises
        QueryRefused for anything that is not a single reading statement within its bounds."""
        from monograph_qa.store.inquiry.bounded import select

        return select("library", self.place, statement)

    def export(
        self, folder: str | Path, *, form: Form = Form.PARQUET, tables: Sequence[str] = ()
    ) -> "Iterator[Exported]":
        """Writes the library's tables to a folder, all unless some are named, each a file of its
        name; yields each as it is written, so all are only when this is read to its end. Raises
        NotFound for a table that there is none of, ExportUnwritable, and LibraryError, also where a
        text that would be written was changed in the library: programs read no warnings."""
        from monograph_qa.pipeline.examining.library import refuse_changed_texts
        from monograph_qa.store.exporting import export_tables

        refuse_changed_texts(self.reader, tables)
        return export_tables(self.place, Path(folder), form, tables)

    def score(self, questions: "Sequence[ScoredQuestion]") -> "Iterator[Scored]":
        """Asks each question (of `pipeline.scoring.questions.read_questions`), records it and
        scores what a reader sees first. A model named as judge adds its opinion."""
        from monograph_qa.pipeline.scoring.scoring import ModelJudge, score

        model = Settings.read().judge
        run = score(questions, self.ask, self.reader, lambda: self.journal)
        return run if model is None else map(ModelJudge(model).judge, run)

    def pages(self, fact_id: str) -> "tuple[PageImage, ...]":
        """The pages on which a FactSpan stands, as PNG, with it boxed. Raises NotFound for an
        unknown id; NoPage for a label without pages or whose file is no longer here; LabelError."""
        from monograph_qa.pipeline.pages import pages_of

        with self._turn:
            return pages_of(self.place, self.reader, fact_id)

    def standing(self, fact_id: str) -> tuple[tuple[str, bytes], ...]:
        """What shows where a FactSpan stands, as endings and contents of files: its pages as PNG;
        where there are none its section as HTML with it marked, and why where the label has pages.
        """
        with self._turn:
            try:
                return tuple((".png", page.png) for page in self.pages(fact_id))
            except NoPage as error:
                from monograph_qa.telling.pages import section_file

                fact = self.reader.get_fact(fact_id)
                why = str(error) if fact.boxes else ""
                html = section_file(self.reader, fact.section_id, fact_id, why)
                return ((".html", html.encode()),)

    def picture_path(self, image: Image) -> Path:
        """A PNG file with exactly the stored picture, written when first asked for."""
        from monograph_qa.store.kept_files import kept_file

        return kept_file(self.place.pictures, image.image_id, image.png, ".png")

    def published(self) -> object:
        """Changes whenever something is published: what was read before is then outdated."""
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

    def __exit__(self, *_: object) -> None:
        self.close()
