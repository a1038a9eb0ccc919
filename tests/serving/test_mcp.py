"""The tools for agents, as the SDK's own client meets them: by standard input, and over HTTP."""

import asyncio
import json
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx2
import pytest
from building import HALF_LIFE, nizatidine
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, Implementation, TextContent

from bench.served import PROGRAM, running
from monograph_qa.errors import NotFound
from monograph_qa.library import Library
from monograph_qa.pipeline.replaying import replay
from monograph_qa.serving.tokens import Role, add_token
from monograph_qa.store.homes import LibraryFolder

Use = Callable[[Client], Coroutine[Any, Any, None]]
NAME = Implementation(name="ward assistant", version="2.1")
TOOLS = {"ask", "search_label", "get_section", "get_facts", "get_page", "list_labels"}


@pytest.fixture(params=["stdio", "http"])
def talk(request: pytest.FixtureRequest, folder: LibraryFolder) -> Callable[[Use], None]:
    """`talk(use)`: runs `use` with a client of a server of the library."""

    async def by_stdio(use: Use) -> None:
        command = StdioServerParameters(
            command=str(PROGRAM), args=["mcp", "--library", str(folder)], env=dict(os.environ)
        )
        async with Client(stdio_client(command), client_info=NAME) as client:
            await use(client)

    async def by_http(use: Use) -> None:
        with running(str(folder), command="mcp") as server:
            url = f"http://{server.host}:{server.port}/mcp"
            async with Client(url, client_info=NAME) as client:
                await use(client)

    way = by_stdio if request.param == "stdio" else by_http
    return lambda use: asyncio.run(way(use))


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def test_tools_have_schemas_and_only_read(talk: Callable[[Use], None]) -> None:
    async def use(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == TOOLS
        for tool in tools.values():
            assert tool.description and tool.input_schema["type"] == "object"
            assert tool.annotations and tool.annotations.read_only_hint
        assert tools["ask"].input_schema["required"] == ["question"]
        assert tools["ask"].output_schema

    talk(use)


def test_quotes_come_whole_with_ids_and_as_tagged_sources(
    talk: Callable[[Use], None], folder: LibraryFolder
) -> None:
    async def use(client: Client) -> None:
        asked = await client.call_tool("ask", {"question": "What is the half-life of Axid?"})
        found = asked.structured_content
        assert found["quotes"][0]["text"] == HALF_LIFE.text
        first = found["quotes"][0]
        tagged = text_of(asked)
        assert f'<source id="{first["id"]}"' in tagged and f">{HALF_LIFE.text}</source>" in tagged
        section = await client.call_tool("get_section", {"section_id": first["section_id"]})
        assert section.structured_content["quotes"][0]["text"] == HALF_LIFE.text
        facts = await client.call_tool("get_facts", {"label": "axid", "attribute": "half_life"})
        assert len(facts.structured_content["quotes"]) == 2
        (label,) = (await client.call_tool("list_labels", {})).structured_content["labels"]
        assert label["id"] == first["label_id"]
        searched = await client.call_tool("search_label", {"label": "axid", "query": "half-life"})
        assert {each["id"] for each in searched.structured_content["quotes"]} >= {first["id"]}

    talk(use)
    with Library(folder) as library:
        records = [record for _, record in library.journal.records()]
    callers = {json.loads(record.intent)["options"]["caller"] for record in records}
    assert callers == {"ward assistant 2.1"}
    looked_up = [record.question.split()[0] for record in records if record.audit_id[:4] == "see_"]
    assert looked_up == ["get_section", "get_facts", "list_labels"]
    assert len(records) == 5


def test_what_is_not_there_is_said(talk: Callable[[Use], None], folder: LibraryFolder) -> None:
    async def use(client: Client) -> None:
        calls: list[tuple[str, dict[str, Any], str]] = [
            ("ask", {"question": "dose of zorblax"}, "zorblax"),
            ("get_facts", {"label": "axid", "attribute": "missed_dose"}, "no sentence"),
            ("list_labels", {"named": "zorblax"}, "No such label"),
        ]
        for name, arguments, why in calls:
            said = await client.call_tool(name, arguments)
            assert not said.is_error and why in said.structured_content["message"]
            assert why in text_of(said) and "<source" not in text_of(said)
        wrong: list[tuple[str, dict[str, Any], str]] = [
            ("get_section", {"section_id": "../../etc/passwd"}, "no section"),
            ("get_facts", {"label": "zorblax", "attribute": "dose"}, "no label"),
            ("get_page", {"fact_id": "fact_none"}, "no sentence"),
            ("ask", {"question": ""}, "question"),
            ("ask", {"question": 5}, "question"),
        ]
        for name, arguments, why in wrong:
            said = await client.call_tool(name, arguments)
            assert said.is_error and why in text_of(said)
            assert "Traceback" not in text_of(said) and str(folder) not in text_of(said)

        smith = {"named": "Mr John Smith, born 12 March 1950"}
        assert not (await client.call_tool("list_labels", smith)).is_error

    talk(use)
    with Library(folder) as library:
        *_, last = (record for _, record in library.journal.records())
    assert last.question.startswith("list_labels") and "Smith" not in last.question
    assert last.audit_id.startswith("see_")
    with pytest.raises(NotFound, match="no question"):
        replay(folder, Library(folder).journal, last.audit_id, as_then=False)


def test_a_section_is_found_by_what_it_is_called(
    talk: Callable[[Use], None], folder: LibraryFolder
) -> None:
    with Library(folder) as library:
        home = next(s for s in library.reader.sections(nizatidine().label.label_id) if s.text)

    async def use(client: Client) -> None:
        named = [home.heading.upper(), home.section_key, home.section_number, home.section_code]
        for each in filter(None, named):
            said = await client.call_tool("get_section", {"label": "axid", "section": each})
            assert {q["section_id"] for q in said.structured_content["quotes"]} == {home.section_id}
        said = await client.call_tool("get_section", {"label": "axid", "section": "nonsense"})
        assert said.is_error and home.heading in text_of(said)
        said = await client.call_tool("get_section", {})
        assert said.is_error and "a label and a section" in text_of(said)

    talk(use)


def test_a_quote_without_pages_is_shown_in_its_section(
    talk: Callable[[Use], None], folder: LibraryFolder
) -> None:
    fact = next(each for each in nizatidine().facts if each.quote == HALF_LIFE.text)

    async def use(client: Client) -> None:
        said = text_of(await client.call_tool("get_page", {"fact_id": fact.fact_id}))
        assert f"<mark>{HALF_LIFE.text}</mark>" in said and "file is not kept here" in said

    talk(use)


def test_a_refused_call_says_why_in_plain_words_and_is_recorded(
    talk: Callable[[Use], None], folder: LibraryFolder
) -> None:
    calls: list[tuple[str, dict[str, Any], str]] = [
        ("get_facts", {"label": "zorblax", "attribute": "dose"}, "; list_labels names those"),
        ("ask", {}, "ask: the argument question is missing"),
        ("ask", {"question": ""}, "question"),
        ("ask", {"question": "dose " * 1000}, "question"),
        ("get_facts", {"label": "John Smith, born 3 May 1961", "attribute": "dose"}, "no "),
    ]

    async def use(client: Client) -> None:
        for name, arguments, why in calls:
            said = await client.call_tool(name, arguments)
            assert said.is_error and why in text_of(said)
            assert "monograph-qa" not in text_of(said) and "pydantic" not in text_of(said)

    talk(use)
    with Library(folder) as library:
        records = [record for _, record in library.journal.records()]
    assert len(records) == len(calls) and all(each.audit_id[:4] == "see_" for each in records)
    assert all("(refused: " in each.question for each in records)
    assert "Smith" not in records[-1].question


def test_over_http_a_token_is_asked_for(folder: LibraryFolder, tmp_path: Path) -> None:
    file = tmp_path / "tokens.json"
    token = add_token(file, "ward-3", [Role.ASK])
    other = add_token(file, "quality", [Role.AUDIT])
    with running(str(folder), "--tokens", str(file), command="mcp") as server:
        url = f"http://{server.host}:{server.port}/mcp"
        for sent, status in ((None, 401), ("strange", 401), (other, 403)):
            assert server.post("/mcp", {}, sent).status == status

        async def ask() -> None:
            headers = {"Authorization": f"Bearer {token}"}
            async with httpx2.AsyncClient(headers=headers) as http:
                transport = streamable_http_client(url, http_client=http)
                async with Client(transport, client_info=NAME) as client:
                    await client.call_tool("ask", {"question": "half-life of Axid"})

        asyncio.run(ask())
    with Library(folder) as library:
        ((_, record),) = library.journal.records()
    assert json.loads(record.intent)["options"]["caller"] == "ward-3 ward assistant 2.1"
