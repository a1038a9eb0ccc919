"""Writers that ask a model behind an endpoint: one for numbers alone, one for text with quotes.
What is sent is the question and the sentences that were found for it, escaped and between tags."""

import re
from collections.abc import Mapping
from typing import Any

from monograph_qa.answer.composing import Arrangement, Material, NotWritten, Offered
from monograph_qa.domain.label import FactSpan
from monograph_qa.endpoint.connection import AsksModel, EndpointFailure
from monograph_qa.endpoint.models import AnswerSchema, ChatModel
from monograph_qa.frozen import frozen
from monograph_qa.prompting import render

_MOST_CHARACTERS = 60_000  # of sentences in one prompt: about 15,000 tokens
_MOST_FINDINGS = 8  # given to a model that is asked again
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9._:/@+-]+")
_LONGEST_NAME = 90


class _Asks(AsksModel[ChatModel]):
    def _asked(
        self, schema: str, material: Material, places: Mapping[str, str], **values: Any
    ) -> dict[str, Any]:
        """What the model says to the prompt of these values; `places` say where in it the sentence
        of each fact_id stands: it is shown no ids. Raises NotWritten."""
        facts = map(_fact, material.offered)
        if sum(len(fact.quote) + len(fact.context or "") for fact in facts) > _MOST_CHARACTERS:
            raise NotWritten("too much for a model")
        findings = tuple(
            f"{places.get(each.subject, each.subject)}: {each.message}"
            for each in material.findings[:_MOST_FINDINGS]
        )
        prompt = render(f"{schema}.j2", question=material.question, findings=findings, **values)
        try:
            return self._model.ask(prompt, AnswerSchema.read(schema))
        except EndpointFailure as failure:
            raise NotWritten(str(failure)) from failure


class ModelWriter(_Asks):
    """Asks `model` for the numbers of the sentences that answer, in groups and in order."""

    @property
    def name(self) -> str:
        return _plain(self._model.name)

    def write(self, material: Material) -> Arrangement:
        """The model's arrangement. Raises NotWritten where no usable answer came."""
        sentences = [
            {
                "n": each.n,
                "label": each.evidence.label.title,
                "section": _section(each),
                "lead_in": _fact(each).context,
                "text": _fact(each).quote,
            }
            for each in material.offered
        ]
        places = {_fact(each).fact_id: f"sentence {each.n}" for each in material.offered}
        reply = self._asked("arrangement", material, places, sentences=sentences)
        return tuple(tuple(numbers) for numbers in reply["groups"] if numbers)


@frozen
class NumberedSource:
    """Sentences of one page of one section, under the number by which a text cites them."""

    n: int
    label: str
    section: str
    offered: tuple[Offered, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(_fact(each).quote for each in self.offered)


class ModelTexts(_Asks):
    """Asks `model` for a text that quotes and cites. What it says is unread: see `gate.quoting`."""

    @property
    def name(self) -> str:
        return f"{_plain(self._model.name)}+text"

    def say(self, material: Material) -> str:
        """The model's text. Raises NotWritten where none came."""
        sources = numbered_sources(material)
        places = {
            _fact(each).fact_id: f"source {source.n}, sentence {at}"
            for source in sources
            for at, each in enumerate(source.offered, 1)
        }
        return str(self._asked("quotation", material, places, sources=sources)["text"])


def numbered_sources(material: Material) -> tuple[NumberedSource, ...]:
    """What is offered, by section and page, numbered from 1 in the order offered."""
    places: dict[tuple[str, int | None], list[Offered]] = {}
    for each in material.offered:
        head = each.evidence.section
        place = (head.section_id if head else "", _fact(each).page)
        places.setdefault(place, []).append(each)
    return tuple(
        NumberedSource(n, each[0].evidence.label.title, _section(each[0]), tuple(each))
        for n, each in enumerate(places.values(), 1)
    )


def _plain(name: str) -> str:
    """A model's name as writers sign: servers know models by paths and titles with spaces."""
    return _NOT_IN_A_NAME.sub("_", name)[:_LONGEST_NAME]


def _fact(each: Offered) -> FactSpan:
    fact = each.evidence.fact
    if fact is None:
        raise ValueError("only sentences are offered to a writer")
    return fact


def _section(each: Offered) -> str:
    return each.evidence.section.heading_path if each.evidence.section else ""
