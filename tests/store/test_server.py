"""A library on a PostgreSQL server: its tables, its versions, what is said when it is not there."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from building import a_label, nizatidine, publish_at
from sqlalchemy import Connection, MetaData, create_engine, inspect

import monograph_qa
from monograph_qa.domain.label import Product
from monograph_qa.errors import LibraryError
from monograph_qa.store.homes import SCHEMA, LibraryServer
from monograph_qa.store.place import open_load, open_reader, place_named
from monograph_qa.store.rows import label_columns, server_query
from monograph_qa.store.server.loading import schema_state, upgrade
from monograph_qa.store.tables import journal_metadata, library_metadata

ROOMS = Path(monograph_qa.__file__).parent
OF_FILES = {
    "named_places",
    "word_places",
    "remove_named_places",
    "remove_word_places",
    "sort_named_places",
    "sort_word_places",
    "new_spellings",
    "index_names",
    "known_names_tables",
    "next_row",
    "bring_up_to_date",
    "unborne_spellings",
    "frame_views",
    "is_of_today",
    "ranges_of_labels",
    "unsound_places",
    "rows_of_label",
    "spellings_of_names",
}
SCRIPTS = {
    "library_tables",
    "journal_tables",
    "meaning_tables",
    "noted_version",
    "roles",
    "finding",
    "frames",
    "products",
}
OF_MEANINGS = {
    "drop_meanings",
    "labels_without_meanings",
    "note_meanings",
    "search_meaning",
    "search_ready",
}
VALUES: dict[str, dict[str, object]] = {
    "find_lines": {"marks": '[[0, "stance", "forbids", null, null]]', "skip": 0},
    "known_by_keys": {"keys": '["a"]'},
    "search_meaning": {"meaning": "[1,0]", "least": 0.5},
}
USUAL: dict[str, object] = {
    "edits": 1,
    "most": 1,
    "version": 1,
    "sequence": 1,
    "replays": True,
    "least": 0.5,
}


def elsewhere(server: LibraryServer) -> "LibraryServer":
    return LibraryServer(server.url.replace("/test_", "/nowhere_"))


def differences(connection: Connection, models: MetaData) -> Iterator[str]:
    """Columns, keys and indexes of the models that the tables have not. Text is text, of whatever
    order; a number is a number, of whatever width."""
    tables = inspect(connection)
    for model in models.sorted_tables:
        columns = {each["name"]: each for each in tables.get_columns(model.name)}
        for column in model.columns:
            found, of = columns.get(column.name), getattr(column.type, "impl", column.type)
            if found is None or found["type"].python_type is not of.python_type:
                yield f"{column}: {found and found['type']}"
            elif found["nullable"] is not column.nullable:
                yield f"{column}: nullable"
        indexes = [each["column_names"] for each in tables.get_indexes(model.name)]
        keys = [tables.get_pk_constraint(model.name)["constrained_columns"], *indexes]
        wanted = [[c.name for c in i.columns] for i in model.indexes]
        wanted += [[c.name for c in model.primary_key], *([c.name] for c in model.c if c.unique)]
        for names in wanted:
            if names not in keys:
                yield f"{model}: no key of {names}"


@pytest.mark.filterwarnings("ignore:Did not recognize type 'halfvec'")
def test_the_tables_are_those_of_the_models(server: LibraryServer) -> None:
    engine = create_engine("postgresql+psycopg://", creator=server.reach)
    with engine.connect() as connection:
        assert [*differences(connection, library_metadata)] == []
        assert [*differences(connection, journal_metadata)] == []
        connection.exec_driver_sql("ALTER TABLE fact_span ALTER page TYPE text")
        connection.exec_driver_sql("ALTER TABLE section DROP level")
        changed = [*differences(connection, library_metadata)]
    engine.dispose()
    assert len(changed) == 2, "the comparison sees what differs"


def test_upgrading_again_changes_nothing(server: LibraryServer) -> None:
    publish_at(server, nizatidine())
    state = upgrade(server)
    assert state.stands_at == state.newest == SCHEMA
    with closing(open_reader(server)) as reader:
        assert len(reader.labels()) == 1


def test_a_library_of_the_first_version_is_brought_up_to_date_with_what_it_holds(
    database: LibraryServer,
) -> None:
    upgrade(database, to="0001")
    with closing(database.reach()) as connection:
        assert database.schema(connection) == "0001"
        for label in (a_label("Nizatidine"), a_label("Famotidine")):
            later = {"withdrawn", "preferred", *Product.__match_args__}
            columns = {
                name: own for name, own in label_columns([label]).items() if name not in later
            }
            connection.execute(
                f"INSERT INTO label ({', '.join(columns)}) "
                f"VALUES ({', '.join('%s' for _ in columns)})".encode(),
                [value for (value,) in columns.values()],
            )
    assert upgrade(database).stands_at == SCHEMA
    with closing(open_reader(database)) as reader:
        assert len(reader.labels()) == 2
        assert [(reader.version(),)] == reader.rows("store/version_of_labels")


def test_a_database_without_a_library_says_how_to_make_one(database: LibraryServer) -> None:
    assert schema_state(database).stands_at is None
    with pytest.raises(LibraryError, match="monograph-qa database upgrade"):
        open_reader(database)
    with pytest.raises(LibraryError, match="database upgrade"), open_load(database):
        pass
    assert upgrade(database).stands_at == SCHEMA
    open_reader(database).close()


@pytest.mark.parametrize(
    ("stands_at", "said"),
    [("0000", "earlier version.*upgrade"), ("9999", "later.*install a newer")],
)
def test_a_database_of_another_version_is_told(
    server: LibraryServer, stands_at: str, said: str
) -> None:
    with closing(server.reach()) as connection:
        connection.execute("UPDATE alembic_version SET version_num = %s", [stands_at])
    with pytest.raises(LibraryError, match=said):
        open_reader(server)
    if stands_at == "9999":
        with pytest.raises(LibraryError, match=said):
            upgrade(server)


def test_what_cannot_be_reached_is_told_without_the_password(server: LibraryServer) -> None:
    with pytest.raises(LibraryError, match="nowhere_"):
        open_reader(elsewhere(server))
    hidden = LibraryServer("postgresql+psycopg://asker:s3cret@127.0.0.1:1/labels?password=s3cret")
    with pytest.raises(LibraryError) as refused:
        open_reader(hidden)
    assert "127.0.0.1" in str(refused.value)
    for shown in (str(refused.value), str(hidden), repr(hidden), hidden.shown, hidden.pictures):
        assert "s3cret" not in str(shown)


@pytest.mark.parametrize("url", ["mysql://db/labels", "https://db/labels", "file:///labels"])
def test_no_other_server_is_a_place(url: str) -> None:
    with pytest.raises(LibraryError, match="PostgreSQL"):
        place_named(url)
    assert place_named("postgresql://db/labels") == LibraryServer("postgresql://db/labels")


@pytest.mark.parametrize("room", ["store", "evidence"])
def test_every_statement_that_is_not_a_file_s_own_runs_on_a_server(
    server: LibraryServer, room: str
) -> None:
    import re

    stems = {path.stem for path in (ROOMS / room / "sql").rglob("*.sql")} - OF_FILES - SCRIPTS
    if not schema_state(server).compares_meanings:
        stems -= OF_MEANINGS
    assert len(stems) > 3
    with closing(server.connect()) as connection:
        for stem in sorted(stems):
            statement = server_query(f"{room}/{stem}")
            names = re.findall(r"%\((\w+)\)s", statement)
            values: dict[str, object] = {name: USUAL.get(name, "1") for name in names}
            values.update(VALUES.get(stem, {}))
            with connection.transaction(force_rollback=True):
                connection.execute(statement.encode(), values)


def test_asking_a_folder_imports_nothing_of_a_server(tmp_path: Path) -> None:
    from building import published

    folder = published(tmp_path, nizatidine())
    program = (
        "import sys; from monograph_qa.library import Library;"
        f"Library.open({folder.shown!r}).ask('Axid dose');"
        "print({'psycopg', 'sqlalchemy'} & {m.partition('.')[0] for m in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
