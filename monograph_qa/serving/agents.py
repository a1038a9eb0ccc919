"""The tools that agents are given (MCP): read-only, each call in the audit log with its caller."""

from base64 import b64encode
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import (
    CallToolResult,
    ContentBlock,
    ImageContent,
    InputRequiredResult,
    TextContent,
    ToolAnnotations,
)
from pydantic import Field, ValidationError
from starlette.types import ASGIApp

from monograph_qa import __version__
from monograph_qa.domain.answer import Answer
from monograph_qa.errors import NoPage, NoSuchLabel
from monograph_qa.library import Library
from monograph_qa.pipeline.question.choosing import get_label, labels_called
from monograph_qa.serving.quotes import (
    Found,
    Labels,
    facts_found,
    found_in,
    labels_held,
    section_found,
    section_in_place,
    tagged,
)
from monograph_qa.serving.requests import Guard, logged
from monograph_qa.serving.serving import Serving
from monograph_qa.serving.tokens import Role
from monograph_qa.visible import visible_line

T = TypeVar("T")
_LONGEST_NAME = 80  # characters of a caller's name
_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)
_INSTRUCTIONS = """\
Drug labels, quoted word for word. Every quote is a whole sentence or table row of one label, with
an id and a page: cite both, and change no character inside quotation marks. Where nothing is found,
say so; do not fill the gap from memory. Ask about one drug at a time, naming it."""

_OUR_FAULT = 500  # HTTP statuses from here on
_MOST = 2000  # characters of an argument; a question may have half of them


def _words(description: str) -> Any:
    return Field(description=description, max_length=_MOST)


LabelName = Annotated[
    str, _words("A label's id, or words of its title, maker, form, strength or file.")
]


def create_mcp(serving: Serving) -> MCPServer:
    server = _Tools(serving)

    async def looked_up(
        what: str, look: Callable[[Library], Found], context: Context
    ) -> CallToolResult:
        """What was found, when it is on record who found it."""

        def found(library: Library) -> Found:
            quoted = look(library)
            library.record_look_up(what, [each.id for each in quoted.quotes], _caller(context))
            return quoted

        return _result(await reading(serving.read, found))

    tool = server.tool(annotations=_READS)

    @tool
    async def ask(
        question: Annotated[str, _words("One question that names a drug.")],
        context: Context,
        label: LabelName | None = None,
        all_labels: bool = False,
    ) -> Annotated[CallToolResult, Found]:
        """Answer a question from the labels: what answers it, and what limits or forbids."""
        how = {"label": label, "all_labels": all_labels, "caller": _caller(context)}
        answer = await reading(serving.read, lambda library: serving.ask(library, question, **how))
        return _result(found_in(answer, with_more=False))

    @tool
    async def search_label(
        label: LabelName,
        query: Annotated[str, _words("What is looked for, in a few words.")],
        context: Context,
    ) -> Annotated[CallToolResult, Found]:
        """Every line of one label that speaks of something, best first."""

        def searched(library: Library) -> Answer:
            label_id = get_label(library.reader, label).label_id
            return serving.ask(library, query, label=label_id, caller=_caller(context))

        return _result(found_in(await reading(serving.read, searched), with_more=True))

    @tool
    async def get_section(
        context: Context,
        section_id: Annotated[str | None, _words("As a quote names it.")] = None,
        label: LabelName | None = None,
        section: Annotated[
            str | None, _words("Of that label: a section's number, heading or LOINC code.")
        ] = None,
    ) -> Annotated[CallToolResult, Found]:
        """A whole section of a label, sentence by sentence: by its id, or by label and section."""
        look = partial(section_found, section_id=section_id, label=label, named=section)
        what = " ".join(filter(None, ["get_section", section_id, label, section]))
        return await looked_up(what, look, context)

    @tool
    async def get_facts(
        label: LabelName,
        attribute: Annotated[str, _words("What sentences state: half_life, dose, storage ...")],
        context: Context,
    ) -> Annotated[CallToolResult, Found]:
        """Every sentence and table row of a label that states an attribute."""
        look = partial(facts_found, label=label, attribute=attribute)
        return await looked_up(f"get_facts {label} {attribute}", look, context)

    @tool
    async def get_page(
        fact_id: Annotated[str, _words("The id of a quote.")], context: Context
    ) -> CallToolResult:
        """The page that a quote stands on, as a picture with the quote boxed; without pages, the
        text of its section with the quote marked."""

        def drawn(library: Library) -> list[ContentBlock]:
            shown: list[ContentBlock]
            try:
                encoded = (b64encode(page.png).decode() for page in serving.pages(fact_id))
                shown = [ImageContent(data=each, mime_type="image/png") for each in encoded]
            except NoPage as error:
                shown = [TextContent(text=section_in_place(library, fact_id, str(error)))]
            library.record_look_up(f"get_page {fact_id}", [fact_id], _caller(context))
            return shown

        return CallToolResult(content=await reading(serving.draw, drawn))

    @tool
    async def list_labels(
        context: Context, named: Annotated[str, _words("A drug, maker, form ...; '' for all.")] = ""
    ) -> Annotated[CallToolResult, Labels]:
        """The labels that are held, and so can be asked about."""

        def held(library: Library) -> Labels:
            labels = labels_called(library.reader, named) if named else None
            found = labels_held(library.reader.current_labels() if labels is None else labels)
            library.record_look_up(f"list_labels {named}".strip(), [], _caller(context))
            return found

        return _result(await reading(serving.read, held))

    return server


