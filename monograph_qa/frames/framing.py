"""The frames of a label's sentences and headings, and what a sentence must not be shown without:
read once, when a label is loaded."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest

from monograph_qa.domain.frame import Facet, FrameValue, has_amount
from monograph_qa.domain.label import GOVERNS, FactKind, FactSpan, Need, Section
from monograph_qa.frames.concepts import concepts_of_drugs, named_concepts
from monograph_qa.frames.reading import read_text
from monograph_qa.frames.row_needs import levels_reduced_to, notes_of_rows
from monograph_qa.frames.stances import stances_of_section
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.question_words import is_topic_word, stop_words
from monograph_qa.vocabulary.rows import either
from monograph_qa.vocabulary.sections import is_of_patients
from monograph_qa.vocabulary.tokens import keys_of

_DEFINED = re.compile(
    r"(?P<before>(?:[\w'’/-]+[ ,]+){1,10})\((?P<short>[A-Za-z][A-Za-z-]{0,6}[A-Z])\)"
)
_MOST_WORDS = 3  # more in the long form than there are letters in the short one


def short_forms(texts: Iterable[str]) -> Mapping[str, str]:
    """The long form of each short one that the texts define and that is short for a disease; of
    two definitions the first counts."""
    found: dict[str, str] = {}
    for text in texts:
        for match in _DEFINED.finditer(text) if "(" in text else ():
            short = match["short"]
            # "IS" in capitals is no verb.
            is_word = short.casefold() in stop_words() and not short.isupper()
            is_read = short in found or is_word
            long = None if is_read else _long_form(short, match["before"])
            if long and _names_a_disease(long):
                found[short] = long
    return found


def spelling_out(forms: Mapping[str, str]) -> Callable[[str], str]:
    """What writes the long form of each short one in a text."""
    if not forms:
        return lambda text: text
    short = re.compile(rf"(?<![\w-])(?:{either(forms)})(?![\w-])")
    return lambda text: text if text.isupper() else short.sub(lambda at: forms[at.group()], text)


def _names_a_disease(long: str) -> bool:
    """Whether the words end with the name of one: a breast cancer resistance protein is none."""
    words = keys_of(long)
    named = (each for each in named_concepts(words) if each.facet is Facet.CONDITION)
    return any(" ".join(words).endswith(each.said) for each in named)


def _long_form(short: str, before: str) -> str | None:
    """The words right before a short form that spell it: its first letter begins the first word."""
    words = before.replace(",", " ").split()
    text = " ".join(words[-(len(short) + _MOST_WORDS) :])
    folded, at = text.casefold(), len(text)
    letters = [letter for letter in short.casefold() if letter.isalnum()]
    for place, letter in reversed(list(enumerate(letters))):
        at = folded.rfind(letter, 0, at)
        while at > 0 and place == 0 and folded[at - 1].isalnum():
            at = folded.rfind(letter, 0, at)
        if at < 0:
            return None
    return text[at:]


_LONGEST_HEADING = 25  # words
# What a short form stands for: ANC, or a line of "Abbreviations".
_IS_A_KEY = re.compile(r"[A-Z][A-Z\d/+-]{1,7}\s?[:=]\s?[a-z]|(?:Abbreviation|Key|Legend)s?\b")
_WHOM = {Facet.PEOPLE, Facet.CONDITION, Facet.ORGAN}
_ABBREVIATED = re.compile(r"[^\W\d_]{0,2}[A-Z]{2}|[α-ω]")  # "sJIA Patients", "β-thalassaemia"
_POINTS_BACK = re.compile(
    r"^(?:this|it|its|they|their|the (?:former|latter|same|above))\b"
    r"|^(?:[^\s:|]+\s+){0,2}the (?:resulting|remaining|withdrawn|obtained)\b"
    r"|^(?:[^\s:|]+\s+){0,12}?(?:these|those|such(?!\s+as))\b(?!\s+(?:who|with|that|of|in|\w+ing)\b)",
    re.I,
)
_NUMBERED = re.compile(r"\d{1,2}\.\d{1,2}\s+[A-Z]")  # "2.3 Switching …", heading and text in one
_ITEM_FOR = re.compile(r"\(?(?:\d{1,2}|[a-z])[.)]\s+(?:for|in)\b", re.I)
_EXCEPTS = re.compile(r"^(?:however|except|unless|otherwise|but)\b", re.I)
_OF_DOSES = frozenset({"dosage_and_administration", "route_method_and_frequency"})
_TITLED = _OF_DOSES | {"pharmacokinetics"}
_MOST = 40  # values of a section with those of all headings above it


def with_frames(
    names: Collection[str], sections: Sequence[Section], facts: Sequence[FactSpan]
) -> tuple[tuple[Section, ...], tuple[FactSpan, ...]]:
    """The same sections and FactSpans with their frames and needs. `names` are the label's own:
    that a sentence names the label's drug says nothing of it."""
    own = _concepts_of_names(names)
    texts = (*(section.heading for section in sections), *(fact.quote for fact in facts))
    spelt_out = spelling_out(short_forms(texts))
    framed: dict[str, Section] = {}
    for section in sections:
        place = (
            FrameValue(Facet.STANCE, stance, source="section")
            for stance in stances_of_section(section.section_key)
        )
        above = framed.get(section.parent_id or "")
        inherited = _passed_on(above) if above else ()
        heading = _read(spelt_out(section.heading), "heading", own)
        values = dict.fromkeys((*heading, *place, *inherited))
        framed[section.section_id] = replace(section, frame=tuple(values)[:_MOST])
    spans = [
        replace(
            fact,
            frame=(
                *_read(spelt_out(fact.quote), "words", own),
                *(_read(spelt_out(fact.context), "lead_in", own) if fact.context else ()),
            ),
        )
        for fact in facts
    ]
    titled = _sections_below(sections, _TITLED)
    needs = _needs(spans, {section.section_id: section.text for section in sections}, titled)
    dosing = _sections_below(sections, _OF_DOSES)
    of_doses = [span for span in spans if span.section_id in dosing]
    for found in (notes_of_rows(of_doses), levels_reduced_to(of_doses)):
        for fact_id, more in found.items():
            needs[fact_id] = (*needs.get(fact_id, ()), *more)
    by_id = {fact.fact_id: fact for fact in spans}
    spans = [_governed(replace(fact, needs=needs.get(fact.fact_id, ())), by_id) for fact in spans]
    return tuple(framed.values()), tuple(spans)


