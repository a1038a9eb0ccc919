"""How findings name what they are about, without repeating a word that a writer chose."""

import re
from collections.abc import Iterator
from functools import lru_cache

from monograph_qa.domain.answer import Draft, Group, Quote

_ID = re.compile(r"[a-z]{2,8}_[0-9a-f]{8,64}")


@lru_cache(maxsize=4096)  # each check names the same lines
def named(identifier: str, place: str) -> str:
    """`identifier` where it is made like one of ours; `place` where it may be made of words."""
    return identifier if _ID.fullmatch(identifier) else place


def iter_lines(draft: Draft) -> Iterator[tuple[str, Group, Quote]]:
    """(name, group, quote) of every line of the draft, in its order."""
    at = 0
    for group in draft.groups:
        for quote in group.quotes:
            at += 1
            yield named(quote.fact_id, f"line {at}"), group, quote
