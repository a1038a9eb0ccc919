"""What agents are given: quotes with their ids, as values and as tagged sources to cite."""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from pydantic import BaseModel, Field

from monograph_qa.domain.answer import Answer
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import FactSpan, Label, Section
from monograph_qa.errors import NotFound, QuestionError
from monograph_qa.library import Library
from monograph_qa.pipeline.question.choosing import get_label
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.attributes import known_attribute

_MOST_LISTED = 40  # sections in a message


class Quoted(BaseModel):
    """One sentence or table row of a label, whole and to the letter."""

    id: str = Field(description="To cite by, and for get_page.")
    text: str
    label_id: str
    label: str = Field(description="The label's title.")
    section_id: str
    section: str
    page: int | None
    tier: str | None = Field(description="answer; limit: forbids or limits; more: of the subject.")
    context: str | None = Field(description="The lead-in that it is read with.")


class Found(BaseModel):
    """What was found. Without quotes, `message` says why; it may say more beside them."""

    outcome: str
    message: str
    audit_id: str = Field(description="The record of this answer, '' where only looked up.")
    quotes: list[Quoted]


class LabelHeld(BaseModel):
    """One label that can be asked about."""

    id: str
    drug: str
    title: str
    maker: str | None
    revised: str | None
    pages: int | None


class Labels(BaseModel):
    """Labels that are held. Without any, `message` says so."""

    message: str
    labels: list[LabelHeld]


def labels_held(labels: Iterable[Label]) -> Labels:
    held = [
        LabelHeld(
            id=each.label_id, drug=each.drug, title=each.title, maker=each.product.maker,
            revised=each.revision_date, pages=each.page_count,
        )
        for each in labels
    ]  # fmt: skip
    return Labels(message="" if held else "No such label is held.", labels=held)


def found_in(answer: Answer, *, with_more: bool) -> Found:
    """The quotes of an answer in its order; of the rest of what was found the count, or all."""
    sources = {source.n: source for source in answer.sources}
    found = [(group.heading_path, quote) for group in answer.groups for quote in group.quotes]
    shown = [(path, q) for path, q in found if with_more or q.tier is not Tier.MORE]
    quotes = [
        Quoted(
            id=quote.fact_id, text=quote.text, label_id=sources[quote.source].label_id,
            label=sources[quote.source].title, section_id=sources[quote.source].section_id,
            section=path, page=quote.page, tier=quote.tier.value, context=quote.context,
        )
        for path, quote in shown
    ]  # fmt: skip
    folded = len(found) - len(shown)
    more = f"{folded} more lines were found: search_label gives them." if folded else ""
    notes = [part.note for part in answer.parts]
    offered = [f"{each.offered}: {each.label_id or each.name}" for each in answer.candidates]
    message = " ".join(filter(None, [answer.message, *notes, *offered, more]))
    return Found(
        outcome=answer.outcome.value, message=message, audit_id=answer.audit_id, quotes=quotes
    )


def section_found(
    library: Library, section_id: str | None, label: str | None, named: str | None
) -> Found:
    """A whole section, named by its id or by a label and its name there; names of those below."""
    reader = library.reader
    if section_id:
        section = reader.get_section(section_id)
    elif label and named:
        section = _section_called(reader, get_label(reader, label), named)
    else:
        raise QuestionError("get_section needs a section_id, or a label and a section of it")
    of = reader.get_label(section.label_id)
    facts = reader.facts_of_section(of.label_id, section.section_id)
    below = [s for s in reader.sections(of.label_id) if s.parent_id == section.section_id]
    found = _looked_up(facts, of, [section], f"{section.heading_path} has no text of its own.")
    more = f"Below it: {_listed(below)}" if below else ""
    return found.model_copy(update={"message": " ".join(filter(None, [found.message, more]))})


def _section_called(reader: LibraryReader, label: Label, named: str) -> Section:
    """The one section that bears a number, code, key or heading, or is above all others that do."""
    wanted = named.casefold().strip().removeprefix("section ").rstrip(".")
    ways: tuple[Callable[[Section], bool], ...] = (
        lambda each: wanted == (each.section_number or "").rstrip("."),
        lambda each: wanted.replace(" ", "_") in (each.section_code, each.section_key),
        lambda each: wanted == each.heading.casefold(),
        lambda each: wanted in each.heading.casefold(),
    )
    sections = reader.sections(label.label_id)
    fitting: list[Section] = []
    for fits in ways:
        fitting = fitting or [each for each in sections if fits(each)]
    ids = {each.section_id for each in fitting}
    above = [each for each in fitting if each.parent_id not in ids]
    if len(above) == 1:
        return above[0]
    if above:
        raise NotFound(f"{named!r} fits {len(above)} sections: {_listed(above)}")
    top = _listed([each for each in sections if each.parent_id is None])
    raise NotFound(f"{label.title} has no section {named!r}; it has: {top}")


def _listed(sections: Sequence[Section]) -> str:
    return "; ".join(f"{each.section_id} {each.heading_path}" for each in sections[:_MOST_LISTED])


def section_in_place(library: Library, fact_id: str, why: str) -> str:
    """The section of a quote, marked in it, as tagged text; `why` no page is shown."""
    fact = library.reader.get_fact(fact_id)
    section = library.reader.get_section(fact.section_id)
    before, after = section.text[: fact.start], section.text[fact.stop :]
    marked = f"{escape(before)}<mark>{escape(fact.quote)}</mark>{escape(after)}"
    tag = _attributes({"id": section.section_id, "path": section.heading_path})
    return f"<message>{escape(why)}</message>\n<section{tag}>{marked}</section>"


def facts_found(library: Library, label: str, attribute: str) -> Found:
    key, named = known_attribute(attribute), get_label(library.reader, label)
    facts = library.reader.facts(named.label_id, key)
    nothing = f"{named.title}: no sentence or table row states {key}."
    return _looked_up(facts, named, library.reader.sections(named.label_id), nothing)


def tagged(found: Found | Labels) -> str:
    """The same as tagged text; what a label says is escaped, so that none of it is a tag."""
    tag, each, text = ("label", found.labels, "title") if isinstance(found, Labels) else (
        "source", found.quotes, "text"
    )  # fmt: skip
    about = found.model_dump(exclude={"quotes", "labels", "message"})
    lines = [f"<message>{escape(found.message)}</message>"] if found.message else []
    for one in each:
        values = one.model_dump(exclude={text, "label_id", "section_id"})
        lines.append(f"<{tag}{_attributes(values)}>{escape(getattr(one, text))}</{tag}>")
    return "\n".join([f"<found{_attributes(about)}>", *lines, "</found>"])


def _attributes(values: dict[str, object]) -> str:
    return "".join(f' {name}="{escape(str(value))}"' for name, value in values.items() if value)


def _looked_up(
    facts: Iterable[FactSpan], label: Label, sections: Iterable[Section], nothing: str
) -> Found:
    paths = {section.section_id: section.heading_path for section in sections}
    quotes = [
        Quoted(
            id=fact.fact_id, text=fact.quote, label_id=label.label_id, label=label.title,
            section_id=fact.section_id, section=paths[fact.section_id], page=fact.page, tier=None,
            context=fact.context,
        )
        for fact in facts
    ]  # fmt: skip
    outcome, message = ("found", "") if quotes else ("not_found", nothing)
    return Found(outcome=outcome, message=message, audit_id="", quotes=quotes)
