"""What a pharmacist reads in a terminal: at most a screen, nothing that limits the use folded."""

from dataclasses import replace

from building import Said, a_monograph, evidence_of

from monograph_qa.answer.composing import compose
from monograph_qa.cli.answer_text import answer_text
from monograph_qa.domain.answer import Answer, Outcome, Part, Status, Verdict
from monograph_qa.domain.evidence import Route, Tier
from monograph_qa.domain.frame import Facet, Frame, FrameValue, Named
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.telling.answers import layout_of

SCREEN = 40
NARROW = 60  # columns
SECTIONS = (
    "dosage_and_administration", "contraindications", "warnings_and_precautions",
    "adverse_reactions", "drug_interactions", "pharmacokinetics", "storage_and_handling",
)  # fmt: skip
Line = tuple[str, Said, Tier]


def answered(*lines: Line, parts: int = 1) -> Answer:
    """An answer that says these lines in every part: (section key, sentence, tier), best first."""
    chapters: dict[str, list[Said]] = {key: [] for key in SECTIONS}
    for key, said, _ in lines:
        chapters[key].append(said)
    label = a_monograph({key: said for key, said in chapters.items() if said})
    facts = {fact.quote: fact for fact in label.facts}
    result = evidence_of(label, Route.FACT_SPAN, [facts[said.text] for _, said, _ in lines])
    evidence = tuple(
        replace(each, tier=tier, score=float(-at))
        for at, (each, (_, _, tier)) in enumerate(zip(result.evidence, lines, strict=True))
    )
    asked = [
        Part(n, "" if parts == 1 else f"subject {n}", label.label.label_id, "Axid capsules",
             edition="axid.pdf, revised 2025-11")
        for n in range(1, parts + 1)
    ]  # fmt: skip
    results = [replace(result, evidence=evidence, part=part.n) for part in asked]
    draft = compose("?", [label.label], results, parts=asked)
    return Answer(
        Outcome.ANSWERED, Verdict(Status.RELEASED), groups=draft.groups, sources=draft.sources,
        parts=draft.parts, audit_id="aud_0123456789abcdef",
    )  # fmt: skip


def printed(answer: Answer, columns: int | None = None, *, full: bool = False) -> str:
    return answer_text(answer, lambda image: image.image_id, columns, full=full)


def long_line(n: int) -> Said:
    words = "and the patient is seen again by whoever gave it before the next dose is given "
    return Said(f"Sentence {n} says that it is taken at bedtime, {words * 3}in all cases.")


DOSE = ("dosage_and_administration", Said("Take one capsule of 300 mg."), Tier.ANSWER)
LIMIT = ("warnings_and_precautions", Said("Do not give it below 30 mL/min.", page=2), Tier.LIMIT)
FORBIDDEN = ("contraindications", Said("It is contraindicated in anuria.", page=2), Tier.LIMIT)
REST = ("pharmacokinetics", Said("It is found in the urine.", page=3), Tier.MORE)


def test_the_label_stands_above_the_answer_the_limits_and_what_else_there_is() -> None:
    assert printed(answered(DOSE, LIMIT, REST)).splitlines()[:-1] == [
        "Axid capsules · axid.pdf, revised 2025-11",
        "",
        "## 1 DOSAGE AND ADMINISTRATION",
        "  - “Take one capsule of 300 mg.” [Source 1, page 1]",
        "",
        "Limits",
        "## 2 WARNINGS AND PRECAUTIONS",
        "  - “Do not give it below 30 mL/min.” [Source 2, page 2]",
        "",
        "  1 more line in 3 (--full)",
        "",
    ]


def test_a_contraindication_that_comes_first_is_headed_as_a_limit() -> None:
    answer = answered(FORBIDDEN, DOSE)
    text = printed(answer)
    assert text.index("Limits") < text.index("anuria") < text.index("300 mg")
    assert text.index("anuria") < text.index("Answer") < text.index("300 mg")
    (part,) = layout_of(answer, full=False).parts
    assert [tier for tier, _ in part.tiers] == [Tier.LIMIT, Tier.ANSWER]


def test_in_full_the_rest_and_the_sources_are_shown() -> None:
    text = printed(answered(DOSE, LIMIT, REST), full=True)
    assert text.index("\nMore\n") < text.index(REST[1].text) < text.index("\nSources\n")
    assert "--full" not in text
    assert [line[:5] for line in text.partition("\nSources\n")[2].splitlines()[:3]] == [
        "  [1]", "  [2]", "  [3]",
    ]  # fmt: skip


