"""One chat: a line comes in, an answer or what a command shows goes out, as text or JSON."""

from collections.abc import Callable, Mapping
from typing import Any

from monograph_qa.answer.rendering import answer_value
from monograph_qa.cli.answer_text import answer_text, source_text
from monograph_qa.cli.screen import width
from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.journal import AuditRecord
from monograph_qa.domain.label import Image, Label
from monograph_qa.errors import JournalError, NotFound, QuestionError
from monograph_qa.library import Library
from monograph_qa.pipeline.conversation import Conversation
from monograph_qa.pipeline.question.choosing import get_label
from monograph_qa.telling.records import course_rows
from monograph_qa.values import carried_value, label_value, record_value
from monograph_qa.visible import json_text, visible

_HELP = {
    "/sources": "the sources of the last answer: label, section, page",
    "/why": "how the last answer came to be: reading, routes, checks",
    "/label": "the label that is asked; /label NAME keeps one, /label clear lets go of it",
    "/help": "these commands",
    "/quit": "leave (as Ctrl-D)",
}
_WHY = ("audit_id", "intent", "routes", "verdict", "findings", "model", "prompt_sha256")
_ASKED_NOTHING = "nothing was asked yet"
_LOADED_ANEW = "The library was loaded anew; name the drug again."
_NAME_IT = "(The question before named it; name another drug to go on with that.)"
_CLEAR_FIRST = "(/label clear lets go of the label that is asked)"


class Talk:
    """Hears lines and prints. Errors that a line causes are printed too, and the talk goes on."""

    def __init__(self, library: Library, *, as_json: bool) -> None:
        """Raises LibraryError when there is no library."""
        self._library = library
        self._as_json = as_json
        self._conversation = Conversation(library.ask, self._find_label)
        self._published = self._library.published()
        _ = library.reader  # no library: better now than after the first question
        self.is_over = False

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands there are."""
        return tuple(_HELP)

    def keep_label(self, named: str) -> None:
        """Asks all questions of this label. Raises NotFound."""
        self._conversation.keep_label(named)

    def hear(self, line: str) -> None:
        """Answers one line, question or command.

        Raises what stops every further answer as well: LibraryError, JournalError, SettingsError.
        """
        line = line.strip()
        self._look_for_a_new_library()
        try:
            if line.startswith("/"):
                self._command(line)
            else:
                self._answer(line)
        except (QuestionError, NotFound) as error:
            self._say(line, {"error": str(error)}, f"({error})\n")

    def _answer(self, line: str) -> None:
        answer = self._conversation.say(line)
        value = answer_value(answer, self._path_of)
        took = carried_value(answer.intent)
        text = answer_text(answer, self._path_of, width())
        heads = [_continuing(took)] if took else []
        if answer.outcome is Outcome.CLARIFY and answer.candidates:
            text += "\n(Type the number of the one you mean.)"
        elif answer.outcome is Outcome.CLARIFY and self._conversation.label is not None:
            text += "\n" + _CLEAR_FIRST
        elif took and _is_of_a_drug_before(answer):
            text += "\n" + _NAME_IT
        self._say(line, {"carried": took, "answer": value}, "\n".join([*heads, text, ""]))

    def _command(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        deeds: Mapping[str, Callable[[str, str], None]] = {
            "/sources": self._sources,
            "/why": self._why,
            "/label": self._label,
            "/help": self._help,
            "/quit": self._quit,
        }
        if name not in deeds:
            raise QuestionError(f"there is no command {name}; /help lists those there are")
        deeds[name](line, rest.strip())

    def _sources(self, line: str, _: str) -> None:
        sources = record_value(self._last_record())["answer"]["sources"]
        lines = [f"  [{each['n']}] {source_text(**each)}" for each in sources]
        lines = lines or ["(the last answer cites no source)"]
        self._say(line, {"sources": sources}, "\n".join([*lines, ""]))

    def _why(self, line: str, _: str) -> None:
        record = self._last_record()
        value = record_value(record)
        rows = [f"{name:10} {said}" for name, said in course_rows(record)]
        text = "\n".join([*rows, f"{'record':10} {record.audit_id}", ""])
        self._say(line, {"why": {name: value[name] for name in _WHY}}, text)

    def _label(self, line: str, rest: str) -> None:
        if rest == "clear":
            self._conversation.drop_label()
        elif rest:
            self._conversation.keep_label(rest)
        label = self._conversation.label
        text = f"(asking {label.title}, {label.label_id})" if label else "(asking of every label)"
        self._say(line, {"label": label_value(label) if label else None}, text + "\n")

    def _help(self, line: str, _: str) -> None:
        text = "\n".join(f"{name:9} {what}" for name, what in _HELP.items())
        self._say(line, {"commands": _HELP}, text + "\n")

    def _quit(self, _: str, __: str) -> None:
        self.is_over = True

    def _last_record(self) -> AuditRecord:
        """The audit record of the last question: the memory holds its id alone."""
        turns = self._conversation.turns
        try:
            record = self._library.journal.find_record(turns[-1].audit_id) if turns else None
        except JournalError as error:
            # On a server, who may ask may not read the log; the talk goes on.
            raise NotFound(str(error)) from error
        if record is None:
            raise NotFound(_ASKED_NOTHING)
        return record

    def _look_for_a_new_library(self) -> None:
        """A load may have published another library since: it is asked. Nothing is carried over
        where a label that was spoken of is no longer there or was replaced."""
        found = self._library.published()
        if found == self._published:
            return
        self._published = found
        self._library.read_anew()
        if self._conversation.renew(self._library.reader.is_current) and not self._as_json:
            print(_LOADED_ANEW)

    def _find_label(self, named: str) -> Label:
        return get_label(self._library.reader, named)

    def _path_of(self, image: Image) -> str:
        return str(self._library.picture_path(image))

    def _say(self, line: str, value: dict[str, Any], text: str) -> None:
        if self._as_json:
            print(json_text({"line": line, **value}))
        else:
            print(visible(text))


def _is_of_a_drug_before(answer: Answer) -> bool:
    """Whether nothing is said because the question before named a drug that is not here."""
    intent = answer.intent
    if intent is None or intent.carried is None or answer.outcome is Outcome.ANSWERED:
        return False
    return any(drug.asked in intent.carried.drugs for drug in intent.unknown_drugs)


def _continuing(took: dict[str, Any]) -> str:
    """ "(continuing: Axid, dosing)" """
    topics = (topic.replace("_", " ") for topic in took["topics"])
    return f"(continuing: {', '.join([*took['drugs'], *topics])})"
