"""Of a dose for some people, what only happens to speak of such people elsewhere stands aside.

"Dose for a child of 20 kg" asks for doses; that children were among those studied, or are named in
a list of trial sites or on the carton, is said of children and is no dose.
"""

from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.evidence import Evidence, Route, RouteResult
from monograph_qa.domain.intent import Intent
from monograph_qa.pipeline.fitting.denials import LIMITING
from monograph_qa.pipeline.fitting.focusing import set_aside
from monograph_qa.pipeline.fitting.regimens import Regimen

_USES = {"pediatric_dose": "pediatric_use", "geriatric_dose": "geriatric_use"}
_SPEAKING = LIMITING | {"indications_and_usage", "pediatric_use", "geriatric_use"}


def set_strangers_aside(
    results: Sequence[RouteResult], intent: Intent, regimen: Regimen | None
) -> tuple[tuple[RouteResult, ...], str]:
    """The results, sentences aside that bear only the people's attribute where neither doses nor
    limits nor such people are the subject; and a line that says how many.

    Only where the dose of such people is asked for: who asks about children is told all of it.
    """
    near = {_USES[key] for key in intent.attributes if key in _USES}
    if regimen is None or not near.intersection(intent.attributes):
        return tuple(results), ""
    asked = set(intent.attributes) - near

    def stays(e: Evidence) -> bool:
        if e.fact is None or e.section is None or e.route is not Route.FACT_SPAN:
            return True
        return not (asked.isdisjoint(e.fact.attributes) and _SPEAKING.isdisjoint(e.section.line))

    narrowed = tuple(replace(r, evidence=set_aside(r.evidence, but=stays)) for r in results)
    aside = sum(not stays(e) for r in results for e in r.evidence)
    what = "sentence" if aside == 1 else "sentences"
    told = f"{aside} more {what} on such patients in other sections: ask with --full."
    return narrowed, told if aside else ""
