"""Which of several labels of one drug the question's own words mean. Only words that tell products
apart count: "What is it used for?" must not choose the label whose title says "for oral use"."""

import re
from collections.abc import Sequence
from itertools import takewhile

from monograph_qa.domain.intent import DrugMention
from monograph_qa.domain.label import Label
from monograph_qa.names.beside import find_maker
from monograph_qa.names.nicknames import diseases_of_vaccines
from monograph_qa.names.words import is_drug_word, is_plain
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.name_keys import name_parts
from monograph_qa.vocabulary.products import form_units, in_form_words, product_words
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.tokens import singular

_TELLING = re.compile(
    r"u-?(?P<per_ml>\d{3})(?!\w)|(?<!\d)(?P<of_insulin>\d{3})\s?(?:units?|i?u)\s?(?:/|per\s)\s?ml\b"
    r"|(?P<release>[a-z]+)[\s-]releas(?:e|ing)\b"
    r"|(?P<amount>\d+(?:[.,]\d+)?)\s?(?P<unit>%|(?:mg|mcg|µg|g|ml|units?)\b)"
    r"|(?P<word>(?<!['’])[^\W_]+)"  # of "this morning's" no "s", which "Dr. Reddy's" has, too
)
RELEASE, PLAIN_RELEASE = "-release", "immediate-release"
_CHOOSES = frozenset({"one", "label", "please", "version"})  # words around a choice
_YEAR = re.compile(r"(?:19|20)\d\d")
# Words of dosage forms that a question has for other reasons, too.
_LID = re.compile(r"\b(?:needle|syringe|pen|bottle|vial|tip|screw|flip-off)s?\s+caps?\b", re.I)
_INITIALS = re.compile(r"\b[A-Z]{2,5}\b")
_LOOSE = frozenset({"for", "oral", "topical", "release", "system", "film", "coated", "use"})


def narrowed(labels: Sequence[Label], question: str, mention: DrugMention) -> list[Label]:
    """The labels of each maker that the question names, and of these those whose titles bear most
    of what it says of the product; or all of them, where it says nothing."""
    makers = dict.fromkeys(each.product.maker for each in labels)
    named = [maker for maker in makers if find_maker(question, maker)]
    if not named:
        return _best_described(labels, question, mention)
    of_each = ([each for each in labels if each.product.maker == maker] for maker in named)
    chosen = [each for own in of_each for each in _best_described(own, question, mention)]
    return [each for each in labels if each in chosen]


def _best_described(labels: Sequence[Label], question: str, mention: DrugMention) -> list[Label]:
    if len(labels) < 2:
        return list(labels)
    asked = _asked(question, mention)
    ways = {each.product.routes for each in labels}
    if len(ways) > 1 and all(ways):
        beside = (*units(question[: mention.start])[-1:], *units(question[mention.stop :])[:1])
        asked |= {unit for unit in beside if unit in product_words("route")}
    # That one title says the generic name ("Plavix (clopidogrel)") tells nothing: each is of it.
    titles = [_with_release(units(f"{label.drug} {_with_year(label)}")) for label in labels]
    # Nor does by which of its names a vaccine tells the disease.
    telling = asked - frozenset.intersection(*titles) - diseases_of_vaccines()
    scores = [len(telling & title) for title in titles]
    best = max(scores)
    return [label for label, score in zip(labels, scores, strict=True) if score == best]


def _with_release(title: Sequence[str]) -> frozenset[str]:
    """The words of a title, which is of the plain release where it says none."""
    is_plain_release = not any(unit.endswith(RELEASE) for unit in title)
    return frozenset([*title, PLAIN_RELEASE] if is_plain_release else title)


def meant_by(line: str, labels: Sequence[Label]) -> list[Label]:
    """Those of the labels that a line chooses in words ("the suspension", "the one by Sandoz");
    none where a word of it tells of no label, or of all."""
    said = {unit for unit in units(line) if unit not in stop_words() and unit not in _CHOOSES}
    fitting = [each for each in labels if said and said <= set(units(_with_year(each)))]
    return fitting if len(fitting) < len(labels) else []


def described(label: Label) -> str:
    """What product a label is of, in words: its title, maker, brand, forms, strengths, routes."""
    product = label.product
    names = (label.title, product.maker or "", product.brand or "")
    return " ".join([*names, *product.forms, *product.strengths, *product.routes])


def _with_year(label: Label) -> str:
    return f"{described(label)} {(label.revision_date or '')[:4]}"


def _asked(question: str, mention: DrugMention) -> frozenset[str]:
    """What the question says of the product: beside the name anything that a title may say ("Teva
    metformin"), further off only names and whole dosage forms."""
    before = units(question[: mention.start])[::-1]
    after = units(question[mention.stop :])
    beside = [
        *before[:1],
        *after[:1],
        *takewhile(_describes, before),
        *takewhile(_describes, after),
    ]
    words = [*units(mention.asked), *(unit for unit in beside if unit not in _LOOSE)]
    far = (unit for unit in (*before, *after) if _tells_anywhere(unit))
    return frozenset([*(unit for unit in words if unit not in stop_words()), *far])


def units(text: str) -> list[str]:
    """Words in singular, strengths, releases, forms and routes written out ("capsule" for
    "caps"); the concentration of an insulin as its name says it ("u-100")."""
    found = []
    is_shouted = text.isupper() and " " in text.strip()
    initials = set() if is_shouted else {*map(str.casefold, _INITIALS.findall(text))}
    for match in _TELLING.finditer(in_form_words(_LID.sub("lid", text))):
        if per_ml := match["per_ml"] or match["of_insulin"]:
            found.append(f"u-{per_ml}")
        elif match["release"]:
            found.append(f"{match['release']}{RELEASE}")
        elif match["amount"]:
            found.append(f"{match['amount']} {match['unit']}")
        else:
            word = singular(match["word"])
            meaning = singular(find_meaning(match["word"].upper()) or "")
            forms, routes = product_words("form"), product_words("route")
            is_way = meaning.endswith(RELEASE) or meaning in forms or meaning in routes
            # "CAP" is a pneumonia, and no capsule.
            is_other = match["word"] in initials and bool(meaning) and not is_way
            form = "" if is_other else forms.get(word)
            found.append(form or (meaning if is_way else word))
    return found


def _describes(unit: str) -> bool:
    parts = name_parts()
    if unit in stop_words() and unit not in parts.connectors:
        return False
    is_listed = unit in parts.salts or unit in parts.full or unit in parts.connectors
    return _is_form(unit) or is_listed or not unit.isalpha()


def _tells_anywhere(unit: str) -> bool:
    if unit in _LOOSE or unit in stop_words():
        return False
    if not unit.isalpha():
        return unit.endswith(RELEASE) or _YEAR.fullmatch(unit) is not None
    return _is_form(unit) or not (is_plain(unit) or is_drug_word(unit))


def _is_form(unit: str) -> bool:
    return unit in name_parts().forms or unit in form_units()
