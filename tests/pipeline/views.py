"""What a view says."""

from monograph_qa.domain.search import View


def said_in(view: View) -> dict[str, dict[str, list[str]]]:
    """The quotes of each block by its name, by the titles of the labels."""
    return {
        side.title: {block.name: [line.quote for line in block.lines] for block in side.blocks}
        for side in view.sides
    }
