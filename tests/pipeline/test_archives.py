"""Labels in ZIPs, and in ZIPs of ZIPs, are loaded as if they lay in folders; a bad member, or a bad
archive, fails alone, and the error names both."""

import re
from contextlib import closing
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monograph_qa.domain.label import ImageKind
from monograph_qa.errors import EncryptedLabel, LabelError, LabelTooLarge, UnreadableLabel
from monograph_qa.library import Library
from monograph_qa.parse import read
from monograph_qa.pipeline.ingestion import ingest
from monograph_qa.pipeline.loading.monographs import read_monograph
from monograph_qa.pipeline.loading.paths import find_files
from monograph_qa.pipeline.loading.report import FileState, LoadReport
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.place import open_reader

from .files import write_pdf
from .loading import ReadHere, jobs, load, load_here, states
from .zips import SAMPLE, claiming, encrypted, overlapping, picture, spl_of, zipped

_GOOD = spl_of("famotidine")
_BOMB = 400 * 1024 * 1024


@pytest.fixture(scope="module")
def delivered(tmp_path_factory: pytest.TempPathFactory) -> tuple[LibraryFolder, Path, LoadReport]:
    """One load of a label with its picture, and of a ZIP of ZIPs that holds two more and a PDF."""
    root = tmp_path_factory.mktemp("delivered")
    (root / "labels").mkdir()
    one = zipped({"a/nizatidine.xml": SAMPLE.read_bytes(), "a/capsule.png": picture()})
    (root / "labels" / "one.zip").write_bytes(one)
    inner = {f"rx/{drug}.zip": zipped({f"{drug}.xml": spl_of(drug)}) for drug in ("abc", "xyz")}
    pdf = write_pdf(root / "axid.pdf").read_bytes()
    many = zipped({**inner, "pdf/axid.pdf": pdf, "rx/readme.txt": b"hello"}, stored=True)
    (root / "labels" / "many.zip").write_bytes(many)
    folder = LibraryFolder(root / "library")
    return folder, root / "labels", load(folder, root / "labels")


def test_every_label_in_them_is_loaded_under_its_place(
    delivered: tuple[LibraryFolder, Path, LoadReport],
) -> None:
    _, labels, report = delivered
    found = {r.path.relative_to(labels).as_posix(): r.state for r in report.results}
    assert found == dict.fromkeys(
        ["one.zip/a/nizatidine.xml", "many.zip/rx/abc.zip/abc.xml", "many.zip/rx/xyz.zip/xyz.xml",
         "many.zip/pdf/axid.pdf"], FileState.LOADED
    )  # fmt: skip


def test_a_label_s_pictures_are_stored_and_classified(
    delivered: tuple[LibraryFolder, Path, LoadReport],
) -> None:
    folder, _labels, report = delivered
    (result,) = [r for r in report.results if "one.zip" in str(r.path)]
    assert result.label is not None and result.images == 1
    with closing(open_reader(folder)) as reader:
        (image,) = reader.images(result.label.label_id)
    assert (
        image.kind in ImageKind and image.caption == "The capsule" and image.png[:4] == b"\x89PNG"
    )


def test_equal_pictures_are_each_stored_where_they_stand(tmp_path: Path) -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    (shown,) = re.findall("<renderMultiMedia.*</renderMultiMedia>", text)
    (media,) = re.findall("<component><observationMedia.*</component>", text)
    second = (("MM1", "MM2"), ("The capsule", "The other"), ("capsule.png", "twin.png"))
    for each in (shown, media):
        other = reduce(lambda said, change: said.replace(*change), second, each)
        text = text.replace(each, f"{each} {other} {each if each == shown else ''}")
    (tmp_path / "a.xml").write_text(text, encoding="utf-8")
    for name in ("capsule.png", "twin.png"):
        (tmp_path / name).write_bytes(picture())
    folder = LibraryFolder(tmp_path / "library")
    (result,) = load_here(folder, tmp_path / "a.xml").results
    assert result.error is None and result.label is not None
    with closing(open_reader(folder)) as reader:
        images = reader.images(result.label.label_id)
    assert sorted(each.caption or "" for each in images) == [
        "The capsule", "The capsule", "The other",
    ]  # fmt: skip


def test_loading_them_again_does_nothing(delivered: tuple[LibraryFolder, Path, LoadReport]) -> None:
    folder, labels, _ = delivered
    before = folder.library.read_bytes()
    assert set(states(load_here(folder, labels)).values()) == {FileState.UNCHANGED}
    assert folder.library.read_bytes() == before


