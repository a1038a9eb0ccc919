"""Distil the static embedder: `python train_embedding.py ONNX TOKENIZER SPL_FOLDER [--out DIR]`.

ONNX and TOKENIZER are all-MiniLM-L6-v2's files; SPL_FOLDER holds label files in SPL XML, whose
sentences are only read to learn how words are used. Steps: (1) the vocabulary is the model's own
pieces in Latin script plus the labels' frequent words; (2) each token alone goes through the model;
(3) principal components, the strongest ones damped; (4) tokens are weighted by how rare they are;
(5) ridge regression moves the token vectors so that their sum comes near the model's vector of
whole sentences, of parts of them and of questions; (6) int8 with a scale a row.
"""

import argparse
import random
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, cg
from teacher import Teacher
from tokenizers import Tokenizer

from monograph_qa.evidence.embedding.embedders import Wordpieces

OUT = Path(__file__).parent.parent / "monograph_qa/evidence/embedding/weights"
VERSION = "1"
Matrix = npt.NDArray[np.float32]


def sentences_of(folder: Path, most: int, rng: random.Random) -> list[str]:
    """Different sentences of the label files, and parts of some: three to nine words."""
    found: set[str] = set()
    for path in sorted(folder.glob("*.xml")):
        for element in ElementTree.parse(path).iter():
            if element.tag.rpartition("}")[2] in ("paragraph", "item", "td", "title"):
                text = " ".join("".join(element.itertext()).split())
                found |= {s for s in re.split(r"(?<=[.:;])\s+(?=[A-Z])", text) if 12 < len(s) < 400}
    chosen = sorted(found)
    rng.shuffle(chosen)
    chosen = chosen[:most]
    parts = []
    for sentence in chosen:
        words = sentence.split()
        if len(words) > 9:
            length = rng.randint(3, 9)
            start = rng.randint(0, len(words) - length)
            parts.append(" ".join(words[start : start + length]))
    return chosen + parts


def vocabulary_of(tokenizer: Tokenizer, texts: list[str], words: int) -> list[str]:
    """The tokenizer's pieces in Latin script, then the texts' most frequent other words."""
    own = sorted(tokenizer.get_vocab().items(), key=lambda entry: entry[1])
    pieces = [p for p, _ in own if re.fullmatch(r"(##)?([a-z]+|[0-9]+)|[%<>=+/&°µ]", p)]
    known = set(pieces)
    counts = Counter(w for t in texts for w in re.findall(r"[a-z]{4,}", t.lower()))
    more = [w for w, n in counts.most_common() if w not in known and n >= 2]
    return pieces + more[:words]


def questions_of(vocabulary: list[str], count: int, rng: random.Random) -> list[str]:
    """Question shapes filled with words of the vocabulary: what stays the same says little."""
    shapes = (Path(__file__).parent / "question_shapes.csv").read_text("utf-8").splitlines()[1:]
    words = [word for word in vocabulary if word.isalpha() and len(word) > 3]
    common = words[:7000] + words[-3000:]
    questions = []
    for _ in range(count):
        shape = rng.choice(shapes)
        fills = [" ".join(rng.choices(common, k=rng.choice((1, 1, 2)))) for _ in shape.split("{}")]
        questions.append(shape.format(*fills))
    return questions


def weights_of(pieces: Wordpieces, texts: list[str], size: int, smooth: float) -> Matrix:
    """How much each token weighs: a / (a + its share of the texts); rare tokens weigh 1."""
    counts = np.zeros(size)
    for text in texts:
        for number in pieces.encode(text):
            counts[number] += 1
    share = (counts + 0.5) / (counts.sum() + 0.5 * size)
    return (smooth / (smooth + share)).astype(np.float32)


def reduce(vectors: Matrix, dimensions: int, damping: float) -> tuple[Matrix, Matrix]:
    """The middle of `vectors`, and the ways along which they spread most.

    Each way is divided by its spread to the power of `damping`: 0 keeps it, 1 evens all ways out.
    """
    middle = vectors.mean(axis=0)
    _, spread, ways = np.linalg.svd(vectors - middle, full_matrices=False)
    damped = ways / (spread / len(vectors) ** 0.5)[:, None] ** damping
    return middle, damped[:dimensions].T


