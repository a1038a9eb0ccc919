"""A chat model behind a real server that answers well, badly, late or not at all."""

import json
import logging
import time
from email.utils import formatdate
from typing import Any

import pytest

for module in ("openai", "jinja2", "jsonschema"):
    pytest.importorskip(module, reason="the extra llm is not installed")

from endpoint.scripted_server import Reply, Script, closed_port, scripted  # noqa: E402
from monograph_qa.endpoint.connection import (  # noqa: E402
    Cause,
    EndpointFailure,
    Server,
    noting_uses,
)
from monograph_qa.endpoint.models import AnswerSchema, ChatModel  # noqa: E402
from monograph_qa.prompting import Prompt  # noqa: E402

KEY = "sk-a-very-secret-key"
PROMPT = Prompt("How many?", "ab" * 32, "prompts/count.j2")
SCHEMA = AnswerSchema(
    "count",
    {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"count": {"type": "integer"}},
        "required": ["count"],
        "additionalProperties": False,
    },
)
THREE = Reply('{"count": 3}')


def model(script: Script | str, seconds: float = 5.0, pause: float = 0.01) -> ChatModel:
    address = script if isinstance(script, str) else script.address
    return ChatModel("mind-1", Server(address, KEY, seconds=seconds, pause=pause))


def ask(asked: ChatModel) -> dict[str, Any]:
    return asked.ask(PROMPT, SCHEMA)


def failure(asked: ChatModel) -> EndpointFailure:
    with pytest.raises(EndpointFailure) as raised:
        ask(asked)
    return raised.value


def test_an_answer_comes_with_the_model_that_gave_it_and_its_tokens() -> None:
    counted = {"model": "mind-1-2026", "usage": {"prompt_tokens": 12, "completion_tokens": 5}}
    with scripted(Reply('{"count": 3}', more=counted)) as script, noting_uses() as uses:
        said = ask(model(script))
    assert said == {"count": 3}
    (use,) = uses
    assert (use.purpose, use.model) == ("count", "mind-1-2026")
    assert (use.tokens_in, use.tokens_out) == (12, 5)
    assert (use.prompt, use.prompt_sha256) == (PROMPT.path, PROMPT.sha256)
    assert not use.failure
    assert script.keys == [f"Bearer {KEY}"]


def test_the_request_holds_prompt_and_schema_and_asks_for_no_invention() -> None:
    with scripted(THREE) as script:
        ask(model(script))
    (request,) = script.requests
    assert request["messages"] == [{"role": "user", "content": "How many?"}]
    assert (request["model"], request["temperature"]) == ("mind-1", 0)
    form = request["response_format"]["json_schema"]
    assert form["name"] == "count" and form["strict"] is True
    assert form["schema"]["properties"] == {"count": {"type": "integer"}}
    assert "$schema" not in form["schema"]


@pytest.mark.parametrize(
    ("reply", "cause"),
    [
        (Reply('{"count": 3'), Cause.NO_JSON),
        (Reply('{"count": NaN}'), Cause.NO_JSON),
        (Reply("[" * 100_000), Cause.NO_JSON),
        (Reply("Three, I think."), Cause.NO_JSON),
        (Reply('{"count": "three"}'), Cause.BREAKS_SCHEMA),
        (Reply('{"count": 3, "drug": "Axid"}'), Cause.BREAKS_SCHEMA),
        (Reply("{}"), Cause.BREAKS_SCHEMA),
        (Reply("3"), Cause.BREAKS_SCHEMA),
        (Reply(""), Cause.EMPTY),
        (Reply(" \n"), Cause.EMPTY),
        (Reply(None), Cause.EMPTY),
        (Reply(None, refusal="I will not count."), Cause.REFUSED),
        (Reply("", finish="content_filter"), Cause.REFUSED),
        (Reply('{"count": 3}', finish="length"), Cause.CUT_OFF),
        (Reply(raw="<html>welcome</html>"), Cause.NO_COMPLETION),
        (Reply(raw="[" * 100_000), Cause.NO_COMPLETION),
        (Reply(raw="[]"), Cause.NO_COMPLETION),
        (Reply(raw='{"choices": []}'), Cause.NO_COMPLETION),
        (Reply(raw='{"choices": [{"message": null}]}'), Cause.NO_COMPLETION),
        (Reply(raw='{"choices": "none"}'), Cause.NO_COMPLETION),
        (Reply(raw="\xff\xfe"), Cause.NO_COMPLETION),
        (Reply(raw="x" * 1_100_000), Cause.TOO_LONG),
        (Reply(status=401), Cause.NOT_LET_IN),
        (Reply(status=403), Cause.NOT_LET_IN),
        (Reply(status=404), Cause.NOT_THERE),
        (Reply(status=413), Cause.REQUEST_REFUSED),
    ],
)
def test_an_answer_of_no_use_is_a_failure_with_its_cause_and_is_not_asked_again(
    reply: Reply, cause: Cause
) -> None:
    with scripted(reply) as script, noting_uses() as uses:
        failed = failure(model(script))
    assert failed.cause is cause
    assert len(script.requests) == 1
    assert [use.failure for use in uses] == [str(failed)]
    assert "sk-" not in str(failed)


def test_an_answer_in_a_code_fence_is_an_answer() -> None:
    with scripted(Reply('```json\n{"count": 3}\n```')) as script:
        assert ask(model(script)) == {"count": 3}


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
def test_a_server_in_passing_trouble_is_asked_again(status: int) -> None:
    with scripted(Reply(status=status), THREE) as script:
        assert ask(model(script)) == {"count": 3}
    assert len(script.requests) == 2


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_that_stays_in_trouble_is_asked_three_times(status: int) -> None:
    with scripted(Reply(status=status)) as script:
        assert failure(model(script)).status == status
    assert len(script.requests) == 3


