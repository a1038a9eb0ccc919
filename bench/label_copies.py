"""Labels in any number: the sample monographs, set again with other names, numbers, sentences."""

import random
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.scale_names import NameMaker
from monographs.make import LAYOUTS, ROOM
from monographs.typeset.fonts import register_fonts
from monographs.typeset.source import read_source

_OWN_NAMES = ("axid", "zantac", "exelon")  # the ingredient is the first word of the source's name
_FIGURES = re.compile(r"(?ms)^:::figure.*?^:::$")  # drawn from files and axes that must stay
_QUANTITY = re.compile(r"(?<![\d.,–-])(\d{1,3})(?= (?:mg|hours|days|weeks|patients)\b)")
_PARAGRAPH_END = re.compile(r"(?<=[a-z]\.)\n\n(?=[A-Z#])")
_MAIN_PARTS = re.compile(r"(?m)^=== (?:body|full|summary|top)$")


def write_copies(folder: Path, number: int, seed: int) -> None:
    """`number` label PDFs in `folder`, each of another drug; the same seed gives the same bytes."""
    register_fonts()
    names, dice = NameMaker(seed), random.Random(seed)
    ingredients, brands = names.ingredients(), names.brands()
    sources = sorted((ROOM / "source").glob("*.md"))
    with TemporaryDirectory() as temporary:
        for at in range(number):
            source = sources[at % len(sources)]
            generic = next(ingredients)
            changed = Path(temporary) / f"{generic}_{at + 1:05}.md"
            own = (source.stem.partition("_")[0], *_OWN_NAMES)
            renamed = dict.fromkeys(own, next(brands).lower()) | {own[0]: generic}
            changed.write_text(_changed(source.read_text(), renamed, dice), encoding="utf-8")
            read = read_source(changed)
            LAYOUTS[read.settings["layout"]](read, folder / f"{changed.stem}.pdf")


def _changed(text: str, renamed: dict[str, str], dice: random.Random) -> str:
    pieces, at = [], 0
    for figure in _FIGURES.finditer(text):
        pieces += [_reworded(text[at : figure.start()], renamed, dice), figure.group()]
        at = figure.end()
    pieces.append(_reworded(text[at:], renamed, dice))
    return _with_a_sentence("".join(pieces), dice)


def _reworded(text: str, renamed: dict[str, str], dice: random.Random) -> str:
    names = re.compile(rf"\b(?:{'|'.join(renamed)})\b", re.IGNORECASE)
    text = names.sub(lambda found: _in_case_of(found.group(), renamed), text)
    factor = dice.choice((0.5, 1.5, 2, 3))
    return _QUANTITY.sub(lambda found: f"{max(1, round(int(found[1]) * factor))}", text)


def _in_case_of(name: str, renamed: dict[str, str]) -> str:
    new = renamed[name.lower()]
    return new.upper() if name.isupper() else new.capitalize() if name[0].isupper() else new


def _with_a_sentence(text: str, dice: random.Random) -> str:
    main = _MAIN_PARTS.search(text)
    ends = [m.start() for m in _PARAGRAPH_END.finditer(text, main.end() if main else 0)]
    at = dice.choice(ends)
    patients = dice.randint(40, 4000)
    told = (
        f" In study {dice.randint(1000, 9999)}, {dice.randint(1, patients)} of {patients} patients"
        f" were followed for {dice.randint(2, 104)} weeks."
    )
    return text[:at] + told + text[at:]
