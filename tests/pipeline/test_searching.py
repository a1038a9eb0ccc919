"""What is looked for across labels: every line that speaks of it, in files and on a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path

import duckdb
import pytest
from building import Said, a_label, a_monograph, a_section, nizatidine, publish_at, published

from monograph_qa.domain.label import DrugName, FactKind, Monograph, NameKind
from monograph_qa.domain.search import FoundLines
from monograph_qa.errors import NotFound, QuestionError
from monograph_qa.frames.framing import with_frames
from monograph_qa.intent.search import read_search
from monograph_qa.library import Library
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place, open_load
from monograph_qa.store.rows import query
from monograph_qa.vocabulary.attributes import attributes_of

NEVER = "Metformin is contraindicated below an eGFR of 30 mL/min."
MAY = "Metformin may be given at an eGFR of 30 to 60 mL/min."
BOXED = "Severe liver injury has been reported."
WITH = "Avoid fluconazole."
CHILD = "Patients weighing 15 kg to less than 20 kg: 5 mg once daily."
TALLER = "Patients weighing 20 kg or more: 10 mg once daily."
COLD = "Store in a refrigerator."
ROW = "Dizziness | 3 % | 1 %"


def _said(text: str, *path: str, kind: FactKind = FactKind.FACT) -> Said:
    return Said(text, attributes_of(text, path), kind)


def _labels() -> list[Monograph]:
    metformin = a_monograph(
        {
            "boxed_warning": [_said(BOXED, "boxed_warning")],
            "contraindications": [_said(NEVER)],
            "dosage_and_administration": [_said(MAY), _said(CHILD), _said(TALLER)],
        },
        a_label("Metformin"),
    )
    label = a_label("Glipizide", text="other")
    above, own = a_section(label, "drug_interactions", [_said(WITH)])
    below, inner = a_section(
        label, "spl_unclassified", [_said(COLD), _said(ROW, kind=FactKind.TABLE_ROW)],
        ordinal=2, heading="7.1 Azole antifungals", parent=above, first_fact=2,
    )  # fmt: skip
    sections, facts = with_frames(["Glipizide"], [above, below], [*own, *inner])
    name = DrugName("Glipizide", NameKind.GENERIC, label.label_id)
    return [metformin, Monograph(label, (name,), sections, facts, ())]


@pytest.fixture
def library(place: Place) -> Iterator[Library]:
    publish_at(place, *_labels())
    with Library(place) as opened:
        yield opened


def _quotes(found: FoundLines) -> list[str]:
    return [line.quote for line in found]


@pytest.mark.parametrize(
    ("need", "quotes"),
    [
        ("contraindicated below CrCl 30", [NEVER]),
        ("contraindicated below CrCl 15", [NEVER]),
        ("contraindicated below CrCl 60", []),  # of 30 to 60 nothing is said
        ("contraindicated at eGFR 45", []),
        ("boxed warnings that name hepatotoxicity", [BOXED]),
        ("boxed warnings that name liver damage", [BOXED]),
        ("labels that name Diflucan", [WITH]),
        ("doses for children under 20 kg", [CHILD]),
        ("interactions", [WITH, COLD, ROW]),
        ("refrigerator", [COLD]),
        ("dizziness", [ROW]),
        ("azole antifungals", [COLD, ROW]),
    ],
)
def test_a_need_finds_each_line_that_fits_and_no_other(
    library: Library, need: str, quotes: list[str]
) -> None:
    found = library.find(need)
    assert _quotes(found) == quotes
    assert (found.total, len(found)) == (len(quotes), len(quotes))
    assert _quotes(library.find(need, most=200)) == quotes


def test_lines_that_say_all_of_a_need_themselves_come_first(place: Place) -> None:
    """As what the contraindications list does, before the same elsewhere."""
    wide = "Contraindicated in renal impairment."
    severe = "Severe renal impairment."
    exact = "It must not be used at a CrCl below 30 mL/min."
    not_so = "Patients with renal impairment do not generally require a reduction."
    kidneys = "You may need a lower dose if your kidneys do not work well."
    acarbose = {"contraindications": [_said(severe)], "renal_impairment": [_said(not_so)]}
    zonisamide = {"renal_impairment": [_said(wide), _said(exact)], "warnings": [_said(kidneys)]}
    publish_at(
        place,
        a_monograph(acarbose, a_label("Acarbose")),
        a_monograph(zonisamide, a_label("Zonisamide", text="other")),
    )
    with Library(place) as library:
        for most in (None, 200):
            found = library.find("contraindicated below CrCl 30", most=most)
            assert _quotes(found) == [severe, exact, wide]


def test_what_a_heading_forbids_it_does_not_where_somebody_is_to_be_told(place: Place) -> None:
    """Nor where another heading of the leaflet goes on to something else."""
    label = a_label("Acarbose")
    before = "Before you take it, tell your doctor about all of your conditions, including if you:"
    forbidden = "have asthma"
    told = Said("have had asthma", context=before)
    other = _said("Your doctor will test you for asthma.")
    section, own = a_section(
        label, "pmi_do_not_take", [_said(forbidden), told], heading="Do not take it if you:"
    )
    below, inner = a_section(
        label, "spl_unclassified", [other], ordinal=2, heading="Testing", parent=section,
        first_fact=2,
    )  # fmt: skip
    sections, facts = with_frames(["Acarbose"], [section, below], [*own, *inner])
    name = DrugName("Acarbose", NameKind.GENERIC, label.label_id)
    publish_at(place, Monograph(label, (name,), sections, facts, ()))
    with Library(place) as library:
        assert _quotes(library.find("contraindicated in asthma")) == [forbidden]
        within = library.find("asthma", section="pmi_do_not_take")
        assert _quotes(within) == [forbidden, told.text, other.text]


@pytest.mark.parametrize("need", ["tanaka hiroshi fluconazole", "fluconazole for Maria Garcia"])
def test_a_name_of_a_person_is_not_looked_for_and_stands_nowhere(
    library: Library, need: str
) -> None:
    found = library.find(need)
    assert _quotes(found) == [WITH]
    told = f"{found.search.link} {found.search.read_as()}".lower()
    assert not any(name in told for name in ("tanaka", "hiroshi", "maria", "garcia"))
    view = library.compare(["glipizide"], need)
    assert [line.quote for line in view.lines()] == [WITH] and "fluconazole" in view.title


def test_a_line_says_where_it_stands_by_the_nearest_section_that_is_known(library: Library) -> None:
    (line,) = library.find("refrigerator")
    assert (line.drug, line.section_key, line.section_code) == (
        "Glipizide", "drug_interactions", "34073-7",
    )  # fmt: skip
    assert line.heading_path.endswith("7.1 Azole antifungals") and line.page == 1
    fact = library.reader.find_fact(line.fact_id)
    assert fact is not None and fact.quote == line.quote and fact.label_id == line.label_id


def test_filters_narrow_and_unknown_ones_are_said(library: Library) -> None:
    everything = library.find("interactions")
    assert everything.by_section == {"drug_interactions": 3}
    assert everything.by_class == {"sulfonylurea": 1}
    assert _quotes(library.find("interactions", kind="table_row")) == [ROW]
    assert _quotes(library.find("interactions", most=1, skip=1)) == [COLD]
    assert len(library.find("interactions", drug="metformin")) == 0
    assert len(library.find("fluconazole", section="drug_interactions", format="plr")) == 1
    assert len(library.find("fluconazole", section="contraindications")) == 0
    assert len(library.find("fluconazole", format="otc")) == 0
    with pytest.raises(NotFound, match="there are: drug_interactions"):
        library.find("fluconazole", section="drug_interaction")
    with pytest.raises(NotFound, match="there are"):
        library.find("fluconazole", kind="rows")
    with pytest.raises(NotFound, match="there are"):
        library.find("fluconazole", format="PDF")
    with pytest.raises(NotFound, match="no label here is of"):
        library.find("fluconazole", drug="warfarin")


def test_labels_that_answer_no_question_are_not_found(place: Place) -> None:
    publish_at(place, *_labels())
    with open_load(place) as load:
        load.mark(_labels()[0].label.withdrawn_for("recalled"))
        load.remove(_labels()[1].label)
        load.publish()
    with Library(place) as library:
        assert library.find("interactions").total == 0
        assert library.find("contraindicated below CrCl 30").total == 0


@pytest.mark.parametrize("need", ["", "labels that name", "of the"])
def test_a_need_that_names_nothing_is_refused(library: Library, need: str) -> None:
    with pytest.raises(QuestionError):
        library.find(need)


def test_a_link_and_a_reading_say_what_was_looked_for() -> None:
    search = read_search("boxed warnings that name hepatotoxicity & co")
    assert search.read_as().startswith("hepatotoxicity; boxed warning")
    assert search.link == "/find?need=boxed+warnings+that+name+hepatotoxicity+%26+co"


def test_what_a_load_notes_is_what_the_stored_frames_say(tmp_path: Path) -> None:
    folder = published(tmp_path, *_labels(), nizatidine())
    with _file(folder) as connection:
        noted = connection.execute("SELECT * FROM named_place").fetchall()
        reckoned = connection.execute(query("store/named_places")).fetchall()
        words = connection.execute("SELECT * FROM word_place").fetchall()
        assert words == connection.execute(query("store/word_places")).fetchall()
    assert sorted(noted, key=repr) == sorted(reckoned, key=repr)
    assert len(noted) > 20
    assert noted == sorted(noted, key=itemgetter(0, 1, 6, 9))


def test_many_lines_and_few_are_read_alike(library: Library) -> None:
    assert tuple(library.find("interactions", most=2)) == tuple(library.find("interactions"))[:2]
    table = library.find("interactions").to_arrow()
    assert table.column_names[:3] == ["label_id", "drug", "title"] and table.num_rows == 3


@contextmanager
def _file(folder: LibraryFolder) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(str(folder.library), read_only=True) as connection:
        yield connection


@pytest.mark.parametrize(
    ("need", "read"),
    [
        ("black box warnings that mention liver", 'boxed warning; the word "liver"'),
        ("black boxed warning", "boxed warning"),
        ("not recommended in Child-Pugh C", "liver function Child-Pugh C; advises against"),
        ("breastfeeding not recommended", "lactation; advises against"),
        ("driving and operating machinery", "driving"),
        ("REMS", 'warnings; the word "rems"'),
        ("do not use in asthma", "asthma; forbids"),
        ("do not start with platelet count below 50", "platelets below 50 10⁹/L; forbids"),
        ("age 65 and older dose reduction", "age from 65 years; adjusts"),
        (
            "Child-Pugh A or B",
            "liver function Child-Pugh A or liver function Child-Pugh B",
        ),
        ("BBW cardiovascular", 'boxed warning; the word "cardiovascular"'),
    ],
)
def test_words_of_cues_are_looked_for_once_and_denials_stay(need: str, read: str) -> None:
    assert read_search(need).read_as() == read


def test_a_disease_is_found_by_its_names_and_not_by_its_neighbours() -> None:
    marks = {mark.facet for each in read_search("QT prolongation").criteria for mark in each.marks}
    assert "attribute" not in marks
