"""Cut the vocabulary tables of drugs, brands and conditions from open tables.

`drug_class_words.csv` is kept by hand: its column `source` names the classes of the open tables
that a class is made of. Rows of the other tables whose source begins with "hand:" are kept as
they are and win; all other rows are made anew from the tables in the given folder.
"""

import argparse
import csv
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

VOCABULARY = Path(__file__).resolve().parent.parent / "schemas" / "vocabulary"
Row = tuple[str, ...]
SALTS = """aspartate benzoate besilate camsylate caproate cypionate decanoate dihydrochloride
dimeglumine dimesylate dipotassium dipivoxil edisylate enanthate erbumine ethanolate hippurate
hyclate isethionate kamedoxomil lactobionate mandelate methylsulfate napsylate olamine oxalate
palmitate pivalate pivoxil propanediol resin saccharate trisodium undecanoate diacetate arginine"""
HYDRATES = """anhydrous hydrate monohydrate dihydrate trihydrate hemihydrate pentahydrate
heptahydrate hexahydrate sesquihydrate"""
KEPT_ESTERS = {"mofetil", "alafenamide"}  # labels tell these from their base
METALS = """sodium potassium calcium magnesium zinc iron ferrous ferric aluminum aluminium ammonium
silver barium bismuth copper cupric manganese strontium chromic gold hydrogen stannous lithium
dibasic monobasic monohydrogen polystyrene benzalkonium benzethonium trolamine dimethyl monomethyl
diroximel lauryl dodecyl stearyl methyl ethyl"""
QUALITY = re.compile(r",? \(?\b(?:usp|human|modified|unspecified)\b\)?|, regular|, macrocrystals")
BIOLOGIC_TAIL = re.compile(r"(?<=mab|ept|tim|ase|lfa|ide|ine|art|pro|gol|vec|can|bin)-[a-z]{4}$")
NO_DRUG = re.compile(r"^(d ?& ?c|fd ?& ?c)|allergen|pollen")
TARGETS = {"CYP3A": "cyp3a4", "CYP3A5": "cyp3a4", "CYP1A": "cyp1a2", "P-gp": "p gp"}
TARGETS |= {"OCT": "oct2 or mate", "MATE": "oct2 or mate"}
NOT_MEANT = """citric acid;edetic acid;edetate calcium;sodium citrate;edetate calcium disodium is no
anticoagulant|loperamide is no opioid|epinastine is no adrenergic drug"""
UNFIT_NAMES = """cyanocobalamin phytomenadione retinol almagate algeldrate levosalbutamol alum
chenodiol sennosides porfimer phenamine macrogol carbamide trolamine propanol calcitonin adenosine
hydroquinine scopolamine phenylbutanoic conjugated tonzonium hydrocortisone sodium calcium"""
BRANDS = {  # table: how it is named as a source, the best first
    "ingredient_rxnorm2025": "RxNorm 2025",
    "ingredient_orangebook2024": "FDA Orange Book 2024",
    "ingredient_drugsatfda2018": "Drugs@FDA 2018",
    "inn_ema2025": "EMA 2025",
    "ingredient_rxnorm2015": "RxNorm 2015",
}
VETERINARY = re.compile(
    r"\b(vet|dogs?|cats?|canine|feline|equine|bovine|cattle|swine|poultry|horse|udder\w*|tylosin|"
    r"sulfadimethoxine|oxytetracycline|florfenicol|enrofloxacin|carprofen|xylazine|decoquinate|"
    r"fenbendazole|flunixin|amprolium|monensin|ceftiofur|milbemycin\w*|fipronil|medetomidine|"
    r"sulfaquinoxaline|sulfamethazine|clorsulon|spinosad|deslorelin|reformulated)\b"
)
QUALIFIERS = """acute chronic primary secondary recurrent benign malignant neonatal infantile adult
juvenile congenital familial hereditary postoperative severe mild localized disseminated early late
idiopathic generalized neoplasm tumor tumour lesion unspecified other active invasive pulmonary
respiratory cutaneous ocular maternal fetal nonspecific epidemic rheumatoid and carbuncle"""
RARE = re.compile(
    r"\d|,|/|\(|:|autosomal|linked|familial|hereditary|due to|\bwith\b|chromosom|mutation|deficien|"
    r"susceptib|dystroph|spastic|blastoma|meningioma|adenoma|sarcoma|lipoma|adenocarcinoma|neoplas|"
    r"malignant|hamartom|nevus|cyst of|tumou?rs?\b|lymphoma of|gene|\b(?:[ivx]+|type|benign|in situ|"
    r"cell|disorder of|disease of|symptom|childhood|pediatric)\b|philia\b",
    re.I,
)
ILL = re.compile(
    r"(itis|osis|[eo]mia|oma|pathy|algia|uria|penia|pnea|cancer|disease|syndrome|disorder|infection|"
    r"failure|pain|ulcer|fever|edema|spasm|ache|ascites|allergy|seizure|asthma|stroke)$"
)
FALSE_WORDS = """abnormal heart beats|abnormal menstruation|infectious abortion|sudden pain|thrush|
fecal incontinence|incontinence of feces|bacterial gastroenteritis|the runs|gas|gas production|boil|
incontinence|fecal|languid|perspire|respiratory dysfunction|congestion|cerebral hemorrhage|cold|faint|
blockage of leg arteries|obesity|diffuse erythema|shakes|sensation of noise|eye weakness|droopiness|
perirenal abscess|crackles|apoplexy|sweaty|glucose malabsorption|elastic skin|erythema|cervicalgia|
feces and droppings symptom|hypertensive disease|dropsy|analgesia|sputum|legionella|bestiality|
transvestism|pedophilia|varices|incoordination|neurosis|abortion|noma|bubo|yaba|nephropathy|
inability to think clearly|sensitive dentin""".replace("\n", "").split("|")
SPELLINGS = r"""\bhem(?!i(?!n))>haem hem(?=ia\b|ic\b)>haem \bedema>oedema tumor>tumour rrhea>rrhoea
(?<!h)(?<!d)(?<!st)(?<=[a-z])emi(?=a\b|c\b|as\b)>aemi (?<=lymph)edema>oedema \besophag>oesophag
leuko(?=p|cyt)>leuco celiac>coeliac pnea\b>pnoea (?<=an|ar|yp|po)esthe>aesthe \bfec>faec
\bfetal>foetal pheochrom>phaeochrom \bestrogen>oestrogen"""


