"""The reading of a question, as it is shown while it is used and as it was used in the end."""

from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.answer import Part
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import Label


def on_one_line(intent: Intent) -> str:
    """The reading of a question on one line."""
    drugs = ", ".join(drug.name for drug in intent.drugs) or "no drug"
    subject = ", ".join((*intent.attributes, *intent.section_keys[:3])) or "no subject"
    return f"{intent.kind.value}; {drugs}; {subject}"


def as_used(intent: Intent, labels: Sequence[Label], parts: Sequence[Part]) -> Intent:
    """The intent with what came of it: its drugs' labels are those chosen, its attributes those
    that were looked for throughout every label.
    """
    return _attributes_used(_labels_used(intent, labels), parts)


def _labels_used(intent: Intent, labels: Sequence[Label]) -> Intent:
    chosen = {each.label_id for each in labels}
    if not chosen:
        return intent
    drugs = tuple(
        replace(d, label_ids=tuple(i for i in d.label_ids if i in chosen) or d.label_ids)
        for d in intent.drugs
    )
    return replace(intent, drugs=drugs)


def _attributes_used(intent: Intent, parts: Sequence[Part]) -> Intent:
    # Whether a label's section answers, or its fallback attributes do, is each label's own matter;
    # `parts` say it label by label.
    used: dict[str, dict[str, None]] = {}
    for part in parts:
        if part.section_keys:
            used.setdefault(part.label_id, {}).update(dict.fromkeys(part.attributes))
    if not used:
        return intent
    common = set.intersection(*(set(each) for each in used.values()))
    order = dict.fromkeys((*intent.attributes, *(a for each in used.values() for a in each)))
    return replace(intent, attributes=tuple(a for a in order if a in common))
