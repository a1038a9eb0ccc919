"""A need of who looks across labels, read without identifiers of people."""

from monograph_qa.domain.search import Search
from monograph_qa.intent.sought import read_search
from monograph_qa.pipeline.question.held import HeldNames
from monograph_qa.pipeline.question.redacting import without_identifiers
from monograph_qa.pipeline.question.wording import one_line
from monograph_qa.store.reading import LibraryReader


def read_need(reader: LibraryReader, need: str) -> Search:
    """What to look for; what is taken out of the need stands in no link, and is not looked for.
    Raises QuestionError where nothing is left to look for."""
    return read_search(without_identifiers(one_line(need), HeldNames(reader)).reading)