def folded(text: str) -> str:
    """Small letters and digits without accents, anything else one blank."""
    plain = unicodedata.normalize("NFD", text.lower())
    return re.sub(
        r"[\W_]+", " ", "".join(c for c in plain if not unicodedata.combining(c))
    ).strip()


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a table, by column; separated by tabs unless it is a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".csv":
            return list(csv.DictReader(file))
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def by_hand(name: str) -> list[Row]:
    """The rows of one of our own tables that were written by hand."""
    path = VOCABULARY / name
    rows = table(path) if path.exists() else []
    return [tuple(row.values()) for row in rows if row["source"].startswith("hand:")]


def write(name: str, columns: str, rows: Iterable[Row]) -> None:
    """Write one table, sorted by its first column."""
    kept = sorted({row for row in rows if row[0]})
    with (VOCABULARY / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns.split(","))
        writer.writerows(kept)
    print(f"{name}: {len(kept)} rows")  # a script for the shell


class Names:
    """How ingredients are called: their US name, without the salt."""

    def __init__(self, tables: Path) -> None:
        """Read salts and the pairs of international and US names."""
        parts = table(VOCABULARY / "drug_name_parts.csv")
        self.salts = {row["word"] for row in parts if row["part"] == "salt"} - KEPT_ESTERS
        self.salts |= set(SALTS.split())
        self.hydrates = set(HYDRATES.split())
        self.no_base = self.salts | set(METALS.split())
        self.rows = {row[0]: row for row in by_hand("ingredient_names.csv")}
        for row in table(tables / "inn_usan.tsv"):
            key, name = folded(row["inn_name"]), self.without_salt(row["us_name"])
            is_unfit = key.split()[0] in UNFIT_NAMES.split()
            is_same = folded(name) in (key, self.without_salt(key))
            if not (is_unfit or is_same or re.search(r"[/,(\d]", row["inn_name"] + name)):
                self.rows.setdefault(key, (key, name, "DrugCentral 2016 and RxNorm"))

    def without_salt(self, name: str) -> str:
        """The base name; salts that are the drug itself, as potassium chloride, stay whole."""
        words = QUALITY.sub("", name.lower().replace(" recombinant", "")).split()
        words = words[words[:1] == ["anhydrous"] :]
        while len(words) > 1:
            last = words[-1].strip(",.").removeprefix("s-")
            is_salt = last in self.salts and not self.no_base.issuperset(words[:-1])
            if not is_salt and last not in self.hydrates:
                break
            words.pop()
        return BIOLOGIC_TAIL.sub("", " ".join(words).strip(","))

    def us_name(self, name: str) -> str:
        """The name that the tables use."""
        name = re.sub(r"^(estrogens), (conjugated|esterified).*", r"\2 \1", name.lower())
        for tried in (name, base := self.without_salt(name)):
            if row := self.rows.get(folded(tried)):
                return row[1]
        return base