def _governed(fact: FactSpan, by_id: Mapping[str, FactSpan]) -> FactSpan:
    """The FactSpan with the diseases that the line standing over it names."""
    over = (by_id[need.fact_id] for need in fact.needs if need.why == GOVERNS)
    values = (value for each in over for value in each.frame if value.facet is Facet.CONDITION)
    said = (replace(value, source="lead_in") for value in values)
    return replace(fact, frame=tuple(dict.fromkeys((*fact.frame, *said))))


def _passed_on(above: Section) -> Iterator[FrameValue]:
    """What a heading says for the headings below it. What it does ("Do not take …"), it does for
    its own lines alone, and so does its section in a leaflet, which sets one heading under another
    that goes on to something else ("What should I tell my doctor?")."""
    for value in above.frame:
        is_done = value.facet is Facet.STANCE
        if not is_done or (value.source != "heading" and not is_of_patients(above.section_key)):
            yield replace(value, source="above")


def _concepts_of_names(names: Collection[str]) -> frozenset[str]:
    """A label's names as keys, and the concepts that they name."""
    keys = {plain_key(name) for name in names}
    return frozenset(keys).union(*(concepts_of_drugs(key) for key in keys))


@lru_cache(maxsize=2048)  # one caption or heading stands over many rows
def _read(text: str, source: str, own: frozenset[str]) -> tuple[FrameValue, ...]:
    return tuple(
        value
        for value in read_text(text, source)
        if value.facet is not Facet.COMEDICATION or value.concept not in own
    )


def _needs(
    facts: Sequence[FactSpan], texts: Mapping[str, str], titled: Collection[str]
) -> dict[str, tuple[Need, ...]]:
    """What each FactSpan must not be shown without; `texts` are those of the sections, `titled` the
    ids of those in which whatever stands alone between sentences is a title of what follows."""
    found: dict[str, tuple[Need, ...]] = {}
    over: FactSpan | None = None
    before: FactSpan | None = None
    for fact, after in zip_longest(facts, facts[1:]):
        if before is not None and before.section_id != fact.section_id:
            over = before = None
        if _NUMBERED.match(fact.quote):
            over = None
        own: list[Need] = []
        is_name = _stands_alone(before, fact, after) and (
            (fact.section_id in titled and not _tells_topic(fact.quote))
            or _names_a_condition(fact.frame)
        )
        is_heading = reads_like_a_heading(fact) or _announces_whom(fact, after, texts)
        if is_name or is_heading or _opens_an_item(fact):
            over = fact
        elif over is not None and _opens_an_item(over) and _is_apart(over, fact, texts):
            over = None
        elif over is not None and over.kind is FactKind.OTHER and fact.kind is FactKind.OTHER:
            over = None  # another disease, or what else may stand beside it
        elif over is not None and fact.context is None and _is_over(over, fact):
            own.append(Need(over.fact_id, GOVERNS))
        if before is not None and before is not over and fact.kind is not FactKind.TABLE_ROW:
            if _POINTS_BACK.match(fact.quote):
                own.append(Need(before.fact_id, "points_back"))
            if _EXCEPTS.match(fact.quote):
                earlier = found.get(before.fact_id, ())
                found[before.fact_id] = (*earlier, Need(fact.fact_id, "excepts"))
        if own:
            found[fact.fact_id] = (*found.get(fact.fact_id, ()), *own)
        before = fact
    return found


