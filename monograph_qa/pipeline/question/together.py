"""Several labels of one drug answer together: up to four, else one for each form and route."""

from collections.abc import Sequence

from monograph_qa.domain.label import Label
from monograph_qa.vocabulary.tokens import singular

MOST_TOGETHER = 4  # labels side by side: more are no answer that one can read
_NO_FORM = frozenset({"for", "film", "coated", "usp", "and", "hard", "soft", "oral"})


def answered_together(labels: Sequence[Label], asked: str, most: int) -> tuple[list[Label], str]:
    """The labels that answer, the newest first, and the line that says so.

    Of more than `most`, one of each form and route answers: the preferred one, else the newest.
    """
    ordered = sorted(labels, key=_age, reverse=True)
    if len(ordered) <= most:
        return ordered, ""
    kinds: dict[frozenset[str], Label] = {}
    for label in ordered:
        kinds.setdefault(kind_of(label), label)
    chosen = list(kinds.values())[:most]
    forms = "each form" if len(kinds) <= most else f"{most} of {len(kinds)} forms"
    left = len(labels) - len(chosen)
    return chosen, (
        f"{len(labels)} labels here are of {asked}; answered from the newest of {forms}. "
        f"{left} other{'s' * (left > 1)}: --label ID, or --all-labels."
    )


def kind_of(label: Label) -> frozenset[str]:
    """Form and route in words that compare: "tablet, film coated" and "film-coated tablets" are
    one."""
    product = label.product
    said = " ".join([*product.forms[:1], *product.routes[:1]]).casefold()
    words = {singular(word) for word in said.replace("-", " ").replace(",", " ").split()}
    return frozenset(words - _NO_FORM)


def _age(label: Label) -> tuple[bool, str, str]:
    return label.preferred, label.revision_date or "", label.label_id
