"""Questions that follow one another. The memory holds questions, their readings and ids; what was
answered is looked up by those."""

from collections.abc import Callable
from dataclasses import replace

from monograph_qa.audit.recording import RecordedAnswer
from monograph_qa.domain.answer import Answer, Candidate, Outcome
from monograph_qa.domain.intent import DrugMention, Intent, QuestionKind
from monograph_qa.domain.label import Label
from monograph_qa.errors import QuestionError
from monograph_qa.frozen import frozen
from monograph_qa.pipeline.question.narrowing import meant_by

Ask = Callable[..., Answer]
"""Answers and records a question, of a `label`, in the light of `previous` (an Intent)."""

FindLabel = Callable[[str], Label]
"""The current label called so; raises NotFound."""


@frozen
class Turn:
    """One question and its answer by ids. `before` is the reading that it could lean on; of several
    `labels` that were offered or that answered the next line may choose in words."""

    question: str
    audit_id: str
    outcome: Outcome
    fact_ids: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    unknown: str
    before: Intent | None
    labels: tuple[str, ...] = ()


class Conversation:
    """Asks by `ask`, each question as a follow-up of the one before it; every one of the same
    `label` where that is not None."""

    def __init__(self, ask: Ask, find_label: FindLabel) -> None:
        self._ask = ask
        self._find_label = find_label
        self.turns: list[Turn] = []  # oldest first
        self._before: Intent | None = None
        self.label: Label | None = None

    @classmethod
    def after(cls, said: RecordedAnswer, ask: Ask, find_label: FindLabel) -> "Conversation":
        """Where it stood when this was answered. Raises NotFound where the label asked is gone."""
        conversation = cls(ask, find_label)
        intent = said.answer.intent
        leaned_on = intent if intent is not None and intent.carried else None
        conversation._remember(said.answer, said.label_id, leaned_on)
        return conversation

    def say(self, line: str) -> Answer:
        """The answer to a question, or to the number of a choice that was offered just before.
        Raises QuestionError for a number that was not offered, and whatever `ask` raises; the
        conversation then stands where it stood."""
        last = self.turns[-1] if self.turns else None
        if last is not None and last.candidates and line.strip().isdecimal():
            return self._chosen(last, int(line))
        if (turn := self._last_on_drugs()) and (answer := self._chosen_in_words(turn, line)):
            return answer
        label = self.label.label_id if self.label else None
        return self._asked(line, label, self._before)

    def keep_label(self, named: str) -> Label:
        """Asks from now on of this label (an id, or a part of a title or drug). Raises NotFound."""
        label = self._find_label(named)
        self.label = label
        before = self._before or Intent("", QuestionKind.OTHER)
        self._before = _about(before, label)
        return label

    def drop_label(self) -> None:
        """Lets each question name its drug again."""
        self.label = None

    def renew(self, is_current: Callable[[str], bool]) -> bool:
        """Forgets label and question where the next line cannot lean on them, since labels came or
        went: it could be about one that is no longer current, or about a drug that was missing and
        may have come. Says whether they were forgotten."""
        holds = self._still_holds(is_current)
        if not holds:
            self.label = None
            self._before = None
            self.turns = [replace(turn, candidates=(), labels=()) for turn in self.turns]
        return not holds

    def _still_holds(self, is_current: Callable[[str], bool]) -> bool:
        before = self._before
        if before is not None and before.unknown_drugs:
            return False
        drugs = before.drugs if before else ()
        offered = self.turns[-1].candidates if self.turns else ()
        ids = {label_id for drug in drugs for label_id in drug.label_ids}
        ids |= {each.label_id for each in offered if each.label_id}
        last = self._last_on_drugs()
        ids.update(last.labels if last else ())
        if self.label is not None:
            ids.add(self.label.label_id)
        return all(map(is_current, ids))

    def _chosen(self, turn: Turn, number: int) -> Answer:
        count = len(turn.candidates)
        if not 1 <= number <= count:
            raise QuestionError(f"choose a number from 1 to {count}, or ask a question")
        candidate = turn.candidates[number - 1]
        if candidate.label_id is None:
            # Several labels bear the name: it is asked for in the place of the misspelt one.
            question = turn.question.replace(turn.unknown, candidate.name, 1)
            return self._asked(question, None, turn.before)
        return self._asked(turn.question, candidate.label_id, turn.before)

    def _last_on_drugs(self) -> Turn | None:
        """The last turn that was about a drug: what was said besides chooses from it no less."""
        on_drugs = (t for t in reversed(self.turns) if t.outcome is not Outcome.OUT_OF_SCOPE)
        return next(on_drugs, None)

    def _chosen_in_words(self, turn: Turn, line: str) -> Answer | None:
        """The answer to the turn's question from those of its labels that the line chooses."""
        meant = meant_by(line, [self._find_label(label_id) for label_id in turn.labels])
        if not meant:
            return None
        if len(meant) == 1:
            answer = self._asked(turn.question, meant[0].label_id, turn.before)
        else:
            answer = self._asked(f"{turn.question} ({line})", None, turn.before)
        self.turns[-1] = replace(self.turns[-1], question=turn.question, labels=turn.labels)
        return answer

    def _asked(self, question: str, label_id: str | None, before: Intent | None) -> Answer:
        answer = self._ask(question, label=label_id, previous=before)
        self._remember(answer, label_id, before)
        return answer

    def _remember(self, answer: Answer, label_id: str | None, before: Intent | None) -> None:
        intent = answer.intent
        unknown = intent.unknown_drugs if intent else ()
        offered = [each.label_id for each in answer.candidates if each.label_id]
        labels = dict.fromkeys(offered or [part.label_id for part in answer.parts])
        self.turns.append(
            Turn(
                question=answer.question,
                audit_id=answer.audit_id,
                outcome=answer.outcome,
                fact_ids=tuple(q.fact_id for group in answer.groups for q in group.quotes),
                candidates=answer.candidates,
                unknown=unknown[0].asked if unknown else "",
                before=before,
                labels=tuple(labels) if len(labels) > 1 else (),
            )
        )
        if intent is not None and answer.outcome is not Outcome.OUT_OF_SCOPE:
            has_answered = answer.outcome is not Outcome.CLARIFY and not answer.candidates
            if label_id is not None and has_answered:
                intent = _about(intent, self._find_label(label_id))
            self._before = intent


def _about(intent: Intent, label: Label) -> Intent:
    """The intent as one about this label, whatever the question called it."""
    named = tuple(
        replace(drug, label_ids=(label.label_id,))
        for drug in intent.drugs
        if label.label_id in drug.label_ids
    )
    chosen = DrugMention(label.drug, label.drug, (label.label_id,), 0, 0)
    return replace(intent, drugs=named or (chosen,), unknown_drugs=())
