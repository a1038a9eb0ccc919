"""A run of questions against a library, and two runs beside each other."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from monograph_qa.domain.answer import Answer, Group
from monograph_qa.domain.label import Section
from monograph_qa.endpoint.connection import AsksModel, EndpointFailure
from monograph_qa.endpoint.models import AnswerSchema, ChatModel
from monograph_qa.errors import MonographError, NotFound, QuestionError
from monograph_qa.frozen import frozen
from monograph_qa.pipeline.question.choosing import labels_called
from monograph_qa.pipeline.scoring.judging import VERDICTS, Judged, judge, shown, shown_quotes
from monograph_qa.pipeline.scoring.questions import ScoredQuestion
from monograph_qa.prompting import render
from monograph_qa.store.journal import Journal
from monograph_qa.store.reading import LibraryReader

_SCORES = ("right_label", "right_section", "complete", "on_top", "refused_rightly")


@frozen
class Scored:
    """One question of a run: the verdict, the lines shown, and what it took. `question` is without
    identifiers of people, as in the audit log; `rounds` and `tokens` of models are 0 where none was
    asked; `model_verdict` is never part of `verdict`."""

    id: str
    question: str
    need: tuple[str, ...]
    judged: Judged
    message: str
    shown: tuple[str, ...]
    fact_ids: tuple[str, ...]
    label_ids: tuple[str, ...]
    audit_id: str
    ms: float
    rounds: int = 0
    tokens: int = 0
    model_verdict: str = ""
    model_reason: str = ""

    @property
    def amiss(self) -> list[str]:
        """The scores that it fails, in words."""
        return [name.replace("_", " ") for name in _SCORES if getattr(self.judged, name) is False]

    def row(self) -> dict[str, Any]:
        """All of it as one object."""
        row = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "judged"}
        return {"id": row.pop("id"), "verdict": self.judged.verdict, **row, **asdict(self.judged)}


def score(
    questions: Sequence[ScoredQuestion],
    ask: Callable[[str], Answer],
    reader: LibraryReader,
    journal: Callable[[], Journal],
) -> Iterator[Scored]:
    """Each question as it was answered and judged. Raises QuestionError for a label not here."""
    labels = {each.id: _labels_of(each, reader) for each in questions}

    sections_of = cache(reader.sections)

    def keys_of(group: Group) -> frozenset[str]:
        return _keys_around(sections_of(group.label_id), group.heading_path)

    for each in questions:
        started = time.perf_counter()
        try:
            answer = ask(each.question)
        except MonographError as error:
            raise QuestionError(f"question {each.id}: {error}") from error
        ms = round((time.perf_counter() - started) * 1000, 1)
        rounds, tokens = _models_asked(journal(), answer.audit_id)
        notes = [answer.message, *(part.note for part in answer.parts)]
        yield Scored(
            each.id, answer.question, each.need, judge(each, answer, labels[each.id], keys_of),
            " ".join(dict.fromkeys(note for note in notes if note)),
            tuple(each[1] for each in shown(answer)),
            tuple(quote.fact_id for _, quote in shown_quotes(answer)),
            tuple(labels[each.id] or {part.label_id for part in answer.parts}),
            answer.audit_id, ms, rounds, tokens,
        )  # fmt: skip


def _labels_of(question: ScoredQuestion, reader: LibraryReader) -> frozenset[str] | None:
    if not question.labels:
        return None
    called = {name: labels_called(reader, name) for name in question.labels}
    missing = [name for name, found in called.items() if not found]
    if missing:
        raise QuestionError(f"question {question.id}: no label here is called {missing[0]!r}")
    return frozenset(label.label_id for found in called.values() for label in found)


def _keys_around(sections: Iterable[Section], heading_path: str) -> frozenset[str]:
    """The keys of the section with this path and of those above it: "2.6 Administration Options" is
    of the doses, too."""
    by_id = {each.section_id: each for each in sections}
    at = next((each for each in by_id.values() if each.heading_path == heading_path), None)
    keys: set[str] = set()
    while at is not None:
        keys.add(at.section_key)
        at = by_id.get(at.parent_id or "")
    return frozenset(keys)


def _models_asked(journal: Journal, audit_id: str) -> tuple[int, int]:
    """How often models were asked for an answer, and with how many tokens in and out."""
    with suppress(NotFound, ValueError):
        record = journal.find_record(audit_id)
        asked = [each for each in json.loads(record.routes if record else "[]") if "model" in each]
        tokens = sum((each.get("tokens_in") or 0) + (each.get("tokens_out") or 0) for each in asked)
        return len(asked), tokens
    return 0, 0


def scores(run: Sequence[Scored]) -> dict[str, tuple[int, int]]:
    """Of how many questions each score holds, and of how many it was asked."""
    found = {"right": (sum(each.judged.verdict == "right" for each in run), len(run))}
    for name in _SCORES:
        asked = [getattr(e.judged, name) for e in run if getattr(e.judged, name) is not None]
        found[name] = (sum(asked), len(asked))
    return found


@frozen
class Compared:
    """The questions whose verdicts are better or worse than in another run, with both verdicts."""

    better: tuple[tuple[str, str, str], ...]
    worse: tuple[tuple[str, str, str], ...]
    only_one: int

    def summary(self) -> str:
        """One line: "3 better, 1 worse"."""
        alone = f", {self.only_one} in one run only" if self.only_one else ""
        return f"{len(self.better)} better, {len(self.worse)} worse{alone}"


def compare_runs(before: Mapping[str, str], now: Mapping[str, str]) -> Compared:
    """Two runs, as verdicts by id: right is better than long, long than missing, and so on."""
    both = [(name, before[name], now[name]) for name in now if name in before]
    better = tuple(e for e in both if VERDICTS.index(e[2]) < VERDICTS.index(e[1]))
    worse = tuple(e for e in both if VERDICTS.index(e[2]) > VERDICTS.index(e[1]))
    return Compared(better, worse, len(before.keys() ^ now.keys()))


def verdicts_of(path: Path) -> dict[str, str]:
    """The verdicts of a run that was written, by id. Raises QuestionError for what is no run."""
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
        found = {str(row["id"]): str(row["verdict"]) for row in rows}
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise QuestionError(f"{path}: not a run that --out wrote: {error}") from error
    unknown = set(found.values()) - set(VERDICTS)
    if unknown:
        raise QuestionError(f"{path}: not verdicts: {', '.join(sorted(unknown))}")
    return found


PROMPT, SCHEMA = "judgement.j2", "judgement"


class ModelJudge(AsksModel[ChatModel]):
    """Asks `model` whether the lines shown answer the question."""

    def judge(self, scored: Scored) -> Scored:
        """The same with the model's verdict and reason; where it fails, with its failure."""
        prompt = render(
            PROMPT, question=scored.question, lines=list(scored.shown), message=scored.message
        )
        try:
            opinion = self._model.ask(prompt, AnswerSchema.read(SCHEMA))
        except EndpointFailure as failure:
            opinion = {"verdict": "failed", "reason": str(failure)}
        verdict, reason = str(opinion["verdict"]), str(opinion["reason"])
        return replace(scored, model_verdict=verdict, model_reason=reason)
