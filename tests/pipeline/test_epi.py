"""Electronic product information as FHIR bundles: each section under its title, names and maker
from the resources beside it, the same from JSON and from XML."""

import base64
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.parsed import BlockKind, ParsedLabel
from monograph_qa.errors import UnreadableLabel
from monograph_qa.library import Library
from monograph_qa.parse import Skipped, iter_delivered, read
from monograph_qa.parse.epi import read_epi
from monograph_qa.pipeline.loading.report import FileState
from monograph_qa.store.homes import LibraryFolder

from .epi import Resource, as_json, as_xml, bundle, section
from .loading import load, load_here, states
from .zips import zipped


def as_label(told: Resource) -> ParsedLabel:
    return read_epi(Path("any.json"), as_json(told))


def test_sections_stand_under_their_titles_with_what_is_coded() -> None:
    blocks = as_label(bundle()).blocks
    assert [(b.text, b.level, b.code) for b in blocks if b.kind is BlockKind.HEADING] == [
        ("B. Package Leaflet", 1, None),
        ("1. What Vanticor is and what it is used for", 2, None),
        ("3. How to take Vanticor", 2, None),
        ("Dose", 3, None),
        ("4. Possible side effects", 2, "34084-4"),
    ]
    items = [(b.text, b.level) for b in blocks if b.kind is BlockKind.LIST_ITEM]
    assert items == [("With\N{NO-BREAK SPACE}water", 1), ("After a meal", 1), ("if you like", 2)]
    (grid,) = [block.grid for block in blocks if block.grid]
    assert [cell.text for cell in grid.cells[2:]] == ["20 to 50 mL/min", "150 mg every other day"]
    assert blocks[-1].text == "Headache < 1 in 10."
    assert not any("unavailable" in block.text for block in blocks)


def test_the_product_is_what_its_resources_say() -> None:
    label = as_label(bundle())
    assert label.names == (("nizatidine", "generic"), ("Vanticor", "brand"))
    assert label.product.maker == "Sample Pharma"
    assert (label.product.forms, label.product.routes) == (("tablet",), ("oral",))
    assert label.product.numbers == ("EU/1/1",)
    assert label.identity["effective_time"] == "2025-03-01"


def test_json_and_xml_say_the_same() -> None:
    as_told, as_marked_up = as_label(bundle()), read_epi(Path("any.xml"), as_xml(bundle()))
    assert as_told.blocks == as_marked_up.blocks
    assert (as_told.names, as_told.identity) == (as_marked_up.names, as_marked_up.identity)
    assert as_told.product == as_marked_up.product


def test_pictures_are_those_in_the_bundle_and_no_others() -> None:
    png = io.BytesIO()
    Image.new("RGB", (3, 2)).save(png, format="PNG")
    drawn = base64.b64encode(png.getvalue()).decode()
    text = (
        f'<p>One <img src="data:image/png;base64,{drawn}"/></p><p>Two <img src="Binary/x"/></p>'
        '<p>Three <img src="https://example.org/y.png"/><img src="/etc/passwd"/></p>'
    )
    told = bundle(section("Look", text))
    told["entry"].append({"resource": {"resourceType": "Binary", "id": "x", "data": drawn}})
    blocks = as_label(told).blocks
    kinds = [block.text or block.kind.value for block in blocks[1:]]
    assert kinds == ["One", "picture", "Two", "picture", "Three"]


