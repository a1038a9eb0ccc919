"""The models that the settings choose for questions; none of them unless one is named."""

import os
from functools import cache
from typing import TYPE_CHECKING

from monograph_qa.answer.composing import TemplateWriter, Writer
from monograph_qa.frozen import frozen
from monograph_qa.gate.stored import StoredText
from monograph_qa.settings import WRITER, Settings

if TYPE_CHECKING:
    from monograph_qa.answer.modelled import ModelTexts
    from monograph_qa.endpoint.models import ChatModel, EmbeddingModel
    from monograph_qa.evidence.embedding.likeness import Likeness
    from monograph_qa.intent.refining import Refiner


@frozen
class Models:
    """The shipped ways where None; `arranger` or `texts` write answers."""

    refiner: "Refiner | None" = None
    likeness: "Likeness | None" = None
    arranger: Writer | None = None
    texts: "ModelTexts | None" = None

    @property
    def writer(self) -> str:
        """Who is asked to write, as `--writer` names it: template, llm or llm-text."""
        if self.texts is not None:
            return "llm-text"
        return "template" if self.arranger is None else "llm"

    def writer_of(self, store: StoredText) -> Writer:
        """The writer of answers; what a free text quotes is looked up in `store`."""
        if self.texts is not None:
            from monograph_qa.pipeline.writing.quoting import QuotedWriter

            return QuotedWriter(self.texts, store)
        return self.arranger or TemplateWriter()


def chosen_models(writer: str | None = None) -> Models:
    """The models of the environment's settings, `writer` (template, llm, llm-text) before these;
    equal settings share their connections. Raises SettingsError."""
    settings = Settings.read({**os.environ, WRITER: writer} if writer else None)
    return Models(
        refiner=_refiner(settings.intent) if settings.intent else None,
        likeness=_likeness(settings.embedder) if settings.embedder else None,
        arranger=_arranger(settings.writer) if settings.writer else None,
        texts=_texts(settings.texts) if settings.texts else None,
    )


# Imported only where chosen: most questions are asked of no model, and must be quick.
@cache
def _refiner(model: "ChatModel") -> "Refiner":
    from monograph_qa.intent.refining import Refiner

    return Refiner(model)


@cache
def _likeness(model: "EmbeddingModel") -> "Likeness":
    from monograph_qa.evidence.embedding.likeness import Likeness, ServedEmbedder

    return Likeness(ServedEmbedder(model))


@cache
def _arranger(model: "ChatModel") -> Writer:
    from monograph_qa.answer.modelled import ModelWriter

    return ModelWriter(model)


@cache
def _texts(model: "ChatModel") -> "ModelTexts":
    from monograph_qa.answer.modelled import ModelTexts

    return ModelTexts(model)
