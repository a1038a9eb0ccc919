"""Measure `classify` on consumer questions: drug found, right sections.

Run `python -m tests.intent.medicationqa_bench`, with the folder that holds
`questions/medicationqa_dev.jsonl` and `names/drugsatfda_products.tsv` (default: `../shared` beside
the repository).
"""

import csv
import json
import sys
import time
from collections import Counter
from pathlib import Path

from monograph_qa.intent import classify
from monograph_qa.vocabulary.name_keys import lookup_keys, name_key

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


def _book(path: Path) -> ListNameBook:
    names = []
    with path.open(encoding="latin-1", newline="") as rows:
        for row in csv.DictReader(rows, delimiter="\t"):
            label = f"{row['DrugName']}|{row['ActiveIngredient']}"
            names.append((row["DrugName"], "brand", label))
            ingredients = " and ".join(part.strip() for part in row["ActiveIngredient"].split(";"))
            names.append((ingredients, "generic", label))
    return ListNameBook(dict.fromkeys(names))


def main(folder: Path) -> None:
    book = _book(folder / "names/drugsatfda_products.tsv")
    lines = (folder / "questions/medicationqa_dev.jsonl").read_text(encoding="utf-8").splitlines()
    classify("warm up eliquis", book)
    found = drug_total = right = total = 0
    spent = []
    misses: list[str] = []
    by_type: Counter[str] = Counter()
    for line in lines:
        row = json.loads(line)
        began = time.perf_counter()
        intent = classify(row["question"], book)
        spent.append((time.perf_counter() - began) * 1000)
        focus = row["focus"].split(",")[0].split(";")[0]
        wanted = [k for k in lookup_keys(focus) if book.find([k])]
        named = [name_key(d.asked) for d in intent.drugs]
        said = f"{intent.kind.value} {[d.asked for d in intent.drugs]}"
        said += f" {[(u.asked, [n.name for n in u.near]) for u in intent.unknown_drugs]}"
        said += f" {intent.section_keys[:3]} {intent.words}"
        if wanted:
            drug_total += 1
            near = [k for u in intent.unknown_drugs for n in u.near for k in lookup_keys(n.name)]
            hits = [k for d in intent.drugs for k in lookup_keys(d.name)] + named + near
            if set(wanted) & set(hits):
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


if __name__ == "__main__":
    here = Path(__file__).resolve()
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[3] / "shared")
