"""What each route brings from a small published library."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from building import Said, a_label, a_monograph, publish_at, published

from monograph_qa.domain.evidence import Route, RoutePlan
from monograph_qa.domain.label import FactKind
from monograph_qa.evidence.reading import MOST_HITS, LabelRows, fuse, retrieve
from monograph_qa.store.place import Place, open_reader
from monograph_qa.store.reading import LibraryReader

LABEL = a_label()
OTHER = a_label("Ranitidine")
CHAPTERS = {
    "boxed_warning": [Said("Bleeding in pregnancy can be fatal.", ("pregnancy",))],
    "dosage_and_administration": [
        Said("Take one capsule at bedtime.", ("dose",), FactKind.DIRECTIVE),
        Said("Adults:", ("dose",), FactKind.OTHER),
    ],
    "warnings": [Said("Gastric malignancy may be masked.", ("malignancy",))],
    "precautions": [Said("Reduce the dose in renal impairment.", ("renal_dose",))],
    "pregnancy": [Said("Use in pregnancy only if clearly needed.", ("pregnancy",))],
    "clinical_pharmacology": [
        Said("Antacids reduce absorption slightly.", ("absorption",)),
        Said("This effect is not clinically important.", ("absorption",)),
    ],
    "pmi_missed_dose": [Said("If you miss a dose, skip it.", ("missed_dose",))],
}
PLAN = RoutePlan(
    label_id=LABEL.label_id,
    routes=(),
    whole_sections=(),
    section_keys=(),
    attributes=(),
    fallback_attributes=(),
    populations=(),
    image_kinds=(),
    words=(),
    question="?",
)


@pytest.fixture
def reader(place: Place) -> Iterator[LibraryReader]:
    other = a_monograph({"warnings": [Said("Another drug's malignancy.", ("malignancy",))]}, OTHER)
    opened = open_reader(publish_at(place, a_monograph(CHAPTERS, LABEL), other))
    yield opened
    opened.close()


def brought(reader: LibraryReader, **wanted: object) -> list[str]:
    from dataclasses import replace

    results = retrieve(LabelRows(reader, LABEL), replace(PLAN, **wanted))  # type: ignore[arg-type]
    return [e.fact.quote for result in results for e in result.evidence if e.fact]


def test_a_section_comes_whole_with_its_lead_ins(reader: LibraryReader) -> None:
    said = brought(
        reader, routes=(Route.SECTION_MATCH,), whole_sections=((("dosage_and_administration",),),)
    )
    assert said == ["Take one capsule at bedtime.", "Adults:"]


def test_a_key_finds_what_older_labels_call_by_other_names(reader: LibraryReader) -> None:
    said = brought(
        reader, routes=(Route.SECTION_MATCH,), whole_sections=((("warnings_and_precautions",),),)
    )
    assert said == ["Gastric malignancy may be masked.", "Reduce the dose in renal impairment."]


def test_the_next_tier_is_tried_only_where_the_first_is_missing(reader: LibraryReader) -> None:
    tiers = (("overdosage",), ("warnings",))
    assert brought(reader, routes=(Route.SECTION_MATCH,), whole_sections=(tiers,)) == [
        "Gastric malignancy may be masked."
    ]


def test_facts_come_from_wherever_they_stand_but_never_from_another_label(
    reader: LibraryReader,
) -> None:
    said = brought(reader, routes=(Route.FACT_SPAN,), attributes=("malignancy", "pregnancy"))
    assert said == [
        "Bleeding in pregnancy can be fatal.",
        "Gastric malignancy may be masked.",
        "Use in pregnancy only if clearly needed.",
    ]


def test_the_boxed_warning_on_the_subject_comes_with_a_section(reader: LibraryReader) -> None:
    said = brought(
        reader,
        routes=(Route.SECTION_MATCH, Route.FACT_SPAN),
        whole_sections=((("pregnancy",),),),
        fallback_attributes=("pregnancy",),
    )
    assert said == [
        "Use in pregnancy only if clearly needed.",
        "Bleeding in pregnancy can be fatal.",
    ]


def test_search_stays_inside_the_label_and_brings_what_a_sentence_leans_on(
    reader: LibraryReader,
) -> None:
    said = brought(reader, routes=(Route.TEXT_SEARCH,), words=("effect", "clinically", "important"))
    at = said.index("This effect is not clinically important.")
    assert said[at - 1] == "Antacids reduce absorption slightly."
    assert not any("Another drug" in quote for quote in said)
    assert len(said) <= 2 * MOST_HITS


def test_search_for_no_words_finds_nothing(reader: LibraryReader) -> None:
    assert brought(reader, routes=(Route.TEXT_SEARCH,)) == []


def test_quotes_and_operators_in_words_are_only_words(reader: LibraryReader) -> None:
    assert isinstance(
        brought(reader, routes=(Route.TEXT_SEARCH,), words=('"; DROP', "NEAR(", "*")), list
    )


def test_fusing_prefers_what_both_rankings_like() -> None:
    assert next(at for at, _ in fuse([1, 2, 3], [2, 4])) == 2


@pytest.mark.parametrize(
    ("attribute", "said"),
    [
        ("dose", ["Take one capsule at bedtime."]),
        ("renal_dose", ["Reduce the dose in renal impairment."]),
        ("renal", []),
        ("d.se", []),
        (".*", []),
        ('dose"|"absorption', []),
    ],
)
def test_an_attribute_is_matched_by_its_whole_name_and_never_as_a_pattern(
    reader: LibraryReader, attribute: str, said: list[str]
) -> None:
    assert brought(reader, routes=(Route.FACT_SPAN,), attributes=(attribute,)) == said


def test_rows_of_another_label_in_between_are_left_out(tmp_path: Path) -> None:
    own, other = a_monograph(CHAPTERS, LABEL), a_monograph(CHAPTERS, OTHER)
    folder = published(tmp_path, own, other)
    with duckdb.connect(str(folder.library)) as connection:
        for table in ("fact_span", "section"):
            connection.execute(f"CREATE TEMP TABLE kept AS FROM {table}")
            connection.execute(f"DELETE FROM {table}")
            connection.execute(f"INSERT INTO {table} FROM kept ORDER BY ordinal, label_id DESC")
            connection.execute("DROP TABLE kept")
    opened = open_reader(folder)
    for each in (own, other):
        label_id = each.label.label_id
        evidence = LabelRows(opened, each.label).with_attributes((), Route.TEXT_SEARCH)
        citable = [fact for fact in each.facts if fact.kind is not FactKind.OTHER]
        assert [e.fact for e in evidence] == citable
        assert opened.facts(label_id) == list(each.facts)
        ids = [fact.fact_id for fact in (*own.facts, *other.facts)]
        assert opened.facts_among(label_id, ids) == list(each.facts)
        homes = [section.section_id for section in (*own.sections, *other.sections)]
        assert opened.sections_among(label_id, homes) == list(each.sections)
    opened.close()
