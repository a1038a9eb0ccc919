"""One question with one picture to an OpenAI-compatible server, within a bound of time and size."""

import base64
import json
import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.types.chat import ChatCompletionMessageParam

_OPENAI = "https://api.openai.com/v1"
_MOST_BYTES = 1_000_000  # of an answer
_AGAIN = frozenset({408, 409, 429, 500, 502, 503, 504})  # statuses worth a second try
_FEWEST_SECONDS = 0.05  # with less left, no further try is begun


class NoAnswer(Exception):
    """The server answered, but not what was asked for. `reason` holds words of ours alone.

    A server's own words could repeat a key or a label's text, so they are never passed on.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unreachable(NoAnswer):
    """The server is down, too slow, busy or does not let us in."""


@dataclass(frozen=True)
class ChatServer:
    """Where a model is asked, and how long it may take.

    `seconds` bounds one question whole, all tries and pauses included; `pause` is the wait in
    seconds before the second try and doubles with each further one. `base_url` None is OpenAI's.
    """

    model: str
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    seconds: float = 20.0
    tries: int = 3
    pause: float = 0.5

    def ask(self, prompt: str, png: bytes, name: str, schema: dict[str, Any]) -> str:
        """The model's answer as text, asked to follow `schema` (a JSON Schema called `name`).

        Raises Unreachable or NoAnswer.
        """
        import openai

        body = _body(self.model, prompt, png, name, schema)
        until = time.monotonic() + self.seconds
        pause = self.pause
        failure = "not asked"
        for left in reversed(range(self.tries)):
            try:
                return self._content(self._post(body, until))
            except openai.APITimeoutError as error:
                raise Unreachable("timed out") from error
            except openai.APIStatusError as error:
                failure = f"HTTP {error.status_code}"
                if error.status_code not in _AGAIN:
                    raise Unreachable(failure) from None
            except openai.APIConnectionError:
                failure = "no connection"
            except openai.OpenAIError as error:
                raise NoAnswer(type(error).__name__) from None
            if not left or time.monotonic() + pause + _FEWEST_SECONDS > until:
                break
            time.sleep(pause)
            pause *= 2
        raise Unreachable(failure)

    @cached_property
    def _client(self) -> "OpenAI":
        from openai import OpenAI

        # Local servers want no key, but the client insists on one. Its own retries know of no
        # common deadline, so they are off.
        return OpenAI(
            api_key=self.api_key or "none", base_url=self.base_url or _OPENAI, max_retries=0
        )

    def _post(self, body: dict[str, Any], until: float) -> bytes:
        """The raw reply, read piece by piece so that a trickle cannot outlast the deadline."""
        import httpx2

        left = max(until - time.monotonic(), _FEWEST_SECONDS)
        reply = bytearray()
        try:
            with self._client.chat.completions.with_streaming_response.create(
                **body, timeout=left
            ) as response:
                for piece in response.iter_bytes():
                    reply += piece
                    if time.monotonic() > until:
                        raise Unreachable("timed out")
                    if len(reply) > _MOST_BYTES:
                        raise NoAnswer("answer too long")
        except httpx2.TimeoutException as error:
            raise Unreachable("timed out") from error
        except httpx2.HTTPError as error:
            raise Unreachable("connection lost") from error
        return bytes(reply)

    @staticmethod
    def _content(reply: bytes) -> str:
        try:
            message = json.loads(reply)["choices"][0]["message"]
            content, refusal = message.get("content"), message.get("refusal")
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise NoAnswer("reply is no chat completion") from error
        if refusal:
            raise NoAnswer("refused")
        if not isinstance(content, str) or not content.strip():
            raise NoAnswer("empty answer")
        return content


def _body(model: str, prompt: str, png: bytes, name: str, schema: dict[str, Any]) -> dict[str, Any]:
    picture = "data:image/png;base64," + base64.b64encode(png).decode("ascii")
    messages: list[ChatCompletionMessageParam] = [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": prompt},
                {"type": "image_url", "image_url": {"url": picture}},
            ],
        }
    ]
    asked = {key: value for key, value in schema.items() if not key.startswith("$")}
    return {
        "model": model,
        "messages": messages,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": name, "strict": True, "schema": asked},
        },
    }
