"""Label files become blocks in reading order; the only room that knows Docling.

`read` gives a ParsedLabel or raises a LabelError; nothing heavy is imported before it is called.
"""

from monograph_qa.parse.reader import READABLE, read

__all__ = ["READABLE", "read"]
