"""A table of names is read whole or not at all, stored apart from the labels, and asked by key."""

import time
from contextlib import closing
from pathlib import Path

import pytest
from building import nizatidine, publish_at

from monograph_qa.domain.intent import KnownName
from monograph_qa.errors import LibraryError, NameTableError, NotFound
from monograph_qa.names.name_table import NameTable, read_name_table
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.names import FILE
from monograph_qa.store.place import Place, import_names, open_known_names, remove_names

OWN = "name,kind,ingredient\nZorbimax,brand,florbolol sodium\nFlorbolol Sodium,generic,\n"
FDA = (
    "ApplNo\tProductNo\tForm\tStrength\tReferenceDrug\tDrugName\tActiveIngredient\t"
    "ReferenceStandard\r\n"
    "000001\t001\tTABLET;ORAL\t1MG\t0\tZORBIMAX\tFLORBOLOL SODIUM\t0\r\n"
    "000001\t002\tTABLET;ORAL\t2MG\t0\tZORBIMAX\tFLORBOLOL SODIUM\t0\t\r\n"
    '000002\t001\tTABLET;ORAL\t1MG\t0\tZORBI ""CO""\tFLORBOLOL SODIUM; TREMINE (T4;T3)\t0\r\n'
    "000003\t001\tTABLET;ORAL\t1MG\t0\tFLORBOLOL\tFLORBOLOL SODIUM\t0\r\n"
)


def written(folder: Path, text: str | bytes, name: str = "names.csv") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def known(folder: Place, *keys: str) -> dict[str, tuple[KnownName, ...]]:
    names = open_known_names(folder)
    try:
        return dict(names.by_keys(keys))
    finally:
        names.close()


def keys_near(place: Place, key: str, edits: int) -> list[str]:
    names = open_known_names(place)
    try:
        return names.keys_near(key, edits)
    finally:
        names.close()


@pytest.fixture
def folder(tmp_path: Path) -> LibraryFolder:
    return LibraryFolder(tmp_path / "library")


def test_the_fda_s_products_are_read_as_brands_of_their_ingredients(tmp_path: Path) -> None:
    table = read_name_table(written(tmp_path, FDA, "Products.txt"))
    assert table.layout == "Drugs@FDA Products"
    assert table.names == (
        KnownName("ZORBIMAX", "brand", ("FLORBOLOL SODIUM",)),
        KnownName("FLORBOLOL SODIUM", "generic", ("FLORBOLOL SODIUM",)),
        KnownName("ZORBI CO", "brand", ("FLORBOLOL SODIUM", "TREMINE (T4;T3)")),
        KnownName("TREMINE (T4;T3)", "generic", ("TREMINE (T4;T3)",)),
        KnownName("FLORBOLOL", "generic", ("FLORBOLOL SODIUM",)),
    )


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("Ingredient~DF;Route~Trade_Name\nFLORBOLOL~TABLET~ZORBIMAX\n", "FDA Orange Book products"),
        ("PROPRIETARYNAME\tSUBSTANCENAME\nZorbimax\tFLORBOLOL\n", "FDA NDC product"),
        ("name,kind,ingredient\nZorbimax,brand,FLORBOLOL\n", "names"),
        ("Name;Kind;Ingredient\nZorbimax;Brand;FLORBOLOL\n", "names"),
        ("\ufeffname\tkind\tingredient\nZorbimax\tbrand\tFLORBOLOL\n", "names"),
        ('name,kind,ingredient\n"Zorbimax",brand,"FLORBOLOL"\n\n', "names"),
        ("ingredient,name\nFLORBOLOL,Zorbimax\n", "names"),
    ],
)
def test_each_layout_is_known_by_its_columns(tmp_path: Path, text: str, layout: str) -> None:
    table = read_name_table(written(tmp_path, text))
    assert table.layout == layout
    brand, generic = table.names
    assert (brand.name.upper(), brand.kind, brand.ingredients) == (
        "ZORBIMAX", "brand", ("FLORBOLOL",)
    )  # fmt: skip
    assert generic == KnownName("FLORBOLOL", "generic", ("FLORBOLOL",))


