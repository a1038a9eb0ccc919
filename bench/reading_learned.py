"""Sentence splitting on hand-marked paragraphs; the picture classes cross-validated by label."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from monograph_qa.facts.sentences import iter_sentences

_ROOT = Path(__file__).resolve().parent.parent
_MARKED = _ROOT / "tests" / "facts" / "cases" / "sentences.yaml"
_MARK = "‖"  # where one sentence ends and the next begins


def sentence_scores() -> list[tuple[str, int, int]]:
    """For each hand-marked set: its name, sentences found exactly, sentences in all."""
    sets: Mapping[str, Any] = yaml.safe_load(_MARKED.read_text(encoding="utf-8"))
    scores = []
    for name, topics in sets.items():
        found = wanted = 0
        for marked in (paragraph for topic in topics.values() for paragraph in topic):
            text = marked.replace(_MARK, "")
            said = {text[start:stop] for start, stop in iter_sentences(text)}
            sentences = [part.strip() for part in marked.split(_MARK)]
            wanted += len(sentences)
            found += sum(sentence in said for sentence in sentences)
        scores.append((name, found, wanted))
    return scores


def picture_scores(crops: Path) -> dict[str, float]:
    """F1 by kind of picture, "right" and "pictures", as training/train_pictures.py validates on a
    folder of crops with its index.json; prints what it prints.

    Raises subprocess.CalledProcessError where the training's packages are not installed.
    """
    with tempfile.TemporaryDirectory() as temporary:
        scores = Path(temporary) / "scores.json"
        script = _ROOT / "training" / "train_pictures.py"
        call = [sys.executable, str(script), str(crops), "--scores", str(scores)]
        subprocess.run(call, check=True, cwd=_ROOT)
        found: dict[str, float] = json.loads(scores.read_text(encoding="utf-8"))
        return found
