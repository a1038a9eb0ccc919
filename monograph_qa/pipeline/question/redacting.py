"""A question, or a need of who looks across labels, without identifiers of people: what is read,
sent to models and stored."""

from monograph_qa.audit.redaction import Redaction, redact
from monograph_qa.domain.search import Search
from monograph_qa.intent.sought import read_search
from monograph_qa.pipeline.question.held import HeldNames
from monograph_qa.pipeline.question.wording import one_line
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.identifiers import person_name
from monograph_qa.vocabulary.name_keys import name_key


def without_identifiers(question: str, names: HeldNames) -> Redaction:
    """The question with marks in place of identifiers (see `audit.redaction.redact`).

    No name that the library or an imported table holds is taken for a person's, nor the name of a
    company whose label is here.
    """

    def is_drug(word: str) -> bool:
        keys = [name_key(word)]
        name = person_name(keys[0])
        is_part = not (name.given or name.family) and names.with_word(keys[0])  # asfotase alfa
        return bool(is_part or names.find(keys) or names.known_elsewhere(keys))

    return redact(question, is_drug, names.is_company)


def read_need(reader: LibraryReader, need: str) -> Search:
    """What to look for; what is taken out of the need is not looked for. Raises QuestionError where
    nothing is left."""
    return read_search(without_identifiers(one_line(need), HeldNames(reader)).reading)
