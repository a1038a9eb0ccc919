"""Across labels over HTTP: the same lines that the command line gives, as JSON and as pages."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlencode

import pytest
from building import Said, a_label, a_monograph, published
from conftest import Run

from bench.served import Server, running
from monograph_qa.domain.label import FactKind
from monograph_qa.library import Library
from monograph_qa.serving.tokens import Role, add_token
from monograph_qa.store.homes import LibraryFolder
from serving.conftest import Serve

USUAL = "Take 500 mg twice daily."
RENAL = "Give 250 mg once daily when CrCl is below 30 mL/min."
NAUSEA = "Nausea | Drug: 12 % | Placebo: 3 %"
SAID = "Avoid warfarin."
CLASS = "Azole antifungals raise the INR."
MARKUP = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> LibraryFolder:
    fluconazole = a_monograph(
        {
            "dosage_and_administration": [Said(USUAL), Said(RENAL)],
            "drug_interactions": [Said(SAID)],
            "adverse_reactions": [Said(NAUSEA, kind=FactKind.TABLE_ROW, context="Table 1")],
        },
        a_label("Fluconazole"),
    )
    warfarin = a_monograph({"drug_interactions": [Said(CLASS)]}, a_label("Warfarin"))
    return published(tmp_path_factory.mktemp("across") / "library", fluconazole, warfarin)


@pytest.fixture(scope="module")
def served(held: LibraryFolder) -> Iterator[Server]:
    with running(str(held)) as server:
        yield server


class _Read(HTMLParser):
    """What stands in `q`, in `th` and `td`, and the address of the frame."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.quotes: list[str] = []
        self.cells: list[str] = []
        self.frame = ""
        self._within = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within = tag if tag != "a" else self._within
        if tag == "iframe":
            self.frame = dict(attrs)["src"] or ""

    def handle_endtag(self, tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        {"q": self.quotes, "th": self.cells, "td": self.cells}.get(self._within, []).append(data)


def test_find_gives_the_lines_of_the_command_line_and_a_link_to_them(
    run: Run, served: Server, held: LibraryFolder
) -> None:
    need = "labels that name warfarin"
    said = served.get(f"/find?{urlencode({'need': need})}").json
    printed = json.loads(run("find", need, "--json", library=held).stdout)
    assert said["lines"] == printed and {line["quote"] for line in printed} == {SAID}
    assert (said["total"], said["labels"]) == (1, 1)
    assert said["by_section"] == {"drug_interactions": 1}
    assert served.get(said["link"]).json == said


def test_lines_come_in_portions_and_within_what_is_named(served: Server) -> None:
    need = {"need": "daily"}
    whole = served.get(f"/find?{urlencode(need)}").json
    portions = [
        served.get(f"/find?{urlencode({**need, 'most': 1, 'skip': at})}").json for at in range(3)
    ]
    assert [each["total"] for each in portions] == [2, 2, 2]
    assert [line for each in portions for line in each["lines"]] == whole["lines"]
    narrow = {**need, "section": "drug_interactions"}
    assert served.get(f"/find?{urlencode(narrow)}").json["total"] == 0


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("/dose?drug=fluconazole", ("dose", "fluconazole")),
        (
            "/interactions?drug=warfarin&other=fluconazole",
            ("interactions", "warfarin", "fluconazole"),
        ),
        ("/reactions?drug=fluconazole", ("reactions", "fluconazole")),
        ("/reactions?drug=fluconazole&effect=nausea", ("reactions", "fluconazole", "nausea")),
        (
            "/compare?drug=fluconazole&drug=warfarin&topic=interactions",
            ("compare", "fluconazole", "warfarin", "--topic", "interactions"),
        ),
    ],
)
def test_a_view_has_the_rows_that_its_command_prints(
    run: Run, served: Server, held: LibraryFolder, path: str, command: tuple[str, ...]
) -> None:
    printed = run(*command, "--json", library=held)
    rows = json.loads(printed.stdout)
    assert served.get(path).json == rows and any(row["quote"] for row in rows)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/find", 422),
        ("/find?need=of+the", 422),
        ("/find?need=daily&section=dosing", 404),
        ("/find?need=daily&most=0", 422),
        ("/find?need=daily&most=1001", 422),
        (f"/find?need={'x' * 2001}", 422),
        ("/dose?drug=aspirin", 404),
        ("/dose?drug=", 422),
        ("/dose?drug=+", 422),
        ("/interactions?drug=warfarin", 422),
        ("/compare?topic=dose", 422),
        ("/search?need=of+the", 422),
        ("/search?need=daily&format=none", 404),
        ("/views/dose?drug=aspirin", 404),
        ("/views/none", 404),
    ],
)
def test_what_cannot_be_found_is_told(served: Server, path: str, status: int) -> None:
    reply = served.get(path)
    assert reply.status == status
    is_page = path.startswith(("/search", "/views"))
    assert ("text/html" in reply.headers["content-type"]) == is_page
    assert is_page or list(reply.json) == ["error"]