def test_what_was_loaded_from_one_can_be_shown_when_it_is_gone(
    delivered: tuple[LibraryFolder, Path, LoadReport], tmp_path: Path
) -> None:
    folder, _, report = delivered
    moved = LibraryFolder(tmp_path / "library")
    folder.root.rename(moved.root)
    try:
        with Library.open(moved.root) as library:
            for result in report.results:
                assert result.label is not None
                fact = library.reader.facts(result.label.label_id)[0]
                ((ending, shown),) = library.standing(fact.fact_id)
                assert ending == (".png" if result.path.suffix == ".pdf" else ".html") and shown
            answer = library.ask("half-life of Axid", all_labels=True)
            assert answer.outcome == "answered"
    finally:
        moved.root.rename(folder.root)


def test_one_member_can_be_named_by_itself(
    delivered: tuple[LibraryFolder, Path, LoadReport],
) -> None:
    _, labels, _ = delivered
    member = labels / "many.zip" / "rx" / "abc.zip" / "abc.xml"
    assert find_files([member]).files == (member,)
    inner = find_files([member.parent])
    assert inner.files == (member,)
    gone = find_files([member.with_name("none.xml")])
    assert gone.missing and not gone.files


def test_sync_withdraws_a_label_whose_member_is_gone(tmp_path: Path) -> None:
    folder, archive = LibraryFolder(tmp_path / "library"), tmp_path / "labels" / "two.zip"
    archive.parent.mkdir()
    archive.write_bytes(zipped({"a.xml": spl_of("abc"), "b.xml": spl_of("xyz")}))
    load_here(folder, archive)
    archive.write_bytes(zipped({"a.xml": spl_of("abc")}))
    report = ingest(folder, [archive], engine=ReadHere(), sync=True)
    assert states(report) == {"a.xml": FileState.UNCHANGED, "b.xml": FileState.WITHDRAWN}
    archive.write_bytes(archive.read_bytes()[:-40])  # what cannot be read may hold it still
    assert states(ingest(folder, [archive], engine=ReadHere(), sync=True)) == {
        "two.zip": FileState.FAILED
    }


def deep(data: bytes, levels: int) -> bytes:
    for _ in range(levels):
        data = zipped({"inner.zip": data})
    return data


HOSTILE: dict[str, tuple[bytes, type[LabelError], str, str]] = {
    "bomb": (
        claiming(zipped({"bomb.xml": bytes(1000)}), _BOMB), LabelTooLarge, "/bomb.xml", "400 MB"
    ),
    "bomb within": (
        zipped({"b.zip": bytes(1000), "i.zip": claiming(zipped({"bomb.zip": b""}), _BOMB)}),
        LabelTooLarge, "/i.zip/bomb.zip", "400 MB",
    ),
    "overlapping": (
        overlapping(zipped({"a.xml": _GOOD, "b.xml": _GOOD})), UnreadableLabel, ".zip", "overlap"
    ),
    "leading out": (zipped({"../a.xml": _GOOD}), UnreadableLabel, ".zip", "'../a.xml' in it"),
    "leading out with \\": (zipped({"..\\a.xml": _GOOD}), UnreadableLabel, ".zip", "leads out"),
    "absolute": (zipped({"/etc/a.xml": _GOOD}), UnreadableLabel, ".zip", "'/etc/a.xml' in it"),
    "too deep": (
        deep(zipped({"a.xml": _GOOD}), 3), UnreadableLabel,
        "/inner.zip/inner.zip/inner.zip", "more than 3 deep",
    ),
    "encrypted": (
        encrypted(zipped({"a.xml": _GOOD})), EncryptedLabel, "/a.xml", "encrypted in its archive"
    ),
    "encrypted within": (
        zipped({"in.zip": encrypted(zipped({"b.zip": zipped({"a.xml": _GOOD})}))}),
        EncryptedLabel, "/in.zip/b.zip", "encrypted in its archive",
    ),
    "no XML": (zipped({"a.png": picture()}), UnreadableLabel, ".zip", "no label file"),
    "empty": (zipped({}), UnreadableLabel, ".zip", "no label file"),
    "no bytes": (b"", UnreadableLabel, ".zip", "the file is empty"),
    "cut": (zipped({"a.xml": _GOOD})[:-40], UnreadableLabel, ".zip", "damaged or cut off"),
    "cut within": (
        zipped({"in.zip": zipped({"a.xml": _GOOD})[:-40]}), UnreadableLabel,
        "/in.zip", "damaged or cut off",
    ),
    "no archive": (b"Not a ZIP at all.", UnreadableLabel, ".zip", "damaged or cut off"),
    "changed": (
        zipped({"a.xml": _GOOD}, stored=True).replace(b"capsule", b"tablets", 1), UnreadableLabel,
        "/a.xml", "damaged",
    ),
    "no SPL": (zipped({"a.xml": b"<html/>"}), UnreadableLabel, "/a.xml", ""),
    "an empty member": (zipped({"a.xml": b""}), UnreadableLabel, "/a.xml", "empty"),
}  # fmt: skip


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> tuple[LibraryFolder, Path, LoadReport]:
    """One load of all hostile archives, each of which holds a good label beside its fault."""
    root = tmp_path_factory.mktemp("hostile")
    for number, (data, *_) in enumerate(HOSTILE.values()):
        (root / "labels").mkdir(exist_ok=True)
        (root / "labels" / f"{number:02}.zip").write_bytes(data)
    members = {"good.xml": spl_of("abc"), "bad.xml": b"<document/>", "../x.xml": spl_of("xyz")}
    (root / "labels" / "mixed.zip").write_bytes(zipped(members))
    folder = LibraryFolder(root / "library")
    return folder, root / "labels", load(folder, root / "labels")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_fails_alone_and_the_error_names_archive_and_member(
    attacked: tuple[LibraryFolder, Path, LoadReport], name: str
) -> None:
    _, _, report = attacked
    _, kind, ending, cause = HOSTILE[name]
    archive = f"{list(HOSTILE).index(name):02}.zip"
    found = [r.error for r in report.results if archive in r.path.parts and r.error]
    (error,) = [e for e in found if str(e.path).endswith(ending)]
    assert type(error) is kind and cause in error.cause


