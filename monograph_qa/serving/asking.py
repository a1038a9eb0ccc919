"""`POST /ask` and `POST /chat`: questions, each answered, judged and recorded."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from monograph_qa.answer.rendering import answer_value
from monograph_qa.domain.answer import Answer
from monograph_qa.library import Library
from monograph_qa.serving.requests import JSON, Asker, ServingOf, answers_with, picture_path
from monograph_qa.values import carried_value

_MOST = 2000  # characters: twice what a question may have, so that `ask` says what is too long
Words = Annotated[str, Field(max_length=_MOST)]
_LINES = answers_with("chat_line", conversation={"type": "string"})


class Question(BaseModel):
    """A question, and how it is to be answered (see `monograph-qa ask --help`)."""

    model_config = ConfigDict(extra="forbid", strict=True)

    question: Words
    label: Words | None = None
    all_labels: bool = False
    full: bool = False


class ChatLine(BaseModel):
    """A question or command in a conversation, a new one without `conversation`; `label` keeps to a
    label."""

    model_config = ConfigDict(extra="forbid", strict=True)

    line: Words
    conversation: Words | None = None
    label: Words | None = None


routes = APIRouter(default_response_class=JSON)


@routes.post("/ask", responses=answers_with("answer"))
async def ask(asked: Question, serving: ServingOf, caller: Asker) -> JSON:
    """The answer, as `monograph-qa ask --json` prints it; a picture's `path` is its URL."""

    def answered(library: Library) -> dict[str, Any]:
        how = asked.model_dump()
        answer = serving.ask(library, **how, caller=caller.name)
        return answer_value(answer, picture_path)

    return JSON(await serving.read(answered))


@routes.post("/chat", responses=_LINES)
async def chat(said: ChatLine, serving: ServingOf, caller: Asker) -> JSON:
    """A line as `monograph-qa chat --json` prints it, and the `conversation` to go on with."""

    def answered(_: Library) -> dict[str, Any]:
        key, shown = serving.chats.say(caller.name, said.conversation, said.line, said.label)
        if isinstance(shown, Answer):
            answer = answer_value(shown, picture_path)
            shown = {"carried": carried_value(shown.intent), "answer": answer}
        return {"conversation": key, "line": said.line, **shown}

    return JSON(await serving.read(answered))
