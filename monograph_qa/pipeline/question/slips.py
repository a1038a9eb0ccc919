"""A name that the library does not hold, and yet means one label only: a slip of the fingers, or a
brand whose ingredient one maker's label without a brand is of. A line says how it was read; where
anything else may be meant, nothing is read into it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from monograph_qa.domain.intent import DrugMention, Intent, NameHit, QuestionKind, UnknownDrug
from monograph_qa.domain.label import Label, NameKind
from monograph_qa.names.namebook import own_brands
from monograph_qa.names.near import edits_between, is_kind_of
from monograph_qa.names.nicknames import begins_several, is_device_of
from monograph_qa.pipeline.question.narrowing import described
from monograph_qa.pipeline.question.ways_given import (
    is_given_otherwise,
    is_of_other_strengths,
)
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.name_keys import (
    lookup_keys,
    name_parts,
    plain_ingredients,
    plain_key,
    without_salts,
)
from monograph_qa.vocabulary.products import (
    distinct_forms,
    in_form_words,
    made_of,
    names_of,
    product_words,
    products_called,
    us_name,
)

_RELEASED = frozenset({"extended", "sustained", "prolonged", "modified", "delayed", "controlled"})
_ADULT, _CHILD = "adult", "pediatric"
_ONE = 1
_OFTEN = 5  # sentences
_BETWEEN = r"[\s-]"
_LEAST = 4  # letters of a name in which one slip is believed
_SHORT = 5  # letters of a brand of which another may differ in one


def read_slips(intent: Intent, reader: LibraryReader, *, all_labels: bool) -> tuple[Intent, str]:
    """The intent with the drug that its one unheld name can only mean, and the line that says so;
    the intent itself and no line where the name is right, or may mean several."""
    compares = intent.kind is QuestionKind.COMPARISON
    meant = {
        drug: found
        for drug in intent.unknown_drugs
        if (found := _meant(drug, reader, all_labels)) and not _is_for_others(intent, found[0])
    }
    if len(meant) != 1:
        return intent, ""
    ((drug, (hit, is_borne)),) = meant.items()
    if compares and not is_borne:
        return intent, ""
    start = intent.question.find(drug.asked)
    mention = DrugMention(hit.name, drug.asked, hit.label_ids, start, start + len(drug.asked))
    # What else is named is taken with it, or it is compared with: neither need be held.
    others = tuple(e for e in intent.unknown_drugs if e is not drug) if compares else ()
    read = replace(intent, drugs=(mention, *intent.drugs), unknown_drugs=others)
    if is_borne:
        return read, ""
    how = _how(drug, hit)
    return read, f"“{drug.asked}” is read as {hit.name} ({how}); no label here bears that name."


def _is_for_others(intent: Intent, hit: NameHit) -> bool:
    """Whether a child, or the product for one, is asked about and this is the one for adults."""
    said = product_words("child").keys() & plain_key(intent.question).split()
    is_child = bool(said) or _CHILD in intent.populations
    return is_child and plain_key(hit.name).endswith(f" {_ADULT}")


def _how(drug: UnknownDrug, hit: NameHit) -> str:
    """In which way a name means what it is read as."""
    asked, held = plain_key(drug.asked), plain_key(hit.name)
    if drug.held and not drug.near:
        return "its ingredient" if hit.kind != NameKind.BRAND else "its name elsewhere"
    if is_device_of(asked, hit.name):
        return "its device"
    return "for short" if held.startswith(f"{asked} ") else "a slip"


def _meant(
    drug: UnknownDrug, reader: LibraryReader, all_labels: bool
) -> tuple[NameHit, bool] | None:
    """The held name that an unheld one can only mean, and whether its labels bear that as well."""
    if drug.near:
        hit = _meant_by_slip(drug, reader)
        if hit is not None:
            if any(is_kind_of(key, plain_key(drug.asked)) for key in lookup_keys(hit.name)):
                return hit, False  # who says "penicillin" is told of which this is
            return hit, _is_in_title(drug, hit, reader) or _prints_release(drug, hit, reader)
        if _is_typed(drug) and drug.asked.isalpha():
            return None
    hit = _only(drug.held)
    if hit is None or drug.is_misspelt:
        return None
    if _prints_release(drug, hit, reader):
        return hit, True
    labels = [reader.get_label(each) for each in hit.label_ids]
    if _is_another_release(drug, labels) or is_given_otherwise(drug.asked, labels):
        return None
    if is_of_other_strengths(drug.asked, labels) or _has_more_in_it(drug, labels):
        return None
    if _is_another_ester(drug, labels, reader) or _has_another_device(drug, labels):
        return None
    if len(labels) > 1 and not all_labels:
        return None  # which of them is asked back, with what the brand is
    is_borne = _is_in_title(drug, hit, reader)
    if is_borne or all(_is_form_of(drug, each, reader) for each in labels):
        return hit, is_borne
    # Another brand's label is another product: it is offered, never used, unless it is the same
    # brand as another country spells it ("Verzenios").
    brands = [brand for each in hit.label_ids for brand in own_brands(reader.names(each))]
    if not brands:
        return hit, False
    same = [each for each in brands if _is_spelt_alike(plain_key(drug.asked), plain_key(each))]
    return (replace(hit, name=same[0], kind=NameKind.BRAND), False) if same else None


def _is_spelt_alike(asked: str, brand: str) -> bool:
    """Whether two known brands of one drug are one but for a letter: Verzenio and Verzenios."""
    is_long = min(len(asked), len(brand)) > _SHORT
    return is_long and asked[0] == brand[0] and edits_between(asked, brand, _ONE) <= _ONE


def _meant_by_slip(drug: UnknownDrug, reader: LibraryReader) -> NameHit | None:
    """The one name near a word that it must be: a title bears it, it is short for it, or a slip."""
    if (titled := _only(drug.near)) and _is_in_title(drug, titled, reader):
        return titled
    if short := _only(hit for hit in drug.near if _is_short_for(drug, hit)):
        return short
    is_known = bool(drug.known) and (not drug.is_misspelt or not drug.held)
    if is_known or not _is_typed(drug) or not titled:
        return None
    asked, held = without_salts(plain_key(drug.asked).split()), plain_key(titled.name)
    key = " ".join(asked)
    if len(asked) > 1 and not _are_same_words(asked, held.split()):
        return None
    if begins_several(key, titled.name) or not _is_its_only_device(key, held):
        return None
    is_meant = is_device_of(key, titled.name) or _is_one_slip(key, titled.name)
    return titled if is_meant else None


def _are_same_words(asked: Sequence[str], held: Sequence[str]) -> bool:
    """Whether two names may be one word by word: "Zelforine ER" is no slip for Zelforine and
    "Engerix A" none for Engerix-B, as "abilfy maintenna" is one for Abilify Maintena."""
    return len(asked) == len(held) and all(
        said == own or len(own) > _ONE for said, own in zip(asked, held, strict=True)
    )


def _is_typed(drug: UnknownDrug) -> bool:
    """Whether a name is of letters alone, and enough of them to tell a slip."""
    return len(drug.asked) >= _LEAST and drug.asked.replace(" ", "").isalpha()


def _is_short_for(drug: UnknownDrug, hit: NameHit) -> bool:
    """Whether a held brand is the one asked for and the name of its inhaler or pen ("Arcapta" of
    Arcapta Neohaler), the drug is the same, and no table knows the brand with another device.
    Simponi is not Simponi Aria. Where no other of its products is held, a brand alone is the one
    for adults ("Twinrix")."""
    asked, held = plain_key(drug.asked), plain_key(hit.name)
    if {plain_key(each.name) for each in drug.near} == {f"{asked} {_ADULT}"}:
        return True
    device = held.removeprefix(f"{asked} ")
    same = {label_id for each in drug.held for label_id in each.label_ids}
    is_device = device in product_words("device")
    return is_device and same.issuperset(hit.label_ids) and _is_its_only_device(asked, held)


def _is_its_only_device(asked: str, held: str) -> bool:
    """Whether a held brand has no device behind it, or the one that is asked for, or no table knows
    the brand with another."""
    devices = product_words("device")
    brand, _, device = held.rpartition(" ")
    if not brand or device not in devices or device in asked.split():
        return True
    return not any(
        products_called([*brand.split(), each]) or is_device_of(each, brand)
        for each in devices
        if each != device
    )


def _is_form_of(drug: UnknownDrug, label: Label, reader: LibraryReader) -> bool:
    """Whether the name is the label's brand with one of the label's own forms behind it: "Zofran
    ODT" of a label of Zofran that is of disintegrating tablets as well, or tells no form."""
    words = plain_key(drug.asked).split()
    own = set(in_form_words(f"{label.title} {described(label)}").replace(",", " ").split())
    own |= frozenset() if label.product.forms else distinct_forms()
    brands = _brands(label.label_id, reader)
    return any(
        words[: len(brand)] == brand
        and own.issuperset(in_form_words(" ".join(words[len(brand) :])).split())
        for brand in map(str.split, brands)
        if len(brand) < len(words)
    )


