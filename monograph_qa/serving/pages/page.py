"""What all pages share: templates, strict headers, forms, errors that are pages too; stylesheet and
script; signing in."""

from collections.abc import Callable, Coroutine, Mapping
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.routing import APIRoute

from monograph_qa.errors import NotFound
from monograph_qa.serving.requests import (
    Refused,
    ServingOf,
    forget_token,
    keep_token,
    logged,
    needs,
)
from monograph_qa.serving.tokens import Caller, Role
from monograph_qa.telling.pages import page_templates

_CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors {}"
)
_ALONE = {
    "Content-Security-Policy": _CONTENT.format("'none'"),
    "Referrer-Policy": "same-origin",  # without any, forms do not say which page they are from
}
_IN_A_FRAME = {
    "Content-Security-Policy": _CONTENT.format("'self'"),
    "X-Frame-Options": "SAMEORIGIN",
}
_MOST_FIELDS = 20
_KINDS = {"page.css": "text/css", "page.js": "text/javascript", "icon.svg": "image/svg+xml"}
_HOUR = 3600  # seconds


def page(
    request: Request, template: str, *, status: int = 200, framed: bool = False, **values: Any
) -> HTMLResponse:
    caller: Caller = request.state.caller
    found = page_templates("monograph_qa.serving.pages").get_template(template)
    html = found.render(
        roles={role.value for role in caller.roles},
        signed_in=caller.name,
        here=request.url.path,
        framed=framed,
        **values,
    )
    return HTMLResponse(html, status, _IN_A_FRAME if framed else _ALONE)


async def form_of(request: Request) -> Mapping[str, str]:
    try:
        body = (await request.body()).decode()
        fields = parse_qs(body, max_num_fields=_MOST_FIELDS, errors="strict")
    except ValueError as error:
        raise Refused(400, "this is no form") from error
    return {name: values[-1] for name, values in fields.items()}


class _PageRoute(APIRoute):
    """A route whose errors are pages; who lacks a role may sign in there."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_as_page(request: Request) -> Response:
            try:
                return await handle(request)
            except Exception as error:
                why = logged(error)
                framed = request.url.path.startswith("/where/")
                shown = {"words": str(why), "lacks": why.status in (401, 403)}
                return page(request, "error.html.j2", status=why.status, framed=framed, **shown)

        return handle_as_page


def page_routes(role: Role | None = None) -> APIRouter:
    dependencies = needs(role) if role else []
    return APIRouter(route_class=_PageRoute, include_in_schema=False, dependencies=dependencies)


routes = page_routes()


@routes.get("/static/{name}")
async def static(name: str) -> Response:
    """A file that pages are made of: one of a few names."""
    if name not in _KINDS:
        raise NotFound(f"no file {name!r} here")
    kept = {"Cache-Control": f"private, max-age={_HOUR}"}
    return Response(_static(name), media_type=_KINDS[name], headers=kept)


@cache
def _static(name: str) -> bytes:
    return files(__package__).joinpath("static", name).read_bytes()


@routes.get("/sign-in")
async def sign_in_page(request: Request) -> Response:
    return page(request, "error.html.j2", words="", lacks=True)


@routes.post("/sign-in")
async def sign_in(request: Request, serving: ServingOf) -> Response:
    """Keeps the token that is sent, if it is known, in a cookie that no script can read."""
    token = (await form_of(request)).get("token", "").strip()
    if serving.tokens.bearer(token) is None:
        return page(request, "error.html.j2", status=401, words="No such token.", lacks=True)
    done = RedirectResponse("/", 303)
    keep_token(done, token, request)
    return done


@routes.post("/sign-out")
async def sign_out() -> Response:
    done = RedirectResponse("/sign-in", 303)
    forget_token(done)
    return done
