"""Entry point of the `docling` plugin group: our layout and table engines."""

from monograph_qa.parse.compat import without_torch

# Docling imports every plugin before it asks any of them for engines, so this comes in time.
without_torch()


def layout_engines() -> dict[str, list[type]]:
    """The layout engines that this package offers to Docling."""
    from monograph_qa.parse.engines import RuleLayout

    return {"layout_engines": [RuleLayout]}


def table_structure_engines() -> dict[str, list[type]]:
    """The table structure engines that this package offers to Docling."""
    from monograph_qa.parse.engines import RuleTables

    return {"table_structure_engines": [RuleTables]}
