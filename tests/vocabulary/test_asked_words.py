"""Words that only askers use stand for words of labels."""

import pytest

from monograph_qa.vocabulary.question_words import said_by_labels
from monograph_qa.vocabulary.rows import read_rows, split_list
from monograph_qa.vocabulary.stems import stem


@pytest.mark.parametrize(
    ("asked", "said"), [("fridge", "refrigerator"), ("draws", "obtain"), ("halving", "split")]
)
def test_an_asked_word_is_found_in_each_of_its_forms(asked: str, said: str) -> None:
    assert stem(said) in said_by_labels(stem(asked))


@pytest.mark.parametrize(
    "operation", ["hemicolectomy", "septoplasty", "laparotomies", "tracheostomy", "arthrodesis"]
)
def test_an_operation_that_no_table_lists_is_surgery(operation: str) -> None:
    assert stem("surgery") in said_by_labels(stem(operation))


def test_what_labels_say_themselves_stands_for_nothing() -> None:
    assert said_by_labels(stem("hypersensitivity")) == ()


def test_no_word_stands_for_itself_or_twice() -> None:
    rows = read_rows("asked_words")
    asked = [stem(row["asked"]) for row in rows]
    assert asked == [row["stem"] for row in rows]
    assert len(set(asked)) == len(asked)
    for row in rows:
        assert stem(row["asked"]) not in map(stem, split_list(row["said"])), row
