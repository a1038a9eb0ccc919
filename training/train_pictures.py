"""Train the picture classifier: `python train_pictures.py FOLDER [FOLDER ...] [--out FILE]`.

Each folder holds crops of label pictures and an `index.json`: a list of objects with `file`, `pdf`
(the label the crop is from), `bbox`, `page_size`, `context` (words near it) and `label` (its kind).
Only learned numbers are written. Needs scikit-learn, rdkit and matplotlib besides the package.

The crops are augmented by wear, and joined by drawings made here (see drawn_structures.py and
drawn_others.py). Cross-validation never has one label's pictures on both sides.
"""

import argparse
import json
import random
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from drawn_others import others
from drawn_structures import structures
from PIL import Image
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.metrics import classification_report, f1_score
from sklearn.model_selection import GroupKFold
from worn import png, worn

from monograph_qa.images.classification import PictureView, likeliest, measure

VERSION = "1"
OUT = Path(__file__).parent.parent / "monograph_qa/images/weights/pictures.npz"
KINDS = {"chem_structure": "chemical_structure", "other_fragment": "other", "text_crop": "other"}
WEIGHT = {"crop": 1.0, "worn": 0.6, "drawn": 0.35}
# Text and specks must not draw in every unclear picture; nor must the many drawn structures.
KIND_WEIGHT = {"other": 0.3, "chemical_structure": 0.6}
# Every picture counts in training; text torn from a page only warns, its kind is no one's concern.
UNSCORED = "text_crop"


@dataclass(frozen=True)
class Sample:
    """One measured picture. `origin` is crop, worn or drawn; `group` the label it is from."""

    measures: dict[str, float]
    kind: str
    group: str
    origin: str
    name: str
    scored: bool = False


def real_samples(folders: list[Path], copies: int, rng: random.Random) -> list[Sample]:
    """The crops of `folders`, each as it is and in worn copies; blank ones left out."""
    samples = []
    for folder in folders:
        for row in json.loads((folder / "index.json").read_text(encoding="utf-8")):
            image = Image.open(folder / row["file"]).convert("L")
            kind = KINDS.get(row["label"], row["label"])
            crop = Sample({}, kind, row["pdf"], "crop", row["file"], row["label"] != UNSCORED)
            for copy in range(1 + (copies if crop.scored else 0)):
                view = PictureView(
                    png(worn(image, rng) if copy else image),
                    box=tuple(row["bbox"]),
                    page_size=tuple(row["page_size"]),
                    near_text=row["context"],
                )
                measures = measure(view)
                if measures is not None:
                    made = "worn" if copy else "crop"
                    samples.append(
                        replace(
                            crop, measures=measures, origin=made, scored=crop.scored and not copy
                        )
                    )
    return samples


def drawn_samples(structure_count: int, other_count: int, rng: random.Random) -> list[Sample]:
    """Drawings of structures and of everything else."""
    drawings = [("chemical_structure", n, i) for n, i in structures(structure_count, rng)]
    drawings += others(other_count, rng)
    samples = []
    for kind, name, image in drawings:
        measures = measure(PictureView(png(worn(image, rng))))
        if measures is not None:
            samples.append(Sample(measures, kind, "drawn", "drawn", name))
    return samples


def table(samples: list[Sample], seed: int) -> npt.NDArray[np.float32]:
    """The measures as rows, words and place made unreliable.

    Drawings have neither words nor a place: they borrow those of a crop, half the time of their
    own kind. Both are then blanked in part of the rows, so that the model also works without them.
    """
    rng = np.random.default_rng(seed)
    names = sorted(samples[0].measures)
    words = [i for i, n in enumerate(names) if n == "words" or n.startswith("cue_")]
    place = [names.index("box_size"), names.index("page_share")]
    rows = np.array([[s.measures[n] for n in names] for s in samples], dtype=np.float32)
    lenders = {
        kind: [i for i, s in enumerate(samples) if s.kind == kind and s.origin != "drawn"]
        for kind in sorted({s.kind for s in samples})
    }
    anyone = [i for lent in lenders.values() for i in lent]
    borrowed = rows.copy()
    for i, sample in enumerate(samples):
        if sample.origin == "drawn" and lenders[sample.kind]:
            for columns in (words, place):
                lender = lenders[sample.kind] if rng.random() < 0.5 else anyone
                borrowed[i, columns] = rows[rng.choice(lender)][columns]
        if rng.random() < 0.4:
            borrowed[i, words] = 0
        if rng.random() < 0.3:
            borrowed[i, place] = -1
    return borrowed


def fit(samples: list[Sample], trees: int) -> ExtraTreesClassifier:
    """The forest; a kind's weight grows with the square root of its samples' weight."""
    weight = np.array([WEIGHT[s.origin] for s in samples])
    kinds = np.array([s.kind for s in samples])
    for kind in set(kinds):
        weight[kinds == kind] /= weight[kinds == kind].sum() ** 0.5
    for kind, factor in KIND_WEIGHT.items():
        weight[kinds == kind] *= factor
    model = ExtraTreesClassifier(
        trees, min_samples_leaf=2, max_features=0.3, n_jobs=2, random_state=0
    )
    return model.fit(table(samples, seed=0), kinds, sample_weight=weight)


