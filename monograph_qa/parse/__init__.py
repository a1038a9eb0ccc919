"""Label files become blocks in reading order; the only room that knows Docling.

`read` gives a ParsedLabel or raises a LabelError, `take` what it would open; nothing heavy is
imported before they are called.
"""

from monograph_qa.parse.reader import READABLE, read, take

__all__ = ["READABLE", "read", "take"]
