"""Models behind an endpoint: one prompt answered as a JSON object that a schema allows; texts as
vectors."""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from monograph_qa.endpoint.connection import (
    Cause,
    Connection,
    EndpointFailure,
    Server,
    model_of,
    noted,
    object_of,
    tokens_of,
)
from monograph_qa.prompting import Prompt
from monograph_qa.resources import resource

if TYPE_CHECKING:
    from openai import OpenAI


@dataclass(frozen=True, eq=False)
class AnswerSchema:
    """A JSON Schema with a name. `name` is also what the answer is for."""

    name: str
    schema: Mapping[str, Any]

    @staticmethod
    @cache
    def read(name: str) -> "AnswerSchema":
        text = resource(f"schemas/json/{name}.schema.json").read_text(encoding="utf-8")
        return AnswerSchema(name, json.loads(text))

    def sent(self) -> dict[str, Any]:
        """The schema as servers take it: without `$schema` and the like."""
        return {key: value for key, value in self.schema.items() if not key.startswith("$")}

    def value_of(self, reply: str) -> dict[str, Any]:
        """The object that `reply` is, as the schema allows it. Raises EndpointFailure."""
        import jsonschema

        try:
            value = json.loads(_unfenced(reply), parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise EndpointFailure(Cause.NO_JSON) from error
        try:
            jsonschema.validate(value, self.schema)
            return dict(value)
        except (jsonschema.ValidationError, RecursionError, TypeError, ValueError) as error:
            raise EndpointFailure(Cause.BREAKS_SCHEMA) from error


def _unfenced(reply: str) -> str:
    """Models without JSON mode like to fence what they say."""
    bare = reply.strip()
    return bare.strip("`").removeprefix("json") if bare.startswith("```") else bare


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


_MOST_BYTES = 1_000_000  # of a reply
_NOT_UNDERSTOOD = frozenset({400, 422})
_DOUBTFUL = ("temperature", "response_format")  # not every server knows these


@dataclass(frozen=True)
class ChatModel:
    """The model called `model` on `server`. Two equal ones do not share their connection."""

    model: str
    server: Server = field(default_factory=Server)

    @property
    def name(self) -> str:
        return f"llm/{self.model}"

    def ask(
        self, prompt: Prompt, schema: AnswerSchema, pictures: Sequence[bytes] = ()
    ) -> dict[str, Any]:
        """The model's answer to `prompt` and PNG `pictures`, as `schema` allows it; noted by
        `noting_uses` either way. Raises EndpointFailure."""
        sent = {"prompt": prompt.path, "prompt_sha256": prompt.sha256}
        with noted(schema.name, self.model, **sent) as use:
            reply = self._reply(prompt, schema, pictures)
            use["model"] = model_of(reply, self.model, self.server.api_key)
            use["tokens_in"] = tokens_of(reply, "prompt_tokens")
            use["tokens_out"] = tokens_of(reply, "completion_tokens")
            return schema.value_of(_content(reply))

    @cached_property
    def _connection(self) -> Connection:
        return Connection(self.server)

    @cached_property
    def _left_out(self) -> list[str]:
        """Parameters that this server turned out not to know."""
        return []

    def _reply(
        self, prompt: Prompt, schema: AnswerSchema, pictures: Sequence[bytes]
    ) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": "user", "content": _parts(prompt.text, pictures)}],
            "temperature": 0,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": schema.name, "strict": True, "schema": schema.sent()},
            },
        }
        for name in self._left_out:
            del body[name]

        def send(client: "OpenAI", left: float) -> Any:
            return client.chat.completions.with_streaming_response.create(**body, timeout=left)

        until = self._connection.deadline()
        while True:
            try:
                reply = self._connection.request(send, until, _MOST_BYTES)
            except EndpointFailure as failure:
                doubtful = [name for name in _DOUBTFUL if name in body]
                if failure.status not in _NOT_UNDERSTOOD or not doubtful:
                    raise
                del body[doubtful[0]]  # the answer is checked by the schema all the same
                continue
            self._left_out[:] = [name for name in _DOUBTFUL if name not in body]
            return object_of(reply, Cause.NO_COMPLETION)


