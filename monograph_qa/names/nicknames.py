"""What is said for a whole name: a word of a brand or its device, a beginning that several drugs
share, a vaccine's disease ("tetanus booster")."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from monograph_qa.domain.intent import DrugMention, NameHit
from monograph_qa.domain.label import Label, NameKind
from monograph_qa.frozen import frozen
from monograph_qa.names.elsewhere import UnheldDrug
from monograph_qa.names.ingredients import is_biological
from monograph_qa.names.namebook import (
    NameBook,
    Question,
    hits_under,
    labels_of,
    mention_of,
    widened,
)
from monograph_qa.names.words import all_names, drug_words, is_drug_word, is_plain
from monograph_qa.vocabulary.cues import CueIndex
from monograph_qa.vocabulary.name_keys import name_key, name_parts, plain_ingredients, plain_key
from monograph_qa.vocabulary.products import ingredients_of, product_words
from monograph_qa.vocabulary.question_words import words_with_role
from monograph_qa.vocabulary.rows import read_columns, read_rows, split_list
from monograph_qa.vocabulary.tokens import Token, singular

_LEAST = 4  # letters of a brand's word that may stand for the brand
_MOST_OFFERED = 3
_MOST_WORDS = 3  # of a disease: "hepatitis a b"
_TELLING = 2  # words with which the name of a vaccine says against what it is
_JOINS = " -‐‑–+/"
_ADDS = frozenset("+&")


@cache
def _ambiguous() -> Mapping[str, tuple[str, ...]]:
    return {row["said"]: split_list(row["names"]) for row in read_rows("ambiguous_names")}


@cache
def _brands_by_device() -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for device, brand in read_columns("brand_devices", "device", "brand"):
        found[device].append(brand)
    return found


def is_ambiguous(key: str) -> bool:
    """Whether a word is a short form of several drugs, whichever of them are held: "levo"."""
    return key in _ambiguous()


def held_of_ambiguous(key: str, names: NameBook) -> tuple[NameHit, ...]:
    """The held names that such a word may mean."""
    meant = [other for name in _ambiguous()[key] for other in all_names(name_key(name))]
    hits = (hit for hit in hits_under(meant, names) if hit.kind != NameKind.BRAND)
    longest_first = sorted(hits, key=lambda hit: -len(hit.name))
    labels = {hit.label_ids: hit for hit in longest_first}  # one name is enough of one drug
    return tuple(labels.values())[:_MOST_OFFERED]


def begins_several(key: str, name: str) -> bool:
    """Whether a word is only the beginning of a name, and other drugs in common use begin so too:
    "metho" of methotrexate."""
    held = plain_key(name)
    if is_ambiguous(key):
        return True
    if key == held or not held.startswith(key):
        return False
    own = set(plain_ingredients(ingredients_of(held.split())))
    begun = (word for word in drug_words() if word.startswith(key))
    made = (plain_ingredients(ingredients_of([word])) for word in begun)
    return any(each and own.isdisjoint(each) for each in made)


def is_device_of(word: str, brand: str) -> bool:
    """Whether a word names what a brand is given with: "SureClick" of Enbrel."""
    key = plain_key(brand)
    first, _, last = key.rpartition(" ")
    bare = first if first and last in product_words("device") else key  # of "spiriva respimat"
    return bare in _brands_by_device().get(word, ())


def find_brand_word(question: Question) -> UnheldDrug | None:
    """The first word that can only stand for a held brand: the name of its device, or a word that
    it alone bears ("Qlex"). None where the word belongs to another name beside it."""
    for at, token in enumerate(question.tokens):
        hits = _brands_with(token.key, question.names)
        if hits and not _goes_with_another(question, at):
            return UnheldDrug(token.text, token.start, token.stop, hits, True)
    return None


def _brands_with(word: str, names: NameBook) -> tuple[NameHit, ...]:
    devices = product_words("device")
    is_free = len(word) >= _LEAST and not (is_plain(word) or is_drug_word(word))
    if word not in devices and (not is_free or word in name_parts().variants):
        return ()
    hits = [
        hit
        for hit in names.with_word(word)
        if hit.kind == NameKind.BRAND and word in plain_key(hit.name).split()[1:]
    ]
    if brands := _brands_by_device().get(word):
        found = hits_under((name for each in brands for name in (each, f"{each} {word}")), names)
        hits += [hit for hit in found if hit.kind == NameKind.BRAND]
    labels = {hit.label_ids: hit for hit in hits}
    return tuple(labels.values())[:_MOST_OFFERED]


def _goes_with_another(question: Question, at: int) -> bool:
    """Whether a word right before it may be the brand that it goes with: "Zelfor Respimat"."""
    if not at:
        return False
    before, word = question.tokens[at - 1 : at + 1]
    is_beside = question.text[before.stop : word.start].isspace()
    return is_beside and before.key.isalpha() and not is_plain(before.key)


def with_vaccine(
    question: Question, mentions: tuple[DrugMention, ...], drugs: tuple[UnheldDrug, ...]
) -> tuple[tuple[DrugMention, ...], tuple[UnheldDrug, ...]]:
    """The mentions and unheld drugs of a question, those in "Ebola vaccine" replaced by all such
    vaccines that are held; beside a name ("Ervebo Ebola vaccine") the words only say what it is."""
    named = find_vaccine(question.tokens, question.names)
    if named is None or not named.held:
        return mentions, drugs
    start, stop = named.start, named.stop
    held = [each for each in mentions if not (start <= each.start and each.stop <= stop)]
    others = tuple(each for each in drugs if not (start <= each.start and each.stop <= stop))
    vaccine = mention_of(named.held, question.text, start, stop)
    if other := with_another_vaccine(question, vaccine):
        others = tuple(d for d in others if d.stop <= other.start or other.stop <= d.start)
        return tuple(held), (*others, UnheldDrug(other.asked, other.start, other.stop, (), True))
    spans = [(m.start, m.stop) for m in held] + [(d.start, d.stop) for d in others]
    gaps = (question.text[min(b, stop) : max(a, start)] for a, b in spans)
    is_named = any(not gap.strip(" (") for gap in gaps)
    found = held if is_named else [*held, vaccine]
    return tuple(sorted(found, key=lambda each: each.start)), others


def with_another_vaccine(question: Question, mention: DrugMention) -> DrugMention | None:
    """The held vaccine widened to what stands right behind its name, or is joined to it in front,
    where no name of its labels speaks of that disease: "Infanrix-IPV" has more in it than Infanrix
    and "Tdap-IPV" than IPV. None for no such words."""
    text, tokens, names = question.text, question.tokens, question.names
    behind = [token for token in tokens if token.start >= mention.stop][:_MOST_WORDS]
    before = [token for token in tokens if token.stop <= mention.start][-_MOST_WORDS:]
    gap = text[mention.stop : behind[0].start] if behind else ""
    if gap.strip(_JOINS) or (gap != gap.strip() and gap.strip() in _ADDS):  # "Twinrix + MMR"
        behind = []
    gap = text[before[-1].stop : mention.start] if before else ""
    if not gap.strip() or gap.strip(_JOINS):
        before = []
    runs = [behind[:last] for last in range(len(behind), 0, -1)]
    runs += [before[first:] for first in range(len(before))]
    for words in runs:
        begins, _ = _diseases().get(" ".join(token.key for token in words), ((), False))
        if begins and _is_of_any(mention, words_with_role("in_vaccine_name"), names):
            told = (set(name_key(each).split()[:_TELLING]) for each in begins)
            if any(all(_is_of_any(mention, [word], names) for word in each) for each in told):
                return None
            return widened(mention, text, words[0].start, words[-1].stop)
    return None


def _is_of_any(mention: DrugMention, words: Iterable[str], names: NameBook) -> bool:
    """Whether a name of the mention's labels has one of the words in it."""
    labels = labels_of(hit for word in words for hit in names.with_word(word))
    return not set(labels).isdisjoint(mention.label_ids)