def test_what_is_good_beside_a_fault_is_loaded(
    attacked: tuple[LibraryFolder, Path, LoadReport],
) -> None:
    _folder, labels, report = attacked
    good = [r for r in report.results if r.state is FileState.LOADED]
    assert [r.path for r in good] == [labels / "mixed.zip" / "good.xml"]
    failed = [r for r in report.failed if "mixed.zip" in r.path.parts]
    assert {r.path.name for r in failed} == {"mixed.zip", "bad.xml"}
    assert not list(labels.parent.glob("**/x.xml"))


def test_two_documents_in_one_archive_are_two_labels(tmp_path: Path) -> None:
    archive = tmp_path / "two.zip"
    archive.write_bytes(zipped({"a.xml": spl_of("abc"), "b.xml": spl_of("xyz")}))
    report = load_here(LibraryFolder(tmp_path / "library"), archive)
    assert {r.label.drug.casefold() for r in report.results if r.label} == {"abc", "xyz"}


def test_a_mended_archive_leaves_no_failed_job(tmp_path: Path) -> None:
    folder, archive = LibraryFolder(tmp_path / "library"), tmp_path / "a.zip"
    archive.write_bytes(zipped({"a.xml": _GOOD})[:-40])
    assert load_here(folder, archive).failed
    archive.write_bytes(zipped({"a.xml": _GOOD}))
    load_here(folder, archive)
    assert [job.state.value for job in jobs(folder)] == ["completed", "superseded"]


@pytest.mark.parametrize("stated", [True, False])
def test_names_in_other_encodings_are_names(tmp_path: Path, stated: bool) -> None:
    data = zipped({"Größe/日本.xml": _GOOD})
    if not stated:  # as many programs leave it: UTF-8 that does not say so
        data = data.replace(b"\x00\x08\x00\x00", b"\x00\x00\x00\x00").replace(
            b"\x14\x00\x00\x08", b"\x14\x00\x00\x00"
        )
    (tmp_path / "a.zip").write_bytes(data)
    assert find_files([tmp_path / "a.zip"]).files == (tmp_path / "a.zip" / "Größe" / "日本.xml",)


def test_a_name_of_an_old_code_page_is_read(tmp_path: Path) -> None:
    data = zipped({"Gr0e.xml": _GOOD}).replace(b"Gr0e", b"Gr\x94e")
    (tmp_path / "a.zip").write_bytes(data)
    (path,) = find_files([tmp_path / "a.zip"]).files
    assert path.name == "Gröe.xml" and read(path).blocks


_NAMES = st.text(st.characters(exclude_characters="\0/\\.", exclude_categories=["Cs"]), min_size=1)


@settings(max_examples=15)
@given(
    folders=st.lists(_NAMES, max_size=2), levels=st.integers(0, 2), stored=st.booleans(),
    has_picture=st.booleans(),
)  # fmt: skip
def test_a_label_in_an_archive_has_the_sections_and_facts_that_it_has_outside(
    tmp_path_factory: pytest.TempPathFactory, folders: list[str], levels: int, stored: bool,
    has_picture: bool,
) -> None:  # fmt: skip
    root = tmp_path_factory.mktemp("law")
    members = {"a.xml": SAMPLE.read_bytes()} | ({"capsule.png": picture()} if has_picture else {})
    for name, data in members.items():
        (root / name).write_bytes(data)
    data = zipped(
        {"/".join([*folders, name]): data for name, data in members.items()}, stored=stored
    )
    (root / "a.zip").write_bytes(deep(data, levels))
    (path,) = find_files([root / "a.zip"]).files
    inside, outside = read_monograph(path).monograph, read_monograph(root / "a.xml").monograph
    assert inside.sections == outside.sections and inside.facts == outside.facts
    assert inside.images == outside.images and len(inside.images) == has_picture
    assert inside.label.doc_key == outside.label.doc_key