def validate(samples: list[Sample], trees: int, *, without_words: bool) -> dict[str, float]:
    """Print the cross-validated scores of the scored crops, and each crop that was missed.

    Gives the F1 of each kind and, as "right", the share of all that were told rightly.
    """
    scored = [s for s in samples if s.scored]
    names = sorted(samples[0].measures)
    truth, said, sure = [], [], []
    folds = GroupKFold(8).split(scored, groups=[s.group for s in scored])
    for _, held in folds:
        groups = {scored[i].group for i in held}
        model = fit([s for s in samples if s.group not in groups], trees)
        rows = np.array([[scored[i].measures[n] for n in names] for i in held], dtype=np.float32)
        if without_words:
            rows[:, [i for i, n in enumerate(names) if n == "words" or n.startswith("cue_")]] = 0
        shares = model.predict_proba(rows)
        truth += [scored[i] for i in held]
        for row in shares:
            kind, share = likeliest(dict(zip(model.classes_, row, strict=True)))
            said.append(str(kind))
            sure.append(share)
    print("without words" if without_words else "with words")
    print(classification_report([s.kind for s in truth], said, digits=3, zero_division=0))
    right = np.array([s.kind == k for s, k in zip(truth, said, strict=True)])
    for low, high in ((0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01)):
        among = right[(np.array(sure) >= low) & (np.array(sure) < high)]
        print(f"confidence {low}-{high}: {len(among)} crops, {among.mean():.3f} right")
    structures_sure = [
        share
        for sample, kind, share in zip(truth, said, sure, strict=True)
        if sample.kind == kind == "chemical_structure"
    ]
    print("least sure of the structures told:", np.round(sorted(structures_sure)[:6], 2))
    for sample, kind, share in zip(truth, said, sure, strict=True):
        if sample.kind != kind:
            print(f"  {sample.name}: {sample.kind} taken for {kind} ({share:.2f})")
    kinds = sorted({sample.kind for sample in truth})
    told = f1_score([s.kind for s in truth], said, labels=kinds, average=None, zero_division=0)
    scores = {kind: float(f1) for kind, f1 in zip(kinds, told, strict=True)}
    return {**scores, "right": float(right.mean()), "pictures": len(truth)}


def export(model: ExtraTreesClassifier, names: list[str], path: Path) -> None:
    """Write the trees as flat arrays that `monograph_qa.images.classification` reads."""
    parts: dict[str, list[npt.NDArray]] = {
        key: [] for key in ("feature", "threshold", "left", "right", "votes")
    }
    roots, offset = [], 0
    for tree in (estimator.tree_ for estimator in model.estimators_):
        leaf = tree.children_left < 0
        share = tree.value[:, 0] / tree.value[:, 0].sum(axis=1, keepdims=True)
        parts["feature"].append(np.where(leaf, -1, tree.feature).astype(np.int16))
        parts["threshold"].append(np.where(leaf, 0, tree.threshold).astype(np.float32))
        parts["left"].append(np.where(leaf, 0, tree.children_left + offset).astype(np.int32))
        parts["right"].append(np.where(leaf, 0, tree.children_right + offset).astype(np.int32))
        votes = np.where(leaf[:, None], np.round(share * 255), 0)
        parts["votes"].append(votes.astype(np.uint8))
        roots.append(offset)
        offset += tree.node_count
    np.savez_compressed(
        path,
        version=np.array(VERSION),
        names=np.array(names),
        classes=np.array(model.classes_.tolist()),
        roots=np.array(roots, dtype=np.int32),
        **{key: np.concatenate(value) for key, value in parts.items()},
    )
    print(f"{path}: {offset} nodes, {path.stat().st_size} bytes")


def main() -> None:
    """Measure, validate, train on everything, export; with --scores only the first two."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--copies", type=int, default=2, help="worn copies of each crop")
    parser.add_argument("--structures", type=int, default=420)
    parser.add_argument("--others", type=int, default=80, help="drawings of each other generator")
    parser.add_argument("--trees", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scores", type=Path, help="only validate, and write the F1s here (JSON)")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    samples = real_samples(options.folders, options.copies, rng)
    samples += drawn_samples(options.structures, options.others, rng)
    print(Counter((s.kind, s.origin) for s in samples))
    if options.scores is not None:
        scores = validate(samples, options.trees, without_words=False)
        options.scores.write_text(json.dumps(scores), encoding="utf-8")
        return
    for without_words in (False, True):
        validate(samples, options.trees, without_words=without_words)
    model = fit(samples, options.trees)
    export(model, sorted(samples[0].measures), options.out)


if __name__ == "__main__":
    main()
