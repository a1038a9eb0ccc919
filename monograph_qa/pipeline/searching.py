"""Looking across labels: a need becomes one statement over what sentences and headings speak of."""

from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache

from monograph_qa.domain.label import FactKind, LabelFormat
from monograph_qa.domain.search import SECTION, FoundLines, Mark, Sought, most_first
from monograph_qa.errors import NoSuchLabel, NotFound
from monograph_qa.frames.concepts import class_as_printed, direct_classes_of
from monograph_qa.pipeline.question.choosing import labels_called
from monograph_qa.pipeline.question.wording import read_need
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.products import made_of
from monograph_qa.vocabulary.sections import sections

_NO_CLASS = "(no class known)"


def search_labels(
    reader: LibraryReader,
    need: str,
    *,
    section: str | None = None,
    kind: str | None = None,
    format: str | None = None,
    drug: str | None = None,
    most: int | None = None,
    skip: int = 0,
) -> FoundLines:
    """The lines of all current labels that fit the need. `section` is a section's key, `kind` a
    FactKind, `format` a LabelFormat; `drug` names a drug or a label. Raises QuestionError where
    there is nothing to look for, NotFound for a filter that is none."""
    search = replace(
        read_need(reader, need),
        section=_known(section, (each.key for each in sections()), "section"),
        kind=_known(kind and kind.upper(), (k for k in FactKind if k != "OTHER"), "kind of line"),
        format=_known(format, LabelFormat, "format"),
        drug=drug,
    )
    if search.section:
        within = Sought(search.section, (Mark(SECTION, search.section),))
        asked = replace(search, sought=(*search.sought, within))
    else:
        asked = search
    labels = [each.label_id for each in labels_called(reader, drug)] if drug else []
    if drug and not labels:
        raise NoSuchLabel(f"no label here is of {drug!r}")
    with reader.at_once():
        lines, by_section, by_drug = reader.lines_found(asked, labels, most, skip)
    return FoundLines(
        search,
        tuple(lines),
        sum(by_section.values()),
        sum(by_drug.values()),
        most_first(by_section.items()),
        most_first((each, n) for name, n in by_drug.items() for each in _classes_of(name)),
    )


def _known(value: str | None, known: Iterable[str], what: str) -> str | None:
    if value is None:
        return None
    names = [str(each) for each in known]
    if value not in names:
        near = get_close_matches(value, names, 3) or sorted(names)[:12]
        raise NotFound(f"no {what} is called {value!r}; there are: {', '.join(near)}")
    return value


@lru_cache(maxsize=65536)  # a large library has more than ten thousand drugs
def _classes_of(drug: str) -> tuple[str, ...]:
    found = dict.fromkeys(c for each in made_of(drug) for c in direct_classes_of(each))
    return tuple(map(class_as_printed, found)) or (_NO_CLASS,)
