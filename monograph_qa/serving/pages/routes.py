"""All pages, and what they are made of: stylesheet, script, completion of names."""

from functools import cache
from importlib.resources import files

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from monograph_qa.errors import NotFound
from monograph_qa.serving.guard import forget_token, keep_token
from monograph_qa.serving.pages import asking, reviewing, search
from monograph_qa.serving.pages.page import form_of, page, page_routes
from monograph_qa.serving.requests import ServingOf

_KINDS = {"page.css": "text/css", "page.js": "text/javascript", "icon.svg": "image/svg+xml"}
_HOUR = 3600  # seconds

routes = page_routes()
for each in (asking.routes, search.routes, *reviewing.routers):
    routes.include_router(each)


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