def _parts(text: str, pictures: Sequence[bytes]) -> str | list[dict[str, Any]]:
    if not pictures:
        return text
    urls = ("data:image/png;base64," + base64.b64encode(p).decode("ascii") for p in pictures)
    shown = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
    return [{"type": "text", "text": text}, *shown]


def _content(reply: dict[str, Any]) -> str:
    try:
        choice = reply["choices"][0]
        message, finish = choice["message"], choice.get("finish_reason")
        content, refusal = message.get("content"), message.get("refusal")
    except (LookupError, TypeError, AttributeError) as error:
        raise EndpointFailure(Cause.NO_COMPLETION) from error
    if refusal or finish == "content_filter":
        raise EndpointFailure(Cause.REFUSED)
    if finish == "length":
        raise EndpointFailure(Cause.CUT_OFF)
    if not isinstance(content, str) or not content.strip():
        raise EndpointFailure(Cause.EMPTY)
    return content


_MOST_BYTES_OF_VECTORS = 32_000_000  # of a reply: 256 texts of 4,096 numbers
_MOST_NUMBERS = 16_384  # of a vector


class Task(StrEnum):
    """What a text is embedded as: many models treat questions and documents differently."""

    QUERY = "query"
    DOCUMENT = "document"


@dataclass(frozen=True)
class EmbeddingModel:
    """The embedding model called `model` on `server`. The prefixes are put before each text of
    their task ("query: "); the types, where given, are sent as `input_type`."""

    model: str
    server: Server = field(default_factory=Server)
    query_prefix: str = ""
    document_prefix: str = ""
    query_type: str = ""
    document_type: str = ""

    @property
    def name(self) -> str:
        return f"endpoint/{self.model}"

    def embed(self, texts: Sequence[str], task: Task) -> list[list[float]]:
        """One vector a text, in their order, all equally long; not brought to unit length."""
        if not texts:
            return []
        with noted("embedding", self.model) as use:
            reply = self._reply(texts, task)
            use["model"] = model_of(reply, self.model, self.server.api_key)
            use["tokens_in"] = tokens_of(reply, "prompt_tokens")
            return _vectors(reply, len(texts))

    @cached_property
    def _connection(self) -> Connection:
        return Connection(self.server)

    def _reply(self, texts: Sequence[str], task: Task) -> dict[str, Any]:
        is_query = task is Task.QUERY
        prefix = self.query_prefix if is_query else self.document_prefix
        kind = self.query_type if is_query else self.document_type
        # Servers refuse empty texts; a space stands for nothing just as well.
        asked = [(prefix + text) or " " for text in texts]
        reply = self._connection.request(
            lambda client, left: client.embeddings.with_streaming_response.create(
                model=self.model,
                input=asked,
                encoding_format="float",
                extra_body={"input_type": kind} if kind else None,
                timeout=left,
            ),
            self._connection.deadline(),
            _MOST_BYTES_OF_VECTORS,
        )
        return object_of(reply, Cause.NO_VECTORS)


def _vectors(reply: dict[str, Any], count: int) -> list[list[float]]:
    try:
        rows = list(enumerate(reply["data"]))
        found = {row.get("index", at): list(map(_number, row["embedding"])) for at, row in rows}
        vectors = [found[place] for place in range(count)]
    except (LookupError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise EndpointFailure(Cause.NO_VECTORS) from error
    (length, *others) = {len(vector) for vector in vectors}
    if len(rows) != count or others or not 0 < length <= _MOST_NUMBERS:
        raise EndpointFailure(Cause.NO_VECTORS)
    return vectors


def _number(value: Any) -> float:
    if isinstance(value, bool | str) or not abs(number := float(value)) <= 1e6:  # not a number
        raise ValueError(value)
    return number