def test_a_page_shows_what_was_found_beside_the_label(served: Server) -> None:
    body = served.get(f"/search?{urlencode({'need': 'daily'})}").body.decode()
    shown = _Read(body)
    assert shown.quotes == [USUAL, RENAL] and "2 lines in 1 label" in body
    assert served.get(shown.frame.partition("#")[0]).status == 200
    first = served.get("/search?need=daily&most=1").body.decode()
    assert _Read(first).quotes == [USUAL] and "most=5" in first
    assert "No line of any label fits" in served.get("/search?need=zorblax").body.decode()


def test_a_page_of_a_view_says_each_side_and_its_silence(served: Server) -> None:
    body = served.get("/views/interactions?drug=warfarin&other=fluconazole").body.decode()
    assert _Read(body).quotes == [CLASS, SAID] and "Nothing found in this label." in body
    rates = _Read(served.get("/views/reactions?drug=fluconazole").body.decode())
    assert rates.cells[-3:] == ["Nausea", "12 %", "3 %"]
    compared = "/views/compare?drug=fluconazole&drug=warfarin&topic=interactions"
    page = served.get(compared).body.decode()
    assert _Read(page).quotes == [SAID, CLASS]
    assert 'class="labels"' in page and 'class="labels"' not in body  # beside each other


def test_without_all_that_it_needs_a_page_is_a_form(served: Server) -> None:
    for path in ("/search", "/views", "/views/interactions?drug=warfarin"):
        page = served.get(path)
        assert page.status == 200 and "<iframe" not in page.body.decode()
    assert 'value="warfarin"' in page.body.decode()


def test_what_is_asked_is_no_markup(served: Server) -> None:
    for path in ("/search?need=", "/search?need=daily&drug=", "/views/dose?drug="):
        body = served.get(path + MARKUP).body.decode()
        assert MARKUP not in body


def test_only_who_may_ask_finds(serve: Serve, held: LibraryFolder, tmp_path: Path) -> None:
    add_token(tmp_path / "tokens.json", "ward-3", [Role.ASK])
    served = serve(held, "--tokens", str(tmp_path / "tokens.json"), "--guest", "audit")
    assert served.get("/log").status == 200
    for path in ("/find?need=daily", "/dose?drug=warfarin", "/search?need=daily", "/views"):
        assert served.get(path).status == 401


def test_openapi_tells_the_routes(served: Server, held: LibraryFolder) -> None:
    told = served.get("/openapi.json").json["paths"]
    assert {"/find", "/dose", "/interactions", "/reactions", "/compare"} <= told.keys()
    assert {each["name"] for each in told["/find"]["get"]["parameters"]} == {
        "need", "section", "kind", "format", "drug", "most", "skip",
    }  # fmt: skip
    with Library(held) as library:
        assert library.find("daily").search.link == "/find?need=daily"
