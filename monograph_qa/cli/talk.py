"""One chat: a line comes in, an answer or what a command shows goes out, as text or JSON."""

from collections.abc import Iterator
from typing import Any

from monograph_qa.cli.answer_text import answer_text, source_text
from monograph_qa.cli.options import say
from monograph_qa.cli.screen import width
from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.label import Image
from monograph_qa.errors import NotFound, QuestionError
from monograph_qa.library import Library
from monograph_qa.pipeline.conversation import Conversation
from monograph_qa.pipeline.question.choosing import get_label
from monograph_qa.telling.records import course_rows
from monograph_qa.values import answer_value, carried_value, command_value, is_command
from monograph_qa.visible import json_text


class Talk:
    """Hears lines and prints. Errors that a line causes are printed too, and the talk goes on."""

    def __init__(self, library: Library, *, as_json: bool) -> None:
        """Raises LibraryError when there is no library."""
        self._library = library
        self._as_json = as_json
        self._conversation = Conversation(
            library.ask, lambda named: get_label(library.reader, named)
        )
        self._published = self._library.published()
        _ = library.reader  # no library: better now than after the first question
        self.is_over = False

    def keep_label(self, named: str) -> None:
        self._conversation.keep_label(named)

    def hear(self, line: str) -> None:
        """Answers one line, question or command; raises what stops every further answer as well."""
        line = line.strip()
        self._look_for_a_new_library()
        try:
            if is_command(line):
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
        value = command_value(
            line, self._conversation, lambda audit_id: self._library.journal.find_record(audit_id)
        )
        self.is_over = "ended" in value
        if self._as_json or not self.is_over:
            self._say(line, value, "\n".join([*self._shown(value), ""]))

    def _shown(self, value: dict[str, Any]) -> Iterator[str]:
        match value:
            case {"sources": []}:
                yield "(the last answer cites no source)"
            case {"sources": sources}:
                yield from (f"  [{each['n']}] {source_text(**each)}" for each in sources)
            case {"why": why}:
                record = self._library.journal.get_record(why["audit_id"])
                yield from (f"{name:10} {text}" for name, text in course_rows(record))
                yield f"{'record':10} {record.audit_id}"
            case {"label": None}:
                yield "(asking of every label)"
            case {"label": label}:
                yield f"(asking {label['title']}, {label['label_id']})"
            case {"commands": commands}:
                yield from (f"{name:9} {what}" for name, what in commands.items())

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

    def _path_of(self, image: Image) -> str:
        return str(self._library.picture_path(image))

    def _say(self, line: str, value: dict[str, Any], text: str) -> None:
        if self._as_json:
            say(json_text({"line": line, **value}))
        else:
            say(text)


def _is_of_a_drug_before(answer: Answer) -> bool:
    intent = answer.intent
    if intent is None or intent.carried is None or answer.outcome is Outcome.ANSWERED:
        return False
    return any(drug.asked in intent.carried.drugs for drug in intent.unknown_drugs)
