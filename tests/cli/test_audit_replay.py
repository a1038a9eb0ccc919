"""Questions of the log asked again: on the same library, a newer one, one that lost a label."""

import json
from contextlib import closing
from dataclasses import replace

from building import HALF_LIFE, Said, a_label, a_monograph, address, nizatidine, publish_at
from conftest import Run

from cli.conftest import QUESTION, first_id, ids
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import Place


def test_a_replay_on_the_same_library_says_the_same_and_is_marked(run: Run, asked: Place) -> None:
    audit_id = first_id(run, asked)
    done = run("audit", "replay", audit_id, library=address(asked))
    assert done.returncode == 0 and "the same is said: 2 quotes the same" in done.stdout
    assert ids(run, asked, "--drug", "axid") == [QUESTION]  # no second question of a user
    assert ids(run, asked, "--drug", "axid", "--replays") == [QUESTION, QUESTION]
    value = json.loads(run("audit", "replay", audit_id, "--json", library=address(asked)).stdout)
    assert value["audit_id"].startswith("rpl_") and value["is_same"] is True
    shown = run("audit", "show", value["audit_id"], library=address(asked)).stdout
    assert f"replay     of {audit_id}" in shown
    assert run("audit", "verify", library=address(asked)).returncode == 0


def newer_label(place: Place) -> None:
    """The label of Axid as it was published later, with another half-life."""
    text = Said("The elimination half-life of nizatidine is 2 to 3 hours.", ("half_life",))
    renal = nizatidine().facts[3].quote
    label = replace(a_label(text="a later edition"), version=2)
    said = {"pharmacokinetics": [text, Said(renal, ("half_life",), page=3)]}
    publish_at(place, a_monograph(said, label, brands=["Axid"]))


def test_a_replay_tells_what_a_newer_label_changed(run: Run, asked: Place) -> None:
    audit_id = first_id(run, asked)
    newer_label(asked)
    done = run("audit", "replay", audit_id, library=address(asked))
    assert done.returncode == 3
    assert f"- “{HALF_LIFE.text}”" in done.stdout
    assert "+ “The elimination half-life of nizatidine is 2 to 3 hours.”" in done.stdout
    assert "0 quotes the same, 1 from another place, 1 gone, 1 new" in done.stdout
    assert "version 2" in done.stdout


def test_a_replay_as_then_asks_the_version_of_then(run: Run, asked: Place) -> None:
    audit_id = first_id(run, asked)
    newer_label(asked)
    done = run("audit", "replay", audit_id, "--then", library=address(asked))
    assert "the same is said: 2 quotes the same" in done.stdout and done.returncode == 0
    assert f"asked of   {nizatidine().label.label_id}" in done.stdout


def lose_labels(place: Place) -> None:
    if isinstance(place, LibraryFolder):
        place.library.unlink()
        return
    with closing(place.connect()) as server:
        server.execute("TRUNCATE label, drug_name, drug_name_key, section, fact_span, image")


def test_a_replay_of_a_lost_label_says_so(run: Run, asked: Place) -> None:
    audit_id = first_id(run, asked)
    lose_labels(asked)
    publish_at(asked, a_monograph({"pharmacokinetics": [HALF_LIFE]}, a_label("Famotidine")))
    done = run("audit", "replay", audit_id, library=address(asked))
    assert done.returncode == 3 and "is no longer in this library" in done.stdout
    assert "Traceback" not in done.stderr


def test_replaying_what_was_never_asked_is_an_error(run: Run, asked: Place) -> None:
    done = run("audit", "replay", "aud_0", library=address(asked))
    assert done.returncode == 2 and "aud_0" in done.stderr
