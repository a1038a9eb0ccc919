"""The writer of free text: a model quotes and cites, the gate finds what of it is stored."""

import os

from monograph_qa.answer.composing import Arrangement, Material, NotWritten
from monograph_qa.answer.composing import Offered as Offer
from monograph_qa.answer.modelled import ModelTexts, numbered_sources
from monograph_qa.gate.quoting import Offered, read_quotes
from monograph_qa.gate.stored import StoredText
from monograph_qa.settings import LLM_KEY


class QuotedWriter:
    """Turns a model's text into the numbers of the sentences that it quotes, or into findings."""

    def __init__(self, texts: ModelTexts, store: StoredText) -> None:
        self._texts = texts
        self._store = store

    @property
    def name(self) -> str:
        return self._texts.name

    def write(self, material: Material) -> Arrangement:
        """What the text quotes, in its order. Raises NotWritten: with findings where a line of it
        is no stored sentence of the source that it cites, without where no text came."""
        text = self._texts.say(material)
        numbers: dict[str, list[int]] = {}
        for each in material.offered:
            if fact_id := _fact_id(each):
                numbers.setdefault(fact_id, []).append(each.n)
        spans = self._store.stored(numbers.keys(), ()).spans
        stored = {
            source.n: [spans[n] for each in source.offered if (n := _fact_id(each)) in spans]
            for source in numbered_sources(material)
        }
        quoted = read_quotes(text, Offered(stored))
        if quoted.findings:
            raise NotWritten("the text is no quotation", quoted.findings, _without_key(text))
        return (tuple(n for fact_id in quoted.fact_ids for n in numbers[fact_id]),)


def _fact_id(offered: Offer) -> str:
    return offered.evidence.fact.fact_id if offered.evidence.fact else ""


def _without_key(text: str) -> str:
    """The text for the record, in which no server's echo of the key may stand."""
    key = os.environ.get(LLM_KEY, "").strip()
    return text.replace(key, "[key]") if key else text
