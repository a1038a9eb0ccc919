"""True sentences in a wrong place: another section, another label, another version, no lead-in.

These forgeries change what stands around a quote: MISPLACED gives drafts, MISCITED free texts with
the sentences that were offered to their writer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from bench.forging.drafts import draft_of
from bench.forging.field import Field
from monograph_qa.domain.answer import Draft, Source
from monograph_qa.gate.stored import StoredSpan

Misplace = Callable[[StoredSpan, Field], Iterator[Draft]]


def _source_changed(draft: Draft, change: Callable[[Source], Source]) -> Draft:
    return replace(draft, sources=(change(draft.sources[0]),))


def _section(span: StoredSpan, field: Field) -> Iterator[Draft]:
    other = field.elsewhere(span, own_label=True)
    if other is not None:
        moved = replace(span, section=other.section)
        yield draft_of(span, around=moved)
        yield _source_changed(
            draft_of(span), lambda s: replace(s, section_id=other.section.section_id)
        )


def _drug(span: StoredSpan, field: Field) -> Iterator[Draft]:
    other = field.elsewhere(span, own_label=False)
    if other is not None:
        yield draft_of(span, around=other)
        yield draft_of(span, around=replace(other, section=span.section))
        if other.label.drug != span.label.drug:
            yield _source_changed(draft_of(span), lambda s: replace(s, drug=other.label.drug))


def _version(span: StoredSpan, field: Field) -> Iterator[Draft]:
    yield _source_changed(draft_of(span), lambda s: replace(s, version=s.version + 1))
    newer = replace(span.label, label_id=span.label.label_id[:-1] + "x", version=2)
    yield draft_of(span, around=replace(span, label=newer))


def _page(span: StoredSpan, field: Field) -> Iterator[Draft]:
    page = (span.fact.page or 0) + field.chance.randrange(1, 9)
    yield _source_changed(draft_of(span), lambda s: replace(s, page=page))
    draft = draft_of(span)
    quote = replace(draft.groups[0].quotes[0], page=page)
    yield replace(draft, groups=(replace(draft.groups[0], quotes=(quote,)),))
    other = field.chance.choice(field.spans).fact.boxes
    if set(other) != set(span.fact.boxes):
        yield _source_changed(draft, lambda s: replace(s, boxes=other))


def _lead_in(span: StoredSpan, field: Field) -> Iterator[Draft]:
    other = field.chance.choice(field.spans).fact.context
    for context in {None: 0, other: 0, "In all patients:": 0}:
        if context == span.fact.context:
            continue
        draft = draft_of(span)
        quote = replace(draft.groups[0].quotes[0], context=context)
        yield replace(draft, groups=(replace(draft.groups[0], quotes=(quote,)),))


def _heading(span: StoredSpan, field: Field) -> Iterator[Draft]:
    other = field.chance.choice(field.spans).section
    own = span.section
    if (other.heading, other.heading_path) != (own.heading, own.heading_path):
        draft = draft_of(span)
        group = replace(draft.groups[0], heading=other.heading, heading_path=other.heading_path)
        yield replace(draft, groups=(group,))


def _left_out(span: StoredSpan, field: Field) -> Iterator[Draft]:
    other = field.chance.choice(field.beside(span)).fact.fact_id
    if other != span.fact.fact_id:
        draft = draft_of(span)
        both = draft.required | {other}
        yield replace(draft, required=both, retrieved=both)


MISPLACED: Mapping[str, Misplace] = {
    "section swapped": _section,
    "drug swapped": _drug,
    "label version swapped": _version,
    "page or box swapped": _page,
    "lead-in left out or swapped": _lead_in,
    "heading swapped": _heading,
    "required sentence left out": _left_out,
}

Miscited = tuple[str, Mapping[int, Sequence[StoredSpan]]]


def _cited_to(span: StoredSpan, other: StoredSpan | None, field: Field) -> Iterator[Miscited]:
    if other is None or _prints(span.fact.quote, field.beside(other)):
        return
    yield f"“{span.fact.quote}” [1]", {1: field.beside(other)}
    yield f"“{span.fact.quote}” [2]", {1: field.beside(span), 2: field.beside(other)}
    yield f"“{span.fact.quote}” [2]", {1: field.beside(span)}
    yield f"“{span.fact.quote}”", {1: field.beside(span)}


def _cited_to_section(span: StoredSpan, field: Field) -> Iterator[Miscited]:
    yield from _cited_to(span, field.elsewhere(span, own_label=True), field)


def _cited_to_label(span: StoredSpan, field: Field) -> Iterator[Miscited]:
    yield from _cited_to(span, field.elsewhere(span, own_label=False), field)


def _under_lead_in(span: StoredSpan, field: Field) -> Iterator[Miscited]:
    own = field.beside(span)
    twins = {s.fact.context for s in own if _flat(s.fact.quote) == _flat(span.fact.quote)}
    other = field.chance.choice(field.spans)
    for context in {other.fact.context: None, "In all patients:": None}:
        if context is not None and context not in twins:
            sources = {1: own, 2: field.beside(other)}
            yield f"({context})\n“{span.fact.quote}” [1]", sources


def _under_heading(span: StoredSpan, field: Field) -> Iterator[Miscited]:
    other = field.chance.choice(field.spans)
    own = {_flat(span.section.heading), _flat(span.section.heading_path)}
    if _flat(other.section.heading) not in own:
        sources = {1: field.beside(span), 2: field.beside(other)}
        yield f"## {other.section.heading}\n“{span.fact.quote}” [1]", sources


def _with_own_words(span: StoredSpan, field: Field) -> Iterator[Miscited]:
    sources = {1: field.beside(span)}
    yield f"Note: “{span.fact.quote}” [1]", sources
    yield f"“{span.fact.quote}” [1] Only in adults.", sources
    yield f"Not recommended:\n“{span.fact.quote}” [1]", sources
    yield f"“{span.fact.quote}” [1]\n\nSo it is safe.", sources


def _prints(quote: str, spans: Sequence[StoredSpan]) -> bool:
    return any(_flat(quote) == _flat(each.fact.quote) for each in spans)


def _flat(text: str) -> str:
    return " ".join(text.split())


MISCITED: Mapping[str, Callable[[StoredSpan, Field], Iterator[Miscited]]] = {
    "section swapped": _cited_to_section,
    "drug swapped": _cited_to_label,
    "lead-in left out or swapped": _under_lead_in,
    "heading swapped": _under_heading,
    "words outside quotes": _with_own_words,
}