def bags(pieces: Wordpieces, texts: list[str], size: int) -> sparse.csr_matrix:
    """One row a text: how often each token occurs, as a share of the text."""
    rows, columns, values = [], [], []
    for row, text in enumerate(texts):
        numbers = pieces.encode(text)
        for number in numbers:
            rows.append(row)
            columns.append(number)
            values.append(1 / len(numbers))
    return sparse.csr_matrix((values, (rows, columns)), (len(texts), size), dtype=np.float32)


def fit(bag: sparse.csr_matrix, start: Matrix, target: Matrix, ridge: float) -> Matrix:
    """The token vectors near `start` whose sums come near `target` (ridge regression)."""
    # A sum of token vectors is not of unit length: scale the target to what the start gives.
    made = bag @ start
    lengths = np.linalg.norm(made, axis=1, keepdims=True)
    left = target * np.median(lengths) - made
    size = start.shape[0]
    operator = LinearOperator(
        (size, size), matvec=lambda v: bag.T @ (bag @ v) + ridge * v, dtype=np.float32
    )
    moved = start.copy()
    for column in range(start.shape[1]):
        step, _ = cg(operator, bag.T @ left[:, column], rtol=1e-3, maxiter=40)
        moved[:, column] += step
    return moved


def write(vectors: Matrix, vocabulary: list[str], folder: Path) -> None:
    """The files that `StaticEmbedder` opens."""
    folder.mkdir(parents=True, exist_ok=True)
    scales = np.abs(vectors).max(axis=1) / 127
    rounded = np.round(vectors / np.maximum(scales[:, None], 1e-9)).astype(np.int8)
    np.save(folder / "vectors.npy", rounded)
    np.save(folder / "scales.npy", scales.astype(np.float32))
    name = f"minilm-static-{vectors.shape[1]}/{VERSION}"
    (folder / "vocabulary.txt").write_text("\n".join([name, *vocabulary]) + "\n", encoding="utf-8")
    size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"{name}: {len(vocabulary)} tokens, {size / 1e6:.2f} MB in all")


def main() -> None:
    """Read, distil, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("onnx", type=Path)
    parser.add_argument("tokenizer", type=Path)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--dimensions", type=int, default=256)
    parser.add_argument("--words", type=int, default=3000)
    parser.add_argument("--smooth", type=float, default=3e-3)
    parser.add_argument("--damping", type=float, default=0.5)
    parser.add_argument("--questions", type=int, default=12000)
    parser.add_argument("--ridge", type=float, default=0.03)
    parser.add_argument("--sentences", type=int, default=9000)
    parser.add_argument("--cache", type=Path, help="keep the model's vectors here between runs")
    options = parser.parse_args()
    rng = random.Random(1)
    texts = sentences_of(options.labels, options.sentences, rng)
    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    vocabulary = vocabulary_of(tokenizer, texts, options.words)
    pieces = Wordpieces(vocabulary)
    questions = questions_of(vocabulary, options.questions, rng)
    if options.cache and options.cache.exists():
        stored = np.load(options.cache)
        tokens, wholes = stored["tokens"], stored["wholes"]
    else:
        teacher = Teacher(options.onnx, options.tokenizer)
        tokens = teacher.encode([p.removeprefix("##") for p in vocabulary])
        wholes = teacher.encode(texts + questions)
        if options.cache:
            np.savez(options.cache, tokens=tokens, wholes=wholes)
    middle, ways = reduce(tokens, options.dimensions, options.damping)
    weight = weights_of(pieces, texts, len(vocabulary), options.smooth)
    start = ((tokens - middle) @ ways) * weight[:, None]
    target = (wholes - wholes[: len(texts)].mean(axis=0)) @ ways
    target /= np.linalg.norm(target, axis=1, keepdims=True)
    vectors = start
    if options.ridge > 0:
        vectors = fit(
            bags(pieces, texts + questions, len(vocabulary)), start, target, options.ridge
        )
    write(vectors, vocabulary, options.out)


if __name__ == "__main__":
    main()
