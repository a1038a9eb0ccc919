"""Drafts, verdicts and answers. A Draft is unjudged text; only `gate` turns one into an Answer."""

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from monograph_qa.domain.evidence import SectionHead, Tier
from monograph_qa.domain.geometry import PageBox
from monograph_qa.domain.intent import Intent
from monograph_qa.domain.label import Image, Label, Section
from monograph_qa.frozen import frozen

if TYPE_CHECKING:
    import pyarrow

    from monograph_qa.domain.search import Table


class Outcome(StrEnum):
    ANSWERED = "answered"
    NOT_FOUND = "not_found"
    CLARIFY = "clarify"
    OUT_OF_SCOPE = "out_of_scope"
    WITHHELD = "withheld"


class Status(StrEnum):
    RELEASED = "released"
    WITHHELD = "withheld"


@frozen
class Quote:
    """One line of an answer: `text` claims to be the stored FactSpan `fact_id`, whole.

    `source` is the number of the source it cites. `context` is the stored lead-in shown beside it.
    `tier` says what it is to the question, `rank` its place among all lines from 1 on, and
    `because` what put it there, weightiest first.
    """

    text: str
    source: int
    fact_id: str
    page: int | None
    context: str | None = None
    tier: Tier = Tier.ANSWER
    rank: int = 0
    because: tuple[str, ...] = ()


@frozen
class Group:
    """The quotes from one section that answer the part numbered `part`, in order of their ranks."""

    heading: str
    heading_path: str
    section_key: str
    section_code: str | None
    label_id: str
    quotes: tuple[Quote, ...]
    part: int = 0


@frozen
class Part:
    """One sub-question, asked of one label: `subject` is what it asks, in the asker's words.

    `note` says in fixed words and headings what the quotes cannot: that the label is silent, or
    `attributes` were looked for throughout the label; `edition` is its revision and file.
    """

    n: int
    subject: str
    label_id: str
    title: str
    note: str = ""
    section_keys: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    edition: str = ""


@frozen
class Step:
    """One step on the way to an answer: what it saw, of which part (0: the whole), how long."""

    name: str
    part: int
    ms: float
    saw: str


@frozen
class Source:
    """One place that quotes cite: a page of a section of a version of a label."""

    n: int
    label_id: str
    drug: str
    title: str
    version: int
    section_id: str
    heading_path: str
    section_code: str | None
    page: int | None
    boxes: tuple[PageBox, ...]


def source_of(
    n: int, label: Label, section: Section | SectionHead, page: int | None, boxes: Iterable[PageBox]
) -> Source:
    """The source numbered `n`: a page of a section of a label."""
    return Source(
        n, label.label_id, label.drug, label.title, label.version, section.section_id,
        section.heading_path, section.section_code, page, tuple(boxes),
    )  # fmt: skip


@frozen
class RouteReport:
    route: str
    hits: int
    ms: float


@frozen
class Draft:
    """What is proposed to be said, about the labels that were asked about and no others.

    `retrieved` are the fact_ids that any route brought, `required` those that the FactSpan
    invariant demands; both come from the routes' results, whatever the writer arranged.
    """

    question: str
    label_ids: tuple[str, ...]
    groups: tuple[Group, ...]
    sources: tuple[Source, ...]
    images: tuple[Image, ...] = ()
    retrieved: frozenset[str] = frozenset()
    required: frozenset[str] = frozenset()
    last_resort: bool = False
    writer: str = "template"
    parts: tuple[Part, ...] = ()


@frozen
class Refusal:
    """Why there is no answer: one helpful line, made of fixed words and names the library holds."""

    outcome: Outcome
    message: str
    candidates: tuple["Candidate", ...] = ()


@frozen
class Candidate:
    """A label or a name that the asker may choose; `edition` is its file and revision date, where
    other labels of the drug are offered as well."""

    name: str
    label_id: str | None
    title: str
    edition: str = ""

    @property
    def offered(self) -> str:
        """What is shown to choose by."""
        return f"{self.title} ({self.edition})" if self.edition else self.title


@frozen
class Finding:
    """What a check found wrong: the check's name, the offending fact or source, one sentence."""

    check: str
    subject: str
    message: str


@frozen
class Verdict:
    status: Status
    findings: tuple[Finding, ...] = ()


@frozen
class Attempt:
    """A writer's try that was not shown: why it `failed`, what was found, the draft if one came,
    and the free text where it `said` one."""

    writer: str
    failed: str
    findings: tuple[Finding, ...] = ()
    draft: Draft | None = None
    said: str = ""


@frozen
class Answer:
    """A judged answer, made by `gate` alone; a withheld one carries findings and no text. The
    fields from `question` on say how it came to be; the gate stamps them on."""

    outcome: Outcome
    verdict: Verdict
    message: str = ""
    groups: tuple[Group, ...] = ()
    sources: tuple[Source, ...] = ()
    images: tuple[Image, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    last_resort: bool = False
    writer: str = "template"
    question: str = ""
    intent: Intent | None = None
    routes: tuple[RouteReport, ...] = ()
    audit_id: str = ""
    elapsed_ms: float = 0.0
    parts: tuple[Part, ...] = ()
    trace: tuple[Step, ...] = ()

    def lines(self) -> list[tuple[Group, Quote]]:
        """The lines in the order in which a reader sees them, those of tier `more` last."""
        lines = [(group, quote) for group in self.groups for quote in group.quotes]
        return sorted(lines, key=lambda line: (line[1].tier is Tier.MORE, line[1].rank))

    def table(self) -> "Table":
        """`lines` with the columns of what `find` finds, and their tiers."""
        from monograph_qa.domain.search import (  # not what is waited for at each question
            FoundLine,
            Table,
        )

        cited = {each.n: each for each in self.sources}
        rows = (
            (
                group.label_id, cited[quote.source].drug, cited[quote.source].title,
                group.section_key, group.section_code, group.heading_path, quote.page,
                quote.fact_id, quote.text, quote.context, quote.tier.value,
            )
            for group, quote in self.lines()
        )  # fmt: skip
        return Table((*FoundLine.__match_args__, "tier"), tuple(rows))

    def to_arrow(self) -> "pyarrow.Table":
        return self.table().to_arrow()

    def _repr_html_(self) -> str:
        """What is said, and the lines as a table of HTML."""
        from html import escape

        notes = dict.fromkeys([self.message, *(part.note for part in self.parts)])
        said = "".join(f"<p>{escape(note)}</p>" for note in notes if note)
        return said + (self.table()._repr_html_() if self.groups else "")
