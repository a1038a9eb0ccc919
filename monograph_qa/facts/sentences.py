"""Sentences as a spaCy component: `label_sentences` marks where each one starts.

The pipeline is `spacy.blank("en")` with this one component and a tokenizer that keeps to the same
boundaries: no model, no weights, no network. Any other spaCy component can be added behind it.
"""

import re
from collections.abc import Iterator
from functools import cache

import numpy as np
from spacy import blank
from spacy.attrs import IDX, IS_SPACE, SENT_START
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from monograph_qa.facts.boundaries import sentence_ends

_WORD = re.compile(r"(\S+)( ?)|\s")
_ENDS = "label_sentence_ends"
_YES = np.uint64(1)
_NO = np.uint64(2**64 - 1)  # spaCy reads the column as signed: -1 is "no start"


class LabelTokenizer:
    """Cuts text at white space and at the ends of sentences ("daily.The"); nothing is dropped.
    spaCy's own tokenizer may hold such an end inside one token, where it could not be marked."""

    def __init__(self, vocab: Vocab) -> None:
        self._vocab = vocab

    def __call__(self, text: str) -> Doc:
        ends = sentence_ends(text)
        words, spaces = _evenly(text, ends) or _unevenly(text, ends)
        return Doc(self._vocab, words=words, spaces=spaces, user_data={_ENDS: ends})


def _evenly(text: str, ends: list[int]) -> tuple[list[str], list[bool]] | None:
    """Words parted by single spaces, which is most text, and fast; None for any other text."""
    words = text.split(" ")
    if words != text.split() or any(not text[end].isspace() for end in ends[:-1]):
        return None
    return words, [True] * (len(words) - 1) + [False]


def _unevenly(text: str, ends: list[int]) -> tuple[list[str], list[bool]]:
    words: list[str] = []
    spaces: list[bool] = []
    at = 0
    for match in _WORD.finditer(text):
        start, stop = match.start(), match.end(1) if match[1] else match.end()
        while at < len(ends) and ends[at] < stop:
            if ends[at] > start:
                words.append(text[start : ends[at]])
                spaces.append(False)
                start = ends[at]
            at += 1
        words.append(text[start:stop])
        spaces.append(bool(match[2]))
    return words, spaces


def label_sentences(doc: Doc) -> Doc:
    """Sets `is_sent_start` on every token from the label rules in `boundaries`."""
    # Behind another tokenizer the ends are not known yet, and its text has to be put together.
    ends = doc.user_data[_ENDS] if _ENDS in doc.user_data else sentence_ends(doc.text)
    starts = [0, *ends[:-1]]
    marks = np.full(len(doc), _NO, dtype=np.uint64)
    words = np.flatnonzero(doc.to_array(IS_SPACE) == 0)
    first = np.searchsorted(doc.to_array(IDX)[words], starts)
    marks[words[first[first < len(words)]]] = _YES
    return doc.from_array([SENT_START], marks.reshape(-1, 1))


Language.component("label_sentences", func=label_sentences)


@cache
def sentence_pipeline() -> Language:
    """The pipeline, built once a process."""
    pipeline = blank("en")
    pipeline.tokenizer = LabelTokenizer(pipeline.vocab)
    pipeline.add_pipe("label_sentences")
    pipeline.max_length = 10_000_000
    return pipeline


def iter_sentences(text: str) -> Iterator[tuple[int, int]]:
    """(start, stop) of each sentence, without the white space around it."""
    if not text.strip():
        return
    for span in sentence_pipeline()(text).sents:
        sentence = text[span.start_char : span.end_char]
        start = span.end_char - len(sentence.lstrip())
        if words := sentence.strip():
            yield start, start + len(words)
