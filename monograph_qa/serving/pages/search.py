"""For pharmacists: lines of all labels that fit a need, and labels side by side."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from monograph_qa.domain.label import FactKind, LabelFormat
from monograph_qa.domain.search import FoundLine, View
from monograph_qa.errors import NotFound
from monograph_qa.frozen import frozen
from monograph_qa.library import Library
from monograph_qa.serving.api import LINES, Most
from monograph_qa.serving.pages.page import page, page_routes
from monograph_qa.serving.requests import ServingOf
from monograph_qa.serving.tokens import Role
from monograph_qa.telling.lines import Line, Shown, laid_out
from monograph_qa.vocabulary.sections import sections

_MORE = 1000  # lines on a page at most


@frozen
class Field:
    """A field of a form: its name in the address, the words beside it, what stands in it."""

    name: str
    text: str
    required: bool = True
    value: str = ""


@frozen
class Kind:
    """A view: its title, how it is got from a library and the values of its fields."""

    title: str
    view: Callable[..., View]
    fields: tuple[Field, ...]


_DRUG = Field("drug", "Drug")
_OTHER = Field("other", "Drug taken as well")
_EFFECT = Field("effect", "Only this reaction", required=False)
_COMPARED = (_DRUG, Field("drug", "Other drug"), Field("topic", "Topic"))
_KINDS: Mapping[str, Kind] = {
    "dose": Kind("Doses", Library.doses, (_DRUG,)),
    "interactions": Kind("Interactions", Library.interactions, (_DRUG, _OTHER)),
    "reactions": Kind("Adverse reactions", Library.reactions, (_DRUG, _EFFECT)),
    "compare": Kind("Compare", lambda library, *v: library.compare(v[:2], v[2]), _COMPARED),
}


routes = page_routes(Role.ASK)


@routes.get("/search")
async def search(
    request: Request,
    serving: ServingOf,
    need: str = "",
    section: str = "",
    kind: str = "",
    format: str = "",
    drug: str = "",
    most: Most = LINES,
) -> Response:
    """The lines of all labels that fit a need, under their labels; without one, the form."""
    narrow = {"section": section, "kind": kind, "format": format, "drug": drug}
    chosen: dict[str, Any] = {name: value or None for name, value in narrow.items()}
    found = None
    if need.strip():
        found = await serving.draw(lambda library: library.find(need, **chosen, most=most))
    asked = {"need": found.search.need if found else need, **narrow}
    is_cut = found is not None and len(found) < found.total and most < _MORE
    return page(
        request,
        "search.html.j2",
        asked=asked,
        found=found,
        labels=list(_by_label(found or ())),
        first=found.lines[0].fact_id if found else "",
        more={**asked, "most": min(most * 5, _MORE)} if is_cut else None,
        keys=[each.key for each in sections()],
        kinds=[each.value for each in FactKind if each is not FactKind.OTHER],
        formats=[each.value for each in LabelFormat],
    )


@routes.get("/views")
@routes.get("/views/{name}")
async def views(request: Request, serving: ServingOf, name: str = "dose") -> Response:
    """A view, one label a side; where not all that it needs is said, the form alone."""
    if name not in _KINDS:
        raise NotFound(f"no view is called {name!r}")
    kind = _KINDS[name]
    fields = _filled(kind.fields, request)
    view = None
    if all(field.value for field in fields if field.required):
        values = [field.value for field in fields]
        view = await serving.draw(lambda library: kind.view(library, *values))
    sides = view.sides if view else ()
    return page(
        request,
        "views.html.j2",
        name=name,
        kinds=_KINDS,
        fields=fields,
        view=view,
        sides=[(s, [_shown(b.name, b.lines, b.silence) for b in s.blocks]) for s in sides],
        first=next((x.fact_id for s in sides for b in s.blocks for x in b.lines), ""),
    )


def _filled(fields: Sequence[Field], request: Request) -> list[Field]:
    """The fields with what was asked; a name that stands twice is asked for twice."""
    given = {name: iter(request.query_params.getlist(name)) for name in request.query_params}
    values = (next(given.get(field.name, iter(())), "") for field in fields)
    return [replace(field, value=v.strip()) for field, v in zip(fields, values, strict=True)]


def _by_label(lines: Iterable[FoundLine]) -> Iterator[tuple[str, list[Shown]]]:
    for _, of_label in groupby(lines, key=lambda line: line.label_id):
        each = list(of_label)
        sections = groupby(each, key=lambda line: line.heading_path)
        yield f"{each[0].title} ({each[0].drug})", [_shown(path, run) for path, run in sections]


def _shown(heading: str, lines: Iterable[FoundLine], silence: str = "") -> Shown:
    each = ((line.context if line.context != heading else None, line) for line in lines)
    return laid_out(heading, ((lead, _line(line, heading)) for lead, line in each), silence)


def _line(line: FoundLine, heading: str) -> Line:
    at = [line.heading_path.replace(" > ", " › ")] if line.heading_path != heading else []
    at += [f"page {line.page}"] if line.page else []
    return Line(line.fact_id, line.quote, line.page or 0, f"[{', '.join(at) or 'its section'}]")
