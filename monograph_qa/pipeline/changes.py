"""What changed between two versions of a label: the sentences that only one of them prints, white
space folded, wherever they stand. Each is quoted from its own version and cited to it."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from time import perf_counter

from monograph_qa.domain.answer import Part
from monograph_qa.domain.evidence import Evidence, Route, RouteResult, Tier
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.domain.label import FactKind, FactSpan, Label
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.frozen import frozen
from monograph_qa.intent.cues import Topic, topics
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.headings import match_heading
from monograph_qa.vocabulary.question_words import words_with_role
from monograph_qa.vocabulary.sections import descendants
from monograph_qa.vocabulary.stems import stem, stems_of

CHANGES, _HIGHLIGHTS = "recent_major_changes", "highlights"
_SECTION = re.compile(r"\b(?:section|chapter|§)\s*(\d+(?:\.\d+)*)", re.I)
_MOST = 20  # sentences of a version; more are told by their number


@frozen
class Difference:
    """What one section says in one of two labels alone, in the order of its label."""

    heading: str
    section_key: str
    added: tuple[FactSpan, ...]
    removed: tuple[FactSpan, ...]


def differences(
    rows: LibraryReader, old: Label, new: Label, heading: str | None = None
) -> tuple[Difference, ...]:
    """The sentences and rows that only one of the labels prints, by section in the newer one's
    order; `heading` keeps the sections whose headings hold it, "2.1" not those of "12.1"."""
    wanted = re.compile(rf"(?<![\d.]){re.escape(heading or '')}(?!\d)", re.I)
    found: dict[tuple[str, str], tuple[list[FactSpan], list[FactSpan]]] = {}
    names: dict[tuple[str, str], str] = {}
    whole = [_whole(label, rows) for label in (new, old)]
    said = [frozenset(map(_words, each)) for each in whole]
    for side, sentences in enumerate(whole):
        shown = {fact.fact_id: fact for fact in rows.facts((new, old)[side].label_id)}
        for each in sentences:
            if each.fact is None or each.section is None or _words(each) in said[1 - side]:
                continue
            if not wanted.search(each.section.heading_path):
                continue
            key = _place(each)
            found.setdefault(key, ([], []))[side].append(shown[each.fact.fact_id])
            names.setdefault(key, each.section.heading_path)
    order = _both_in_order(*([_place(each) for each in side if each.section] for side in whole))
    return tuple(
        Difference(names[key], key[1], *map(tuple, found[key])) for key in order if key in found
    )


def _place(evidence: Evidence) -> tuple[str, str]:
    """The headings and the kind of the section that a sentence stands in."""
    section = evidence.section
    return (section.heading_path.casefold(), section.section_key) if section else ("", "")


def _both_in_order(
    new: Iterable[tuple[str, str]], old: Iterable[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The places of both labels, those of the older one alone behind what stands before them."""
    order = list(dict.fromkeys(new))
    at = 0
    for place in dict.fromkeys(old):
        if place in order:
            at = order.index(place)
        else:
            order.insert(at, place)
        at += 1
    return order


def asks_changes(intent: Intent) -> bool:
    """Whether the question is about what is new in a label."""
    return any(CHANGES in tier for tiers in intent.whole_sections for tier in tiers)


def printed_changes(rows: LabelRows) -> tuple[Evidence, ...]:
    """What a label says itself of its recent major changes, where they have no section of their
    own: the lines of its highlights behind that heading."""
    highlights = [s for s, place in rows.outline.items() if _HIGHLIGHTS in place.head.line]
    found: list[Evidence] = []
    is_within = False
    for each in rows.in_sections(highlights, Route.SECTION_MATCH):
        quote = each.fact.quote if each.fact else ""
        term = match_heading(quote) if quote.isupper() else None
        if term is not None:
            is_within = term.key == CHANGES
        elif is_within:
            found.append(replace(each, score=float(-len(found)), tier=Tier.ANSWER))
    return tuple(found)


def version_before(label: Label, labels: Sequence[Label]) -> Label | None:
    """The version that `label` replaced, where the library holds it."""
    replaced = [each for each in labels if each.superseded_by == label.label_id]
    return max(replaced, key=lambda each: each.version, default=None)


