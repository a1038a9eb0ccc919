"""The pictures of an SPL document, where their files lie beside it."""

import io
import warnings
from pathlib import Path

from PIL import Image

from monograph_qa.domain.parsed import Picture
from monograph_qa.parse.spl_xml import Element, descend, find_child

_MOST_BYTES = 20_000_000
_MOST_PIXELS = 50_000_000


class MediaFolder:
    """The images that a document names, looked up in the document's own folder and nowhere else."""

    def __init__(self, document: Element, path: Path) -> None:
        self._folder = path.parent
        self._files: dict[str, str] = {}
        for media in descend(document, "observationMedia"):
            reference = find_child(media, "value", "reference")
            if reference is not None and media.get("ID"):
                self._files[media.get("ID")] = reference.get("value", "")

    def match_pictures(self, reference: Element) -> tuple[Picture, ...]:
        """The pictures a renderMultiMedia shows; a missing or unreadable file shows nothing."""
        names = (self._files.get(key, "") for key in reference.get("referencedObject", "").split())
        found = (self._find_picture(name) for name in names if name)
        return tuple(picture for picture in found if picture is not None)

    def match_files(self) -> dict[str, Path]:
        """Name in the document -> file, of each picture that it could show."""
        found = {name: self._find_file(name) for name in self._files.values() if name}
        return {name: file for name, file in found.items() if file is not None}

    def _find_picture(self, name: str) -> Picture | None:
        file = self._find_file(name)
        try:
            return None if file is None else _as_png(file.read_bytes())
        except OSError:
            return None

    def _find_file(self, name: str) -> Path | None:
        if name in {".", ".."} or any(sign in name for sign in "/\\:\0"):
            return None
        try:
            folder = self._folder.resolve()
            file = (folder / name).resolve()  # follows a link, so that one leading out is refused
            if file.parent != folder or not file.is_file():
                return None
            return None if file.stat().st_size > _MOST_BYTES else file
        except OSError:
            return None


def _as_png(data: bytes) -> Picture | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # we count ourselves
            with Image.open(io.BytesIO(data)) as image:
                if image.width * image.height > _MOST_PIXELS:
                    return None
                pixels = image.convert("RGBA" if image.has_transparency_data else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    png = io.BytesIO()
    pixels.save(png, format="PNG")
    return Picture(png.getvalue(), pixels.width, pixels.height)
