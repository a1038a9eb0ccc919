"""Published sets of questions as a file for `monograph-qa eval`.

    python -m bench.published_questions medquad FOLDER > medquad.jsonl
    python -m bench.published_questions tac FOLDER --library LIBRARY > tac.jsonl
    python -m bench.published_questions fdarxbench data/qa/qa.jsonl --library LIBRARY > fdarx.jsonl

`medquad` reads MedQuAD's XML (or its questions as JSON lines): what is asked of drugs has no answer
in the set, so that an answer or an honest "not found" is right, and another drug is harm. `tac`
reads the labels of the TAC 2017 track with their adverse reactions, or the reactions that an
`events.json` has for SPL files: each of up to `--most` of a drug is asked about, and must be named
in a line that is shown. `fdarxbench` reads FDARxBench's
questions (JSON lines): a sentence of each section that they were made from must be shown, and what
the label does not answer must be said to be silent; the wording of its answers, which are free text
of a model or of the highlights, is not compared. With a library, only drugs that it holds are
asked.
"""

import argparse
import itertools
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lxml import etree

from monograph_qa import Library
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.name_keys import name_key

Row = dict[str, Any]

_SENTENCE_END = re.compile(r"(?<=[.;:])\s+|\n")
_OPENING = 6  # words that tell a sentence from others of its label


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("set", choices=sorted(SETS))
    parser.add_argument("place", type=Path)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--most", type=int, default=5, help="questions of one drug")
    chosen = parser.parse_args()
    rows = [row for own in SETS[chosen.set](chosen.place) for row in own[: chosen.most]]
    if not rows:
        parser.exit(1, f"{chosen.place}: no questions; {chosen.set} needs {NEEDS[chosen.set]}\n")
    if chosen.library:
        with Library.open(chosen.library) as library:
            rows = [row for row in rows if _is_held(library.reader, row["label"])]
        if not rows:
            parser.exit(1, f"{chosen.library}: no label is of a drug of {chosen.place}\n")
    for at, row in enumerate(rows, 1):
        sys.stdout.write(json.dumps({"id": f"{chosen.set}-{at}", **row}, ensure_ascii=False) + "\n")
    return 0


def medquad(place: Path) -> Iterator[Sequence[Row]]:
    """The questions of each drug: of XML files below a folder, or of a file of JSON lines."""
    found: dict[str, list[Row]] = {}
    for focus, kind, question in _asked(place):
        row = {"question": question, "label": focus, "kind": kind, "expect": "answer_or_silent"}
        found.setdefault(focus, []).append(row)
    yield from found.values()


def _asked(place: Path) -> Iterator[tuple[str, str, str]]:
    if place.is_file():
        for line in place.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield row["focus"], row["type"], row["question"]
        return
    for path in sorted(place.rglob("*.xml")):
        document = etree.parse(path)
        focus = (document.findtext("Focus") or "").strip()
        for each in document.iterfind(".//Question"):
            yield focus, each.get("qtype", ""), (each.text or "").strip()


def tac(place: Path) -> Iterator[Sequence[Row]]:
    """The adverse reactions of each label, asked about one by one."""
    for drug, names in _reactions(place):
        yield [
            {
                "question": f"Does {drug} cause {name}?",
                "label": drug,
                "need": [rf"(?i){re.escape(name)}"],
                "kind": "reaction",
            }
            for name in names
        ]


def _reactions(place: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Each drug with the reactions that experts marked, each once."""
    marked = place / "events.json"
    if marked.is_file():
        for drug, sections in json.loads(marked.read_text(encoding="utf-8")).items():
            yield drug, list(dict.fromkeys(itertools.chain.from_iterable(sections.values())))
        return
    for path in sorted(place.glob("*.xml")):
        label = etree.parse(path).getroot()
        yield label.get("drug", ""), [each.get("str") for each in label.iterfind(".//Reaction")]


def fdarxbench(place: Path) -> Iterator[Sequence[Row]]:
    """The questions of each drug, with an opening of a sentence for each section that answers."""
    found: dict[str, list[Row]] = {}
    for line in place.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        drug, task = told["drug_name"], told["task"]
        row: Row = {"question": told["question"], "label": drug, "kind": task}
        if task == "refusal":
            row["expect"] = "silent"
        else:
            row["need"] = [_any_sentence(texts) for texts in _gold(told) if texts]
        found.setdefault(drug, []).append(row)
    yield from found.values()


def _gold(told: Row) -> Iterator[list[str]]:
    """The texts that hold the answer: one of all for a question of one section, else by section."""
    passages = [each for each in told["context"] if each.get("has_answer", True)]
    if told["task"] != "multihop":
        yield [each["text"] for each in passages or told["context"]]
        return
    for _, own in itertools.groupby(passages, key=lambda each: each["section_title"]):
        yield [each["text"] for each in own]


def _any_sentence(texts: Sequence[str]) -> str:
    """A pattern for the beginning of any sentence of the texts, whatever stands between words."""
    cut = (each for text in texts for each in _SENTENCE_END.split(text))
    openings = (re.findall(r"\w+", sentence)[:_OPENING] for sentence in cut)
    return "(?i)" + "|".join(r"\b" + r"\W+".join(words) for words in openings if len(words) > 2)


SETS = {"medquad": medquad, "tac": tac, "fdarxbench": fdarxbench}
NEEDS = {
    "medquad": "a folder of its XML, or its questions as JSON lines",
    "tac": "a folder of the track's XML with its <Reaction str=…>, or an events.json of reactions",
    "fdarxbench": "its questions as JSON lines",
}


def _is_held(reader: LibraryReader, drug: str) -> bool:
    return bool(reader.names_by_keys([name_key(drug)]))


if __name__ == "__main__":
    sys.exit(main())
