"""The stored world of the gate's cases, and drafts about it, honest but for what a case changes."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml
from building import Said, a_label, a_section, an_image

from monograph_qa.domain.answer import Draft, Group, Part, Quote, Source
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import FactSpan, Image, Label, Section
from monograph_qa.gate.stored import Stored, StoredSpan

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True, slots=True)
class World:
    """What is stored, by the names that the cases use. It is the gate's StoredText as well."""

    labels: dict[str, Label]
    spans: dict[str, StoredSpan]
    images: dict[str, Image]

    def stored(self, fact_ids: Collection[str], image_ids: Collection[str]) -> Stored:
        spans = {s.fact.fact_id: s for s in self.spans.values() if s.fact.fact_id in fact_ids}
        images = {i.image_id: i for i in self.images.values() if i.image_id in image_ids}
        return Stored(spans, images)

    def fact_ids(self, names: Collection[str]) -> frozenset[str]:
        return frozenset(self.spans[name].fact.fact_id for name in names)


def read_world() -> World:
    """The labels of cases/stored.yaml, each with one picture."""
    labels: dict[str, Label] = {}
    spans: dict[str, StoredSpan] = {}
    images: dict[str, Image] = {}
    for name, row in yaml.safe_load((CASES / "stored.yaml").read_text(encoding="utf-8")).items():
        label = labels[name] = a_label(row["drug"], title=row["title"])
        images[name] = an_image(label, png=f"picture of {name}".encode())
        for ordinal, (key, sentences) in enumerate(row["sections"].items(), 1):
            said = [Said(**each) for each in sentences.values()]
            section, facts = a_section(label, key, said, ordinal=ordinal)
            for fact_name, fact in zip(sentences, facts, strict=True):
                spans[fact_name] = StoredSpan(fact, section, label)
    return World(labels, spans, images)


def as_stored(world: World, case: dict[str, Any]) -> World:
    """The world as this case has it: changed facts, rotten pixels."""
    spans = dict(world.spans)
    for name, changes in case.get("stored", {}).items():
        spans[name] = replace(spans[name], fact=replace(spans[name].fact, **changes))
    images = dict(world.images)
    for name in case.get("rotten", ()):
        images[name] = replace(images[name], png=b"rotten")
    return World(world.labels, spans, images)


def draft_of(world: World, case: dict[str, Any]) -> Draft:
    """The draft that the case describes: one group and one source a line; lines `joined` stand
    in the group before them."""
    lines = case.get("say", [])
    names = [line["fact"] for line in lines]
    groups = [_group(world, line, at) for at, line in enumerate(lines, 1)]
    joined = [at for at, line in enumerate(lines) if line.get("joined")]
    for at in reversed(joined):
        group = groups.pop(at)
        both = (*groups[at - 1].quotes, *group.quotes)
        groups[at - 1] = replace(groups[at - 1], quotes=both)
    empty = (_group(world, {"fact": name}, 0) for name in case.get("empty_groups", ()))
    groups += [replace(group, quotes=()) for group in empty]
    sources = [_source(world, line, at) for at, line in enumerate(lines, 1)]
    for at, name in enumerate(case.get("idle_sources", ()), len(sources) + 1):
        sources.append(_source(world, {"fact": name}, at))
    asked = case.get("asked", ["nizatidine"])
    return Draft(
        question="What does the label say?",
        label_ids=tuple(world.labels[name].label_id for name in asked),
        groups=tuple(groups),
        sources=tuple(sources),
        images=tuple(_picture(world, row) for row in case.get("pictures", ())),
        retrieved=world.fact_ids(case.get("retrieved", names)),
        required=world.fact_ids(case.get("required", names)),
        writer=case.get("writer", "template"),
        parts=tuple(_part(world, row) for row in case.get("parts", ())),
    )


def _group(world: World, line: dict[str, Any], at: int) -> Group:
    span = world.spans[line["fact"]]
    section, fact = _section_of(world, line.get("group", {}), span.section), span.fact
    changes = {k: v for k, v in line.get("group", {}).items() if k not in ("label", "section_of")}
    group = Group(
        heading=section.heading,
        heading_path=section.heading_path,
        section_key=section.section_key,
        section_code=section.section_code,
        label_id=_label_of(world, line.get("group", {}), span.label).label_id,
        quotes=(_quote(fact, line, at),),
    )
    return replace(group, **changes)


def _quote(fact: FactSpan, line: dict[str, Any], at: int) -> Quote:
    return Quote(
        text=line.get("text", fact.quote),
        source=line.get("cites", at),
        fact_id=line.get("fact_id", fact.fact_id),
        page=line.get("page", fact.page),
        context=line.get("context", fact.context),
        tier=_tier(line.get("tier", "answer")),
        rank=line.get("rank", at),
        because=tuple(line.get("because", ())),
    )


def _tier(name: Any) -> Any:
    """The tier of that name; the name itself where there is none."""
    return {tier.value: tier for tier in Tier}.get(name, name)


def _source(world: World, line: dict[str, Any], at: int) -> Source:
    said = line.get("source", {})
    span = world.spans[line["fact"]]
    section, label = _section_of(world, said, span.section), _label_of(world, said, span.label)
    marked = span if "boxes_of" not in said else world.spans.get(said["boxes_of"])
    ours = ("label", "section_of", "boxes_of", "boxes_twice")
    changes = {k: v for k, v in said.items() if k not in ours}
    times = 2 if "boxes_twice" in said else 1
    source = Source(
        n=at,
        label_id=label.label_id,
        drug=label.drug,
        title=label.title,
        version=label.version,
        section_id=section.section_id,
        heading_path=section.heading_path,
        section_code=section.section_code,
        page=span.fact.page,
        boxes=marked.fact.boxes * times if marked else (),
    )
    return replace(source, **changes)


def _section_of(world: World, said: dict[str, Any], own: Section) -> Section:
    return world.spans[said["section_of"]].section if "section_of" in said else own


def _label_of(world: World, said: dict[str, Any], own: Label) -> Label:
    return world.labels[said["label"]] if "label" in said else own


def _part(world: World, row: dict[str, Any]) -> Part:
    label = world.labels[row.get("of", "nizatidine")]
    changes = {k: v for k, v in row.items() if k != "of"}
    return replace(Part(1, "what was asked", label.label_id, label.title), **changes)


def _picture(world: World, row: dict[str, Any]) -> Image:
    image = world.images[row["of"]]
    if "label" in row:
        image = replace(image, label_id=world.labels[row["label"]].label_id)
    if "pixels" in row:
        image = replace(image, png=row["pixels"].encode())
    ours = ("of", "label", "pixels")
    changes = {k: v for k, v in row.items() if k not in ours}
    return replace(image, **changes)
