"""A `Classifier` that asks a vision model behind an OpenAI-compatible server.

Whatever goes wrong (server down or slow, an answer that is no answer), the shipped forest decides
instead, and `classifier` says so: a load never fails or stalls because of a picture.
"""

from collections.abc import Mapping

from monograph_qa.domain.label import ImageKind
from monograph_qa.endpoint.connection import AsksModel, EndpointFailure
from monograph_qa.endpoint.models import AnswerSchema, ChatModel
from monograph_qa.images.classification import default_classifier
from monograph_qa.images.picture import Classification, PictureView, measure
from monograph_qa.prompting import render

PROMPT = "picture_class.j2"
SCHEMA = "picture_class"

_NEAR = 600  # characters of the words near a picture that are sent

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


class VisionClassifier(AsksModel[ChatModel]):
    """Asks `model` for the kind of each picture; the shipped forest decides where it gives none."""

    def classify(self, picture: PictureView) -> Classification:
        """The model's answer, or the forest's with the reason in `classifier`."""
        if measure(picture) is None:
            return default_classifier().classify(picture)  # nothing to see: not worth a question
        prompt = render(
            PROMPT,
            kinds=[(kind.value, _MEANINGS[kind]) for kind in ImageKind],
            heading=_one_line(picture.heading),
            caption=_one_line(picture.caption),
            near_text=_one_line(picture.near_text),
        )
        try:
            said = self._model.ask(prompt, AnswerSchema.read(SCHEMA), [picture.png])
        except EndpointFailure as failure:
            return self._without(picture, str(failure))
        kind, confidence = ImageKind(said["kind"]), float(said["confidence"])
        if kind is ImageKind.CHEMICAL_STRUCTURE and confidence <= 0.5:
            # As with the forest: a wrong structure shown as an answer is worse than none.
            return self._without(picture, "structure not sure enough")
        return Classification(kind, round(confidence, 4), f"{self.name} {prompt.sha256[:12]}")

    def _without(self, picture: PictureView, reason: str) -> Classification:
        found = default_classifier().classify(picture)
        return Classification(
            found.kind, found.confidence, f"{found.classifier} ({self.name}: {reason})"
        )


def _one_line(text: str) -> str:
    return " ".join(text.split())[:_NEAR]
