"""Published sets of questions, in the shape in which they are published, become files for eval."""

import json
import re
import subprocess
import sys
from pathlib import Path

from bench.published_questions import fdarxbench, medquad, tac
from monograph_qa.pipeline.scoring.questions import Expected, read_questions

MEDQUAD = """<Document id="1"><Focus>Axid</Focus><QAPairs><QAPair pid="1">
<Question qid="1-1" qtype="indication">Who should get Axid?</Question><Answer/></QAPair></QAPairs>
</Document>"""
TAC = """<Label drug="AXID" track="TAC2017_ADR"><Text/><Mentions/><Relations/><Reactions>
<Reaction id="AR1" str="nausea (mild)"/><Reaction id="AR2" str="rash"/></Reactions></Label>"""


def test_each_set_becomes_questions_that_can_be_scored(tmp_path: Path) -> None:
    (tmp_path / "med").mkdir()
    (tmp_path / "med" / "a.xml").write_text(MEDQUAD)
    (tmp_path / "tac").mkdir()
    (tmp_path / "tac" / "AXID.xml").write_text(TAC)
    lines = tmp_path / "q.jsonl"
    lines.write_text(json.dumps({"focus": "Axid", "type": "usage", "question": "How is it used?"}))
    rows = [
        row
        for own in (*medquad(tmp_path / "med"), *medquad(lines), *tac(tmp_path / "tac"))
        for row in own
    ]
    made = tmp_path / "made.jsonl"
    made.write_text("\n".join(json.dumps({"id": str(n), **row}) for n, row in enumerate(rows)))
    asked = read_questions(made)
    assert [each.question for each in asked] == [
        "Who should get Axid?",
        "How is it used?",
        "Does AXID cause nausea (mild)?",
        "Does AXID cause rash?",
    ]
    assert [each.expect for each in asked[1:3]] == [Expected.ANSWER_OR_SILENT, Expected.ANSWER]
    assert asked[2].need == (r"(?i)nausea\ \(mild\)",) and asked[0].labels == ("Axid",)


def test_reactions_may_stand_beside_the_labels_and_without_any_it_says_what_it_needs(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "bench.published_questions", "tac", str(tmp_path)]
    (tmp_path / "AXID.xml").write_text('<document xmlns="urn:hl7-org:v3"/>')
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stdout == ""
    assert "no questions; tac needs" in done.stderr and "events.json" in done.stderr
    marked = {"AXID": {"adverse reactions": ["rash", "nausea"], "boxed warnings": ["rash"]}}
    (tmp_path / "events.json").write_text(json.dumps(marked))
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    asked = [json.loads(line)["question"] for line in done.stdout.splitlines()]
    assert asked == ["Does AXID cause rash?", "Does AXID cause nausea?"]


def test_a_question_made_from_two_sections_needs_a_sentence_of_each(tmp_path: Path) -> None:
    rows = [
        {
            "task": "multihop", "drug_name": "Axid", "question": "Which strengths, and in milk?",
            "answer": "In one strength.", "context": [
                {"section_title": "3 FORMS", "text": "Capsules are available as:\n- 150 mg, pale"},
                {"section_title": "8.2 Lactation", "text": "Nizatidine is present in milk ."},
            ],
        },
        {
            "task": "factual", "drug_name": "Axid", "question": "Who must not take it?",
            "answer": "-", "context": [
                {"section_title": "4", "text": "It is contraindicated in X.", "has_answer": True},
                {"section_title": "5.1", "text": "It causes harm to Y.", "has_answer": False},
            ],
        },
        {"task": "refusal", "drug_name": "Zantac", "question": "?", "answer": "-", "context": []},
    ]  # fmt: skip
    place = tmp_path / "qa.jsonl"
    place.write_text("\n".join(map(json.dumps, rows)))
    (axid, zantac) = fdarxbench(place)
    forms, milk = axid[0]["need"]
    assert re.search(forms, "Capsules are  available as 150 mg") and re.search(
        forms, "150 mg, pale"
    )
    assert re.search(milk, "Nizatidine is present in milk.") and not re.search(milk, "in milk")
    (banned,) = axid[1]["need"]
    assert re.search(banned, "It is contraindicated in X.") and not re.search(banned, "It causes")
    assert zantac[0]["expect"] == "silent" and "need" not in zantac[0]
