"""An embedding model behind a real server: compared on the shipped scale, or replaced by it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("openai", reason="the extra llm is not installed")

from endpoint.scripted_server import Reply, Script, closed_port, scripted

from monograph_qa.endpoint.connection import Server, noting_uses
from monograph_qa.endpoint.models import EmbeddingModel
from monograph_qa.evidence.embedding.embedders import default_embedder
from monograph_qa.evidence.embedding.likeness import Likeness, ServedEmbedder

KEY = "sk-a-very-secret-key"
QUESTION = "may I take it with meals"
TEXTS = ["Take with food.", "The capsules are yellow.", "Store below 25 °C.", "Avoid a heavy meal."]


def reply_with(vectors: Callable[[list[str]], list[Any]], **more: Any) -> Reply:
    def body(request: dict[str, Any]) -> dict[str, Any]:
        rows = vectors(request["input"])
        return {"data": [{"index": i, "embedding": row} for i, row in enumerate(rows)], **more}

    return Reply(of=body)


def squeezed(texts: list[str]) -> list[Any]:
    """The shipped vectors, with so much in common that every two texts look alike."""
    bare = [text.removeprefix("query: ").removeprefix("passage: ") for text in texts]
    rows = default_embedder().embed_documents(bare)
    return [[*map(float, row), 2.0] for row in rows]


def embedder(script: Script | str, seconds: float = 30.0, **more: str) -> ServedEmbedder:
    address = script if isinstance(script, str) else script.address
    server = Server(address, KEY, seconds=seconds, pause=0.01)
    return ServedEmbedder(EmbeddingModel("near-1", server, **more))


def test_whatever_the_model_s_scale_likeness_is_told_on_the_shipped_one() -> None:
    with scripted(reply_with(squeezed)) as script:
        served = Likeness(embedder(script)).compare(QUESTION, TEXTS)
    shipped = Likeness().compare(QUESTION, TEXTS)
    assert not np.array_equal(served, shipped)
    assert np.allclose(served, shipped, atol=0.02)


def test_questions_and_documents_are_told_apart() -> None:
    with scripted(reply_with(squeezed)) as script:
        made = embedder(
            script,
            query_prefix="query: ",
            document_prefix="passage: ",
            query_type="search_query",
            document_type="search_document",
        )
        Likeness(made).compare(QUESTION, TEXTS)
    asked, said = script.requests
    assert all(text.startswith("query: ") for text in asked["input"])
    assert asked["input"][0] == f"query: {QUESTION}"
    assert all(text.startswith("passage: ") for text in said["input"])
    assert (asked["input_type"], said["input_type"]) == ("search_query", "search_document")
    assert asked["model"] == "near-1" and script.keys == [f"Bearer {KEY}"] * 2


def test_no_type_is_sent_unless_one_is_named() -> None:
    with scripted(reply_with(squeezed)) as script:
        Likeness(embedder(script)).compare(QUESTION, TEXTS)
    assert not any("input_type" in request for request in script.requests)


def test_of_a_long_label_only_the_likeliest_sentences_are_sent() -> None:
    texts = [*TEXTS, *(f"Lot number {n} was released." for n in range(500))]
    with scripted(reply_with(squeezed)) as script:
        compared = Likeness(embedder(script)).compare(QUESTION, texts)
    sent = {text for request in script.requests for text in request["input"]}
    assert len(sent) < 150 and TEXTS[0] in sent
    assert len(compared) == len(texts) and compared.argmax() in (0, 3)
    assert (compared == -1).sum() == len(texts) - 96


def test_rows_may_come_in_any_order() -> None:
    def turned(request: dict[str, Any]) -> dict[str, Any]:
        rows = squeezed(request["input"])
        data = [{"index": i, "embedding": row} for i, row in enumerate(rows)]
        return {"data": data[::-1]}

    with scripted(Reply(of=turned)) as script:
        served = Likeness(embedder(script)).compare(QUESTION, TEXTS)
    assert np.allclose(served, Likeness().compare(QUESTION, TEXTS), atol=0.02)


def _noise(texts: list[str]) -> list[Any]:
    made = np.random.default_rng(len(texts)).normal(size=(len(texts), 32))
    return [[float(value) for value in row] for row in made]


USELESS = {
    "one too few": reply_with(lambda texts: squeezed(texts)[1:]),
    "no numbers": reply_with(lambda texts: [["a"]] * len(texts)),
    "true": reply_with(lambda texts: [[True]] * len(texts)),
    "too large": reply_with(lambda texts: [[1e300]] * len(texts)),
    "endless": Reply(raw='{"data": [{"embedding": [1e999]}]}'),
    "empty vectors": reply_with(lambda texts: [[]] * len(texts)),
    "uneven": reply_with(lambda texts: [[1.0] * (1 + i % 2) for i, _ in enumerate(texts)]),
    "lengths of their own": reply_with(lambda texts: [[1.0] * len(texts)] * len(texts)),
    "a page": Reply(raw="<html>"),
    "nothing": Reply(raw="{}"),
    "all the same": reply_with(lambda texts: [[1.0, 0.0]] * len(texts)),
    "zeros": reply_with(lambda texts: [[0.0, 0.0]] * len(texts)),
    "noise": reply_with(_noise),
    "not let in": Reply(status=401),
    "busy": Reply(status=429),
    "hangs": Reply(wait=30),
}


@pytest.mark.parametrize("reply", USELESS.values(), ids=USELESS)
def test_where_it_gives_nothing_of_use_the_shipped_embedder_answers(reply: Reply) -> None:
    with scripted(reply) as script:
        seconds = 1.0 if reply.wait else 30.0
        compared = Likeness(embedder(script, seconds)).compare(QUESTION, TEXTS)
    shipped = Likeness().compare(QUESTION, TEXTS)
    assert np.array_equal(compared, shipped)


def test_without_a_server_the_failure_is_noted_for_the_record() -> None:
    with noting_uses() as uses:
        Likeness(embedder(closed_port())).compare(QUESTION, TEXTS)
    assert [(use.purpose, use.model, use.failure) for use in uses] == [
        ("embedding", "near-1", "no connection")
    ]


def test_the_model_and_its_tokens_are_noted() -> None:
    reply = reply_with(squeezed, model="near-1-large", usage={"prompt_tokens": 40})
    with scripted(reply) as script, noting_uses() as uses:
        Likeness(embedder(script)).compare(QUESTION, TEXTS)
    assert [(use.model, use.tokens_in, use.failure) for use in uses] == [
        ("near-1-large", 40, "")
    ] * 2


def test_no_texts_need_no_request() -> None:
    assert len(Likeness(embedder(closed_port())).compare(QUESTION, [])) == 0
