"""Which of several labels of one drug the question's own words mean: by maker, form, release,
strength, year of revision.

Only words that tell products apart count. "What is it used for?" must not choose the label whose
title happens to say "for oral use": where the words do not tell, the asker is asked.
"""

import re
from collections.abc import Sequence
from itertools import takewhile

from monograph_qa.domain.intent import DrugMention
from monograph_qa.domain.label import Label
from monograph_qa.frames.tokens import singular
from monograph_qa.intent.lexicon import is_drug_word, is_plain
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.name_keys import name_parts
from monograph_qa.vocabulary.question_words import stop_words

_TELLING = re.compile(
    r"(?P<release>[a-z]+)[\s-]releas(?:e|ing)\b"
    r"|(?P<amount>\d+(?:[.,]\d+)?)\s?(?P<unit>%|(?:mg|mcg|µg|g|ml|units?)\b)"
    r"|(?P<word>[^\W_]+)"
)
_CHOOSES = frozenset({"one", "label", "please", "version"})  # words around a choice
_YEAR = re.compile(r"(?:19|20)\d\d")
# Words of dosage forms that a question has for other reasons, too.
_LOOSE = frozenset({"for", "oral", "topical", "release", "system", "film", "coated", "use"})


def narrowed(labels: Sequence[Label], question: str, mention: DrugMention) -> list[Label]:
    """The labels whose titles bear most of what the question says of the product; or all of them.

    A label is left out only where another fits better, never because the question says nothing.
    """
    if len(labels) < 2:
        return list(labels)
    asked = _asked(question, mention)
    titles = [frozenset(_units(_described(label))) for label in labels]
    telling = asked - frozenset.intersection(*titles)
    scores = [len(telling & title) for title in titles]
    best = max(scores)
    return [label for label, score in zip(labels, scores, strict=True) if score == best]


def meant_by(line: str, labels: Sequence[Label]) -> Label | None:
    """The one of the labels that a line chooses in words ("the suspension", "the one by Sandoz");
    None where a word of it tells of no label, or of several."""
    said = {unit for unit in _units(line) if unit not in stop_words() and unit not in _CHOOSES}
    fitting = [each for each in labels if said and said <= set(_units(_described(each)))]
    return fitting[0] if len(fitting) == 1 else None


def _described(label: Label) -> str:
    product = label.product
    year = (label.revision_date or "")[:4]
    own = (label.title, product.maker or "", product.brand or "", year)
    return " ".join([*own, *product.forms, *product.strengths, *product.routes])


def _asked(question: str, mention: DrugMention) -> frozenset[str]:
    """What the question says of the product: right beside the name anything that a title may say
    ("Teva metformin"), further off only names and whole dosage forms."""
    before = _units(question[: mention.start])[::-1]
    after = _units(question[mention.stop :])
    beside = [
        *before[:1],
        *after[:1],
        *takewhile(_describes, before),
        *takewhile(_describes, after),
    ]
    own = [*_units(mention.asked), *(unit for unit in beside if unit not in _LOOSE)]
    far = (unit for unit in (*before, *after) if _tells_anywhere(unit))
    return frozenset([*(unit for unit in own if unit not in stop_words()), *far])


def _units(text: str) -> list[str]:
    """Words in singular, releases ("extended-release", also where "ER" is written), strengths."""
    found = []
    for match in _TELLING.finditer(text.casefold()):
        if match["release"]:
            found.append(f"{match['release']}-release")
        elif match["amount"]:
            found.append(f"{match['amount']} {match['unit']}")
        else:
            meaning = find_meaning(match["word"].upper()) or ""
            is_release = meaning.endswith("-release")
            found.append(meaning if is_release else singular(match["word"]))
    return found


def _describes(unit: str) -> bool:
    parts = name_parts()
    if unit in stop_words() and unit not in parts.connectors:
        return False
    own = unit in parts.forms or unit in parts.salts or unit in parts.full
    return own or not unit.isalpha() or unit in parts.connectors


def _tells_anywhere(unit: str) -> bool:
    if unit in _LOOSE or unit in stop_words():
        return False
    if not unit.isalpha():
        return unit.endswith("-release") or _YEAR.fullmatch(unit) is not None
    return unit in name_parts().forms or not (is_plain(unit) or is_drug_word(unit))
