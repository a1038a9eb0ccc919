"""A `Classifier` that asks a vision model behind an OpenAI-compatible server.

Whatever goes wrong (server down or slow, an answer that is no answer), the shipped forest decides
instead, and `classifier` says so: a load never fails or stalls because of a picture.
"""

import json
import time
from collections.abc import Mapping
from functools import cache
from typing import Any

from monograph_qa.domain.label import ImageKind
from monograph_qa.errors import SettingsError
from monograph_qa.images.chat import ChatServer, NoAnswer, Unreachable
from monograph_qa.images.classification import default_classifier
from monograph_qa.images.features import measure
from monograph_qa.images.picture import Classification, Classifier, PictureView
from monograph_qa.prompting import render
from monograph_qa.resources import resource

PROMPT = "picture_class.j2"
SCHEMA = "schemas/json/picture_class.schema.json"

_NEAR = 600  # characters of the words near a picture that are sent
_FAILURES = 3  # in a row; then the server is left alone …
_REST = 300.0  # … for so many seconds

_MEANINGS: Mapping[ImageKind, str] = {
    ImageKind.CHEMICAL_STRUCTURE: "a drawn structural formula of a molecule",
    ImageKind.GRAPH: "a chart or plot with axes, a forest plot, a survival curve",
    ImageKind.PACKAGE_LABEL: "the printed side of a carton, bottle, vial or blister",
    ImageKind.LOGO: "the mark of a company or product",
    ImageKind.TABLE_IMAGE: "a table of words or numbers, given as a picture",
    ImageKind.QR_CODE: "a QR code or bar code",
    ImageKind.ILLUSTRATION: "a drawing or photo: how to use a device, body parts, a tablet",
    ImageKind.OTHER: "anything else, or a piece of text or ornament",
}


class VisionClassifier:
    """Asks `server` for the kind of each picture; `fallback` decides where it gives none."""

    def __init__(self, server: ChatServer, fallback: Classifier | None = None) -> None:
        """Raises SettingsError when the extra `llm` is not installed."""
        need_extra()
        self._server = server
        self._fallback = fallback or default_classifier()
        self._failures = 0
        self._rests_until = 0.0

    @property
    def name(self) -> str:
        """The model that is asked; no address and no key."""
        return f"llm/{self._server.model}"

    def classify(self, picture: PictureView) -> Classification:
        """The model's answer, or the fallback's with the reason in `classifier`."""
        if measure(picture) is None:
            return self._fallback.classify(picture)  # nothing to see: not worth a question
        if time.monotonic() < self._rests_until:
            return self._without(picture, "server resting after failures")
        try:
            found = self._asked(picture)
        except Unreachable as failure:
            self._failures += 1
            if self._failures >= _FAILURES:
                self._failures = 0
                self._rests_until = time.monotonic() + _REST
            return self._without(picture, failure.reason)
        except NoAnswer as failure:
            self._failures = 0
            return self._without(picture, failure.reason)
        self._failures = 0
        return found

    def _asked(self, picture: PictureView) -> Classification:
        prompt = render(
            PROMPT,
            kinds=[(kind.value, _MEANINGS[kind]) for kind in ImageKind],
            heading=_one_line(picture.heading),
            caption=_one_line(picture.caption),
            near_text=_one_line(picture.near_text),
        )
        said = self._server.ask(prompt.text, picture.png, "picture_class", _schema())
        value = checked(said)
        kind, confidence = ImageKind(value["kind"]), float(value["confidence"])
        if kind is ImageKind.CHEMICAL_STRUCTURE and confidence <= 0.5:
            # As with the forest: a wrong structure shown as an answer is worse than none.
            raise NoAnswer("structure not sure enough")
        return Classification(kind, round(confidence, 4), f"{self.name} {prompt.sha256[:12]}")

    def _without(self, picture: PictureView, reason: str) -> Classification:
        found = self._fallback.classify(picture)
        return Classification(
            found.kind, found.confidence, f"{found.classifier} ({self.name}: {reason})"
        )


def checked(said: str) -> dict[str, Any]:
    """The JSON object in a model's answer, as the schema allows it. Raises NoAnswer."""
    import jsonschema

    bare = said.strip()
    if bare.startswith("```"):  # models without JSON mode like to fence it
        bare = bare.strip("`").removeprefix("json")
    try:
        value = json.loads(bare)
        jsonschema.validate(value, _schema())
    except ValueError as error:
        raise NoAnswer("answer is no JSON") from error
    except jsonschema.ValidationError as error:
        raise NoAnswer("answer breaks the schema") from error
    checked_value: dict[str, Any] = value
    return checked_value


def need_extra() -> None:
    """Raises SettingsError, naming the extra, when what a model needs is not installed."""
    try:
        import jinja2
        import jsonschema
        import openai
    except ImportError as error:
        raise SettingsError(
            f"asking a model needs {error.name}: pip install 'monograph-qa[llm]'"
        ) from error
    del jinja2, jsonschema, openai


@cache
def _schema() -> dict[str, Any]:
    value: dict[str, Any] = json.loads(resource(SCHEMA).read_text(encoding="utf-8"))
    return value


def _one_line(text: str) -> str:
    return " ".join(text.split())[:_NEAR]
