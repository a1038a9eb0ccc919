"""A draft of one line about one stored sentence, honest but for what is put in."""

from monograph_qa.domain.answer import Draft, Group, Quote, Source
from monograph_qa.gate.stored import StoredSpan


def draft_of(
    span: StoredSpan, *, text: str | None = None, around: StoredSpan | None = None
) -> Draft:
    """The sentence, or `text` under its name, cited to its own place or to that of `around`."""
    fact, place = span.fact, around or span
    section, label = place.section, place.label
    quote = Quote(fact.quote if text is None else text, 1, fact.fact_id, fact.page, fact.context)
    group = Group(
        section.heading, section.heading_path, section.section_key, section.section_code,
        label.label_id, (quote,),
    )  # fmt: skip
    source = Source(
        1, label.label_id, label.drug, label.title, label.version, section.section_id,
        section.heading_path, section.section_code, fact.page, tuple(dict.fromkeys(fact.boxes)),
    )  # fmt: skip
    ids = frozenset({fact.fact_id})
    return Draft(
        "What does the label say?", (label.label_id,), (group,), (source,),
        retrieved=ids, required=ids,
    )  # fmt: skip
