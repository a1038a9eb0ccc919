"""The page of an evaluation: the scores, and each failure beside the page that should answer."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from monograph_qa.cli.report_pages import report_page
from monograph_qa.errors import LabelError, NotFound
from monograph_qa.frozen import frozen
from monograph_qa.library import Library
from monograph_qa.pipeline.scoring.judging import VERDICTS
from monograph_qa.pipeline.scoring.scoring import Scored, scores

_MOST_PAGES = 60  # pictures of pages are large; later failures come without


@frozen
class _Failure:
    scored: Scored
    fact_id: str = ""
    why: str = ""  # the page is shown
    png: str = ""


def eval_page(library: Library, scored: Sequence[Scored]) -> str:
    """One self-contained page of HTML; nothing of a label or a question is taken for markup."""
    failed = [each for each in scored if each.judged.verdict != "right"]
    tally = Counter(each.judged.verdict for each in scored)
    return report_page(
        "eval_report.html.j2",
        title="Evaluation",
        library=library.place.shown,
        verdicts=[(name, tally[name]) for name in VERDICTS if tally[name]],
        scores=[
            (name.replace("_", " "), n, of, f"{n / of:.0%}")
            for name, (n, of) in scores(scored).items()
            if of
        ],
        seconds=f"{sum(each.ms for each in scored) / 1000:.1f}",
        rounds=sum(each.rounds for each in scored),
        tokens=sum(each.tokens for each in scored),
        judged=any(each.model_verdict for each in scored),
        failures=[
            _failure(library, each) if at < _MOST_PAGES else _Failure(each)
            for at, each in enumerate(failed)
        ],
        scored=scored,
    )


def _failure(library: Library, scored: Scored) -> _Failure:
    """The failure with the page of what is needed, where a label asked about has it; else with that
    of the first line shown."""
    needed = _needed(library, scored)
    chosen = needed or next(iter(scored.fact_ids), "")
    if chosen:
        with suppress(NotFound, LabelError):
            png = b64encode(library.pages(chosen)[0].png).decode("ascii")
            why = "what is needed" if needed else "the first line shown"
            return _Failure(scored, chosen, why, png)
    return _Failure(scored, chosen)


def _needed(library: Library, scored: Scored) -> str:
    """The line of the labels asked about that has what is needed and is not shown, or ""."""
    missing = [n for n, at in zip(scored.need, scored.judged.found, strict=True) if at is None]
    for label_id in scored.label_ids:
        for fact in library.reader.facts(label_id):
            line = f"{fact.context or ''} | {fact.quote}"
            if any(re.search(pattern, line, re.S) for pattern in missing):
                return fact.fact_id
    return ""
