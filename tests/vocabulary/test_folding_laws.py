"""Laws of the folding of headings and of the cue index, for any text."""

from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.vocabulary import cues, folding
from monograph_qa.vocabulary.headings import match_heading, match_heading_prefix

PRINTED = st.text(max_size=80)


@given(PRINTED)
def test_folding_twice_changes_nothing_more(heading: str) -> None:
    once = folding.without_colons(folding.fold(heading))
    assert folding.without_colons(folding.fold(once)) == once


@given(PRINTED)
def test_any_text_may_be_asked_for_a_heading(text: str) -> None:
    match_heading(text)
    found = match_heading_prefix(text)
    assert found is None or 0 < found[1] <= len(text)


@given(st.text(alphabet="abcdefghij -%", min_size=1, max_size=20))
def test_the_index_never_hides_a_phrase_that_the_sentence_holds(phrase: str) -> None:
    if not any(char.isalnum() for char in phrase):
        return
    cue = cues.read_phrase(phrase)
    sentence = f"Before {phrase} after"
    if all(test(sentence) for test in cue.tests):
        stems = cues.stems_of(sentence)
        assert cue.is_in(sentence, stems)
        assert not cue.stems or cue.stems & stems