def test_the_pause_between_tries_grows() -> None:
    with scripted(Reply(status=500)) as script:
        failure(model(script, pause=0.1))
    first, second, third = script.times
    assert second - first >= 0.1 and third - second >= 0.2


def test_a_server_is_given_the_time_it_asks_for() -> None:
    busy = Reply(status=429, headers={"Retry-After": "0.4"})
    with scripted(busy, THREE) as script:
        ask(model(script))
    assert script.times[1] - script.times[0] >= 0.4


@pytest.mark.parametrize(
    "after",
    ["60", "1e9", formatdate(time.time() + 3600, usegmt=True)],
    ids=["60", "1e9", "in an hour"],
)
def test_a_server_that_wants_more_time_than_there_is_is_given_up_at_once(after: str) -> None:
    started = time.monotonic()
    with scripted(Reply(status=429, headers={"Retry-After": after}), THREE) as script:
        assert failure(model(script)).cause is Cause.BUSY
    assert time.monotonic() - started < 30
    assert len(script.requests) == 1


@pytest.mark.parametrize("after", ["soon", "nan", "-5", ""])
def test_a_wait_that_makes_no_sense_is_none(after: str) -> None:
    with scripted(Reply(status=503, headers={"Retry-After": after}), THREE) as script:
        assert ask(model(script)) == {"count": 3}


@pytest.mark.parametrize(
    "reply",
    [
        Reply('{"count": 3}', wait=60),
        Reply('{"count": 3}', wait=0.2, trickle=True),
        Reply(status=500, wait=0.2, trickle=True, raw="x" * 500),
    ],
    ids=["silent", "trickle", "trickling error"],
)
def test_a_slow_server_is_given_up_in_time(reply: Reply) -> None:
    started = time.monotonic()
    with scripted(reply) as script:
        failed = failure(model(script, seconds=2))
        assert time.monotonic() - started < 15  # each would take longer
    assert failed.cause is Cause.TIMED_OUT


def test_after_a_silence_the_next_question_is_asked_afresh() -> None:
    with scripted(Reply('{"count": 3}', wait=30), THREE) as script:
        asked = model(script, seconds=3)
        assert failure(asked).cause is Cause.TIMED_OUT
        assert ask(asked) == {"count": 3}


def test_a_server_that_is_not_there_is_a_failure() -> None:
    assert failure(model(closed_port())).cause is Cause.NO_CONNECTION


def test_a_server_that_failed_three_times_in_a_row_is_left_alone() -> None:
    with scripted(Reply(status=401)) as script:
        asked = model(script)
        causes = [failure(asked).cause for _ in range(5)]
    assert len(script.requests) == 3
    assert causes[3:] == [Cause.RESTING, Cause.RESTING]


def test_an_answer_between_failures_starts_the_count_again() -> None:
    no = Reply(status=401)
    with scripted(no, no, THREE, no, no, THREE) as script:
        asked = model(script)
        for _ in range(2):
            assert [failure(asked).status for _ in range(2)] == [401, 401]
            assert ask(asked) == {"count": 3}


def test_what_a_server_does_not_understand_is_left_out_from_then_on() -> None:
    def picky(request: dict[str, object]) -> dict[str, object]:
        message = {"content": '{"count": 3}'}
        return {"choices": [{"message": message}]}

    no = Reply(status=400)
    with scripted(no, no, Reply(of=picky)) as script:
        asked = model(script)
        assert ask(asked) == {"count": 3}
        assert ask(asked) == {"count": 3}
    sent = [{"temperature", "response_format"} & request.keys() for request in script.requests]
    assert sent == [{"temperature", "response_format"}, {"response_format"}, set(), set()]


def test_a_request_that_is_refused_in_every_form_is_a_failure() -> None:
    with scripted(Reply(status=400)) as script:
        assert failure(model(script)).cause is Cause.REQUEST_REFUSED
    assert len(script.requests) == 3


@pytest.mark.parametrize(
    "more",
    [
        {"model": f"leaks {KEY}", "usage": {"prompt_tokens": -1, "completion_tokens": True}},
        {"model": KEY, "usage": {"prompt_tokens": 10**400}},
        {"model": "x" * 5000, "usage": []},
        {"model": {"a": 1}, "usage": {"prompt_tokens": "12"}},
        {"model": "mind\x1b[2J"},
        {},
    ],
)
def test_what_a_server_says_of_itself_is_believed_in_good_form_only(
    more: dict[str, object],
) -> None:
    with scripted(Reply('{"count": 3}', more=more)) as script, noting_uses() as uses:
        ask(model(script))
    (use,) = uses
    assert (use.model, use.tokens_in, use.tokens_out) == ("mind-1", None, None)


def test_the_key_is_shown_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with scripted(THREE, Reply(status=401)) as script, noting_uses() as uses:
        asked = model(script)
        ask(asked)
        failed = failure(asked)
    shown = repr([asked, asked.server, uses, failed, failed.__cause__, failed.__context__])
    assert KEY not in shown + caplog.text


def test_models_are_noted_only_inside_and_in_their_order() -> None:
    with scripted(THREE) as script:
        asked = model(script)
        ask(asked)
        with noting_uses() as outer:
            ask(asked)
            with noting_uses() as inner:
                ask(asked)
    assert (len(outer), len(inner)) == (1, 1)


def test_a_shipped_schema_is_read_by_its_name() -> None:
    schema = AnswerSchema.read("picture_class")
    assert json.loads(json.dumps(schema.sent()))["required"] == ["kind", "confidence"]
    with pytest.raises(FileNotFoundError):
        AnswerSchema.read("nonsense")
