"""Laws of the static embedder."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.evidence.embedding.embedders import StaticEmbedder, default_embedder

ALIKE = [
    ("can I take it with food", "Administer with meals.", "The tablets are white and round."),
    (
        "is it safe while breastfeeding",
        "The drug passes into human milk; nursing is not recommended.",
        "Store in the refrigerator and do not freeze.",
    ),
    (
        "renal impairment dosing",
        "Reduce the dose in patients with decreased kidney function.",
        "Rinse the applicator with warm water.",
    ),
    (
        "does it cause bleeding",
        "Serious and sometimes fatal hemorrhage has been reported.",
        "Each capsule contains lactose and magnesium stearate.",
    ),
    (
        "who is allergic to penicillin",
        "Contraindicated after anaphylaxis to a beta-lactam antibacterial.",
        "The half-life is about six hours.",
    ),
]


def test_the_embedder_stands_behind_the_port() -> None:
    embedder = default_embedder()
    assert embedder.name == f"minilm-static-{embedder.embed_queries(['dose']).shape[1]}/1"


@given(st.text(max_size=200))
def test_a_text_gives_a_unit_vector_or_none_at_all(text: str) -> None:
    vector = default_embedder().embed_queries([text])[0]
    assert vector.dtype == np.float32
    length = float(np.linalg.norm(vector))
    assert length == pytest.approx(1, abs=1e-4) or length == 0


@given(st.lists(st.text(max_size=40), max_size=5))
def test_documents_are_embedded_each_by_itself(texts: list[str]) -> None:
    embedder = default_embedder()
    together = embedder.embed_documents(texts)
    assert together.shape == (len(texts), embedder.embed_queries(["dose"]).shape[1])
    for row, text in zip(together, texts, strict=True):
        assert np.array_equal(row, embedder.embed_queries([text])[0])


def test_two_embedders_agree() -> None:
    text = "Take one tablet by mouth daily."
    assert np.array_equal(
        StaticEmbedder().embed_queries([text])[0], default_embedder().embed_queries([text])[0]
    )


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u4e2d\u6587"])
def test_a_text_without_known_words_is_all_zeros(text: str) -> None:
    assert not default_embedder().embed_queries([text])[0].any()


@pytest.mark.parametrize(("question", "close", "far"), ALIKE)
def test_a_question_is_closer_to_its_answer_than_to_another_sentence(
    question: str, close: str, far: str
) -> None:
    near, off = (
        default_embedder().embed_documents([close, far])
        @ default_embedder().embed_queries([question])[0]
    )
    assert near > off + 0.1


def test_case_and_accents_do_not_matter() -> None:
    embedder = default_embedder()
    assert np.array_equal(
        embedder.embed_queries(["NAÏVE patients"])[0], embedder.embed_queries(["naive patients"])[0]
    )


def test_embedding_brings_in_no_learning_library() -> None:
    script = (
        "import sys; from monograph_qa.evidence.embedding.embedders import default_embedder;"
        "default_embedder().embed_queries(['dose'])[0];"
        "print(*sorted({m.partition('.')[0] for m in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert not set(done.stdout.split()) & {"torch", "onnxruntime", "tokenizers", "scipy", "docling"}
