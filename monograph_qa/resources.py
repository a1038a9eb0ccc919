"""Files that travel with the package: `schemas/` and `prompts/`. In a checkout they lie beside the
package; in a wheel they are put inside it."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def resource(relative: str) -> Path:
    """The path of a shipped file, e.g. `schemas/vocabulary/attributes.csv`. Raises
    FileNotFoundError naming the places that were looked in."""
    places = (_PACKAGE / relative, _PACKAGE.parent / relative)
    for place in places:
        if place.exists():
            return place
    raise FileNotFoundError(f"{relative} is in neither {' nor '.join(map(str, places))}")
