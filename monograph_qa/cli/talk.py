"""One chat: a line comes in, an answer or what a command shows goes out, as text or JSON."""

from typing import Any

from monograph_qa.answer.rendering import answer_value
from monograph_qa.cli.answer_text import answer_text, source_text
from monograph_qa.cli.printing import say
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
from monograph_qa.visible import json_text

COMMANDS = {
    "/sources": "the sources of the last answer: label, section, page",
    "/why": "how the last answer came to be: reading, routes, checks",
    "/label": "the label that is asked; /label NAME keeps one, /label clear lets go of it",
    "/help": "these commands",
    "/quit": "leave (as Ctrl-D)",
}
_WHY = ("audit_id", "intent", "routes", "verdict", "findings", "model", "prompt_sha256")


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
        text = answer_text(answer, self._path_of, width()) + "\n"
        if took:
            topics = (topic.replace("_", " ") for topic in took["topics"])
            text = f"(continuing: {', '.join([*took['drugs'], *topics])})\n{text}"
        if answer.outcome is Outcome.CLARIFY and answer.candidates:
            text += "(Type the number of the one you mean.)\n"
        elif answer.outcome is Outcome.CLARIFY and self._conversation.label is not None:
            text += "(/label clear lets go of the label that is asked)\n"
        elif took and _is_of_a_drug_before(answer):
            text += "(The question before named it; name another drug to go on with that.)\n"
        self._say(line, {"carried": took, "answer": value}, text)

    def _command(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        match name:
            case "/sources":
                self._sources(line)
            case "/why":
                self._why(line)
            case "/label":
                self._label(line, rest.strip())
            case "/help":
                text = "".join(f"{name:9} {what}\n" for name, what in COMMANDS.items())
                self._say(line, {"commands": COMMANDS}, text)
            case "/quit":
                self.is_over = True
            case _:
                raise QuestionError(f"there is no command {name}; /help lists those there are")

    def _sources(self, line: str) -> None:
        sources = record_value(self._last_record())["answer"]["sources"]
        lines = [f"  [{each['n']}] {source_text(**each)}" for each in sources]
        lines = lines or ["(the last answer cites no source)"]
        self._say(line, {"sources": sources}, "\n".join([*lines, ""]))

    def _why(self, line: str) -> None:
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

    def _last_record(self) -> AuditRecord:
        """The audit record of the last question: the memory holds its id alone."""
        turns = self._conversation.turns
        try:
            record = self._library.journal.find_record(turns[-1].audit_id) if turns else None
        except JournalError as error:
            # On a server, who may ask may not read the log; the talk goes on.
            raise NotFound(str(error)) from error
        if record is None:
            raise NotFound("nothing was asked yet")
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
            say("The library was loaded anew; name the drug again.")

    def _find_label(self, named: str) -> Label:
        return get_label(self._library.reader, named)

    def _path_of(self, image: Image) -> str:
        return str(self._library.picture_path(image))

    def _say(self, line: str, value: dict[str, Any], text: str) -> None:
        if self._as_json:
            say(json_text({"line": line, **value}))
        else:
            say(text)


def _is_of_a_drug_before(answer: Answer) -> bool:
    """Whether nothing is said because the question before named a drug that is not here."""
    intent = answer.intent
    if intent is None or intent.carried is None or answer.outcome is Outcome.ANSWERED:
        return False
    return any(drug.asked in intent.carried.drugs for drug in intent.unknown_drugs)
