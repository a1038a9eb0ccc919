"""Sentences as a spaCy component: `label_sentences` marks where each one starts.

The pipeline is `spacy.blank("en")` with this one component: no model, no weights, no network. Any
other spaCy component can be added behind it.
"""

from collections.abc import Iterator
from functools import cache

from spacy import blank
from spacy.language import Language
from spacy.tokens import Doc, Token

from monograph_qa.facts.boundaries import sentence_ends


@Language.component("label_sentences")
def label_sentences(doc: Doc) -> Doc:
    """Sets `is_sent_start` on every token from the label rules in `boundaries`."""
    starts = [0, *sentence_ends(doc.text)[:-1]]
    at = 0
    for token in doc:
        # A boundary inside a token cannot be marked: better one sentence than a cut word.
        while at < len(starts) and token.i and _is_inside(doc[token.i - 1], starts[at]):
            at += 1
        opens = at < len(starts) and token.idx >= starts[at] and not token.is_space
        token.is_sent_start = opens
        at += opens
    return doc


def _is_inside(token: Token, offset: int) -> bool:
    return token.idx < offset < token.idx + len(token)


@cache
def sentence_pipeline() -> Language:
    """The pipeline, built once a process."""
    pipeline = blank("en")
    pipeline.add_pipe("label_sentences")
    pipeline.max_length = 10_000_000
    return pipeline


def iter_sentences(text: str) -> Iterator[tuple[int, int]]:
    """(start, stop) of each sentence, without the white space around it."""
    for span in sentence_pipeline()(text).sents:
        start, stop = span.start_char, span.end_char
        while start < stop and text[start].isspace():
            start += 1
        while stop > start and text[stop - 1].isspace():
            stop -= 1
        if start < stop:
            yield start, stop
