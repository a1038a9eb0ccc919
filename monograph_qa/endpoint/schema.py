"""What a model must answer, as JSON Schema, and the check that it did."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn

from monograph_qa.endpoint.failures import Cause, EndpointFailure
from monograph_qa.resources import resource


@dataclass(frozen=True, eq=False)
class AnswerSchema:
    """A JSON Schema with a name. `name` is also what the answer is for."""

    name: str
    schema: Mapping[str, Any]

    @classmethod
    def read(cls, name: str) -> "AnswerSchema":
        """The shipped `schemas/json/{name}.schema.json`; FileNotFoundError when there is none."""
        return _read(name)

    def sent(self) -> dict[str, Any]:
        """The schema as servers take it: without `$schema` and the like."""
        return {key: value for key, value in self.schema.items() if not key.startswith("$")}

    def value_of(self, said: str) -> dict[str, Any]:
        """The object that `said` is, as the schema allows it. Raises EndpointFailure."""
        import jsonschema

        try:
            value = json.loads(_unfenced(said), parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise EndpointFailure(Cause.NO_JSON) from error
        try:
            jsonschema.validate(value, self.schema)
        except (jsonschema.ValidationError, RecursionError) as error:
            raise EndpointFailure(Cause.BREAKS_SCHEMA) from error
        if not isinstance(value, dict):
            raise EndpointFailure(Cause.BREAKS_SCHEMA)
        return value


@cache
def _read(name: str) -> AnswerSchema:
    text = resource(f"schemas/json/{name}.schema.json").read_text(encoding="utf-8")
    return AnswerSchema(name, json.loads(text))


def _unfenced(said: str) -> str:
    """Models without JSON mode like to fence what they say."""
    bare = said.strip()
    return bare.strip("`").removeprefix("json") if bare.startswith("```") else bare


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