def _sections_below(sections: Sequence[Section], keys: Collection[str]) -> set[str]:
    """The ids of the sections of these keys, and of all below them."""
    found: set[str] = set()
    for section in sections:  # each behind its parent
        if section.section_key in keys or section.parent_id in found:
            found.add(section.section_id)
    return found


def reads_like_a_heading(fact: FactSpan) -> bool:
    """Whether a line that was read as a sentence stands over those below it: it is short and ends
    like no sentence ("Patients weighing 14 kg to less than 25 kg")."""
    is_stated = fact.kind in (FactKind.FACT, FactKind.CONDITIONAL)
    return is_stated and len(fact.quote.split()) > 1 and _is_set_like_one(fact)


def _announces_whom(fact: FactSpan, after: FactSpan | None, texts: Mapping[str, str]) -> bool:
    """Whether a line of its own names people or a disease, ends with a colon and introduces no
    list: "Adults with recurrent glioma:" over sentences on their doses."""
    if after is None or after.section_id != fact.section_id or after.context is not None:
        return False
    text = texts.get(fact.section_id, "")
    is_line = text[: fact.start].endswith("\n") and text[fact.stop :].startswith("\n")
    # "Patients of 3 years or older": years are an amount of time as well.
    facets = {value.facet for value in fact.frame if value.concept != "time"}
    names_whom = bool(facets) and facets <= _WHOM and fact.kind is not FactKind.TABLE_ROW
    is_short = len(fact.quote.split()) <= _LONGEST_HEADING
    return names_whom and is_line and is_short and fact.context is None and fact.quote[-1] == ":"


def _is_set_like_one(fact: FactSpan) -> bool:
    return (
        not fact.quote.startswith(("Table ", "Figure "))
        and fact.context is None
        and len(fact.quote.split()) <= _LONGEST_HEADING
        and fact.quote[-1].isalnum()
        and (fact.quote[0].isupper() or _ABBREVIATED.match(fact.quote) is not None)
        and " | " not in fact.quote
        and not _IS_A_KEY.match(fact.quote)
    )


def _opens_an_item(fact: FactSpan) -> bool:
    """Whether a sentence says for which disease an item of a list is: "3. For treatment of …"."""
    is_of_disease = any(value.facet is Facet.CONDITION for value in fact.frame)
    return is_of_disease and _ITEM_FOR.match(fact.quote) is not None


def _is_apart(over: FactSpan, fact: FactSpan, texts: Mapping[str, str]) -> bool:
    """Whether a sentence stands behind the item that another one opens, and the paragraph below."""
    return texts.get(fact.section_id, "")[over.stop : fact.start].count("\n") > 1


def _stands_alone(before: FactSpan | None, fact: FactSpan, after: FactSpan | None) -> bool:
    """Whether a name in a line of its own stands between sentences: in a list its neighbours are
    names as well. `before` is of the same section."""
    is_word = " " not in fact.quote and (after is None or after.quote.endswith("."))
    return (
        (fact.kind is FactKind.OTHER or (is_word and fact.kind is FactKind.FACT))
        and _is_set_like_one(fact)
        and (before is None or before.kind is not FactKind.OTHER)
        and after is not None
        and after.section_id == fact.section_id
        and after.kind not in (FactKind.OTHER, FactKind.TABLE_ROW)
        and after.context is None
    )


def _tells_topic(title: str) -> bool:
    """Whether a title tells what is said below it, and not of whom: "Maintenance dose"."""
    words = [word for word in plain_key(title).split() if word not in stop_words()]
    return 2 * sum(map(is_topic_word, words)) >= len(words)


def _names_a_condition(frame: Sequence[FrameValue]) -> bool:
    """Whether a line names what is treated and nothing else: "Ulcerative colitis"."""
    return bool(frame) and all(value.facet is Facet.CONDITION for value in frame)


def _is_over(over: FactSpan, fact: FactSpan) -> bool:
    """Whether a line is read with the disease's line above: a heading always, else for its
    doses."""
    is_heading = over.kind is not FactKind.OTHER and not _opens_an_item(over)
    return is_heading or has_amount(fact.frame)