def test_what_was_read_of_the_patient_is_told() -> None:
    frame = Frame(
        values=(
            FrameValue(Facet.PEOPLE, "age", 480.0, 492.0, "months"),
            FrameValue(Facet.ORGAN, "kidney function", 20.0, 20.0, "mL/min"),
            FrameValue(Facet.TOPIC, "dosing"),
        ),
        named=(Named(Facet.COMEDICATION, "ketoconazole", "ketoconazole"),),
    )
    intent = Intent("?", QuestionKind.FACT, frame=frame)
    second = printed(replace(answered(DOSE), intent=intent)).splitlines()[1]
    assert second == "Asked: ketoconazole · age 40 years · kidney function 20 mL/min"


def test_where_the_same_words_stand_again_is_told_by_its_page() -> None:
    again = ("storage_and_handling", replace(DOSE[1], page=3), Tier.MORE)
    rest = ("pharmacokinetics", Said("It is found in the urine.", page=3), Tier.MORE)
    label = a_monograph(
        {"dosage_and_administration": [DOSE[1]], "storage_and_handling": [again[1]],
         "pharmacokinetics": [rest[1]]}
    )  # fmt: skip
    result = evidence_of(label, Route.FACT_SPAN, label.facts)
    tiers = (Tier.ANSWER, Tier.MORE, Tier.MORE)
    told = tuple(replace(e, tier=tier) for e, tier in zip(result.evidence, tiers, strict=True))
    draft = compose("?", [label.label], [replace(result, evidence=told)])
    text = printed(
        Answer(Outcome.ANSWERED, Verdict(Status.RELEASED), groups=draft.groups,
               sources=draft.sources)
    )  # fmt: skip
    assert "“Take one capsule of 300 mg.” [Source 1, page 1; also page 3]" in text
    assert "1 more line in" in text  # what was read already is not counted


def test_a_boxed_warning_that_is_not_shown_is_named_by_its_page() -> None:
    label = a_monograph({"boxed_warning": [Said("It has killed.", page=2)], DOSE[0]: [DOSE[1]]})
    result = evidence_of(label, Route.FACT_SPAN, label.facts)
    boxed, dose = result.evidence
    evidence = (replace(dose, score=1.0), replace(boxed, tier=Tier.MORE, score=0.0))
    draft = compose("?", [label.label], [replace(result, evidence=evidence)])
    text = printed(
        Answer(Outcome.ANSWERED, Verdict(Status.RELEASED), groups=draft.groups,
               sources=draft.sources)
    )  # fmt: skip
    assert "Boxed warning, page 2: --full" in text and "killed" not in text


def test_long_lines_of_many_sections_fill_at_most_a_screen() -> None:
    lines = [(key, long_line(n), Tier.ANSWER) for n, key in enumerate(SECTIONS[:6])]
    text = printed(
        answered(*lines, *[(REST[0], long_line(n), Tier.MORE) for n in range(6, 30)]), NARROW
    )
    assert len(text.splitlines()) <= SCREEN
    assert long_line(0).text in " ".join(text.split())
    shown = sum(f"Sentence {n} " in text for n in range(30))
    assert f"{30 - shown} more lines in " in " ".join(text.split())


def test_a_limit_is_shown_however_long_the_answer_is() -> None:
    lines = [(key, long_line(n), Tier.ANSWER) for n, key in enumerate(SECTIONS[:6])]
    limits = [("warnings_and_precautions", long_line(n), Tier.LIMIT) for n in (7, 8, 9)]
    rows = printed(answered(*lines, *limits), NARROW).splitlines()
    text = " ".join(" ".join(rows).split())
    assert len(rows) <= SCREEN
    assert all(each[1].text in text for each in (lines[0], *limits))


def test_a_limit_of_one_part_is_shown_however_many_parts_there_are() -> None:
    lines = [(key, Said(f"It says {key}."), Tier.ANSWER) for key in SECTIONS[:6]]
    text = printed(answered(*lines, LIMIT, parts=4))
    assert text.count(LIMIT[1].text) == 4


def test_each_of_several_parts_is_headed_by_its_subject() -> None:
    text = printed(answered(DOSE, REST, parts=2))
    headed = [line for line in text.splitlines() if line.startswith("# ")]
    assert headed == ["# subject 1", "# subject 2"]
    assert text.count("1 more line in 2 (--full)") == 2
