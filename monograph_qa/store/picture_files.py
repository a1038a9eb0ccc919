"""Pictures written out for viewing. The library holds the originals; a file is only their copy."""

import os
import re
from contextlib import suppress
from pathlib import Path

from monograph_qa.domain.label import Image
from monograph_qa.errors import LibraryError

_NAME = re.compile(r"[A-Za-z0-9_]{1,80}", re.ASCII)


def picture_file(folder: Path, image: Image) -> Path:
    """A PNG file in `folder` with exactly the stored picture; written where it is not there yet.

    A file or link of that name with anything else in it is replaced, never followed. Raises
    LibraryError for an id that would name a place outside of `folder`, and when it cannot be
    written.
    """
    if _NAME.fullmatch(image.image_id) is None:
        raise LibraryError(f"no picture is written under the id {image.image_id!r}")
    path = folder / f"{image.image_id}.png"
    part = folder / f"{image.image_id}.{os.getpid()}.part"
    try:
        if not _holds(path, image.png):
            folder.mkdir(parents=True, exist_ok=True)
            # Whole or not at all: a half-written picture would be taken for the picture.
            part.unlink(missing_ok=True)
            with open(part, "xb", opener=_no_link) as file:
                file.write(image.png)
            part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise LibraryError(f"{path}: cannot be written ({error.strerror})") from error
    return path.absolute()


def _holds(path: Path, png: bytes) -> bool:
    try:
        if path.is_symlink() or path.stat().st_size != len(png):
            return False
        return path.read_bytes() == png
    except OSError:
        return False


def _no_link(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o644)
