"""The drugs that a question names and the library holds.

Longest name first: "glyburide and metformin" is the combination when such a label exists, and two
drugs when not, or when the question sets them against each other.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from monograph_qa.domain.intent import DrugMention, NameHit
from monograph_qa.domain.label import NameKind
from monograph_qa.frozen import frozen
from monograph_qa.names.beside import Span, find_maker, with_formulation
from monograph_qa.names.candidates import Candidate, is_everyday
from monograph_qa.names.namebook import Question, widened
from monograph_qa.names.whole import another_product
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.name_keys import name_key, name_parts, plain_key
from monograph_qa.vocabulary.products import in_form_words, product_words, products_called
from monograph_qa.vocabulary.question_words import topic_words, words_with_role
from monograph_qa.vocabulary.rows import read_columns
from monograph_qa.vocabulary.tokens import Token, between, singular

_PLAIN_RELEASE = "ir"
_DOSE = "dose"
_INITIALS = 2  # letters that may as well be a unit
_SAME_DRUG = re.compile(r"\s*[\[(/=,]?\s*(?:or|aka|a\.k\.a\.|also known as|i\.e\.,?)?\s*[\[(]?\s*")
_COUNT = re.compile(r"^(?:mono|di|tri|hemi)")

Held = Mapping[str, tuple[NameHit, ...]]
"""The held names by key."""


@frozen
class HeldDrugs:
    """One mention a drug, in the order of the question, and the offsets of every name read.

    `others` are products that the library lacks though it holds their name: "Claritin-D" where
    only Claritin is held, "Prevnar 20" where only Prevnar 13 is, "metoprolol succinate" where the
    labels are of the tartrate. Each is the held drug, its text
    and offsets widened to the whole name asked for.
    """

    mentions: tuple[DrugMention, ...]
    others: tuple[DrugMention, ...]
    spans: tuple[Span, ...]

    def outside(self, wider: Sequence[Span]) -> "HeldDrugs":
        """Those that stand in none of `wider`, spans of names that mean another drug."""

        def stays(start: int) -> bool:
            return not any(first <= start < stop for first, stop in wider)

        return HeldDrugs(
            tuple(mention for mention in self.mentions if stays(mention.start)),
            tuple(other for other in self.others if stays(other.start)),
            tuple(span for span in self.spans if stays(span[0])),
        )


def match_drugs(question: Question, windows: Sequence[Candidate]) -> HeldDrugs:
    """The held drugs that the question names, among its candidates. A name made of everyday words
    ("Iron") counts only when nothing else in the question is a drug."""
    text, names = question.text, question.names
    keys = list(dict.fromkeys(key for window in windows for key in window.keys))
    held = names.find(keys) if keys else {}
    chosen = _longest_first(question, windows, held)
    mentions = [(*_mention(question, w, held), w) for w in chosen]
    kept = [each for each in mentions if not is_everyday(each[2].of(question.tokens))]
    kept = kept or [(m, o, w) for m, o, w in mentions if _is_meant(question, w, held, m)]
    drugs = [(with_formulation(text, m, names), is_other) for m, is_other, _ in kept]

    def other_than(mention: DrugMention) -> DrugMention | None:
        makers = (find_maker(text, maker) for maker in names.makers(mention.label_ids))
        return another_product(question, mention, held, list(filter(None, makers)))

    read = [(m, m if is_other else other_than(m)) for m, is_other in drugs]
    read = [(m, None if other and _cuts_another(m, other, drugs) else other) for m, other in read]
    others = tuple(other for _, other in read if other is not None)
    same = [
        mention
        for mention, other in read
        if other is None and not any(o.start <= mention.start < o.stop for o in others)
    ]
    spans = tuple((m.start, m.stop) for m in (*same, *others))
    return HeldDrugs(_one_per_drug(text, same), others, spans)


def _cuts_another(
    mention: DrugMention, other: DrugMention, drugs: Iterable[tuple[DrugMention, bool]]
) -> bool:
    """Whether the product that a mention is widened to takes a word out of another mention: in
    "metformin glyburide and metformin" the second product is whole."""
    return any(
        each != mention and each.start < end < each.stop
        for each, _ in drugs
        for end in (other.start, other.stop)
    )


def _longest_first(question: Question, windows: Sequence[Candidate], held: Held) -> list[Candidate]:
    hits = [window for window in windows if any(key in held for key in window.keys)]
    single = {w.first for w in hits if w.first == w.last}
    taken: set[int] = set()
    chosen = []
    for window in hits:
        places = set(range(window.first, window.last + 1))
        if taken & places:
            continue
        if question.pairing and _sets_side_by_side(question.tokens, window, single):
            continue
        taken |= places
        chosen.append(window)
    return sorted(chosen, key=lambda window: window.first)


def _sets_side_by_side(tokens: Sequence[Token], window: Candidate, single: set[int]) -> bool:
    connectors = name_parts().connectors
    joins = [at for at in range(window.first, window.last) if tokens[at].key in connectors]
    return bool(joins) and window.first in single and any(at + 1 in single for at in joins)


def _mention(question: Question, window: Candidate, held: Held) -> tuple[DrugMention, bool]:
    """The drug that the window names, and whether no such label is of the salt or the release that
    is asked for."""
    text, tokens = question.text, question.tokens
    key = next(key for key in window.keys if key in held)
    hits = sorted(held[key], key=lambda hit: (name_key(hit.name) != key, len(hit.name), hit.name))
    salts = _salts_by_label(hits)
    last = window.last
    # An ester that the key was found without: "penicillin G benzathine" where the potassium is.
    asked = {*name_parts().esters.intersection(window.keys[0].split())}.difference(key.split())
    # "bupropion HCl": the salt belongs to the name though the library may not list it.
    while last + 1 < len(tokens) and tokens[last + 1].key in name_parts().salts:
        salt = name_parts().full.get(tokens[last + 1].key, tokens[last + 1].key)
        # "lisinopril potassium": what blood holds as well is a salt only where a label says so, or
        # where another word of it stands beside it ("sodium phosphate").
        is_salt = salt not in topic_words() or any(salt in each for each in salts.values())
        beyond = tokens[last + 2 : last + 3]
        is_salt |= bool(asked) or any(each.key in name_parts().salts for each in beyond)
        if not is_salt or between(text, tokens[last], tokens[last + 1]).strip():
            break
        asked.add(salt)
        last += 1
    fitting = [
        label for label, stated in salts.items() if _counted(asked) <= stated | _counted(stated)
    ]
    is_ester = not asked.isdisjoint(name_parts().esters)
    # A steroid has no salts: its acetate is an ester, and another product than the alcohol.
    bare = text[window.start : window.stop].casefold()
    is_ester |= bool(asked) and bare.endswith(tuple(name_parts().steroids))
    if not is_ester:
        fitting = fitting or [label for label, stated in salts.items() if not stated]
    # "Rinvoq ER" where only Rinvoq is; a plain one may be called IR.
    if all(hit.kind == NameKind.BRAND for hit in hits) and last + 1 < len(tokens):
        release = tokens[last + 1].key
        is_other = release in name_parts().releases - {_PLAIN_RELEASE}
        is_other &= not any(release in name_key(hit.name).split() for hit in hits)
        if is_other and not between(text, tokens[last], tokens[last + 1]).strip(" -"):
            last, fitting = last + 1, []
    if fitting and _is_plain_of_a_release(text, key, hits):
        fitting = []
    start, stop, labels = window.start, tokens[last].stop, tuple(fitting or salts)
    return DrugMention(hits[0].name, text[start:stop], labels, start, stop), not fitting


def _is_plain_of_a_release(question: str, key: str, hits: Sequence[NameHit]) -> bool:
    """Whether a brand is asked for of which only a release is here: Depakote is a product of its
    own beside Depakote ER, as Nurtec beside Nurtec ODT is not. Not where the question says the
    release in other words."""
    # Of some brands no other release is known than the one that stands behind their name.
    if key in read_columns("one_release_brands", "key"):
        return False
    more = [set(plain_key(hit.name).split()).difference(key.split()) for hit in hits]
    releases = name_parts().releases - {_PLAIN_RELEASE}
    if not all(words and words <= releases for words in more) or not products_called(key.split()):
        return False
    is_brand = all(hit.kind == NameKind.BRAND for hit in hits)
    said = re.split(r"[^a-z]+", in_form_words(question))
    meant = {find_meaning(word.upper()) for words in more for word in words}
    own = {word for each in meant if each for word in in_form_words(each).split("-")[:1]}
    return is_brand and own.isdisjoint(said)


def _salts_by_label(hits: Sequence[NameHit]) -> dict[str, set[str]]:
    stated: dict[str, set[str]] = {label: set() for hit in hits for label in hit.label_ids}
    for hit in hits:
        for label in hit.label_ids:
            stated[label] |= name_parts().salts.intersection(name_key(hit.name).split())
    return stated


def _counted(salts: Iterable[str]) -> set[str]:
    """Salts without how many of them there are, and without water: a dihydrochloride is a
    hydrochloride, and a hydrate the very substance."""
    bare = {salt: _COUNT.sub("", salt) for salt in salts if not salt.endswith("hydrate")}
    return {short if short in name_parts().salts else salt for salt, short in bare.items()}


def _is_meant(question: Question, window: Candidate, held: Held, mention: DrugMention) -> bool:
    key = next(key for key in window.keys if key in held)
    if any(hit.kind in ("generic", "salt", "synonym") for hit in held[key]):
        return True
    text, tokens = question.text, question.tokens
    first = tokens[window.first]
    stands_out = first.text[:1].isupper() and window.first > 0 and not text.isupper()
    # "MMR" in capitals is a name; "Iron" at the beginning is not for sure.
    stands_out |= first.text.isupper() and len(first.text) > _INITIALS and not text.isupper()
    subject = window.first == 0 or tokens[window.first - 1].key in words_with_role("before_subject")
    is_all = mention.asked.strip() == text.strip(" ?.!")
    # "Tabloid tabs", "Tabloid 40 mg", "Tabloid dose" begin with a product.
    behind = tokens[window.last + 1].key if window.last + 1 < len(tokens) else ""
    is_product = singular(behind) in product_words("form") or behind.isdigit() or behind == _DOSE
    starts = window.first == 0 and is_product
    return stands_out or starts or (subject and window.last > window.first) or is_all


def _one_per_drug(question: str, mentions: Sequence[DrugMention]) -> tuple[DrugMention, ...]:
    """Mentions with brand and generic of one product made one: "Eliquis (apixaban)". Of names of
    the same labels a brand stands for all: "from oral risperidone to Perseris" asks of Perseris."""
    merged: list[DrugMention] = []
    for mention in mentions:
        last = merged[-1] if merged else mention
        shared = tuple(label for label in last.label_ids if label in mention.label_ids)
        spans = (last.start, last.stop), (mention.start, mention.stop)
        if merged and shared and is_aside(question, *spans):
            narrow = min(last, mention, key=lambda each: len(each.label_ids))
            whole = widened(last, question, *spans[1])
            merged[-1] = replace(whole, name=narrow.name, label_ids=shared)
        else:
            merged.append(mention)
    kept: dict[frozenset[str], DrugMention] = {}
    for mention in merged:
        labels = frozenset(mention.label_ids)
        if products_called(plain_key(mention.asked).split()):
            kept[labels] = mention
        kept.setdefault(labels, mention)
    return tuple(sorted(kept.values(), key=lambda mention: mention.start))


def is_aside(question: str, left: Span, right: Span) -> bool:
    """Whether two names, given by their offsets, stand as one and the other name of one drug."""
    first, second = sorted([left, right])
    return bool(_SAME_DRUG.fullmatch(question[first[1] : second[0]]))
