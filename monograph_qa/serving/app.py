"""The HTTP API of one library, with its pages: `create_app` gives it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import Field

from monograph_qa import __version__
from monograph_qa.serving import asking, reviewing
from monograph_qa.serving.guard import Guard, forget_token, keep_token
from monograph_qa.serving.pages import routes as pages
from monograph_qa.serving.requests import (
    JSON,
    WHO,
    Refused,
    Sent,
    ServingOf,
    add_schemas,
    answer_errors,
    needs,
)
from monograph_qa.serving.serving import Serving
from monograph_qa.serving.tokens import Role


class Entry(Sent):
    """A token, to be kept by a browser."""

    token: str = Field(max_length=200)


routes = APIRouter(default_response_class=JSON)


@routes.get("/health")
async def health(serving: ServingOf) -> JSON:
    """Whether questions are answered: at once, but where the last could not be."""
    if serving.questions.is_failing:
        await serving.read(lambda library: library.reader.version())
    value = {"status": "ok", "version": __version__, "library_version": serving.version}
    return JSON(value)


@routes.get("/metrics", response_class=Response, dependencies=needs(Role.ASK))
async def metrics(serving: ServingOf) -> Response:
    """Counts and times for Prometheus."""
    text = serving.metrics.text(serving.version, serving.questions.waiting)
    return Response(text, media_type=CONTENT_TYPE_LATEST)


@routes.post("/session", status_code=204)
async def enter(entry: Entry, request: Request, serving: ServingOf) -> Response:
    """Has a browser keep a token, in a cookie that no script can read."""
    if serving.tokens.bearer(entry.token) is None:
        raise Refused(401, "no such token", WHO)
    response = Response(status_code=204)
    keep_token(response, entry.token, request)
    return response


@routes.delete("/session", status_code=204)
async def leave() -> Response:
    """Has a browser forget its token."""
    response = Response(status_code=204)
    forget_token(response)
    return response


def create_app(serving: Serving) -> FastAPI:
    """Answers of one library over HTTP. Routes find `serving` by the dependency `ServingOf`."""

    @asynccontextmanager
    async def closing(_: FastAPI) -> AsyncIterator[None]:
        yield
        serving.close()

    app = FastAPI(
        title="monograph-qa",
        version=__version__,
        lifespan=closing,
        docs_url=None,  # it would fetch scripts from elsewhere; /openapi.json says the same
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.serving = serving
    answer_errors(app)
    for each in (asking.routes, reviewing.of_audit, reviewing.of_loads, routes, pages.routes):
        app.include_router(each)
    add_schemas(app, "answer", "chat_line")
    app.add_middleware(Guard, serving=serving)
    return app