@pytest.mark.parametrize(
    ("told", "cause"),
    [
        ({"resourceType": "Organization"}, "FHIR without a Composition"),
        ({"resourceType": "Bundle", "entry": [{"resource": bundle()}]}, "one bundle a file"),
        (bundle(section("Empty")), "without any section text"),
        (bundle(language="es"), "in the language es; only English"),
        (bundle(section("Open", "<p>never closed")), "section 'Open' is not well-formed"),
    ],
)
def test_what_cannot_be_read_is_said(told: Resource, cause: str) -> None:
    with pytest.raises(UnreadableLabel, match=cause):
        as_label(told)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", as_json(bundle())[:-300]),
        ("a.xml", as_xml(bundle())[:-30]),
        ("a.xml", as_xml(bundle()).replace(b"<Bundle", b'<!DOCTYPE x [<!ENTITY y "z">]><Bundle')),
    ],
)
def test_what_is_broken_is_said(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(UnreadableLabel, match="not a well-formed FHIR resource"):
        read(tmp_path / name)


@given(st.lists(st.text("ab é<&.,1", min_size=1, max_size=30), min_size=1, max_size=5))
def test_no_character_of_a_section_is_lost(paragraphs: list[str]) -> None:
    escaped = [each.replace("&", "&amp;").replace("<", "&lt;") for each in paragraphs]
    blocks = as_label(
        bundle(section("Told", "".join(f"<p>{each}</p>" for each in [*escaped, "Z"])))
    )
    said = "".join(block.text for block in blocks.blocks[1:])
    assert "".join(said.split()) == "".join("".join(paragraphs).split()) + "Z"


def test_resources_beside_a_bundle_are_passed_over(tmp_path: Path) -> None:
    part = b'{ "resourceType" : "Organization", "name": "Sample Pharma" }'
    (tmp_path / "all.zip").write_bytes(zipped({"a.json": as_json(bundle()), "b.json": part}))
    found = list(iter_delivered(tmp_path / "all.zip"))
    skipped = Skipped(tmp_path / "all.zip" / "b.json", "files named .json")
    assert found == [tmp_path / "all.zip" / "a.json", skipped]


def test_bundles_load_as_other_labels_do_and_answer(tmp_path: Path) -> None:
    labels = tmp_path / "labels"
    labels.mkdir()
    (labels / "leaflet.json").write_bytes(as_json(bundle()))
    (labels / "all.zip").write_bytes(zipped({"other.xml": as_xml(bundle(identifier="xyz"))}))
    (labels / "without_suffix").write_bytes(as_json(bundle(identifier="another")))
    folder = LibraryFolder(tmp_path / "library")
    assert set(states(load(folder, labels)).values()) == {FileState.LOADED}
    newer = json.loads(as_json(bundle()).replace(b"150 mg of", b"300 mg of"))
    (labels / "leaflet.json").write_bytes(as_json(newer))
    assert states(load_here(folder, labels / "leaflet.json")) == {"leaflet.json": FileState.UPDATED}
    with Library.open(folder.root) as library:
        current = [label for label in library.reader.labels() if label.is_current]
        answer = library.ask("how much Vanticor should be taken")
    assert len(current) == 3
    assert {label.drug for label in current} == {"nizatidine"}
    quotes = [quote.text for group in answer.groups for quote in group.quotes]
    assert "Take 300 mg of nizatidine at bedtime." in quotes


def test_a_leaflet_alone_says_what_a_professional_part_would(tmp_path: Path) -> None:
    told = bundle(
        section(
            "B. Package Leaflet", "",
            section("1. What Vanticor is and what it is used for", "<p>It is used for ulcers.</p>"),
            section("2. What you need to know before you take Vanticor", "",
                    section("Do not take Vanticor", "<ul><li>if you have gout.</li></ul>")),
            section("3. How to take Vanticor", "<p>Take 150 mg of nizatidine at bedtime.</p>"),
        )
    )  # fmt: skip
    (tmp_path / "vanticor.json").write_bytes(as_json(told))
    folder = LibraryFolder(tmp_path / "library")
    load_here(folder, tmp_path / "vanticor.json")
    with Library.open(tmp_path / "library") as library:
        answer = library.ask("Vanticor dose for ulcers in a patient with gout")
    first = min((q for g in answer.groups for q in g.quotes), key=lambda q: q.rank)
    assert (first.text, first.tier) == ("if you have gout.", Tier.LIMIT)
