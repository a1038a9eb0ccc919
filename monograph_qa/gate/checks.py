"""The checks: each takes a draft and what is stored, and yields what it found wrong.

A finding names what it is about by label and number, and repeats no word that a writer chose.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from monograph_qa.domain.answer import Draft, Finding, Group, Quote, Source
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import is_sound
from monograph_qa.gate.differences import difference, differing_figure, has_unseen
from monograph_qa.gate.stored import Stored, StoredSpan

_ID = re.compile(r"[a-z]{2,8}_[0-9a-f]{8,64}")


@lru_cache(maxsize=4096)  # each check names the same lines
def named(identifier: str, place: str) -> str:
    """`identifier` where it is made like one of ours; `place` where it may be made of words."""
    return identifier if _ID.fullmatch(identifier) else place


def iter_lines(draft: Draft) -> Iterator[tuple[str, Group, Quote]]:
    """(name, group, quote) of every line of the draft, in its order."""
    at = 0
    for group in draft.groups:
        for quote in group.quotes:
            at += 1
            yield named(quote.fact_id, f"line {at}"), group, quote


def check_citations(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `uncited` (no such source, a number used twice or no number at all, a source that
    no line cites), `not_retrieved` (nobody fetched this sentence for this question)."""
    numbers = [source.n for source in draft.sources]
    if len(set(numbers)) != len(numbers):
        yield Finding("uncited", "sources", "two sources bear one number")
    cited: set[int] = set()
    for name, _, quote in iter_lines(draft):
        if quote.source not in numbers:
            yield Finding("uncited", name, "cites a source that is not listed")
        if quote.fact_id not in draft.retrieved:
            yield Finding("not_retrieved", name, "no route brought this for the question")
        cited.add(quote.source)
    for at, n in enumerate(numbers, 1):
        # True and 1.0 equal 1 in Python, and would be printed otherwise.
        if type(n) is not int or n < 1:
            yield Finding("uncited", f"source {at}", "its number is no whole number from 1 on")
        if n not in cited:
            yield Finding("uncited", f"source {at}", "no line cites this source")


