"""Why a label is silent: what was looked for, in which of its sections, and what stands there."""

from collections.abc import Collection, Sequence

from monograph_qa.domain.intent import Intent
from monograph_qa.evidence import LabelRows
from monograph_qa.vocabulary.sections import descendants, section_by_key

_MOST_HEADINGS = 12
_BOX = "boxed_warning"


def silence(intent: Intent, rows: LabelRows) -> str:
    """What was looked for, and in which of the label's sections, in fixed words and headings."""
    return f"{not_stated(subject_of(intent))} {_searched_in(_searched(intent, rows))}"


def searched_for(sections: Collection[str], keys: Sequence[str], rows: LabelRows) -> str:
    """The chapters that hold the sections in which something was looked for, and the headings right
    below them, which are nearest to it; the likeliest of `keys` first."""
    places = {s: rows.outline[s] for s in sections}
    chapters = [s for s, p in places.items() if p.parent_id not in places]
    rank = {key: at for at, key in enumerate(keys)}

    def likely(section_id: str) -> int:
        line = places[section_id].head.line
        return len(rank) + 1 if _BOX in line else min(rank.get(k, len(rank)) for k in line)

    chapters.sort(key=likely)
    searched = dict.fromkeys(places[s].head.heading for s in chapters)
    below = dict.fromkeys(
        p.head.heading for s in chapters for p in places.values() if p.parent_id == s
    )
    said = _searched_in(list(searched)[:_MOST_HEADINGS])
    if not below:
        return said
    more = "; ..." if len(below) > _MOST_HEADINGS else ""
    return f"{said} Headings there: {'; '.join(list(below)[:_MOST_HEADINGS])}{more}."


def not_stated(subject: str) -> str:
    """That the label does not state a subject, in fixed words."""
    return f"Not stated in this label{f' ({subject})' if subject else ''}."


def subject_of(intent: Intent) -> str:
    """What was asked for, in names of the vocabulary."""
    names = [section_by_key(key).name for key in intent.section_keys[:3]]
    return ", ".join(a.replace("_", " ") for a in intent.attributes) or ", ".join(names)


def _searched_in(headings: list[str]) -> str:
    return f"Searched: {'; '.join(headings) or 'none of its sections is about this'}."


def _searched(intent: Intent, rows: LabelRows) -> list[str]:
    wanted = {k for key in intent.section_keys for k in (key, *descendants(key))}
    places = list(rows.outline.values())
    fitting = [p.head.heading for p in places if p.head.section_key in wanted]
    chapters = [p.head.heading for p in places if p.level == 1]
    # A fact is looked for in the whole label, wherever it stands.
    found = fitting if fitting and not intent.attributes else [*fitting, *chapters]
    return list(dict.fromkeys(found))[:_MOST_HEADINGS]
