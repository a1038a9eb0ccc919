"""Cut the vocabulary tables of drugs, brands and conditions from open tables.

`drug_class_words.csv` is kept by hand: its column `source` names the classes of the open tables
that a class is made of. Rows of the other tables whose source begins with "hand:" are kept as
they are and win; all others are made anew from the tables in the given folder.
"""

import argparse
import csv
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

TRAINING = Path(__file__).resolve().parent
VOCABULARY = TRAINING.parent / "schemas" / "vocabulary"
Row = tuple[str, ...]
SALTS = """aspartate benzoate besilate camsylate caproate cypionate decanoate dihydrochloride
dimeglumine dimesylate dipotassium dipivoxil edisylate enanthate erbumine ethanolate hippurate
hyclate isethionate kamedoxomil lactobionate mandelate methylsulfate napsylate olamine oxalate
palmitate pivalate pivoxil propanediol saccharate trisodium undecanoate diacetate s-malate"""
METALS = """sodium potassium calcium magnesium zinc iron ferrous ferric aluminum aluminium ammonium
silver barium bismuth copper cupric manganese strontium gold hydrogen stannous lithium dibasic
monobasic monohydrogen polystyrene benzalkonium benzethonium dimethyl monomethyl diroximel lauryl"""
QUALITY = re.compile(
    r",? \(?\b(?:usp|human|modified|unspecified|porcine|recombinant|anhydrous|\w+hydrate)\b\)?|"
    r", regular|, macrocrystals|\[.*?\]|^anhydrous "
)
BIOLOGIC_TAIL = re.compile(r"(?<=mab|ept|tim|ase|lfa|ide|ine|art|pro|gol|vec|can|bin)-[a-z]{4}$")
NO_DRUG = re.compile(r"^(d ?& ?c|fd ?& ?c)|allergen|pollen")
NOT_MEANT = {(drug, "anticoagulant") for drug in ("citric acid", "edetic acid", "sodium citrate")}
NOT_MEANT |= {("loperamide", "opioid"), ("edetate calcium disodium", "anticoagulant")}
DEGREES = ("strong ", "moderate ", "weak ")  # of inhibitors and inducers
OPPOSITE = {"inducer": "inhibitor", "inhibitor": "inducer"}
CHEMICALS = """asparagine betadex bioallethrin bromoform carbamide carbaryl cetrimonium
chlorobutanol chloroform cotinine cyfluthrin cypermethrin deanol decamethrin diazolidinylurea
dibutylphthalate dimethylacetamide dimethylphthalate glutaral glutathione gossypol ketoxal
kinetin lycopene maltose paraoxon phenothrin phenoxyethanol propanol protoporphyrin pyrethrum
pyrogallol tetrachloroethylene tetramethrin theobromine thiram triacetin trichloroethylene xenon"""
UNFIT_NAMES = """cyanocobalamin phytomenadione retinol almagate levosalbutamol alum chenodiol sodium
porfimer macrogol carbamide calcitonin adenosine scopolamine conjugated hydrocortisone calcium"""
BRANDS = """ingredient_rxnorm2025:RxNorm 2025;ingredient_orangebook2024:FDA Orange Book 2024;
ingredient_drugsatfda2018:Drugs@FDA 2018;inn_ema2025:EMA 2025;ingredient_rxnorm2015:RxNorm 2015"""
PENS = re.compile(  # what a brand is sold in; a brand without it stands in the tables as well
    r" (?:kwikpen|flexpen|flextouch|solostar|penfill|pen|sureclick|sensoready)$"
)
ODDITIES = re.compile(  # products for animals, and brands by their year
    r"\b(vet|dogs?|cats?|canines?|feline|equine|bovine|cattle|swine|poultry|horse|udder\w*|tylosin|"
    r"sulfa(?:dimethoxine|methazine)|oxytetracycline|florfenicol|enrofloxacin|carprofen|fipronil|"
    r"xylazine|decoquinate|fenbendazole|flunixin|monensin|ceftiofur|reformulated|20\d\d)\b"
)
ONE_WORD = re.compile(r"[a-z][a-z-]{4,}")
OF_NO_DRUG = re.compile(
    r"\d|virus|strain|antigen|extract|cells?\b|preparation|oil\b|\bfd\b|fibrillation"
)
AMOUNT = re.compile(r"(?:EQ\s*)?(?P<number>\d*\.?\d+)\s*(?P<unit>MG|GM|G|MCG|UGM)\b")
IN_MG = {"MG": 1.0, "GM": 1000.0, "G": 1000.0, "MCG": 0.001, "UGM": 0.001}
INJECTED = {"intravenous", "intramuscular", "subcutaneous"}
GENERIC = {"disease", "syndrome", "disorder", "infection", "of", "the", "s"}
QUALIFIERS = """acute chronic primary secondary recurrent benign infantile adult juvenile congenital
postoperative severe mild localized disseminated early late idiopathic generalized lesion other
active invasive pulmonary respiratory cutaneous ocular maternal fetal nonspecific epidemic and"""
RARE = re.compile(
    r"\d|,|/|\(|:|autosomal|linked|familial|heredit|due to|with|chromosom|mutation|deficien|cyst|"
    r"partial|suscept|dystroph|spastic|blastoma|ningioma|adeno|sarcom|lipoma|neoplas|carcino|angio|"
    r"region|joint|malignant|tumou?r|gene|involving|lateral|moderate|philia|syndrome|schistos|uncle|"
    r"\b(?:[ivx]+|type|neonatal|situ|cell|disorder of|disease of|symptom|candid\w*|rheumat\w*)\b"
)
ILL = re.compile(r"(itis|osis|[eo]mia|oma|pathy|algia|uria|cancer|disease|disorder|failure|pain)$")
FALSE_WORDS = """abnormal heart beats|abnormal menstruation|sudden pain|the runs|gas production|gas|
incontinence of feces|fecal incontinence|bacterial gastroenteritis|infectious diarrhoea|boil|cold|
incontinence|perspire|congestion|shakes|eye weakness|dropsy|sputum|noma|analgesia|faint|apoplexy"""
SPELLINGS = r"""\bhem(?!i(?!n))>haem hem(?=ia\b|ic\b)>haem \bedema>oedema tumor>tumour rrhea>rrhoea
(?<![hda])(?<!st)(?<=[a-z])emi(?=a\b|c\b|as\b)>aemi (?<=lymph)edema>oedema \besophag>oesophag
leuko(?=p|cyt)>leuco celiac>coeliac pnea\b>pnoea (?<=an|ar|yp|po)esthe>aesthe \bfec>faec
\bfetal>foetal pheochrom>phaeochrom \bestrogen>oestrogen"""


