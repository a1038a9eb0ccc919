"""Pictures in the order in which they answer: of the asked kinds first the likeliest kind, of one
kind first what shares words with the question, then as they are printed."""

from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.evidence import Evidence, Route, RouteResult
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import Label
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.stems import stems_of

_UNPRINTED = 1_000_000  # a page after all others


def put_pictures_in_order(
    results: Sequence[RouteResult], intent: Intent, label: Label
) -> list[RouteResult]:
    """The same results, their pictures in order; words of the label's own name tell none apart."""
    if all(r.route is not Route.IMAGE_LOOKUP for r in results):
        return list(results)
    kinds = {kind: at for at, kind in enumerate(intent.image_kinds)}
    asked = stems_of(intent.question) - stems_of(f"{label.title} {label.drug}")
    asked -= stems_of(" ".join(stop_words()))

    def place(e: Evidence) -> tuple[int, int, int]:
        image = e.image
        if image is None:
            return len(kinds), 0, _UNPRINTED
        said = stems_of(f"{image.caption or ''} {e.section.heading_path if e.section else ''}")
        page = _UNPRINTED if image.page is None else image.page
        return kinds.get(image.kind.value, len(kinds)), -len(asked & said), page

    return [
        replace(r, evidence=tuple(sorted(r.evidence, key=place)))
        if r.route is Route.IMAGE_LOOKUP
        else r
        for r in results
    ]
