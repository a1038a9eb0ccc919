"""Texts as vectors by an embedding model behind an endpoint."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from monograph_qa.endpoint.connection import Connection, Server, model_of, object_of, tokens_of
from monograph_qa.endpoint.failures import Cause, EndpointFailure, noted

_MOST_BYTES = 32_000_000  # of a reply: 256 texts of 4,096 numbers
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
            _MOST_BYTES,
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
