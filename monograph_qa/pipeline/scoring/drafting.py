"""Questions drafted from a library, with the lines that answer, for a pharmacist to correct."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence

from monograph_qa.domain.label import FactKind, FactSpan, Label
from monograph_qa.frozen import frozen
from monograph_qa.pipeline.scoring.questions import BETWEEN, COLUMNS
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.attributes import Attribute, attributes
from monograph_qa.vocabulary.sections import UNCLASSIFIED, ancestors
from monograph_qa.vocabulary.stems import stems_of

_FEW_LINES = 2  # an attribute that more lines state is no question with a clear answer
_LONGEST = 300  # characters of a line that a cell should hold
_WORD = 4  # letters of a stem that says something
_KINDS = (FactKind.FACT, FactKind.CONDITIONAL, FactKind.DIRECTIVE)


@frozen
class _Draft:
    """A row of the table, and what it is one more of: its attribute, section and kinds of lines."""

    row: dict[str, str]
    features: tuple[str, ...]


def draft_questions(reader: LibraryReader, most: int, of_one: int = 5) -> str:
    """CSV with at most so many questions, each once, of one label at most `of_one`: of all that a
    label states, what was asked of others least comes first."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    for at, row in enumerate(_in_turn(reader, most, of_one), 1):
        table.writerow({"id": f"d-{at}", "expect": "answer", **row})
    return out.getvalue()


def _in_turn(reader: LibraryReader, most: int, of_one: int) -> Iterator[dict[str, str]]:
    labels = reader.current_labels()
    some = labels[:: max(1, len(labels) // most)]  # of a large library, from its beginning to end
    open_drafts = [list(_of_label(reader, label)) for label in some]
    asked: Counter[str] = Counter()
    features: Counter[str] = Counter()
    for _ in range(of_one):
        for drafts in open_drafts:
            fresh = [each for each in drafts if not asked[each.row["question"].casefold()]]
            if not fresh:
                continue
            draft = min(fresh, key=lambda each: [features[name] for name in each.features])
            features.update(draft.features)
            asked[draft.row["question"].casefold()] += 1
            yield draft.row
            if asked.total() == most:
                return


def _of_label(reader: LibraryReader, label: Label) -> Iterator[_Draft]:
    stating: dict[str, list[FactSpan]] = {}
    for fact in reader.facts(label.label_id):
        if fact.kind in _KINDS and fact.context is None:
            for name in fact.attributes:
                stating.setdefault(name, []).append(fact)
    keys = ((head[0], head[7]) for head in reader.heads(label.label_id))
    places = {section_id: "" if key == UNCLASSIFIED else key for section_id, key in keys}
    named = label.product.brand or label.drug
    for each in attributes():
        facts = stating.get(each.key, [])
        if not _is_clear(each, facts, [places[fact.section_id] for fact in facts]):
            continue
        lines = dict.fromkeys(fact.quote for fact in facts)
        section = places[facts[0].section_id]
        row = {
            "question": f"{each.name} of {named}?",
            "label": label.drug,
            "section": section if len(facts) == 1 else "",
            "lines": f" {BETWEEN} ".join(lines),
            "kind": each.group,
        }
        kinds = dict.fromkeys(fact.kind.value for fact in facts)
        yield _Draft(row, (each.key, section, each.group, *kinds))


def _is_clear(asked: Attribute, facts: Sequence[FactSpan], places: Sequence[str]) -> bool:
    """Whether few short lines state it, each where labels do and in all words of the question: what
    a line is found by may mean something else ("the upper bound" is no protein binding)."""
    said = stems_of(asked.name)
    words = {stem for stem in said if len(stem) >= _WORD} or said
    usual = set(asked.section_keys)
    return 0 < len({fact.quote for fact in facts}) <= _FEW_LINES and all(
        len(fact.quote) <= _LONGEST
        and BETWEEN not in fact.quote
        and words <= stems_of(fact.quote)
        and not usual.isdisjoint((place, *ancestors(place)))
        for fact, place in zip(facts, places, strict=True)
    )