def test_a_name_in_the_character_set_of_windows_is_read(tmp_path: Path) -> None:
    text = "name,kind,ingredient\nFlorbé,brand,florbolol\n".encode("cp1252")
    assert read_name_table(written(tmp_path, text)).names[0].name == "Florbé"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: empty"),
        ("a,b\n1,2\n", "line 1: no known columns"),
        ("name,kind,ingredient\n", "line 2: no names"),
        ("name,kind,ingredient\nA drug,brand,x\n,brand,x\n", "line 3, column name"),
        ("name,kind,ingredient\nFoo,brnd,x\n", "line 2, column kind: 'brnd'"),
        ("name,kind,ingredient\nFoo,brand,x,y\n", "line 2, column 4"),
        (f"name,kind,ingredient\n{'a' * 1001},brand,x\n", "line 2, column name: 1001"),
        ("DrugName\tActiveIngredient\nFoo\n", "line 2, column ActiveIngredient: missing"),
        ("name,kind,ingredient\nFoo,brand,x\nB\0r,brand,x\n", "line 3: not a text file"),
    ],
)
def test_a_table_that_cannot_be_read_is_an_error_that_says_where(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(NameTableError) as caught:
        read_name_table(written(tmp_path, text))
    assert said in str(caught.value) and "names.csv" in str(caught.value)


def test_a_missing_file_and_a_folder_are_errors(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(NameTableError, match="cannot be read"):
            read_name_table(path)


def test_imported_names_are_found_by_their_keys(tmp_path: Path, place: Place) -> None:
    import_names(place, read_name_table(written(tmp_path, OWN)))
    found = known(place, "zorbimax", "florbolol", "florbolol sodium", "other")
    assert found["zorbimax"] == (KnownName("Zorbimax", "brand", ("florbolol sodium",)),)
    assert {each.name for each in found["florbolol"]} == {"florbolol sodium", "Florbolol Sodium"}
    assert found.keys() == {"zorbimax", "florbolol", "florbolol sodium"}


def test_importing_again_changes_nothing_and_a_changed_table_takes_the_old_one_s_place(
    tmp_path: Path, place: Place
) -> None:
    for _ in range(2):
        import_names(place, read_name_table(written(tmp_path, OWN)))
    names = open_known_names(place)
    assert [(each.source, each.names) for each in names.sources()] == [("names.csv", 3)]
    assert len(names.listed("zor", "", 9)) == 1
    import_names(place, read_name_table(written(tmp_path, OWN.replace("Zorbimax", "Vexel"))))
    names.close()
    assert known(place, "zorbimax", "vexel").keys() == {"vexel"}


def test_tables_stand_beside_each_other_and_are_removed_by_themselves(
    tmp_path: Path, place: Place
) -> None:
    import_names(place, read_name_table(written(tmp_path, OWN)))
    import_names(place, read_name_table(written(tmp_path, FDA, "Products.txt")))
    assert len(known(place, "zorbimax")["zorbimax"]) == 2
    remove_names(place, "names.csv")
    assert known(place, "zorbimax")["zorbimax"] == (
        KnownName("ZORBIMAX", "brand", ("FLORBOLOL SODIUM",)),
    )
    with pytest.raises(NotFound, match=r"Products\.txt"):
        remove_names(place, "names.csv")


def test_names_survive_a_load_of_labels(tmp_path: Path, place: Place) -> None:
    import_names(place, read_name_table(written(tmp_path, OWN)))
    publish_at(place, nizatidine())
    assert known(place, "zorbimax")


def test_without_a_table_nothing_is_known(place: Place) -> None:
    assert known(place, "zorbimax") == {}
    assert keys_near(place, "zorbimax", 2) == []


def test_a_broken_file_of_names_is_an_error_that_names_it(folder: LibraryFolder) -> None:
    folder.root.mkdir(parents=True, exist_ok=True)
    (folder.root / FILE).write_bytes(b"no database")
    with pytest.raises(LibraryError, match=FILE):
        open_known_names(folder)


def test_a_failed_import_leaves_what_was_there(tmp_path: Path, folder: LibraryFolder) -> None:
    import_names(folder, read_name_table(written(tmp_path, OWN)))
    unsound = NameTable("bad.csv", "names", "0", (KnownName("A\ud800", "brand"),))
    with pytest.raises(UnicodeEncodeError):
        import_names(folder, unsound)
    assert known(folder, "zorbimax")
    assert [path.name for path in folder.root.glob("names*")] == [FILE]


@pytest.mark.parametrize("typed", ["zorbimux", "zorbmax", "zorbimaxx", "sorbimax", "zobrimax"])
def test_a_misspelt_name_s_key_is_near(tmp_path: Path, place: Place, typed: str) -> None:
    import_names(place, read_name_table(written(tmp_path, OWN)))
    assert "zorbimax" in keys_near(place, typed, 1)


@pytest.mark.parametrize("hostile", ["' OR 1=1 --", "%", "zor'; DROP TABLE known_key; --", "\\"])
def test_a_key_is_a_value_and_never_sql(tmp_path: Path, place: Place, hostile: str) -> None:
    import_names(place, read_name_table(written(tmp_path, OWN)))
    with closing(open_known_names(place)) as names:
        assert names.by_keys([hostile]) == {} and names.listed(hostile, "", 9) == []
        assert names.by_keys(["zorbimax"])


def test_fifty_thousand_names_are_looked_up_in_no_time(place: Place) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [f"{a}{b}vo{c}mi{d}" for a in letters for b in "aeiou" for c in letters for d in "nrtl"]
    many = [KnownName(f"{word}{end}", "brand", ("x",)) for word in words for end in ("", "ex", "o")]
    assert len(many) > 40_000
    import_names(place, NameTable("many.csv", "names", "0", tuple(many)))
    with closing(open_known_names(place)) as names:
        began = time.process_time()
        for at in range(50):
            assert names.by_keys([many[at * 7].name, "absent"])
            assert names.keys_near("zavobmin", 1)
    assert (time.process_time() - began) / 50 < 0.05  # of a core; 2 ms as a rule
