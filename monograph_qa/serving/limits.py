"""How much one server takes on, read once from the environment."""

import os
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from monograph_qa.errors import SettingsError
from monograph_qa.frozen import frozen

_PREFIX = "MONOGRAPH_QA_SERVE_"


@frozen
class Limits:
    """Each is set by MONOGRAPH_QA_SERVE_ and its name in capitals.

    `body` is the most bytes of a request; `arrival` the seconds that a request may take to arrive;
    `seconds` those that an answer may take, waiting included; `waiting` the most that may wait in
    line; `connections` the most that are open; `rate` the requests a second of one caller, `burst`
    those that may come at once; `chats` the conversations remembered.
    """

    body: int = 64 * 1024
    arrival: float = 10.0
    seconds: float = 30.0
    waiting: int = 200
    connections: int = 1000
    rate: float = 50.0
    burst: int = 500
    chats: int = 1000

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> "Limits":
        """Raises SettingsError, naming the variable, for a value that makes no sense."""
        env = os.environ if environment is None else environment
        said: dict[str, Any] = {}
        for field in fields(cls):
            variable = _PREFIX + field.name.upper()
            if env.get(variable):
                said[field.name] = _number(env[variable], variable, type(field.default))
        return cls(**said)


def _number(said: str, variable: str, kind: type) -> float:
    try:
        number: float = kind(said)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise SettingsError(f"{variable} is {said!r}: say a number above 0")
    return number
