"""What routes share: the `Serving`, the caller and its role, JSON and its schemas."""

import json
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request, params
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict

from monograph_qa.domain.label import Image
from monograph_qa.resources import resource
from monograph_qa.serving.errors import check
from monograph_qa.serving.serving import Serving
from monograph_qa.serving.tokens import Caller, Role
from monograph_qa.visible import json_text

_PLACE = "#/components/schemas/"  # of a schema, in what OpenAPI says


def _serving(request: Request) -> Serving:
    serving: Serving = request.app.state.serving
    return serving


ServingOf = Annotated[Serving, Depends(_serving)]
"""The library that is asked, as a route's argument: `await serving.read(lambda library: ...)`."""


def _caller(request: Request) -> Caller:
    caller: Caller = request.state.caller
    return caller


CallerOf = Annotated[Caller, Depends(_caller)]
"""Who sent a request, as a route's argument."""


def needs(role: Role) -> list[params.Depends]:
    """The dependencies of routes that only a caller with this role may ask."""

    def checked(caller: CallerOf) -> None:
        check(caller, role)

    return [Depends(checked)]


class Sent(BaseModel):
    """What is sent with a request: just these fields, each of its type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class JSON(Response):
    """JSON as `--json` prints it: all that a label says, and nothing that steers a terminal."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return (json_text(content) + "\n").encode()


def picture_path(image: Image) -> str:
    return f"/images/{image.image_id}.png"


def answers_with(name: str, **more: Any) -> dict[int | str, dict[str, Any]]:
    """For a route: it answers as `schemas/json/NAME.schema.json` says, with `more` properties."""
    schema: dict[str, Any] = {"$ref": f"{_PLACE}{name}"}
    if more:
        schema = {"allOf": [schema, {"type": "object", "properties": more}]}
    return {200: {"content": {"application/json": {"schema": schema}}}}


def add_schemas(app: FastAPI, *names: str) -> None:
    """Adds the JSON schemas of these names (`schemas/json`) to the app's OpenAPI document."""
    known = app.openapi()["components"]["schemas"]
    for name in names:
        text = resource(f"schemas/json/{name}.schema.json").read_text(encoding="utf-8")
        schema = json.loads(text.replace("#/$defs/", _PLACE))
        known.update(schema.pop("$defs", {}))
        known[name] = schema
