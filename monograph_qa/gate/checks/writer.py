"""The writer signs with a name, and with nothing that could be read as an answer."""

import re
from collections.abc import Iterator

from monograph_qa.domain.answer import Draft, Finding
from monograph_qa.gate.stored import Stored

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99}(?: \(model (?:unavailable|withheld)\))?")


def check_writer(draft: Draft, stored: Stored) -> Iterator[Finding]:
    """Finding: `unquoted` (the name is shown with the answer and is no single plain word)."""
    if not _NAME.fullmatch(draft.writer):
        yield Finding("unquoted", "writer", "its name holds more than letters, digits and ._:/@+-")