NO_ILLNESS = re.compile(  # areas of use that are no disease, or any
    r"neoplas|imag|immuniz|transplant|procedure|techni|growth|dialysis|diagnos|tomogra|graphy|"
    r"hemostas|arthroplast|fixation|fusion|debride|contracept|reproduct|ovulat|menopaus|virus$|"
    r"vaccin|outbreak|sedation|blockade|transfusion|tests$|surg|desensit|regenerat|extravas|implant|"
    r"side effect|lens|radioimm|wounds|injections?$|inborn|joint$|aging|emptying|laminopath|"
    r"manifestations|^h5n8|subtype|^(?:infection|inflammation|pain|shock|poisoning|carcinoma|"
    r"adenocarcinoma|anesthesia|bacteremia|autoimmune|cancer|heart|eye|ear|skin|breast|lung|"
    r"retinal|corneal|nervous|digestive|respiratory|vascular|physical|metal|disease|embryonal|"
    r"metabolic|nutritional|immune|movement) ?(?:system|tract|disorders?|cancer|diseases?|"
    r"by infectious agent)*(?: disease)?s?$|bestiality|shipyard|coin lesion",
)


def folded(text: str) -> str:
    """Small letters and digits without accents, anything else one blank."""
    plain = unicodedata.normalize("NFD", text.lower())
    return re.sub(r"[\W_]+", " ", re.sub(r"[\u0300-\u036f]", "", plain)).strip()


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a table, by column; separated by tabs unless it is a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".csv":
            return list(csv.DictReader(file))
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def by_hand(name: str, source: str = "hand:") -> list[Row]:
    """The rows of one of our own tables that were written by hand, or from a printed list."""
    rows = (tuple(row.values()) for row in table(VOCABULARY / name))
    return [row for row in rows if row[-1].startswith(source)]


