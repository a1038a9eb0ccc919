"""The sentences that print what a label is of."""

from building import Said, a_label, a_section

from monograph_qa.domain.label import DrugName, FactKind, FactSpan, NameKind, Product
from monograph_qa.facts.attested import attested
from monograph_qa.vocabulary.attributes import IDENTITY, of_product

PRODUCT = Product(
    brand="VELTARA",
    maker="Northfield Pharma Inc.",
    forms=("tablet",),
    routes=("oral",),
    revised_as_printed="3/2024",
)
LABEL = a_label("brivatrex")
NAMES = tuple(
    DrugName(name, kind, LABEL.label_id)
    for name, kind in (("brivatrex", NameKind.GENERIC), ("VELTARA", NameKind.BRAND))
)


def told(*lines: tuple[str, str]) -> dict[str, FactSpan]:
    """The facts of a label of these (section key, sentence), by their sentence."""
    sections = []
    facts: list[FactSpan] = []
    for at, (key, said) in enumerate(lines):
        section, own = a_section(LABEL, key, [Said(said, kind=FactKind.OTHER)], ordinal=at)
        sections.append(section)
        facts += own
    return {fact.quote: fact for fact in attested(facts, sections, NAMES, PRODUCT)}


def test_each_thing_is_told_where_it_is_printed() -> None:
    line = "VELTARA (brivatrex) tablets, for oral use"
    found = told(
        ("highlights", "Read all that is needed to use VELTARA safely."),
        ("highlights", line),
        ("recent_major_changes", "Boxed Warning 3/2024"),
        ("highlights", "Revised: 3/2024"),
        ("description", "Brivatrex is a white powder."),
        ("how_supplied", "Distributed by Northfield Pharma Inc."),
    )
    own = {quote: set(fact.attributes) - {IDENTITY} for quote, fact in found.items()}
    keys = {field: key for key, field in of_product().items()}
    assert own[line] == {keys["names"], keys["forms"], keys["routes"]}
    assert own["Revised: 3/2024"] == {keys["revised_as_printed"]}
    assert own["Distributed by Northfield Pharma Inc."] == {keys["maker"]}
    assert sum(map(bool, own.values())) == 3
    marked = [fact for fact in found.values() if IDENTITY in fact.attributes]
    assert len(marked) == 3 and all(fact.kind is FactKind.FACT for fact in marked)


def test_the_ingredient_is_told_elsewhere_where_the_title_has_but_the_brand() -> None:
    found = told(
        ("product_name", "VELTARA 20 mg tablets"),
        ("description", "Each tablet contains 20 mg of brivatrex."),
    )
    keys = {field: key for key, field in of_product().items()}
    assert all(keys["names"] in fact.attributes for fact in found.values())


def test_no_lead_in_and_no_contents_page_tells_it() -> None:
    found = told(
        ("indications_and_usage", "VELTARA (brivatrex) is indicated for:"),
        ("contents", "VELTARA (brivatrex)"),
        ("description", "VELTARA holds brivatrex."),
    )
    assert [q for q, f in found.items() if IDENTITY in f.attributes] == ["VELTARA holds brivatrex."]
