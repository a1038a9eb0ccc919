"""The signals. Each tells what speaks for or against one candidate; what that weighs
stands in `ranking.csv`."""

from monograph_qa.ranking.signals.concepts import concept_signs
from monograph_qa.ranking.signals.conditions import condition_signs
from monograph_qa.ranking.signals.contrasts import contrast_signs
from monograph_qa.ranking.signals.delays import delay_signs
from monograph_qa.ranking.signals.directions import direction_signs
from monograph_qa.ranking.signals.effects_on import effect_on_signs
from monograph_qa.ranking.signals.places import place_signs
from monograph_qa.ranking.signals.products import product_signs
from monograph_qa.ranking.signals.ranges import range_signs
from monograph_qa.ranking.signals.rows import row_signs
from monograph_qa.ranking.signals.specials import special_signs
from monograph_qa.ranking.signals.statements import (
    attribute_signs,
    kind_signs,
    section_signs,
    value_signs,
)
from monograph_qa.ranking.signals.steps import step_signs
from monograph_qa.ranking.signals.switches import switch_signs
from monograph_qa.ranking.signals.words import (
    heading_signs,
    likeness_signs,
    meaning_signs,
    passage_signs,
    word_signs,
)
from monograph_qa.ranking.signs import Signal

SIGNALS: dict[str, Signal] = {
    "words": word_signs,
    "passage": passage_signs,
    "likeness": likeness_signs,
    "heading": heading_signs,
    "meaning": meaning_signs,
    "thing": concept_signs,
    "attribute": attribute_signs,
    "section": section_signs,
    "direction": direction_signs,
    "value": value_signs,
    "range": range_signs,
    "delay": delay_signs,
    "step": step_signs,
    "switch": switch_signs,
    "effect_on": effect_on_signs,
    "condition": condition_signs,
    "row": row_signs,
    "product": product_signs,
    "contrast": contrast_signs,
    "special": special_signs,
    "place": place_signs,
    "kind": kind_signs,
}

__all__ = ["SIGNALS"]
