"""Prompts that travel with the package: `prompts/*.j2`, each naming its variables on line one.
Needs Jinja2, which comes with the extra `llm`."""

import re
from functools import cache
from hashlib import sha256

from monograph_qa.frozen import frozen
from monograph_qa.resources import resource

_FIRST_LINE = re.compile(r"\{#\s*variables:\s*(.*?)\s*#\}")


@frozen
class Prompt:
    """A prompt ready to send, and the path and SHA-256 (hex) of the template that made it."""

    text: str
    sha256: str
    path: str = ""


def render(name: str, **variables: object) -> Prompt:
    """The prompt `prompts/{name}` with its variables filled in. Raises TypeError when `variables`
    are not exactly those that the template lists on line one, FileNotFoundError for an unknown
    template, jinja2.UndefinedError for a variable it never listed."""
    import jinja2

    source = _source(name)
    wanted = set(declared(source))
    if wanted != variables.keys():
        missing = ", ".join(sorted(wanted - variables.keys())) or "none"
        unknown = ", ".join(sorted(variables.keys() - wanted)) or "none"
        raise TypeError(f"prompt {name}: missing variables: {missing}; unknown: {unknown}")
    # A prompt is plain text for a model, so nothing is escaped for HTML.
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)  # noqa: S701
    text = environment.from_string(source).render(**variables)
    return Prompt(text.strip(), sha256(source.encode()).hexdigest(), f"prompts/{name}")


def declared(source: str) -> tuple[str, ...]:
    """The variables that a template lists on line one. Raises ValueError when it lists none."""
    match = _FIRST_LINE.match(source)
    if match is None:
        raise ValueError("line one of a prompt lists its variables: {# variables: a, b #}")
    return tuple(name.strip() for name in match.group(1).split(","))


@cache
def _source(name: str) -> str:
    return resource(f"prompts/{name}").read_text(encoding="utf-8")