def check_completeness(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `incomplete` (a required sentence is not among the quotes)."""
    said = {quote.fact_id for _, _, quote in iter_lines(draft)}
    for fact_id in sorted(draft.required - said):
        yield Finding("incomplete", fact_id, "a sentence that answers the question was left out")


def check_context(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `severed` (the stored lead-in is missing, changed, or there is none)."""
    for name, _, quote in iter_lines(draft):
        span = stored.spans.get(quote.fact_id)
        if span is None or quote.context == span.fact.context:
            continue
        if quote.context is None:
            yield Finding("severed", name, "the lead-in that limits it is left out")
        elif span.fact.context is None:
            yield Finding("severed", name, "a lead-in was made up for it")
        else:
            yield Finding("severed", name, "its lead-in is not the stored one")


_WHY = {
    "number": "a number is not the stored one, or is missing",
    "sign": "the sign before a number is not the stored one",
    "comparator": "a comparator or sign of operation is not the stored one",
    "unit": "a unit or its denominator is not the stored one",
    "negation": "a negation or an exception is not the stored one",
}


def check_figures(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `wrong_number`, `wrong_sign`, `wrong_comparator`, `wrong_unit`, `wrong_negation`.

    Each says more closely what `altered` or `truncated` says of the same line.
    """
    for name, _, quote in iter_lines(draft):
        span = stored.spans.get(quote.fact_id)
        kind = differing_figure(span.fact.quote, quote.text) if span else None
        if kind is not None:
            yield Finding(f"wrong_{kind}", name, _WHY[kind])


def check_headings(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `wrong_heading` (not the section's printed heading), `empty_group`."""
    for at, group in enumerate(draft.groups, 1):
        if not group.quotes:
            yield Finding("empty_group", f"group {at}", "a heading without a quote")
    for name, group, quote in iter_lines(draft):
        span = stored.spans.get(quote.fact_id)
        if span is None:
            continue
        section = span.section
        if (group.heading, group.heading_path) != (section.heading, section.heading_path):
            yield Finding("wrong_heading", name, "is not headed by its own section, as printed")
        elif (group.section_key, group.section_code) != (section.section_key, section.section_code):
            yield Finding("wrong_heading", name, "its group has another section's key or code")


def check_labels(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `wrong_label` (sentence, group or source of another label or label version)."""
    asked = set(draft.label_ids)
    for at, group in enumerate(draft.groups, 1):
        if group.label_id not in asked:
            yield Finding("wrong_label", f"group {at}", "this label was not asked about")
    for at, each in enumerate(draft.sources, 1):
        if each.label_id not in asked:
            yield Finding("wrong_label", f"source {at}", "this label was not asked about")
    sources = {source.n: source for source in draft.sources}
    for name, group, quote in iter_lines(draft):
        span = stored.spans.get(quote.fact_id)
        if span is None:
            continue
        source = sources.get(quote.source)
        cited = source.label_id if source else group.label_id
        held = {span.fact.label_id, span.section.label_id, span.label.label_id}
        if held != {group.label_id}:
            yield Finding("wrong_label", name, "stands in another label than its group")
        elif cited != group.label_id:
            yield Finding("wrong_label", name, "stands in another label than the source it cites")


def check_parts(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `wrong_part` (no such part, a number used twice, another label's group or title),
    `invisible` (its words hold characters that cannot be seen)."""
    parts = {part.n: part for part in draft.parts}
    if len(parts) != len(draft.parts):
        yield Finding("wrong_part", "parts", "two parts bear one number")
    titles = {span.label.label_id: span.label.title for span in stored.spans.values()}
    for part in draft.parts:
        if part.label_id not in draft.label_ids:
            yield Finding("wrong_part", f"part {part.n}", "is of a label that was not asked about")
        elif part.title != titles.get(part.label_id, part.title):
            yield Finding("wrong_part", f"part {part.n}", "its title is not the label's")
        if has_unseen(f"{part.subject}{part.note}", "") or (
            # A title as stored may hold what it was printed with.
            part.label_id not in titles and has_unseen(part.title, "")
        ):
            yield Finding("invisible", f"part {part.n}", "holds characters that cannot be seen")
    for at, group in enumerate(draft.groups, 1):
        part_of_group = parts.get(group.part)
        if parts and part_of_group is None:
            yield Finding("wrong_part", f"group {at}", "there is no such part")
        elif part_of_group is not None and part_of_group.label_id != group.label_id:
            yield Finding("wrong_part", f"group {at}", "its part is of another label")


def check_pictures(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `fabricated` (no such picture), `wrong_label` (another label's), `altered` (other
    bytes, caption, kind or place than are stored), `unsound` (the stored bytes are not those that
    were hashed when they were stored)."""
    asked = set(draft.label_ids)
    for at, image in enumerate(draft.images, 1):
        name = named(image.image_id, f"picture {at}")
        kept = stored.images.get(image.image_id)
        if kept is None:
            yield Finding("fabricated", name, "no such picture is stored")
            continue
        if kept.label_id not in asked:
            yield Finding("wrong_label", name, "a picture of another label")
        if hashlib.sha256(kept.png).hexdigest() != kept.sha256:
            yield Finding("unsound", name, "stored picture and its hash differ")
        if image != kept:
            yield Finding("altered", name, "the picture is not the one that was stored")


def check_ranks(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `misranked` (no such tier, another tier than its group's first line, or a rank that
    is not the line's place), `invisible` (a reason holds characters that cannot be seen)."""
    for at, (name, group, quote) in enumerate(iter_lines(draft), 1):
        if not isinstance(quote.tier, Tier):
            yield Finding("misranked", name, "there is no such tier")
        elif quote.tier is not group.quotes[0].tier:
            yield Finding("misranked", name, "its group is of another tier")
        if type(quote.rank) is not int or quote.rank not in (0, at):
            yield Finding("misranked", name, "its rank is not its place")
        if any(has_unseen(why, "") for why in quote.because):
            yield Finding("invisible", name, "a reason holds characters that cannot be seen")


def check_repetition(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `repeated` (a sentence twice in one part of the answer, or a picture twice)."""
    said = Counter((g.part, quote.fact_id) for g in draft.groups for quote in g.quotes)
    shown = Counter((0, image.image_id) for image in draft.images)
    for (_, identifier), times in (said + shown).items():
        if times > 1:
            yield Finding("repeated", named(identifier, "draft"), f"is shown {times} times")


def check_sources(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `misattributed` (right words, wrong place)."""
    sources = {source.n: source for source in draft.sources}
    citing: dict[int, list[StoredSpan]] = {}
    for name, _, quote in iter_lines(draft):
        source, span = sources.get(quote.source), stored.spans.get(quote.fact_id)
        if source is None or span is None:
            continue
        citing.setdefault(source.n, []).append(span)
        wrong = _misplaced(quote, source, span)
        if wrong is not None:
            yield Finding("misattributed", name, wrong)
    for at, source in enumerate(draft.sources, 1):
        boxes = {box for span in citing.get(source.n, ()) for box in span.fact.boxes}
        if source.n not in citing:
            continue
        if set(source.boxes) != boxes or len(source.boxes) != len(boxes):
            why = "its boxes are not those of the sentences that cite it"
            yield Finding("misattributed", f"source {at}", why)


def _misplaced(quote: Quote, source: Source, span: StoredSpan) -> str | None:
    """What of the citation is not so; None when the sentence stands just there."""
    section, label = span.section, span.label
    if source.section_id != section.section_id:
        return "stands in another section than the source it cites"
    if quote.page != span.fact.page or source.page != span.fact.page:
        return "stands on another page than the one cited"
    if source.heading_path != section.heading_path:
        return "the source's heading path is not the section's"
    if source.section_code != section.section_code:
        return "the source's section code is not the section's"
    if source.version != label.version:
        return "the source names another version of the label"
    if (source.drug, source.title) != (label.drug, label.title):
        return "the source's drug and title are not the label's"
    return None


def check_verbatim(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Findings: `fabricated` (no such sentence), `truncated` (a part of one), `spliced` (more than
    one), `altered` (a changed one), `invisible` and `look_alike` (changed by a character that
    cannot be seen), `misattributed` (another stored sentence under this one's id), `unsound`
    (the store itself contradicts its section's text, or the ids that were made of it).

    Equality is exact: folding anything here would make "< 30" equal "> 30" sooner or later.
    """
    for name, _, quote in iter_lines(draft):
        span = stored.spans.get(quote.fact_id)
        if span is None:
            yield Finding("fabricated", name, "no such sentence is stored")
            continue
        kept = span.fact.quote
        if not is_sound(span.fact, span.section):
            yield Finding("unsound", name, "stored quote, section text and ids differ")
        elif quote.text == kept:
            continue
        elif any(quote.text == other.fact.quote for other in stored.spans.values()):
            yield Finding("misattributed", name, "the words of another stored sentence")
        else:
            found, why = difference(kept, quote.text)
            yield Finding(found, name, why)


_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99}(?: \(model (?:unavailable|withheld)\))?")


def check_writer(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `unquoted` (the name is shown with the answer and is no single plain word)."""
    if not _NAME.fullmatch(draft.writer):
        yield Finding("unquoted", "writer", "its name holds more than letters, digits and ._:/@+-")


Check = Callable[[Draft, Stored], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (
    check_citations,
    check_sources,
    check_verbatim,
    check_figures,
    check_labels,
    check_headings,
    check_context,
    check_repetition,
    check_completeness,
    check_parts,
    check_ranks,
    check_pictures,
    check_writer,
)
