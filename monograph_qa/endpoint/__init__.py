"""Models behind an OpenAI-compatible endpoint: answers by JSON Schema, and embeddings.

The one door to a network. Nothing of a client is imported until a model is asked, and nothing of
this room until a name is used: most questions are asked of no model, and must be quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from monograph_qa.endpoint.chat import ChatModel, Said
    from monograph_qa.endpoint.connection import Server
    from monograph_qa.endpoint.embedding import EmbeddingModel, Task
    from monograph_qa.endpoint.extra import need_extra
    from monograph_qa.endpoint.failures import Cause, EndpointFailure
    from monograph_qa.endpoint.schema import AnswerSchema
    from monograph_qa.endpoint.uses import noted_uses, noting_uses

__all__ = [
    "AnswerSchema",
    "Cause",
    "ChatModel",
    "EmbeddingModel",
    "EndpointFailure",
    "Said",
    "Server",
    "Task",
    "need_extra",
    "noted_uses",
    "noting_uses",
]

_HOMES = {
    "AnswerSchema": "schema",
    "Cause": "failures",
    "ChatModel": "chat",
    "EmbeddingModel": "embedding",
    "EndpointFailure": "failures",
    "Said": "chat",
    "Server": "connection",
    "Task": "embedding",
    "need_extra": "extra",
    "noted_uses": "uses",
    "noting_uses": "uses",
}


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
