"""Questions drafted from a library, with the lines that answer, for a pharmacist to correct."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from monograph_qa.domain.label import FactKind, FactSpan, Label
from monograph_qa.pipeline.scoring.questions import BETWEEN, COLUMNS
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.attributes import Attribute, attributes
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.sections import UNCLASSIFIED, ancestors
from monograph_qa.vocabulary.stems import stems_of

_OF_ONE_LABEL = 5  # questions
_FEW_LINES = 2  # an attribute that more lines state is no question with a clear answer
_LONGEST = 300  # characters of a line that a cell should hold
_WORD = 3  # letters of a stem that says something
_NOTE = re.compile(r"[a-z][.)]\s|[*†‡§]")
_KINDS = (FactKind.FACT, FactKind.CONDITIONAL, FactKind.DIRECTIVE)


_Draft = tuple[dict[str, str], tuple[str, ...]]
"""A row of the table, and what it is one more of: its attribute, section and kinds of lines."""


def draft_questions(reader: LibraryReader, most: int) -> str:
    """CSV with at most so many questions, each once: of all that a label states, what was asked of
    others least comes first."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    for at, row in enumerate(_in_turn(reader, most), 1):
        table.writerow({"id": f"d-{at}", "expect": "answer", **row})
    return out.getvalue()


def _in_turn(reader: LibraryReader, most: int) -> Iterator[dict[str, str]]:
    labels = reader.current_labels()
    some = labels[:: max(1, len(labels) // most)]  # of a large library, from its beginning to end
    some = [each for each in some if _is_alone(reader, each)] or some
    open_drafts = [list(_of_label(reader, label)) for label in some]
    asked: Counter[str] = Counter()
    features: Counter[str] = Counter()
    for _ in range(_OF_ONE_LABEL):
        for drafts in open_drafts:
            fresh = [each for each in drafts if not asked[each[0]["question"].casefold()]]
            if not fresh:
                continue
            row, names = min(fresh, key=lambda each: [features[name] for name in each[1]])
            features.update(names)
            asked[row["question"].casefold()] += 1
            yield row
            if asked.total() == most:
                return


def _is_alone(reader: LibraryReader, label: Label) -> bool:
    """Whether a label is the only one that its question can be about."""
    return {row[3] for row in reader.names_by_keys([plain_key(_called(label))])} == {label.label_id}


def _called(label: Label) -> str:
    return label.product.brand or label.drug


def _of_label(reader: LibraryReader, label: Label) -> Iterator[_Draft]:
    stating: dict[str, list[FactSpan]] = {}
    for fact in reader.facts(label.label_id):
        if fact.kind in _KINDS and fact.context is None:
            for name in fact.attributes:
                stating.setdefault(name, []).append(fact)
    keys = ((head[0], head[7]) for head in reader.heads(label.label_id))
    places = {section_id: "" if key == UNCLASSIFIED else key for section_id, key in keys}
    names = stems_of(f"{label.title} {label.drug}")
    for each in attributes():
        facts = stating.get(each.key, [])
        stand = [places[fact.section_id] for fact in facts]
        if not (_is_clear(each, facts, stand) and all(_answers(each, f, names) for f in facts)):
            continue
        lines = dict.fromkeys(fact.quote for fact in facts)
        section = places[facts[0].section_id]
        row = {
            "question": f"{each.name} of {_called(label)}?",
            "label": label.drug,
            "section": section if len(facts) == 1 else "",
            "lines": f" {BETWEEN} ".join(lines),
            "kind": each.group,
        }
        kinds = dict.fromkeys(fact.kind.value for fact in facts)
        yield row, (each.key, section, each.group, *kinds)


def _is_clear(asked: Attribute, facts: Sequence[FactSpan], places: Sequence[str]) -> bool:
    """Whether few short lines state it, each where labels do and in all words of the question: what
    a line is found by may mean something else ("the upper bound" is no protein binding)."""
    words = _words_of(asked)
    usual = set(asked.section_keys)
    return 0 < len({fact.quote for fact in facts}) <= _FEW_LINES and all(
        len(fact.quote) <= _LONGEST
        and BETWEEN not in fact.quote
        and words
        and words <= stems_of(fact.quote)
        and not usual.isdisjoint((place, *ancestors(place)))
        for fact, place in zip(facts, places, strict=True)
    )


def _answers(asked: Attribute, fact: FactSpan, names: frozenset[str]) -> bool:
    """Whether a line answers by itself, and just this: it leads in to nothing, is no note to a
    table, says more than the names in the question, and does not say, too, what the question might
    be taken for (the treatment of an overdose for its signs)."""
    stems, words = stems_of(fact.quote), _words_of(asked)
    others = (e for e in attributes() if e.key in fact.attributes and e.group == asked.group)
    rivals = (other for each in others if (other := _words_of(each)) - words and other & words)
    return (
        not fact.quote.endswith(":")
        and _NOTE.match(fact.quote) is None
        and not stems <= names | stems_of(asked.name)
        and not any(other <= stems for other in rivals)
    )


def _words_of(asked: Attribute) -> frozenset[str]:
    return frozenset(stem for stem in stems_of(asked.name) if len(stem) >= _WORD)
