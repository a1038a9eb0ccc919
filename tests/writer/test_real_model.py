"""A real language model as the writer: small, so that its drafts are wrong in ways of their own."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import small_model
from bench.shown import Stored
from monograph_qa.domain.answer import Outcome
from monograph_qa.library import Library
from writer.conftest import Choose

for module in ("openai", "jinja2", "jsonschema"):
    pytest.importorskip(module, reason="the extra llm is not installed")
if small_model.weights() is None:
    pytest.skip(small_model.MISSING, allow_module_level=True)

pytestmark = pytest.mark.slow  # the model writes for minutes; scripted ones write at each edit

SAMPLE = Path(__file__).resolve().parents[2] / "monographs" / "nizatidine_axid.pdf"
QUESTIONS = (
    "What is the half-life of Axid?", "How is Axid stored?", "How does Axid work?",
    "How much of Axid is bound to protein?", "What is the maximum dose of Axid?",
    "How is Axid eliminated?", "What strengths of Axid are there?", "What is Axid used for?",
    "What is the bioavailability of Axid?", "Can Axid be used in pregnancy?",
)  # fmt: skip
KNOWN = {
    "empty", "incomplete", "not_retrieved", "unquoted", "uncited", "fabricated", "altered",
    "truncated", "spliced", "misattributed", "invisible", "look_alike", "wrong_heading", "severed",
}  # fmt: skip


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("sample")) as library:
        library.ingest([SAMPLE], workers=1)
        yield library


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    with small_model.served(most_tokens=160) as address:
        yield address


@pytest.mark.parametrize("writer", ["llm", "llm-text"])
def test_whatever_it_says_every_character_shown_is_stored(
    sample: Library, served: str, choose: Choose, writer: str
) -> None:
    stored = Stored(Path(sample.place.shown, "library.duckdb"))
    uses: list[dict[str, object]] = []
    found: Counter[str] = Counter()
    answered = 0
    for question in QUESTIONS:
        plain = sample.ask(question, writer="template")
        choose(served, MONOGRAPH_QA_LLM_MODEL=small_model.NAME, MONOGRAPH_QA_LLM_TIMEOUT="60")
        answer = sample.ask(question, writer=writer)
        (label_id,) = {part.label_id for part in plain.parts} or {""}
        assert list(stored.unsupported(answer, label_id, plain)) == []
        assert stored.lost(answer, label_id) <= stored.lost(plain, label_id)
        assert answer.outcome is plain.outcome
        answered += answer.outcome is Outcome.ANSWERED
        record = sample.journal.find_record(answer.audit_id)
        assert record is not None
        uses += [use for use in json.loads(record.routes) if use["route"] == "model"]
        for attempt in (json.loads(record.draft) or {}).get("attempts", []):
            found.update(each["check"] for each in attempt["findings"])
    assert answered >= 8 and len(uses) >= answered
    assert all(use["failure"] or use["tokens_out"] for use in uses)
    # It is a model that spoke, not an endpoint that failed.
    assert sum(not use["failure"] for use in uses) >= answered / 2
    assert found.keys() <= KNOWN
