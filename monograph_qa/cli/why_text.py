"""How an answer came to be, told from its audit record."""

from collections.abc import Iterator, Sequence
from typing import Any


def why_value(record: dict[str, Any]) -> dict[str, Any]:
    """The part of a record (see `showing.record_value`) that says how and why, as JSON."""
    kept = ("audit_id", "intent", "routes", "verdict", "findings", "model", "prompt_sha256")
    return {name: record[name] for name in kept}


def why_text(record: dict[str, Any]) -> str:
    """The same for a reader: reading, what was carried, routes, checks, where it is recorded."""
    return "\n".join(_why(record))


def _why(record: dict[str, Any]) -> Iterator[str]:
    intent = record["intent"] or {}
    yield f"Question  {record['question']}"
    yield f"Kind      {intent.get('kind', '')}"
    drugs = [drug["asked"] for drug in intent.get("drugs", ())]
    drugs += [f"{drug['asked']} (not held)" for drug in intent.get("unknown_drugs", ())]
    for name, values in (
        ("Drugs", drugs),
        ("Topics", intent.get("topics", ())),
        ("People", intent.get("populations", ())),
        ("Sections", intent.get("section_keys", ())),
        ("Facts", intent.get("attributes", ())),
        ("Words", intent.get("words", ())),
    ):
        if values:
            yield f"{name:9} {', '.join(values)}"
    took = intent.get("carried")
    if took:
        yield f"Carried   {', '.join([*took['drugs'], *took['topics']])}, from “{took['question']}”"
    if intent.get("refined_by"):
        yield f"Refined   by {intent['refined_by']}"
    for route in record["routes"]:
        yield f"Route     {_route(route)}"
    if not record["routes"]:
        yield "Route     none was taken"
    yield f"Checks    {record['verdict']}"
    for finding in record["findings"]:
        yield f"          {finding['check']}: {finding['subject']}: {finding['message']}"
    yield f"Writer    {record['model']}"
    yield f"Recorded  {record['audit_id']}"
    yield ""


def _route(route: dict[str, Any]) -> str:
    if route.get("purpose"):
        how = route.get("failure") or "answered"
        return f"model {route.get('model', '')} for {route['purpose']}: {how}, {route['ms']} ms"
    return f"{route['route']}: {route['hits']} found, {route['ms']} ms"


def sources_text(sources: Sequence[dict[str, Any]]) -> str:
    """The sources of an answer, a line each."""
    if not sources:
        return "(the last answer cites no source)\n"
    return "\n".join([*(_source(source) for source in sources), ""])


def _source(source: dict[str, Any]) -> str:
    page = f", page {source['page']}" if source["page"] else ""
    label = f"{source['title']} (version {source['version']}, {source['label_id']})"
    return f"  [{source['n']}] {label}, {source['heading_path']}{page}"
