"""Why a label is silent: what was looked for, in which of its sections, and what stands there."""

from monograph_qa.domain.intent import Intent
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.vocabulary.sections import descendants, section_by_key

_MOST_HEADINGS = 12


def silence(intent: Intent, rows: LabelRows) -> str:
    """What was looked for, and in which of the label's sections, in fixed words and headings."""
    return f"{not_stated(subject_of(intent))} {_searched_in(_searched(intent, rows))}"


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
