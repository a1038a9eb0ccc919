"""The only words that an answer may hold beside the label's own (answer_words.csv)."""

from functools import cache

from monograph_qa.vocabulary.rows import read_rows


@cache
def fixed_words() -> frozenset[str]:
    """Labels that may head a group of quotes, exactly as they may be written."""
    return frozenset(row["words"] for row in read_rows("answer_words"))