def drug_classes(tables: Path, names: Names) -> Iterator[Row]:
    """Which drug is of which class."""
    meant: dict[str, list[str]] = defaultdict(list)
    broader: dict[str, list[str]] = {}
    for row in table(VOCABULARY / "drug_class_words.csv"):
        broader[row["class"]] = row["broader"].split(";") if row["broader"] else []
        for source in row["source"].split("; "):
            meant[folded(source)].append(row["class"])
    found: dict[tuple[str, str], str] = {}
    denials = [text.replace("\n", " ").split(" is no ") for text in NOT_MEANT.split("|")]
    not_meant = {(drug, key) for drugs, key in denials for drug in drugs.split(";")}

    def add(drug: str, of: str, source: str) -> None:
        """Note the classes of one drug, the first source of each."""
        for key in meant.get(folded(of), ()) if not NO_DRUG.search(drug) else ():
            if (pair := (folded(names.us_name(drug)), key)) not in not_meant:
                found.setdefault(pair, source)

    for row in table(tables / "drug_class_drugcentral2016.tsv"):
        kind = row["source_type"].replace(":", " ")
        add(row["drug"], f"{kind}: {row['class']}", f"{kind} (DrugCentral 2016)")
    for row in table(tables / "drug_class_fda_ndc2017.tsv"):
        if row["n_substances"] == "1":
            kind = "FDA " + row["type"]
            add(row["substance"], f"{kind}: {row['class']}", f"{kind} (NDC 2017)")
    for row in table(tables / "cyp_transporter.tsv"):
        target = TARGETS.get(row["target"], row["target"].lower())
        origin, kind = row["source"].replace("FDA NDC 2017", "NDC2017 FDA").split(" ", 1)
        source = f"{kind.replace(':', ' ')} ({origin.replace('201', ' 201')})"
        add(row["drug"], f"cyp_transporter: {target} {row['role']}", source)

    def above(key: str) -> set[str]:
        """All classes that a class is part of."""
        return {up for one in broader.get(key, ()) for up in {one, *above(one)}}

    hand = by_hand("drug_classes.csv")
    of_drug: dict[str, set[str]] = defaultdict(set)
    for drug, key in [*found, *((row[0], row[1]) for row in hand)]:
        of_drug[drug] |= above(key)
    done = {(row[0], row[1]) for row in hand}
    yield from hand
    for (drug, key), source in found.items():
        if (drug, key) not in done and key not in of_drug[drug]:
            yield drug, key, source


