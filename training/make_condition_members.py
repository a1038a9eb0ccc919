"""Write to which groups of diseases each disease of the vocabulary belongs.

    python training/make_condition_members.py HumanDO.tsv

The table is the report `DOreports/HumanDO.tsv` of the Human Disease Ontology (CC0): id, label and
parent of each disease, one parent a line. The groups, and the diseases of the ontology that each
takes in with all below them, stand in `condition_groups.csv`; what is made is
`condition_members.csv`. Rows of hand are kept.
"""

import argparse
import csv
from collections import defaultdict
from pathlib import Path

from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.rows import read_rows, split_list

SOURCE = "Disease Ontology 2026 (CC0)"
VOCABULARY = Path(__file__).resolve().parent.parent / "schemas" / "vocabulary"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ontology", type=Path)
    parents: dict[str, set[str]] = defaultdict(set)
    with parser.parse_args().ontology.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            parents[plain_key(row["label"])].add(plain_key(row["subClassOf"]))
    roots = {
        plain_key(root): row["group"]
        for row in read_rows("condition_groups")
        for root in split_list(row["ontology"])
    }
    names: dict[str, set[str]] = defaultdict(set)  # by which the vocabulary knows a disease
    for row in read_rows("conditions"):
        names[row["concept"]].update((row["concept"], row["key"]))
    made = {
        (concept, roots[above], SOURCE)
        for concept, own in names.items()
        for name in own
        for above in ancestors(name, parents)
        if above in roots and roots[above] != concept
    }
    rows = (tuple(row.values()) for row in read_rows("condition_members"))
    by_hand = {row for row in rows if row[-1].startswith("hand:")}
    with (VOCABULARY / "condition_members.csv").open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("concept", "group", "source"))
        out.writerows(sorted(made | by_hand))


def ancestors(name: str, parents: dict[str, set[str]]) -> set[str]:
    """A disease and all above it."""
    found: set[str] = set()
    waiting = [name] if name in parents else []
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += parents.get(each, ())
    return found


if __name__ == "__main__":
    main()