def _prints_release(drug: UnknownDrug, hit: NameHit, reader: LibraryReader) -> bool:
    """Whether the name is the labels' brand with a release, in either order ("XR Xeljanz"), and
    they are of that as well: they list the form, or name it again and again."""
    words = plain_key(drug.asked).split()
    own = [word for word in words if word not in name_parts().releases]
    releases = [word for word in words if word not in own]
    if not (own and releases and all(own in _called(each, reader) for each in hit.label_ids)):
        return False
    forms = {f"{_written_out(word)}-release" for word in releases}
    name = re.compile(rf"\b{_BETWEEN.join(map(re.escape, (*own, *releases)))}\b", re.I)

    def lists(label_id: str) -> bool:
        listed = " ".join(reader.get_label(label_id).product.forms)
        return forms.issubset(in_form_words(listed).split())

    def names_often(label_id: str) -> bool:
        said = (fact for fact in reader.facts(label_id) if name.search(fact.quote))
        return len(list(islice(said, _OFTEN))) == _OFTEN

    return all(lists(each) or names_often(each) for each in hit.label_ids)


def _is_one_slip(asked: str, name: str) -> bool:
    """Whether a word is a slip of the fingers for a name, a part of it, or another name of the very
    drug: two slips and another first letter make another name of the same class ("quorvastatin").
    """
    key, held = plain_key(asked), plain_key(name)
    called = (word for each in plain_ingredients([name]) for word in names_of(us_name(each)))
    is_begun_so = any(key[0] == word[0] for word in (*held.split(), *called))
    return is_begun_so or edits_between(key, held, _ONE) <= _ONE


