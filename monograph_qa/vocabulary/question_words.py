"""Words of questions by what they do: `question_words` and `stop_words`."""

from functools import cache

from monograph_qa.vocabulary.rows import read_rows


@cache
def words_with_role(role: str) -> frozenset[str]:
    """Words of `question_words.csv` that play `role`.

    Roles: before_name and after_name (a drug's name stands beside them), before_subject (the
    question's subject follows), after_eponym (a person's name stands before them), opens_yes_no,
    points_back (to what was named before), unit (an amount stands before it), passing_shorthand
    (says how a drug is given: "PO", "BID"; nothing that is asked), allergy, reacts and reacts_to
    ("a Y allergy", "a reaction to Y"), lists ("and"), article, pronoun, vaccine ("shot"),
    in_vaccine_name ("toxoid"), without ("no insulin"), before_condition ("in", "if"),
    parts (what is named from why or when: "for", "after"), reason ("for", "in").
    """
    return frozenset(row["word"] for row in read_rows("question_words") if row["role"] == role)


@cache
def stop_words() -> frozenset[str]:
    """Words that text search need not look for."""
    return frozenset(row["word"] for row in read_rows("stop_words"))
