"""Count `subject_words.csv`: plain words that some labels say and most do not.

    python -m training.make_subject_words FOLDER

FOLDER holds the text of one label in each file (`*.txt`). That a label has none of such a word, and
a question has it, tells something: "occlusion", and not "usual" (most labels say it) or "ahead"
(none does). What asks for a topic, how a thing is done or is compared, and forms of medicines are
left out.
"""

import argparse
import re
from collections import Counter
from pathlib import Path

from monograph_qa.names.words import is_plain, plain_words
from monograph_qa.vocabulary.name_keys import name_parts
from monograph_qa.vocabulary.question_words import cue_words, is_topic_word, stop_words

TABLE = Path(__file__).resolve().parent.parent / "schemas/vocabulary/subject_words.csv"
LEAST, MOST = 0.01, 0.15  # share of the labels
SHORTEST = 4  # letters
_WORD = re.compile(r"[^\W\d_]+")
_HOW = re.compile(r"(?P<what>\w{3,})(?:ly|est)$")
_DONE = ("ing", "ed")  # "persisting" is said of a subject, and is none


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    files = sorted(parser.parse_args().folder.glob("*.txt"))
    counted: Counter[str] = Counter()
    for file in files:
        counted.update(set(_WORD.findall(file.read_text(encoding="utf-8").casefold())))
    told = sorted(
        word
        for word, times in counted.items()
        if LEAST <= times / len(files) <= MOST and tells_a_subject(word)
    )
    TABLE.write_text("\n".join(["word", *told, ""]), encoding="utf-8")


def tells_a_subject(word: str) -> bool:
    """Whether a word is plain and may be what a sentence is on."""
    how = _HOW.match(word)
    is_of_how = how is not None and not plain_words().isdisjoint(
        (how["what"], f"{how['what']}e", f"{how['what'][:-1]}y")
    )
    passed_over = cue_words() | stop_words() | name_parts().forms
    return (
        word.isascii()
        and len(word) >= SHORTEST
        and is_plain(word)
        and word not in passed_over
        and not word.endswith(_DONE)
        and not (is_topic_word(word) or is_of_how)
    )


if __name__ == "__main__":
    main()
