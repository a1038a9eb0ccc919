"""`monograph-qa chat`: questions that follow one another, each answered, judged and recorded."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import typer

from monograph_qa.answer.rendering import answer_value
from monograph_qa.cli.answer_text import answer_text, source_text
from monograph_qa.cli.options import LibraryOption, say
from monograph_qa.cli.running import is_interrupt
from monograph_qa.cli.screen import width
from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.label import Image
from monograph_qa.errors import NotFound, QuestionError
from monograph_qa.library import Library
from monograph_qa.pipeline.conversation import Conversation
from monograph_qa.pipeline.question.choosing import get_label
from monograph_qa.telling.records import course_rows
from monograph_qa.values import carried_value, command_value, is_command
from monograph_qa.visible import json_text

_PROMPT = "? "
_LONGEST_HISTORY = 500  # lines, of this session


def chat(
    label: str | None = typer.Option(
        None, help="Ask all questions of this label (id, or part of a title)."
    ),
    library: LibraryOption = None,
    as_json: bool = typer.Option(
        False, "--json", help="Print one line of JSON for each line typed."
    ),
) -> None:
    """Ask questions that follow one another: “and in children?” keeps drug and subject.

    What is taken over from the question before is shown above each answer.
    A word that may be another drug is never answered about the one before.
    Every question is recorded in the audit log, as with ask.

    Commands: /sources, /why, /label, /help, /quit. A number chooses from what
    was offered. Ctrl-C stops an answer, Ctrl-D leaves. Piped lines are
    answered one after the other; the exit code is then 0, whatever they were.

    Examples:

      monograph-qa chat

      monograph-qa chat --label axid

      printf 'dose of Axid?\\nand in children?\\n' | monograph-qa chat --json
    """
    from monograph_qa.cli.chat import Talk

    with Library.open(library) as opened:
        talk = Talk(opened, as_json=as_json)
        if label is not None:
            talk.keep_label(label)
        if sys.stdin.isatty() and not as_json:
            _typed(talk)
        else:
            _piped(talk, as_json=as_json)


def _piped(talk: "Talk", *, as_json: bool) -> None:
    for line in sys.stdin:
        if not line.strip():
            continue
        if not as_json:
            say(f"{_PROMPT}{line.strip()}")
        talk.hear(line)
        sys.stdout.flush()
        if talk.is_over:
            return


def _typed(talk: "Talk") -> None:
    say("Ask about a drug; /help lists the commands, Ctrl-D leaves.")
    for line in _lines():
        try:
            talk.hear(line)
        except (KeyboardInterrupt, RuntimeError) as error:
            if not is_interrupt(error):
                raise
            say("(stopped)")
        if talk.is_over:
            return


def _lines() -> Iterator[str]:
    """What is typed, line by line, until Ctrl-D; Ctrl-C empties the line."""
    _with_history()
    while True:
        try:
            line = input(_PROMPT)
        except KeyboardInterrupt:
            say("\n(Ctrl-D or /quit leaves)")
            continue
        except EOFError:
            say()
            return
        if line.strip():
            yield line


def _with_history() -> None:
    """Arrow keys recall this session's lines; Tab completes commands."""
    with suppress(ImportError):  # some systems build Python without it
        import readline

        from monograph_qa.values import COMMANDS

        def complete(text: str, state: int) -> str | None:
            fitting = [name for name in COMMANDS if name.startswith(text)]
            return fitting[state] if text.startswith("/") and state < len(fitting) else None

        readline.set_history_length(_LONGEST_HISTORY)
        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")


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
        """What a command shows, line by line."""
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
