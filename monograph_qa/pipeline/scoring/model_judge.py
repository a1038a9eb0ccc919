"""A model's opinion of answers, where an endpoint is named: kept apart from the verdicts."""

from dataclasses import replace

from monograph_qa.endpoint.chat import AnswerSchema, ChatModel
from monograph_qa.endpoint.failures import EndpointFailure, need_extra
from monograph_qa.pipeline.scoring.scoring import Scored
from monograph_qa.prompting import render

PROMPT, SCHEMA = "judgement.j2", "judgement"


class ModelJudge:
    """Asks `model` whether the lines shown answer the question."""

    def __init__(self, model: ChatModel) -> None:
        """Raises SettingsError when the extra `llm` is not installed."""
        need_extra()
        self._model = model

    def judge(self, scored: Scored) -> Scored:
        """The same with the model's verdict and reason; where it fails, with its failure."""
        prompt = render(
            PROMPT, question=scored.question, lines=list(scored.shown), message=scored.message
        )
        try:
            said = self._model.ask(prompt, AnswerSchema.read(SCHEMA)).value
        except EndpointFailure as failure:
            said = {"verdict": "failed", "reason": failure.reason}
        verdict, reason = str(said["verdict"]), str(said["reason"])
        return replace(scored, model_verdict=verdict, model_reason=reason)
