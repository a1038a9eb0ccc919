"""Labels are withdrawn, put back, preferred and removed; the journal says so, answers follow."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from building import HALF_LIFE, a_label, a_monograph, nizatidine, publish_at

from monograph_qa.domain.answer import Outcome
from monograph_qa.domain.journal import JobState
from monograph_qa.domain.label import Product
from monograph_qa.errors import NotFound, QuestionError
from monograph_qa.library import Library
from monograph_qa.pipeline import keeping
from monograph_qa.pipeline.loading.report import FileState
from monograph_qa.store.place import Place, open_journal

from .files import write_spl
from .loading import ReadHere

QUESTION = "What is the half-life of nizatidine?"


@pytest.fixture
def held(place: Place) -> Iterator[Place]:
    famotidine = a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Famotidine"))
    publish_at(place, nizatidine(), famotidine)
    yield place


def outcome(place: Place, question: str = QUESTION) -> tuple[Outcome, str]:
    with Library(place) as library:
        answer = library.ask(question)
    return answer.outcome, answer.message


def noted(place: Place) -> list[tuple[JobState, str | None]]:
    journal = open_journal(place)
    try:
        return [(job.state, job.error) for job in journal.jobs()]
    finally:
        journal.close()


def test_a_withdrawn_label_answers_nothing_and_the_reason_is_said(held: Place) -> None:
    label = keeping.withdraw(held, "nizatidine", "recalled\n in March")
    found, message = outcome(held)
    assert found is Outcome.NOT_FOUND
    assert "recalled in March" in message
    assert (JobState.WITHDRAWN, "recalled in March") in noted(held)
    with Library(held) as library:
        assert library.reader.facts(label.label_id)  # kept for the audit
        with pytest.raises(NotFound, match="withdrawn: recalled"):
            library.ask(QUESTION, label=label.label_id)
    with pytest.raises(NotFound, match="already"):
        keeping.withdraw(held, label.label_id, "again")
    keeping.restore(held, label.label_id)
    assert outcome(held)[0] is Outcome.ANSWERED
    with pytest.raises(NotFound, match="not withdrawn"):
        keeping.restore(held, label.label_id)


def test_without_a_reason_nothing_is_withdrawn(held: Place) -> None:
    with pytest.raises(QuestionError, match="reason"):
        keeping.withdraw(held, "nizatidine", "  ")
    assert outcome(held)[0] is Outcome.ANSWERED


def test_what_is_withdrawn_changes_the_library_s_version(held: Place) -> None:
    versions = []
    for act in (
        lambda: None,
        lambda: keeping.withdraw(held, "nizatidine", "a"),
        lambda: keeping.prefer(held, "famotidine"),
    ):
        act()
        with Library(held) as library:
            versions.append(library.reader.version())
            assert [(versions[-1],)] == library.reader.rows("store/version_of_labels")
    assert len(set(versions)) == 3


def test_a_removed_label_leaves_nothing_but_the_journal_s_line(held: Place) -> None:
    label_id = nizatidine().label.label_id
    with Library(held) as library:
        for image in library.reader.images(label_id):
            library.picture_path(image)
    keeping.remove(held, "nizatidine", "not ours to keep")
    with Library(held) as library:
        reader = library.reader
        assert label_id not in {label.label_id for label in reader.labels()}
        assert not reader.facts(label_id)
        assert not reader.sections(label_id)
        assert not reader.images(label_id)
        assert not reader.names(label_id)
        assert not list(Path(held.pictures).glob("*.png"))
        assert library.ask("half-life of famotidine").outcome is Outcome.ANSWERED
    assert outcome(held)[0] is Outcome.NOT_FOUND
    assert (JobState.REMOVED, "not ours to keep") in noted(held)


def test_a_view_of_a_withdrawn_label_says_why_it_is_out(held: Place) -> None:
    keeping.withdraw(held, "nizatidine", "recalled in March")
    said = r"Withdrawn: .*recalled in March"
    with Library(held) as library:
        with pytest.raises(NotFound, match=said):
            library.doses("nizatidine")
        with pytest.raises(NotFound, match=said):
            library.interactions("nizatidine", "x")
    assert "recalled in March" in outcome(held, "compare nizatidine and famotidine half-life")[1]


def test_a_withdrawn_label_can_be_removed_by_its_name(held: Place) -> None:
    keeping.withdraw(held, "nizatidine", "recalled")
    assert keeping.remove(held, "nizatidine", "not ours").drug == "Nizatidine"


def test_who_asks_for_a_maker_s_withdrawn_label_is_told_why(place: Place) -> None:
    florbo, zorbi = (
        replace(a_label("zelforine", title=maker), product=Product(maker=maker))
        for maker in ("Florbo Pharma Inc.", "Zorbi Pharma Inc.")
    )
    publish_at(place, *(a_monograph({"pharmacokinetics": [HALF_LIFE]}, e) for e in (florbo, zorbi)))
    keeping.withdraw(place, "florbo", "recalled")
    answered = outcome(place, "half-life of zelforine by Florbo")[1]
    assert "No label of Florbo is here" in answered
    assert "Withdrawn: Florbo Pharma Inc., Florbo Pharma Inc.: recalled." in answered
    assert "Withdrawn" not in outcome(place, "half-life of zelforine by Sandoz")[1]


def test_an_earlier_version_is_current_again_when_the_newer_one_is_removed(held: Place) -> None:
    old = nizatidine().label
    label = replace(a_label(text="newer"), doc_key=old.doc_key, version=2)
    publish_at(held, a_monograph({"pharmacokinetics": [HALF_LIFE]}, label))
    keeping.remove(held, label.label_id, "a mistake")
    with Library(held) as library:
        assert library.reader.get_label(old.label_id).is_current
    assert outcome(held)[0] is Outcome.ANSWERED


def states_of(library: Library, folder: Path, *, sync: bool = True) -> dict[str, FileState]:
    report = library.ingest([folder], engine=ReadHere(), sync=sync)
    return {result.path.name: result.state for result in report.results}


def test_a_label_whose_file_is_gone_is_withdrawn_and_comes_back_with_it(
    place: Place, tmp_path: Path
) -> None:
    folder = tmp_path / "labels"
    folder.mkdir()
    axid = write_spl(folder / "axid.xml", "Axid")
    other = write_spl(folder / "other.xml", "Zorbimax")
    kept = other.read_bytes()
    with Library(place) as library:
        library.ingest([folder], engine=ReadHere())
        other.unlink()
        assert not [
            r for r in library.ingest([folder], engine=ReadHere()).results if r.path == other
        ]
        states = {
            r.path.name: r.state
            for r in library.ingest([folder], engine=ReadHere(), sync=True).results
        }
        assert states == {axid.name: FileState.UNCHANGED, other.name: FileState.WITHDRAWN}
        assert library.reader.count_current() == 1
        assert (JobState.WITHDRAWN, f"its file is gone from {folder}") in noted(place)
        other.write_bytes(kept)
        states = {
            r.path.name: r.state
            for r in library.ingest([folder], engine=ReadHere(), sync=True).results
        }
        assert states[other.name] is FileState.RESTORED
        assert library.reader.count_current() == 2


def test_a_file_that_was_only_renamed_keeps_its_label(place: Place, tmp_path: Path) -> None:
    folder = tmp_path / "labels"
    folder.mkdir()
    axid = write_spl(folder / "axid.xml", "Axid")
    write_spl(folder / "other.xml", "Zorbimax")
    with Library(place) as library:
        states_of(library, folder)
        axid.rename(folder / "nizatidine.xml")
        for _ in range(2):  # and does not come and go with every load
            assert set(states_of(library, folder).values()) == {FileState.UNCHANGED}
            assert library.reader.count_current() == 2


def test_an_empty_folder_withdraws_nothing(place: Place, tmp_path: Path) -> None:
    folder = tmp_path / "labels"
    folder.mkdir()
    axid = write_spl(folder / "axid.xml", "Axid")
    with Library(place) as library:
        states_of(library, folder)
        axid.unlink()
        assert FileState.WITHDRAWN not in states_of(library, folder).values()
        assert library.reader.count_current() == 1
