"""What kind of answer a question wants, and whether it is about a drug's label at all."""

from collections.abc import Sequence

from monograph_qa.domain.intent import QuestionKind
from monograph_qa.intent.cues import out_of_scope_cues
from monograph_qa.intent.ranking import Reading
from monograph_qa.vocabulary.question_words import words_with_role
from monograph_qa.vocabulary.tokens import Token

_PICTURE = "picture_"


def is_out_of_scope(question: str, tokens: Sequence[Token], *, asks_section: bool) -> bool:
    """Whether the question is about something that no label tells: prices, weather, one's case."""
    cues = out_of_scope_cues()
    hits = [cues.cue(hit) for hit in cues.match(question, tokens)]
    return any(not (cue.flag and asks_section) for cue in hits)


def is_about_nothing_here(tokens: Sequence[Token], reading: Reading, *, names_a_drug: bool) -> bool:
    """Whether no drug, no section and no "it" is in the question, so that nothing can be meant."""
    before = words_with_role("points_back")
    points_back = any(token.stem in before for token in tokens)
    return not names_a_drug and not points_back and not reading.says_enough


def question_kind(tokens: Sequence[Token], reading: Reading, *, drug_count: int) -> QuestionKind:
    """The kind of question, from its cues and its grammar."""
    top = reading.topics[0] if reading.topics else None
    pictures = [topic for topic in reading.topics if topic.kind is QuestionKind.IMAGE]
    if pictures and (top in pictures or any(t.name.startswith(_PICTURE) for t in pictures)):
        return QuestionKind.IMAGE
    if drug_count > 1 and reading.has("comparison"):
        return QuestionKind.COMPARISON
    if top is not None and top.kind is QuestionKind.CHANGES:
        return QuestionKind.CHANGES
    if tokens and tokens[0].key in words_with_role("opens_yes_no"):
        return QuestionKind.YES_NO
    if top is None:
        return QuestionKind.OTHER
    if reading.has("list_asked") and top.kind in (QuestionKind.SECTION, QuestionKind.LIST):
        return QuestionKind.LIST
    if reading.has("steps_asked") and top.kind is QuestionKind.SECTION:
        return QuestionKind.STEPS
    return top.kind