def _is_in_title(drug: UnknownDrug, hit: NameHit, reader: LibraryReader) -> bool:
    """Whether the labels' titles, or their brands, bear the name whole: "Xeljanz XR" beside
    "Xeljanz", and "Rinvoq ER" of Rinvoq extended-release tablets."""
    asked = [_written_out(word) for word in plain_key(drug.asked).split()]
    return all(
        any(
            set(asked) <= set(called) and not _goes_on(asked, called)
            for called in _called(each, reader)
        )
        for each in hit.label_ids
    )


def _called(label_id: str, reader: LibraryReader) -> list[list[str]]:
    """The words of a label's title and of its brands."""
    title = plain_key(reader.get_label(label_id).title)
    return [name.split() for name in (title, *_brands(label_id, reader))]


def _brands(label_id: str, reader: LibraryReader) -> list[str]:
    names = reader.names(label_id)
    return [plain_key(each.name) for each in names if each.kind is NameKind.BRAND]


def _written_out(word: str) -> str:
    """A release by the word that titles have for it: "extended" for "er"."""
    meaning = find_meaning(word.upper()) if word in name_parts().releases else None
    return plain_key(meaning).split()[0] if meaning else word


def _goes_on(asked: Sequence[str], title: Sequence[str]) -> bool:
    """Whether a brand in the title has one word more, and is another product: Simponi Aria, Havrix
    Junior."""
    stops = [at + len(asked) for at in range(len(title)) if title[at : at + len(asked)] == asked]
    return any(
        stop < len(title)
        and title[stop] not in name_parts().suffixes
        and (title[stop] in product_words("child") or products_called([*asked, title[stop]]))
        for stop in stops
    ) and bool(products_called(asked))


def _is_another_release(drug: UnknownDrug, labels: Sequence[Label]) -> bool:
    """Whether a brand with a release of its own ("Toprol-XL") is asked for, and a label of the
    ingredient speaks of none; or one that has a release only under a longer name ("Ultram", of
    Ultram ER), and all labels are of such."""
    words, releases = plain_key(drug.asked).split(), name_parts().releases
    released = releases | _RELEASED
    titles = [plain_key(label.title).split() for label in labels]
    if not releases.isdisjoint(words):
        return any(released.isdisjoint(title) for title in titles)
    has_another = any(products_called([*words, release]) for release in sorted(releases))
    return has_another and not any(released.isdisjoint(title) for title in titles)


def _is_another_ester(drug: UnknownDrug, labels: Sequence[Label], reader: LibraryReader) -> bool:
    """Whether a brand is asked for with an ester that a label does not bear (Haldol decanoate), or
    made of one (Horizant, of gabapentin enacarbil)."""
    made = (ingredient for product in drug.known for ingredient in product.ingredients)
    said = {word for name in (drug.asked, *made) for word in plain_key(name).split()}
    esters = name_parts().esters & said
    borne = ({word for name in _called(each.label_id, reader) for word in name} for each in labels)
    return any(not esters <= words for words in borne)


def _has_more_in_it(drug: UnknownDrug, labels: Sequence[Label]) -> bool:
    """Whether a label's drug has more in it than the brand asked for: Subutex has no naloxone."""
    made = {us_name(key) for each in drug.known for key in plain_ingredients(each.ingredients)}
    return bool(made) and any(made < set(made_of(label.drug)) for label in labels)


def _has_another_device(drug: UnknownDrug, labels: Sequence[Label]) -> bool:
    """Whether a brand is asked for with a device that a label does not name: Foradil Aerolizer is
    no solution for a nebuliser."""
    devices = product_words("device").keys() & plain_key(drug.asked).split()
    return any(not devices <= set(plain_key(described(label)).split()) for label in labels)


def _only(hits: Iterable[NameHit]) -> NameHit | None:
    """The one drug that all hits are of; None where they are of labels with nothing in common."""
    each = list(hits)
    if not each:
        return None
    shared = set(each[0].label_ids).intersection(*(hit.label_ids for hit in each))
    return each[0] if shared and all(set(hit.label_ids) == shared for hit in each) else None