def are_several_vaccines(labels: Sequence[Label]) -> bool:
    """Whether labels are of vaccines of different brands: one is never given for another."""
    brands = {name_key(each.product.brand or each.drug) for each in labels}
    return len(brands) > 1 and all(is_biological(each.drug) for each in labels)


@frozen
class NamedVaccine:
    """The vaccines that question[start:stop] names, and those of them that are held."""

    start: int
    stop: int
    held: tuple[NameHit, ...]


def find_vaccine(tokens: Sequence[Token], names: NameBook) -> NamedVaccine | None:
    """The vaccines against the disease that the question names beside "vaccine" or "shot", or by
    their short name ("Tdap"). All labels of such vaccines are meant, so that several are asked
    about; None where the question names none."""
    index, begins = _cues()
    hits = index.match(tokens)
    if not hits:
        return None
    hit = max(hits, key=lambda each: len(each.tokens))
    keys = {name_key(beginning) for beginning in begins[hit.cue]}
    in_name = words_with_role("in_vaccine_name")
    apart = tuple(f"{each} " for each in _of_several() - keys)
    said = _valences([token.key for token in tokens])
    held = tuple(
        each
        for key in sorted(keys)
        for each in names.near(key)
        if (name := f"{name_key(each.name)} ").startswith(f"{key} ")
        and not name.startswith(apart)
        and not (said and said.isdisjoint(_valences(name.split()) or said))
        and not in_name.isdisjoint(name.split())
    )
    return NamedVaccine(tokens[min(hit.tokens)].start, tokens[max(hit.tokens)].stop, held)


def _valences(words: Sequence[str]) -> frozenset[str]:
    """Of how many types words say that a vaccine is: "15-valent"."""
    return frozenset(number for number, word in pairwise(words) if word == "valent")


@cache
def _of_several() -> frozenset[str]:
    """The beginnings of names of vaccines against several diseases, against each of which there is
    one alone: who asks for hepatitis A has not named the vaccine against A and B."""
    rows = (row for row in read_rows("vaccine_names") if " and " in row["asked"])
    return frozenset(name_key(each) for row in rows for each in split_list(row["begins"]))


@cache
def _cues() -> tuple[CueIndex, tuple[tuple[str, ...], ...]]:
    """The phrases that ask for a vaccine, and the beginnings of names that each means."""
    words, kinds = ("|".join(sorted(words_with_role(r))) for r in ("vaccine", "kind_of_vaccine"))
    meant: dict[str, tuple[str, ...]] = {}
    for disease, (begins, is_enough) in _diseases().items():
        behind = (words, f"{kinds} {words}")
        phrases = [*(f"{disease} {each}" for each in behind), f"{words} for|against {disease}"]
        phrases += [disease] if is_enough else []
        meant.update((phrase, begins) for phrase in phrases)
    return CueIndex(tuple(meant)), tuple(meant.values())


@cache
def diseases_of_vaccines() -> frozenset[str]:
    """The words for what vaccines are against, in singular."""
    named = (disease for disease, (_, is_enough) in _diseases().items() if not is_enough)
    return frozenset(singular(word) for disease in named for word in disease.split())


@cache
def _diseases() -> Mapping[str, tuple[tuple[str, ...], bool]]:
    """The beginnings of names of the vaccines against each disease, or called so in short, and
    whether that asks for a vaccine without the word."""
    return {
        disease: (split_list(row["begins"]), bool(row["alone"]))
        for row in read_rows("vaccine_names")
        for disease in split_list(row["asked"])
    }
