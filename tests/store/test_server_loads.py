"""Loads and readers of a server's library side by side, and cut off."""

from contextlib import closing
from threading import Event, Thread

import pytest
from building import DOSE, HALF_LIFE, a_label, a_monograph, nizatidine, publish_at

from monograph_qa.domain.label import Monograph
from monograph_qa.errors import LibraryError
from monograph_qa.store.homes import LibraryServer
from monograph_qa.store.place import open_load, open_reader


def test_many_labels_are_stored_at_once_or_none(server: LibraryServer) -> None:
    several = [a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label(each)) for each in "ABC"]
    odd = a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Nul\0", title="x"))
    with open_load(server) as load:
        with pytest.raises(LibraryError, match="cannot be stored"):
            load.add_many([*several, odd])
        with pytest.raises(ValueError, match="two labels of one document"):
            load.add_many([*several, *several])
        load.add_many([nizatidine()])
        before = open_reader(server)
        load.add_many(several)
    with closing(before) as reader:
        assert len(reader.labels()) == 4
        assert {len(reader.facts(each.label.label_id)) for each in several} == {1}
        places = reader.rows("store/sentence_texts", {"label_id": several[0].label.label_id})
        assert [row[0] for row in places] == [0]


def test_loads_side_by_side_leave_one_fingerprint_of_all_their_labels(
    server: LibraryServer,
) -> None:
    first, second = (
        a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label(each)) for each in ("A", "B")
    )

    def store(monograph: Monograph) -> None:
        with open_load(server) as load:
            load.add(monograph)

    with open_load(server) as held:
        # The first transaction has its label in place, and ends after the second began.
        with held.deciding("A"):
            held.add(first)
            beside = Thread(target=store, args=[second])
            beside.start()
            beside.join(timeout=60)
        assert not beside.is_alive()
    with closing(open_reader(server)) as reader:
        assert len(reader.labels()) == 2
        assert [(reader.version(),)] == reader.rows("store/version_of_labels")


def test_a_label_that_no_column_takes_leaves_no_trace(server: LibraryServer) -> None:
    odd = a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Nul\0", title="x"))
    with open_load(server) as load:
        with pytest.raises(LibraryError, match="cannot be stored"):
            load.add(odd)
        load.add(nizatidine())
    with closing(server.reach()) as connection:
        counts = connection.execute(
            "SELECT (SELECT count(*) FROM label), (SELECT count(DISTINCT label_id) FROM sentence)"
        ).fetchone()
    assert counts == (1, 1)


def test_an_open_reader_sees_what_is_loaded_and_one_state_at_a_time(server: LibraryServer) -> None:
    publish_at(server, nizatidine())
    other = a_monograph({"dosage_and_administration": [DOSE]}, a_label("Famotidine"))
    with closing(open_reader(server)) as reader:
        with reader.at_once():
            before = reader.version()
            publish_at(server, other)
            assert (len(reader.labels()), reader.version()) == (1, before)
        assert len(reader.labels()) == 2 and reader.version() != before
        with closing(server.reach()) as keeper:
            waiting = keeper.execute(
                "SELECT count(*) FROM pg_stat_activity "
                "WHERE datname = current_database() AND state LIKE 'idle in transaction%'"
            ).fetchone()
        assert waiting == (0,), "an open reader holds no transaction between questions"


def cut_off(server: LibraryServer) -> None:
    """Ends every other connection to the database, as a server that restarts does."""
    with closing(server.reach()) as keeper:
        keeper.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_reader_that_is_cut_off_says_so_once_and_goes_on(server: LibraryServer) -> None:
    publish_at(server, nizatidine())
    with closing(open_reader(server)) as reader:
        with reader.at_once():
            cut_off(server)
            with pytest.raises(LibraryError, match="could not be read"):
                reader.sections(nizatidine().label.label_id)
            with pytest.raises(LibraryError):
                reader.labels()  # not of another state, in the same question
        assert len(reader.labels()) == 1


def test_a_load_that_is_cut_off_says_so_and_leaves_whole_labels(server: LibraryServer) -> None:
    other = a_monograph({"dosage_and_administration": [DOSE]}, a_label("Famotidine"))
    with open_load(server) as load:
        load.add(nizatidine())
        with pytest.raises(LibraryError), load.deciding("famotidine"):
            load.add(other)
            cut_off(server)
    with closing(open_reader(server)) as reader:
        assert [label.drug for label in reader.labels()] == ["Nizatidine"]
        assert reader.rows("store/unsound_spans", {"first": "", "last": "~"}) == [(0,)]


def test_two_loads_that_decide_on_one_document_take_turns(server: LibraryServer) -> None:

    inside, done = Event(), []

    def second() -> None:
        with open_load(server) as load, load.deciding("doc", "b"):
            done.append(load.find_label(sha256=nizatidine().label.sha256))

    with open_load(server) as load:
        with load.deciding("a", "doc"):
            waiting = Thread(target=second)
            waiting.start()
            assert not inside.wait(0.3) and not done
            load.add(nizatidine())
        waiting.join(30)
    assert done and done[0] is not None and done[0].drug == "Nizatidine"


def test_a_reader_that_was_cut_off_between_questions_connects_again(server: LibraryServer) -> None:
    publish_at(server, nizatidine())
    with closing(open_reader(server)) as reader:
        for _ in range(2):
            cut_off(server)
            with reader.at_once():
                assert len(reader.labels()) == 1
            cut_off(server)
            assert len(reader.labels()) == 1
