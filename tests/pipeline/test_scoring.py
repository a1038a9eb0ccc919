"""Questions of one's own: read from files, scored by what is shown first, compared, reported."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from building import HALF_LIFE, Said, a_label, a_monograph, a_section, published
from conftest import Run
from endpoint.scripted_server import Reply, scripted

from monograph_qa.domain.label import DrugName, Monograph, NameKind
from monograph_qa.errors import QuestionError
from monograph_qa.library import Library
from monograph_qa.pipeline.scoring.questions import (
    Expected,
    ScoredQuestion,
    draft_questions,
    read_questions,
)
from monograph_qa.pipeline.scoring.scoring import Scored, compare_runs, scores
from monograph_qa.store.homes import LibraryFolder

VOLUME = Said("The volume of distribution is 0.8 L/kg.", ("volume_of_distribution",))
ASKED = ScoredQuestion("q", "half-life of Axid?", Expected.ANSWER, ("1 to 2 hours",))


@pytest.fixture
def library(folder: LibraryFolder) -> Library:
    return Library(folder)


def _score(library: Library, **changes: object) -> Scored:
    (scored,) = library.score([replace(ASKED, **changes)])  # type: ignore[arg-type]
    return scored


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, "right"),
        ({"need": ("1 to 2 hours", "3.5 to 11 hours")}, "right"),
        ({"need": ("12 hours",)}, "missing"),
        ({"need": ("3.5 to 11 hours",), "not_first": ("1 to 2 hours",)}, "harm"),
        ({"question": "half-life of lamotrigine?", "expect": Expected.NOT_HELD}, "right"),
        ({"question": "half-life of lamotrigine?"}, "refused"),
        ({"expect": Expected.NOT_HELD}, "harm"),
        ({"expect": Expected.SILENT}, "harm"),
        ({"question": "protein binding of Axid?", "expect": Expected.SILENT}, "right"),
        ({"question": "what is the weather?", "expect": Expected.OUT_OF_SCOPE}, "right"),
        ({"question": "protein binding of Axid?", "expect": Expected.ANSWER_OR_SILENT}, "right"),
    ],
)
def test_a_verdict_says_what_a_reader_sees(
    library: Library, changes: dict[str, object], verdict: str
) -> None:
    assert _score(library, **changes).judged.verdict == verdict


def test_a_subsection_stands_in_its_chapter(tmp_path: Path) -> None:
    label = a_label("Nizatidine")
    chapter, own = a_section(label, "pharmacokinetics", [VOLUME])
    half = Said("The half-life of nizatidine is 1 to 2 hours.", ("half_life",))
    below, inner = a_section(
        label, "spl_unclassified", [half], ordinal=2, heading="12.4 Elderly", parent=chapter,
        first_fact=2,
    )  # fmt: skip
    name = DrugName("Nizatidine", NameKind.GENERIC, label.label_id)
    whole = Monograph(label, (name,), (chapter, below), (*own, *inner), ())
    with Library(published(tmp_path / "library", whole)) as library:
        asked = replace(ASKED, question="half-life of nizatidine?", section="pharmacokinetics")
        (scored,) = library.score([asked])
        assert (scored.judged.verdict, scored.judged.right_section) == ("right", True)
        (other,) = library.score([replace(asked, section="boxed_warning")])
        assert other.judged.right_section is False and other.amiss == ["right section"]


def test_label_and_section_are_scored_apart(library: Library) -> None:
    scored = _score(library, labels=("nizatidine",), section="pharmacokinetics")
    assert (scored.judged.right_label, scored.judged.right_section) == (True, True)
    assert _score(library, section="dosage").judged.right_section is False
    assert _score(library).judged.right_section is None
    assert scores([scored])["right_section"] == (1, 1)
    with pytest.raises(QuestionError, match="no label here is called 'warfarin'"):
        _score(library, labels=("warfarin",))


def test_csv_and_json_lines_say_the_same(tmp_path: Path) -> None:
    table, lines = tmp_path / "q.csv", tmp_path / "q.jsonl"
    table.write_text(
        "id,question,lines,need,not_first,expect,label\n"
        '1,half-life?,"Up to (2 h), twice",a ;; b+,c,silent,axid\n'
    )
    row = {"id": 1, "question": "half-life?", "lines": ["Up to (2 h), twice"], "need": ["a", "b+"],
           "not_first": ["c"], "expect": "silent", "labels": ["axid"]}  # fmt: skip
    lines.write_text(f"\n{json.dumps(row)}\n")
    assert read_questions(table) == read_questions(lines)
    (question,) = read_questions(table)
    assert question.need == ("a", "b+", r"Up\s+to\s+\(2\s+h\),\s+twice")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("q.csv", "id,need\n1,a\n", "no column `question`"),
        ("q.csv", "question,expect\nx,perhaps\n", "line 2: expect is 'perhaps'"),
        ("q.csv", "question,need\nx,(\n", "line 2: missing )"),
        ("q.csv", "question\n", "no question in it"),
        ("q.jsonl", "{", "line 1: no JSON"),
        ("q.jsonl", "[]", "line 1: no JSON object"),
        ("q.jsonl", '{"id": 1}', "line 1: no question"),
        ("q.jsonl", '{"id":1,"question":"a"}\n{"id":1,"question":"b"}', "called 1"),
    ],
)
def test_a_file_that_cannot_be_scored_is_refused_by_its_line(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(QuestionError) as refused:
        read_questions(tmp_path / name)
    assert said in str(refused.value)


def test_two_runs_are_told_apart_by_their_verdicts() -> None:
    before = {"a": "right", "b": "long", "c": "harm", "d": "right"}
    now = {"a": "long", "b": "right", "c": "missing", "e": "right"}
    compared = compare_runs(before, now)
    assert compared.summary() == "2 better, 1 worse, 2 in one run only"
    assert compared.worse == (("a", "right", "long"),)


def test_drafts_are_questions_that_the_library_answers(library: Library, tmp_path: Path) -> None:
    drafted = tmp_path / "q.csv"
    drafted.write_text(draft_questions(library.reader, most=3))
    asked = read_questions(drafted)
    assert 1 <= len(asked) <= 3 and all(each.need and each.labels for each in asked)
    assert {each.judged.verdict for each in library.score(asked)} == {"right"}


def test_no_draft_is_asked_twice_or_expects_what_is_not_asked(tmp_path: Path) -> None:
    bound = Said("The upper bound of the confidence interval was 6 ms.", ("protein_binding",))
    elsewhere = Said("Protein binding was not studied.", ("protein_binding",))
    sections = {"warnings": [bound, elsewhere], "pharmacokinetics": [HALF_LIFE, VOLUME]}
    folder = published(
        tmp_path,
        *(a_monograph(sections, a_label("Axidine", title=f"Axidine {n}")) for n in range(3)),
        a_monograph({"pharmacokinetics": [HALF_LIFE, VOLUME]}, a_label("Zantidine")),
    )
    with Library(folder) as opened:
        drafted = draft_questions(opened.reader, most=50)
        (tmp_path / "q.csv").write_text(drafted)
        first_two = draft_questions(opened.reader, most=2)
    asked = [each.question for each in read_questions(tmp_path / "q.csv")]
    assert len(set(asked)) == len(asked) and "bound" not in drafted
    assert {each.partition(" of ")[0] for each in asked} == {"Half-life", "Volume"}
    assert "Half-life" in first_two and "Volume" in first_two, "each asks for something else"


def test_a_draft_s_line_answers_by_itself_of_a_label_that_alone_is_called_so(
    tmp_path: Path,
) -> None:
    signs, treated = "overdose_signs", "overdose_treatment"
    lines = {
        "description": [
            Said("The molecular weight is as follows:", ("molecular_weight",)),
            Said("Sodium hydroxide adjusts the pH.", ("ph",)),
            Said("The solubility in water is 2 mg/mL.", ("solubility",)),
        ],
        "overdosage": [
            Said("Monitor for signs of overdose during symptomatic treatment.", (signs, treated))
        ],
        "geriatric_use": [Said("Infections were seen in the elderly.", ("geriatric_dose",))],
    }
    folder = published(
        tmp_path,
        a_monograph(lines, a_label("Axidine")),
        *(a_monograph(lines, a_label("Zantidine", text=key, doc_key=key)) for key in "ab"),
    )
    with Library(folder) as opened:
        (tmp_path / "q.csv").write_text(draft_questions(opened.reader, most=50))
    asked = [each.question for each in read_questions(tmp_path / "q.csv")]
    assert asked == ["Solubility of Axidine?"]


def test_eval_prints_compares_and_ends_as_a_check_should(
    run: Run, folder: LibraryFolder, tmp_path: Path
) -> None:
    asked, out, page = tmp_path / "q.csv", tmp_path / "run.jsonl", tmp_path / "page.html"
    asked.write_text(
        "id,question,need\n"
        "a,half-life of Axid?,1 to 2 hours\n"
        "b,half-life of <b>Axid</b>?,12 hours\n"
    )
    done = run("eval", str(asked), "--out", str(out), "--html", str(page), library=folder.root)
    assert done.returncode == 3
    assert "1 of 2" in done.stdout and "50%" in done.stdout
    assert "&lt;b&gt;Axid" in page.read_text() and "<b>" not in page.read_text()
    assert HALF_LIFE.text in page.read_text() and "not shown" in page.read_text()
    assert run("eval", str(asked), "--least", "0.5", library=folder.root).returncode == 0
    asked.write_text(asked.read_text().replace("12 hours", "1 to 2 hours"))
    done = run("eval", str(asked), "--against", str(out), "--json", library=folder.root)
    told = json.loads(done.stdout)
    assert done.returncode == 0 and told["compared"]["better"] == [["b", "missing", "right"]]
    asked.write_text(asked.read_text().replace("a,half-life of Axid?,1", "a,half-life of Axid?,9"))
    args = ("eval", str(asked), "--against", str(out), "--least", "0")
    done = run(*args, library=folder.root)
    assert done.returncode == 3 and "1 better, 1 worse" in done.stdout
    assert "  a: right -> missing" in done.stdout


def test_eval_init_drafts_a_file(run: Run, folder: LibraryFolder, tmp_path: Path) -> None:
    done = run("eval", "init", "--out", str(tmp_path / "q.csv"), library=folder.root)
    assert done.returncode == 0 and "questions drafted in" in done.stdout
    assert read_questions(tmp_path / "q.csv")
    (tmp_path / "q.csv").write_text("corrected")
    over = run("eval", "init", "--out", str(tmp_path / "q.csv"), library=folder.root)
    assert over.returncode == 1 and "q.csv: is there already" in over.stderr
    assert (tmp_path / "q.csv").read_text() == "corrected"
    assert run("eval", "init", library=folder.root).stdout.startswith("id,question,label,")


def test_a_models_opinion_stands_beside_the_verdict_and_changes_none(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Reply('{"verdict": "misleads", "reason": "for another patient"}')
    with scripted(said, Reply("no JSON")) as script:
        for name, value in (("JUDGE", "llm"), ("LLM_BASE_URL", script.address), ("LLM_MODEL", "m")):
            monkeypatch.setenv(f"MONOGRAPH_QA_{name}", value)
        first, second = library.score([ASKED, replace(ASKED, id="r")])
        assert "1 to 2 hours" in json.dumps(script.requests[0])
    assert (first.judged.verdict, first.model_verdict) == ("right", "misleads")
    assert first.model_reason == "for another patient" and first.row()["verdict"] == "right"
    assert (second.judged.verdict, second.model_verdict) == ("right", "failed")


def test_identifiers_of_people_go_to_no_model_screen_or_report(
    run: Run,
    library: Library,
    folder: LibraryFolder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = "half-life of Axid for tanaka hiroshi, MRN 4482913?"
    asked, out, page = tmp_path / "q.csv", tmp_path / "run.jsonl", tmp_path / "page.html"
    asked.write_text(f'question,need\n"{named}",12 hours\n')
    args = ("eval", str(asked), "--out", str(out), "--html", str(page))
    shown = "".join(run(*args, *more, library=folder.root).stdout for more in ((), ("--json",)))
    with scripted(Reply('{"verdict": "answers", "reason": "so it is"}')) as script:
        for name, value in (("JUDGE", "llm"), ("LLM_BASE_URL", script.address), ("LLM_MODEL", "m")):
            monkeypatch.setenv(f"MONOGRAPH_QA_{name}", value)
        list(library.score(read_questions(asked)))
        sent = json.dumps(script.requests)
    for told in (shown, out.read_text(), page.read_text(), sent):
        assert "half-life of Axid" in told
        assert not [each for each in ("tanaka", "hiroshi", "4482913") if each in told]
