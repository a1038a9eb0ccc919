"""Words of a question that stand beside a thing and do not name it: "ketoconazole tablets how many
hours apart", "morphine syringe". What no sentence says as a whole is looked for by its telling
words; only what is named then can be missing."""

from collections.abc import Iterator, Sequence

from monograph_qa.evidence import LabelRows
from monograph_qa.intent.particulars import Particular, only
from monograph_qa.intent.thing_names import names_of, tells
from monograph_qa.pipeline.fitting.named_order import names
from monograph_qa.vocabulary.sections import is_patients_part

_LONG = 6  # letters; shorter everyday words stand in any heading

_LONG_REST = 8  # letters
_FEW = 12  # sentences


def unglued(asked: Sequence[Particular], rows: LabelRows) -> tuple[Particular, ...]:
    """The particulars, without words that the label has nowhere beside their telling ones."""
    return tuple(dict.fromkeys(each for p in asked for each in _parts(p, rows)))


def _heads(word: str, rows: LabelRows) -> bool:
    """Whether a heading of the professional part names the word."""
    heads = (p.head for p in rows.outline.values())
    return len(word) >= _LONG and any(
        names(head.heading, [(word,)]) for head in heads if not is_patients_part(head.line)
    )


def _parts(particular: Particular, rows: LabelRows) -> Iterator[Particular]:
    words = particular.names[0]
    telling = tuple(word for word in words if tells(word) or _heads(word, rows))
    if not telling or len(words) < 2 or rows.ids_saying(particular.names):
        yield particular
        yield from _not_meant(particular, rows)
        return
    together = only(particular, telling)
    if len(telling) < 2 or rows.ids_saying(together.names):
        yield together
        return
    yield from (only(particular, (word,)) for word in telling)


def _not_meant(particular: Particular, rows: LabelRows) -> Iterator[Particular]:
    """What is found by other words for some of its words leaves out the rest: "rash exfoliative"
    is found by "eruption". A long rest that few sentences of the label name is looked for as
    well."""
    if rows.ids_saying(particular.names[:1]):
        return
    for word in particular.names[0]:
        is_rest = len(word) >= _LONG_REST and len(names_of((word,))) == 1
        if is_rest and 0 < len(rows.ids_saying([(word,)])) <= _FEW:
            yield only(particular, (word,))
