"""Measure `classify` on consumer questions: drug found, right sections.

Run `python -m tests.intent.medicationqa_bench`, with the folder that holds
`questions/medicationqa_dev.jsonl` and `names/drugsatfda_products.tsv` (default: `../shared` beside
the repository). Two libraries are asked: one that holds a label of every name in the table, and one
that holds none but has imported the table.
"""

import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from monograph_qa.domain.intent import Intent, KnownName, NameHit
from monograph_qa.intent import NameBook, classify
from monograph_qa.names.name_table import NameTable, read_name_table
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.names import KnownNames, NamesFile
from monograph_qa.store.place import import_names
from monograph_qa.vocabulary.name_keys import lookup_keys

from .list_namebook import ListNameBook

# What a question type of the set may be answered from; the first three keys are looked at.
_RIGHT = {
    "Side effects": "adverse_reactions warnings_and_precautions drug_interactions "
    "drug_abuse_and_dependence safety",
    "Action": "mechanism_of_action clinical_pharmacology pharmacokinetics pharmacodynamics "
    "adverse_reactions",
    "Indication": "indications_and_usage mechanism_of_action clinical_studies",
    "Information": "indications_and_usage description how_supplied clinical_pharmacology "
    "mechanism_of_action controlled_substance dosage_and_administration dosage_forms_and_strengths "
    "dependence pregnancy product_name drug_abuse_and_dependence clinical_studies",
    "Action/time": "pharmacodynamics clinical_pharmacology pharmacokinetics",
    "Time/duration": "pharmacokinetics",
    "Usage/time": "dosage_and_administration",
    "Dose/time": "dosage_and_administration",
    "Usage/duration": "dosage_and_administration shelf_life",
    "Dose": "dosage_and_administration dosage_forms_and_strengths how_supplied",
    "Appearance": "how_supplied description dosage_forms_and_strengths package_label",
    "Usage": "dosage_and_administration instructions_for_use geriatric_use",
    "Storage and disposal": "how_supplied_storage_and_handling storage_and_handling shelf_life "
    "how_supplied",
    "Stopping/tapering": "dosage_and_administration warnings_and_precautions dependence",
    "Stopping/side effects": "dosage_and_administration warnings_and_precautions adverse_reactions",
    "Interaction": "drug_interactions",
    "Ingredient": "description inactive_ingredient",
    "Contraindication": "contraindications warnings_and_precautions",
    "Comparison": "comparison",
    "Overdose": "overdosage",
    "Alternatives": "dosage_and_administration product_name",
    "Brand names": "product_name description",
    "Forget a dose": "pmi_missed_dose dosage_and_administration",
    "Manufacturer": "package_label marketing_authorisation",
}


class _Imported:
    """A library without labels, into which a table of names was imported."""

    def __init__(self, folder: Path) -> None:
        self._known = KnownNames(NamesFile(folder))

    def find(self, keys: Sequence[str]) -> Mapping[str, tuple[NameHit, ...]]:
        return {}

    def near(self, key: str) -> Sequence[NameHit]:
        return ()

    def with_word(self, word: str) -> Sequence[NameHit]:
        return ()

    def known_elsewhere(self, keys: Sequence[str]) -> Mapping[str, tuple[KnownName, ...]]:
        return self._known.by_keys(keys)

    def keys_near_elsewhere(self, key: str, edits: int) -> Sequence[str]:
        return self._known.keys_near(key, edits)

    def makers(self, label_ids: Sequence[str]) -> Sequence[str]:
        return ()

    def unbranded(self, label_ids: Sequence[str]) -> tuple[str, ...]:
        return ()


def _held(table: NameTable) -> ListNameBook:
    names = []
    for known in table.names:
        label = f"{known.name}|{known.ingredients}"
        names.append((known.name, known.kind, label))
        names.append((" and ".join(known.ingredients), "generic", label))
    return ListNameBook(dict.fromkeys(names))


def main(folder: Path) -> None:
    table = read_name_table(folder / "names/drugsatfda_products.tsv")
    lines = (folder / "questions/medicationqa_dev.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    with tempfile.TemporaryDirectory() as library:
        import_names(LibraryFolder(Path(library)), table)
        imported = _Imported(Path(library))
        for name, book in (("every name held", _held(table)), ("names imported only", imported)):
            sys.stdout.write(f"== {name}\n")
            _measure(rows, book, imported)


def _measure(rows: Sequence[dict[str, str]], book: NameBook, listed: _Imported) -> None:
    classify("warm up eliquis", book)
    found = drug_total = right = total = 0
    spent = []
    misses: list[str] = []
    by_type: Counter[str] = Counter()
    for row in rows:
        began = time.perf_counter()
        intent = classify(row["question"], book)
        spent.append((time.perf_counter() - began) * 1000)
        focus = row["focus"].split(",")[0].split(";")[0]
        wanted = [k for k in lookup_keys(focus) if listed.known_elsewhere([k])]
        said = f"{intent.kind.value} {[d.asked for d in intent.drugs]}"
        said += f" {[(u.asked, [n.name for n in u.near]) for u in intent.unknown_drugs]}"
        said += f" {intent.section_keys[:3]} {intent.words}"
        if wanted:
            drug_total += 1
            if set(wanted) & _keys_named(intent):
                found += 1
            else:
                misses.append(f"DRUG {row['focus']!r}: {row['question']} -> {said}")
        elif intent.drugs or intent.unknown_drugs:
            misses.append(f"EXTRA {row['focus']!r}: {row['question']} -> {said}")
        keys = set(_RIGHT.get(row["question_type"], "").split())
        if not keys:
            continue
        total += 1
        if keys & {*intent.section_keys[:3], intent.kind.value}:
            right += 1
        else:
            by_type[row["question_type"]] += 1
            misses.append(f"TYPE {row['question_type']}: {row['question']} -> {said}")
    spent.sort()
    report = [
        *sorted(misses),
        str(by_type),
        f"drug found {found}/{drug_total} = {found / drug_total:.3f}",
        f"sections right {right}/{total} = {right / total:.3f}",
        f"ms: median {spent[len(spent) // 2]:.2f}, p95 {spent[int(len(spent) * 0.95)]:.2f}",
    ]
    sys.stdout.write("\n".join(report) + "\n")


def _keys_named(intent: Intent) -> set[str]:
    """Keys of every drug that the reading names, held or not, or offers for a misspelt one."""
    names = [name for drug in intent.drugs for name in (drug.name, drug.asked)]
    for unknown in intent.unknown_drugs:
        names += [unknown.asked, *(hit.name for hit in unknown.near)]
        names += [known.name for known in unknown.known]
    return {key for name in names for key in lookup_keys(name)}


if __name__ == "__main__":
    here = Path(__file__).resolve()
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[3] / "shared")
