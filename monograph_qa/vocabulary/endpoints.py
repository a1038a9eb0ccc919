"""What trials measure, and the short forms by which questions and labels name it: ORR, survival."""

from functools import cache

from monograph_qa.vocabulary.rows import read_rows, split_list
from monograph_qa.vocabulary.tokens import keys_of

Words = tuple[str, ...]


def endpoints_in(question: str) -> tuple[Words, ...]:
    """The words by which a label may name each endpoint of a trial that a question asks for."""
    said = f" {' '.join(keys_of(question))} "
    return tuple(
        words for asked, stated in _endpoints() if f" {asked} " in said for words in stated
    )


@cache
def _endpoints() -> tuple[tuple[str, tuple[Words, ...]], ...]:
    rows = read_rows("endpoints")
    return tuple(
        (row["asked"], tuple(tuple(term.split()) for term in split_list(row["stated"])))
        for row in rows
    )