def over_http(server: MCPServer, serving: Serving, path: str) -> ASGIApp:
    # The guard looks at hosts and origins.
    trusted = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    app = server.streamable_http_app(
        streamable_http_path=path,
        transport_security=trusted,
        max_request_body_size=serving.limits.body,
    )
    return Guard(app, serving, needs=Role.ASK)


async def reading(
    read: Callable[[Callable[[Library], T]], Awaitable[T]], task: Callable[[Library], T]
) -> T:
    """What the task returns; an error as an agent is given it."""
    try:
        return await read(task)
    except Exception as error:
        refused = logged(error)
        hint = "; list_labels names those that are held" if isinstance(error, NoSuchLabel) else ""
        kind = _RefusedCall if refused.status < _OUR_FAULT else ToolError
        raise kind(f"{refused}{hint}") from error


class _RefusedCall(ToolError):
    """A call that was not answered by reason of what it asked for."""


class _Tools(MCPServer):
    """Says in plain words why a call is refused, and records that it was."""

    def __init__(self, serving: Serving) -> None:
        super().__init__(
            "monograph-qa", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING"
        )
        self._serving = serving

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context | None = None
    ) -> CallToolResult | InputRequiredResult:
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            why = _why_refused(name, error.__cause__ or error)
            if context is not None and isinstance(error.__cause__, _RefusedCall | ValidationError):
                call = visible_line(" ".join([name, *map(str, arguments.values())]))[:_MOST]
                refused, caller = f"{call} (refused: {why})", _caller(context)
                await reading(
                    self._serving.read, lambda library: library.record_look_up(refused, [], caller)
                )
            raise ToolError(why) from error


def _why_refused(name: str, error: BaseException) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    wrong = "; ".join(
        f"the argument {each['loc'][0]} is missing"
        if each["type"] == "missing"
        else f"{each['loc'][0]}: {each['msg']}"
        for each in error.errors(include_url=False)
    )
    return f"{name}: {wrong}"


def _caller(context: Context) -> str:
    """Who calls, for the record: the bearer of the token, and what the program calls itself."""
    sent, about = context.request_context.request, context.request_context.session.client_params
    bearer = sent.state.caller.name if sent is not None else ""
    program = f"{about.client_info.name} {about.client_info.version}" if about else "unnamed"
    return visible_line(f"{bearer} {program}".strip())[:_LONGEST_NAME]


def _result(found: Found | Labels) -> CallToolResult:
    text = TextContent(text=tagged(found))
    return CallToolResult(content=[text], structured_content=found.model_dump())