def write(name: str, columns: str, rows: Iterable[Row]) -> None:
    """Write one table, sorted by its first column."""
    kept = sorted({row for row in rows if row[0]})
    with (VOCABULARY / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([columns.split(","), *kept])
    print(f"{name}: {len(kept)} rows")


class Names:
    """How ingredients are called: their US name, without the salt."""

    def __init__(self, tables: Path) -> None:
        """Read salts and the pairs of international and US names."""
        parts = table(VOCABULARY / "drug_name_parts.csv")
        salts = {*SALTS.split(), *(row["word"] for row in parts if row["part"] == "salt")}
        self.salts = salts - {"mofetil", "alafenamide"}  # labels tell these from their base
        self.no_base = self.salts | set(METALS.split())
        self.rows = {row[0]: row for row in by_hand("ingredient_names.csv")}
        for row in table(tables / "inn_usan.tsv"):
            key, name = folded(row["inn_name"]), self.without_salt(row["us_name"])
            is_odd = re.search(r"[/,(\d]", row["inn_name"] + name) or key == folded(name)
            if not is_odd and key.split()[0] not in UNFIT_NAMES.split():
                self.rows.setdefault(key, (key, name, "DrugCentral 2016 and RxNorm"))

    def without_salt(self, name: str) -> str:
        """The base name; salts that are the drug itself, as potassium chloride, stay whole."""
        words = QUALITY.sub("", name.lower()).split() or [name]
        while words[-1].strip(",.") in self.salts and not self.no_base.issuperset(words[:-1]):
            words.pop()
        return BIOLOGIC_TAIL.sub("", " ".join(words).strip(","))

    def us_name(self, name: str) -> str:
        """The name that the tables use."""
        name = re.sub(r"^(estrogens), (conjugated|esterified).*", r"\2 \1", name.lower())
        base = self.without_salt(name)
        row = self.rows.get(folded(name)) or self.rows.get(folded(base))
        return row[1] if row else base


def drug_classes(tables: Path, names: Names) -> Iterator[Row]:
    """Which drug is of which class."""
    meant: dict[str, list[str]] = defaultdict(list)
    broader: dict[str, list[str]] = {}
    for row in table(VOCABULARY / "drug_class_words.csv"):
        broader[row["class"]] = row["broader"].split(";") if row["broader"] else []
        for source in row["source"].split("; "):
            meant[folded(source)].append(row["class"])
    found: dict[tuple[str, str], str] = {}

    def add(drug: str, of: str, source: str) -> None:
        """Note the classes of one drug, the first source of each."""
        for key in meant.get(folded(of), ()) if not NO_DRUG.search(drug) else ():
            if (pair := (folded(names.us_name(drug)), key)) not in NOT_MEANT:
                found.setdefault(pair, source)

    for row in table(tables / "drug_class_drugcentral2016.tsv"):
        kind = row["source_type"].replace(":", " ")
        add(row["drug"], f"{kind}: {row['class']}", f"{kind} (DrugCentral 2016)")
    for row in table(tables / "drug_class_fda_ndc2017.tsv"):
        of = f"FDA {row['type']}: {row['class']}" if row["n_substances"] == "1" else ""
        add(row["substance"], of, f"FDA {row['type']} (NDC 2017)")
    for row in table(tables / "cyp_transporter.tsv"):
        origin, kind = row["source"].replace("FDA NDC 2017", "NDC2017 FDA").split(" ", 1)
        source = f"{kind.replace(':', ' ')} ({origin.replace('201', ' 201')})"
        add(row["drug"], f"cyp_transporter: {row['target']} {row['role']}", source)

    def above(key: str) -> set[str]:
        """All classes that a class is part of."""
        return {up for one in broader.get(key, ()) for up in {one, *above(one)}}

    hand = {(row[0], row[1]): row[2] for row in by_hand("drug_classes.csv")}
    of_drug: dict[str, set[str]] = defaultdict(set)
    for drug, key in [*found, *hand]:
        of_drug[drug] |= above(key)
    # What the FDA's graded tables call an inducer of an enzyme, older ones may call its inhibitor.
    graded = {(drug, key.split(" ", 1)[1]) for drug, key in hand if key.startswith(DEGREES)}
    for (drug, key), source in {**found, **hand}.items():
        is_refuted = (drug, contrary(key)) in graded and (drug, key) not in hand
        if not is_refuted and ((drug, key) in hand or key not in of_drug[drug]):
            yield drug, key, source


def contrary(role: str) -> str:
    """The opposite of a role at an enzyme."""
    enzyme, _, role = role.rpartition(" ")
    return f"{enzyme} {OPPOSITE.get(role, role)}"


def brands(tables: Path, names: Names) -> Iterator[Row]:
    """What a brand is made of, one row each, from the best table that has it."""
    ours = {row["key"] for row in table(VOCABULARY / "brands.csv")}  # what is listed stays
    plain = {row["word"] for row in table(VOCABULARY / "plain_words.csv")}
    yield from by_hand("brands.csv")
    yield from by_hand("brands.csv", "ISMP")
    found: dict[str, tuple[bool, int, str, str, str]] = {}
    known, ingredient_words = set[str](), set[str]()
    for rank, (name, source) in enumerate(listed.split(":") for listed in BRANDS.split(";")):
        for row in table(tables / f"brand_{name.strip()}.tsv"):
            brand = re.sub(r"\s*\([^)]*\)?\s*$|\s*'[^']*'$", "", row["brand"]).strip()
            inside = QUALITY.sub("", (row.get("inn") or row.get("ingredients") or "").lower())
            inside = re.sub(r"^bcg, live.*", "bcg live", inside)
            inside = re.sub(r"\([^()]*\)", lambda held: held[0].replace(", ", ",\0"), inside)
            parts = re.split(r" \+ |; *" + "|, " * (inside.count(", ") == 2), inside)
            parts = [part.replace("\0", " ") for part in parts if part.strip()]
            made = " + ".join(sorted({names.us_name(part) for part in parts}))
            key = re.sub(r"\bw\b", "with", folded(re.sub(r"['’]s\b", "", brand, flags=re.I)))
            key = PENS.sub("", key)
            if ODDITIES.search(f"{brand} {made}".lower()) or not (key and made):
                continue
            ingredient_words |= {word for word in folded(made).split() if len(word) > 4}
            if "inn" in row or row.get("status", "").endswith("RX"):
                known.add(key)
            entry = (len(made) > 160, rank, made, brand, source)
            found[key] = min(found.get(key, entry), entry)
    for key, (_, _, made, brand, source) in found.items():
        words = set(key.split())
        is_plain = all(word in plain or len(word) < 3 or word.isdigit() for word in words)
        says_ingredient = words & (ingredient_words - plain)
        if key in ours or not ((is_plain and key not in known) or says_ingredient):
            yield key, brand.title() if brand.isupper() else brand, made, source


def drugs_of_others(tables: Path) -> set[str]:
    """The drugs of one word that DrugCentral lists and no table of brands does: those of other
    countries, without chemicals and everyday words."""
    listed = {
        part for row in table(VOCABULARY / "brands.csv") for part in row["ingredients"].split(" + ")
    }
    for name in ("ingredient_names.csv", "plain_words.csv"):
        listed |= {next(iter(row.values())) for row in table(VOCABULARY / name)}
    drugs = {row["drug"] for row in table(tables / "drug_class_drugcentral2016.tsv")}
    return {each for each in drugs - listed - set(CHEMICALS.split()) if ONE_WORD.fullmatch(each)}


def classes_by_action(tables: Path) -> Iterator[Row]:
    """The classes of drugs of other countries, by what MeSH says that they do (`mesh_actions.csv`);
    no table of the FDA has these."""
    meant = {row["action"]: row["class"] for row in table(TRAINING / "mesh_actions.csv")}
    others = drugs_of_others(tables)
    for row in table(tables / "drug_class_drugcentral2016.tsv"):
        if row["source_type"] == "MeSH:PA" and row["drug"] in others and row["class"] in meant:
            yield row["drug"], meant[row["class"]], "MeSH PA (DrugCentral 2016)"


def substances(tables: Path) -> Iterator[Row]:
    """The ingredients of brands that no class names, each with the source of the first brand that
    is made of it, and the drugs of other countries: words of no everyday meaning."""
    yield from by_hand("substances.csv")
    yield from ((each, "DrugCentral 2016 (CC BY 4.0)") for each in drugs_of_others(tables))
    plain = {row["word"] for row in table(VOCABULARY / "plain_words.csv")}
    listed = {folded(row["key"]) for row in table(VOCABULARY / "drug_classes.csv")}
    listed |= {row["key"] for row in table(VOCABULARY / "ingredient_names.csv")}
    found: dict[str, str] = {}
    for row in table(VOCABULARY / "brands.csv"):
        for part in row["ingredients"].split(" + "):
            key = folded(re.sub(r"-[a-z]{4}$", "", part))
            telling = [word for word in key.split() if len(word) > 4 and word.isalpha()]
            is_plain = plain.issuperset(telling) or OF_NO_DRUG.search(key)
            if len(key.split()) <= 3 and not is_plain and key not in listed:
                found.setdefault(key, row["source"])
    yield from found.items()


def brand_routes(products: Path) -> Iterator[Row]:
    """How a brand is given, where other brands of the same ingredients are given otherwise."""
    words = {row["word"]: row for row in table(VOCABULARY / "product_words.csv")}
    by_route = {word: row["means"] for word, row in words.items() if row["kind"] == "route"}
    known: dict[str, set[str]] = defaultdict(set)
    for row in table(VOCABULARY / "brands.csv"):
        known[row["key"]].add(row["ingredients"])
    given: dict[str, set[str]] = defaultdict(set)
    ways: dict[str, set[str]] = defaultdict(set)
    for row in table(products):
        key, said = folded(row["DrugName"]), folded(row["Form"].partition(";")[2]).split()
        routes = {by_route[word] for word in said if word in by_route}
        routes = {"injection" if route in INJECTED else route for route in routes}
        routes |= {"injection"} if "injection" in said or "iv" in said else set()
        if key in known:
            given[key] |= routes
            for made in known[key]:
                ways[made] |= routes
    for key, routes in given.items():
        if routes and any(len(ways[made]) > 1 for made in known[key]):
            yield key, ";".join(sorted(routes)), "Drugs@FDA"


def brand_strengths(products: Path) -> Iterator[Row]:
    """The strengths in mg of each brand of one ingredient that has none of another brand's: Reclast
    has 5 mg of zoledronic acid, Zometa 4."""
    made: dict[str, set[str]] = defaultdict(set)
    for row in table(VOCABULARY / "brands.csv"):
        made[row["key"]].add(row["ingredients"])
    strengths: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for row in table(products):
        key = folded(row["DrugName"])
        amount = AMOUNT.match(row["Strength"].upper().replace(",", ""))
        if amount and len(made[key]) == 1 and " + " not in (ingredient := min(made[key])):
            in_mg = float(amount["number"]) * IN_MG[amount["unit"]]
            strengths[ingredient][key].add(f"{in_mg:g}")
    for brands_of in strengths.values():
        for key, own in brands_of.items():
            if any(own.isdisjoint(others) for others in brands_of.values()):
                yield key, ";".join(sorted(own, key=float)), "Drugs@FDA"


def spellings(key: str) -> set[str]:
    """The British spelling beside the American one, and the other way round."""
    british = key
    for american, other in (pair.split(">") for pair in SPELLINGS.split()):
        british = re.sub(american, other, british)
    american = re.sub(r"(?<=h)a(?=em)|a(?=emi)|\bo(?=ed)|(?<=tumo)u|(?<=rrh|.pn)o(?=ea)", "", key)
    return {key, british, american}


def is_fit(name: str, synonym: str) -> bool:
    """Whether a synonym of an ontology is one that people write, and no narrower or wider."""
    one, other = set(folded(name).split()), set(folded(synonym).split())
    unlike = one ^ other
    is_wider = (one < other or other < one) and not unlike <= GENERIC
    is_code = re.search(r"[A-Z]{2}", synonym) or min(len(name), len(synonym)) < 4
    is_false = {folded(name), folded(synonym)}.intersection(re.split(r"\|\s*", FALSE_WORDS))
    is_rare = unlike.intersection(QUALIFIERS.split()) or RARE.search(f"{name} {synonym}".lower())
    return not (is_wider or is_code or is_false or is_rare) and max(len(one), len(other)) < 6


def conditions(tables: Path) -> Iterator[Row]:
    """Which words name one condition."""
    known = {row[0]: row for row in by_hand("conditions.csv")}
    for file, name, synonym, source in (
        ("symptom_synonyms_symp2026.tsv", "name", "synonym", "Symptom Ontology 2026"),
        ("disease_synonyms_do.tsv", "name", "synonym", ""),
        ("nci_dictionary_also_called.tsv", "term", "also_called", "NCI Dictionary"),
    ):
        groups: dict[str, set[str]] = defaultdict(set)
        origin: dict[str, str] = {}
        for row in table(tables / file):
            one, other = row[name].strip(), row[synonym].strip()
            is_ill = file[0] != "n" or (ILL.search(one.lower()) and ILL.search(other.lower()))
            if row.get("kind", "exact") == "exact" and is_ill and is_fit(one, other):
                groups[folded(one)].add(folded(other))
                origin[folded(one)] = source or f"Disease Ontology {row['edition']}"
        count = Counter(word for one, others in groups.items() for word in {one, *others})
        for one, others in groups.items():
            concept = known[one][1] if one in known else one
            for word in {one, *(word for word in others if count[word] == 1)}:
                known.setdefault(word, (word, concept, origin[one]))
    for word, origin_of in named_alone(tables):
        known.setdefault(word, (word, word, origin_of))
    for word, concept, origin_of in list(known.values()):
        for key in spellings(word):
            known.setdefault(key, (key, concept, origin_of))
    yield from known.values()


def named_alone(tables: Path) -> Iterator[tuple[str, str]]:
    """What medicines are for, and diseases in everyday words, without other names for them."""
    for row in table(tables / "brand_inn_ema2025.tsv"):
        for area in row["therapeutic_area"].split(";"):
            word = folded(" ".join(reversed(area.split(","))))  # "Leukemia, Myeloid, Acute"
            word = re.sub(r"(?<=ion|ase|der|mor|ure|oma|ema|mia|asy|rgy|ome|ria)s$", "", word)
            if len(word) > 3 and not NO_ILLNESS.search(word):
                yield word, "EMA 2025"
    plain = {row["word"] for row in table(VOCABULARY / "plain_words.csv")}
    for row in table(tables / "disease_synonyms_do.tsv"):
        word = folded(row["name"])
        is_common = len(word.split()) < 4 and plain.issuperset(word.split())
        if is_common and not (RARE.search(row["name"].lower()) or NO_ILLNESS.search(word)):
            yield word, f"Disease Ontology {row['edition']}"


def main() -> None:
    """Cut all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, required=True, help="folder of the open tables")
    parser.add_argument("--products", type=Path, required=True, help="Drugs@FDA's product file")
    chosen = parser.parse_args()
    tables = chosen.tables
    names = Names(tables)
    write("ingredient_names.csv", "key,name,source", names.rows.values())
    of_drugs = {row[:2]: row for row in drug_classes(tables, names)}
    of_drugs = {**{row[:2]: row for row in classes_by_action(tables)}, **of_drugs}
    write("drug_classes.csv", "key,class,source", of_drugs.values())
    write("brands.csv", "key,brand,ingredients,source", brands(tables, names))
    write("substances.csv", "key,source", substances(tables))
    write("brand_routes.csv", "key,routes,source", brand_routes(chosen.products))
    write("brand_strengths.csv", "key,strengths,source", brand_strengths(chosen.products))
    write("conditions.csv", "key,concept,source", conditions(tables))


if __name__ == "__main__":
    main()