def brands(tables: Path, names: Names) -> Iterator[Row]:
    """What a brand is made of, one row each, from the best table that has it."""
    ours = {folded(row["brand"]): row for row in table(VOCABULARY / "brand_names.csv")}
    plain = {row["word"] for row in table(VOCABULARY / "plain_words.csv")}
    found: dict[str, tuple[bool, int, bool, str, str, str]] = {}
    known: set[str] = set()
    ingredient_words: set[str] = set()
    for rank, (name, source) in enumerate(BRANDS.items()):
        for row in table(tables / f"brand_{name}.tsv"):
            brand = re.sub(r"\s*\([^)]*\)?\s*$|\s*'[^']*'$", "", row["brand"]).strip()
            listed = row.get("inn") or row.get("ingredients") or ""
            listed = re.sub(r"\[.*?\]", "", QUALITY.sub("", listed.lower()))
            parts = re.split(r" \+ |; *" + ("|, " if listed.count(", ") > 1 else ""), listed)
            made = " + ".join(sorted({names.us_name(part) for part in parts if part.strip()}))
            key = folded(brand)
            if not key or not made or VETERINARY.search(f"{brand} {made}".lower()):
                continue
            ingredient_words |= {word for word in folded(made).split() if len(word) > 4}
            if name == "inn_ema2025" or row.get("status", "").endswith("RX"):
                known.add(key)
            ours_made = folded(ours.get(key, {}).get("ingredients", "").replace(";", " "))
            is_other = bool(ours_made) and sorted(ours_made.split()) != sorted(folded(made).split())
            entry = (len(made) > 160, rank, is_other, made, brand, source)
            found[key] = min(found.get(key, entry), entry)
    for key, (_, _, _, made, brand, source) in found.items():
        words = set(key.split())
        is_plain = all(word in plain or len(word) < 3 or word.isdigit() for word in words)
        says_ingredient = words & (ingredient_words - plain)
        if key in ours or not ((is_plain and key not in known) or says_ingredient):
            yield key, brand.title() if brand.isupper() else brand, made, source


def spellings(key: str) -> set[str]:
    """The British spelling beside the American one, and the other way round."""
    british = key
    for pair in SPELLINGS.split():
        british = re.sub(*pair.split(">"), british)
    american = re.sub(r"haem|aemi", lambda found: found[0].replace("a", "", 1), key)
    for one, other in (("oed", "ed"), ("tumour", "tumor"), ("rrhoea", "rrhea"), ("pnoea", "pnea")):
        american = american.replace(one, other)
    return {key, british, american}


def is_fit(name: str, synonym: str) -> bool:
    """Whether a synonym of an ontology is one that people write, and no narrower or wider."""
    one, other = set(folded(name).split()), set(folded(synonym).split())
    if (one ^ other).intersection(QUALIFIERS.split()) or RARE.search(name) or RARE.search(synonym):
        return False
    is_code = re.search(r"[A-Z]{2}", synonym) or min(len(name), len(synonym)) < 4
    is_false = {folded(name), folded(synonym)}.intersection(FALSE_WORDS)
    return not (is_code or is_false) and max(len(one), len(other)) < 6


def conditions(tables: Path) -> Iterator[Row]:
    """Which words name one condition."""
    known = {row[0]: row for row in by_hand("conditions.csv")}
    sources = (
        ("symptom_synonyms_symp2026.tsv", "name", "synonym", "Symptom Ontology 2026"),
        ("disease_synonyms_do.tsv", "name", "synonym", ""),
        ("nci_dictionary_also_called.tsv", "term", "also_called", "NCI Dictionary"),
    )
    for file, name, synonym, source in sources:
        groups: dict[str, set[str]] = defaultdict(set)
        origin: dict[str, str] = {}
        for row in table(tables / file):
            one, other = row[name].strip(), row[synonym].strip()
            is_ill = file[0] != "n" or (ILL.search(one.lower()) and ILL.search(other.lower()))
            if row.get("kind", "exact") == "exact" and is_ill and is_fit(one, other):
                groups[folded(one)].add(folded(other))
                origin[folded(one)] = source or f"Disease Ontology {row['edition']}"
        names = [word for one, others in groups.items() for word in {one, *others}]
        twice = {word for word in names if names.count(word) > 1}
        for one, others in groups.items():
            concept = known[one][1] if one in known else one
            for word in {one, *(others - twice - groups.keys())}:
                known.setdefault(word, (word, concept, origin[one]))
    for word, concept, origin_of in list(known.values()):
        for key in spellings(word):
            known.setdefault(key, (key, concept, origin_of))
    yield from known.values()


def main() -> None:
    """Cut all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True, help="folder of the open tables")
    tables = parser.parse_args().tables
    names = Names(tables)
    write("ingredient_names.csv", "key,name,source", names.rows.values())
    write("drug_classes.csv", "key,class,source", drug_classes(tables, names))
    write("brands.csv", "key,brand,ingredients,source", brands(tables, names))
    write("conditions.csv", "key,concept,source", conditions(tables))


if __name__ == "__main__":
    main()