def compare_versions(
    intent: Intent, label: Label, older: Label, rows: LibraryReader, first_part: int
) -> tuple[list[Part], list[RouteResult]]:
    """A part for the sentences that stand only in the newer version and one for those only in the
    older: on what the question names, where that differs, else anywhere, under a line that says
    so."""
    started = perf_counter()
    new_words, old_words = (frozenset(map(_words, _whole(each, rows))) for each in (label, older))

    def changed(topics: Sequence[Topic]) -> tuple[list[Evidence], list[Evidence]]:
        new, old = _sentences(topics, label, rows), _sentences(topics, older, rows)
        added = [e for e in new if _words(e) not in old_words]
        return added, [e for e in old if _words(e) not in new_words]

    named = _topics_named(intent)
    added, removed = changed(named)
    narrow = _narrow(intent, is_open=not named)
    asked = [[e for e in side if narrow(e)] for side in (added, removed)]
    elsewhere = ""
    if any(asked):
        added, removed = asked
    elif named or _SECTION.search(intent.question):
        added, removed = changed(())
        elsewhere = "What is asked about did not change. Elsewhere: "
    ms = round((perf_counter() - started) * 1000, 2)
    sides = (
        (label, added, f"{elsewhere}New or reworded in version {label.version}{_dated(label)}, "
         f"compared with version {older.version}{_dated(older)}."),
        (older, removed, f"Only in version {older.version}{_dated(older)}, which is replaced: not "
         f"in version {label.version}."),
    )  # fmt: skip
    parts: list[Part] = []
    results: list[RouteResult] = []
    for n, (version, found, note) in enumerate(sides, first_part):
        none = "" if found else " No sentence."
        name = f"version {version.version}"
        parts.append(Part(n, name, version.label_id, version.title, note + none))
        shown = tuple(
            replace(e, score=float(-at), tier=Tier.ANSWER if at < _MOST else Tier.MORE)
            for at, e in enumerate(found)
        )
        results.append(RouteResult(Route.SECTION_MATCH, shown, ms, n))
    return parts, results


def _narrow(intent: Intent, *, is_open: bool) -> Callable[[Evidence], bool]:
    """Whether a sentence stands in the section that the question names by its number; where nothing
    else tells (`is_open`), whether its headings or its words hold all that the question says."""
    number = _SECTION.search(intent.question)
    of_versions = words_with_role("of_versions")
    words = {stem(word) for word in intent.words if word not in of_versions and word.isalpha()}

    def narrow(evidence: Evidence) -> bool:
        path = evidence.section.heading_path if evidence.section else ""
        if number is not None:
            return re.search(rf"(?:^|> ){re.escape(number[1])}(?!\.?\d)", path) is not None
        return not is_open or words <= stems_of(f"{path} {_words(evidence)}")

    return narrow


def _topics_named(intent: Intent) -> list[Topic]:
    """What the question asks of beside the change itself."""
    if _SECTION.search(intent.question):
        return []  # the number tells the section
    named = (topics()[name] for name in intent.topics if name in topics())
    of_label = (QuestionKind.CHANGES, QuestionKind.DEFINITION)
    return [t for t in named if t.kind not in of_label and t.section_keys[:1] != ("revision_date",)]


def _sentences(named: Sequence[Topic], label: Label, rows: LibraryReader) -> list[Evidence]:
    """The label's sentences on these topics; all where none is named."""
    held = LabelRows(rows, label)
    keys = {key for topic in named for tier in topic.whole_sections for key in tier}
    keys |= {key for topic in named if not topic.whole_sections for key in topic.section_keys[:1]}
    keys |= {below for key in tuple(keys) for below in descendants(key)}
    attributes = tuple(dict.fromkeys(a for topic in named for a in topic.attributes))
    if not named:
        found = held.in_sections(held.outline, Route.SECTION_MATCH)
    else:
        sections = [s for s, p in held.outline.items() if not keys.isdisjoint(p.head.line)]
        found = held.in_sections(sections, Route.SECTION_MATCH)
        if attributes:
            found = [*found, *held.with_attributes(attributes, Route.SECTION_MATCH)]
    once = {e.fact.fact_id: e for e in found if e.fact and e.fact.kind is not FactKind.OTHER}
    return sorted(once.values(), key=lambda e: e.fact.ordinal if e.fact else 0)


def _whole(label: Label, rows: LibraryReader) -> list[Evidence]:
    held = LabelRows(rows, label)
    return list(held.in_sections(held.outline, Route.SECTION_MATCH))


def _words(evidence: Evidence) -> str:
    return " ".join(evidence.fact.quote.split()) if evidence.fact else ""


def _dated(label: Label) -> str:
    return f" ({label.revision_date})" if label.revision_date else ""
