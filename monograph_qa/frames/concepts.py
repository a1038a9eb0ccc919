"""What words name: drugs, their classes, diseases and effects; and the words by which a label may
name the same.

All of it is vocabulary: `conditions`, `drug_classes`, `drug_class_words`, `brands` and
`ingredient_names`, each row with its source; `drug_class_patterns` has what names themselves say.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from monograph_qa.domain.frame import Facet, Named, Term
from monograph_qa.frames.measure_words import measure_names
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.name_keys import plain_key, without_biosimilar_suffix
from monograph_qa.vocabulary.products import (
    ingredients_of,
    names_of,
    other_names,
    short_names,
    short_names_of,
)
from monograph_qa.vocabulary.question_words import words_with_role
from monograph_qa.vocabulary.rows import (
    most_words_by_first,
    read_columns,
    read_rows,
    sorted_table,
    split_list,
)
from monograph_qa.vocabulary.stems import as_americans_spell

_TABLES = ("brands", "drug_classes", "substances", "conditions")
_LONGEST = 5  # words of a name
_ALLERGY = " allergy"
_OF_BLOOD = "emic"
_LEAST_BEGINNING = 4  # letters that stand before the `*` of a key


def named_concepts(words: Sequence[str]) -> list[Named]:
    """What the words name, in their order; of names that overlap the longest."""
    found: list[Named] = []
    at = 0
    while at < len(words):
        if state := _state_of(words, at):
            found += (replace(e, said=words[at], narrower=((e.said,), *e.narrower)) for e in state)
            at += 1
            continue
        most = 0 if _is_of_a_measure(words[at]) else _most_words(words[at])
        for stop in range(min(at + most, len(words)), at, -1):
            if named := _spelt(tuple(words[at:stop])):
                found += named
                at = stop
                break
        else:
            at += 1
    return found


def _state_of(words: Sequence[str], at: int) -> tuple[Named, ...]:
    """The disorder of the blood that an adjective tells of a patient or a crisis: "hyponatremic";
    a hypoglycemic agent is no such state."""
    word, following = words[at], words[at + 1] if at + 1 < len(words) else ""
    is_state = word.endswith(_OF_BLOOD) and following in words_with_role("of_a_state") | {""}
    named = _named((f"{word.removesuffix('c')}a",)) if is_state else ()
    return tuple(each for each in named if each.facet is Facet.CONDITION)


@lru_cache(maxsize=1024)  # each line of a label is asked for the same diseases
def akin(concepts: frozenset[str]) -> frozenset[str]:
    """The diseases with those that they are kinds of, and those that are kinds of them: what is for
    thromboembolism is for who has a thrombosis, too."""
    rows = read_columns("condition_kinds", "concept", "broader")
    return concepts.union(_wider(concepts), (kind for kind, wider in rows if wider in concepts))


@lru_cache(maxsize=64)
def kinds_above(concepts: frozenset[str]) -> frozenset[str]:
    """The diseases that these are kinds of, and those that such are kinds of."""
    above = frozenset(_wider(concepts))
    return above | kinds_above(above) if above else above


def _wider(concepts: Collection[str]) -> tuple[str, ...]:
    """The diseases that one of these is a kind of, in the order of the table."""
    rows = read_columns("condition_kinds", "concept", "broader")
    return tuple(broader for kind, broader in rows if kind in concepts)


@lru_cache(maxsize=4096)
def concepts_of_drugs(key: str) -> frozenset[str]:
    """What the drugs in a name are read as, all of them together and each of its ingredients."""
    drugs = [e.concept for e in named_concepts(key.split()) if e.facet is Facet.COMEDICATION]
    parts = {part for concept in drugs for part in concept.split(" + ")}
    made_of = set(ingredients_of(tuple(key.split())))
    whole = " + ".join(sorted(made_of))
    return frozenset(filter(None, (*drugs, *parts, *made_of, whole)))


def _is_of_a_measure(word: str) -> bool:
    """Whether a word is of a number: a unit, or what is measured ("eGFR", "weighing")."""
    return word in words_with_role("unit") or word in measure_names()


def read_whole_tables() -> None:
    """Keeps the tables in memory: for who reads thousands of sentences."""
    for name in _TABLES:
        sorted_table(name).read_whole()


@lru_cache(maxsize=8192)
def _most_words(word: str) -> int:
    """How many words the longest name in any of the tables may have that begins with the word, in
    whatever spelling, or with a beginning of it; 0 where none does."""
    american = as_americans_spell(word)
    return max(_longest(word), _longest(american) if american != word else 0)


def _longest(word: str) -> int:
    tables = list(map(sorted_table, _TABLES))
    beginnings = sorted_table("conditions").beginnings
    alone = any(table.most_words(word.removesuffix("s")) for table in tables) or any(
        word[:end] in beginnings for end in range(len(word), 1, -1)
    )
    longest = (
        *(table.most_words(word) for table in tables),
        _words_of_other_names().get(word, 0),
        _classes_called().most_words(word),
        _groups().most_words(word),
    )
    return min(max(alone, *longest), _LONGEST)


@cache
def _words_of_other_names() -> dict[str, int]:
    """How many words the longest other name has, by its first word."""
    return most_words_by_first((*other_names(), *short_names()))


@lru_cache(maxsize=65_536)  # labels say the same things in the same words
def _spelt(words: Term) -> tuple[Named, ...]:
    """What just these words name, in whatever spelling: "gynaecomastia"."""
    american = tuple(map(as_americans_spell, words))
    named = _named(words)
    if named or american == words:
        return named
    said = " ".join(words)
    return tuple(replace(each, said=said, narrower=each.terms) for each in _named(american))


def _named(words: Term) -> tuple[Named, ...]:
    """What just these words name; several things where they are ambiguous."""
    return tuple(_iter_named(words))


def _iter_named(words: Term) -> Iterator[Named]:
    said = " ".join(words)
    made_of = ingredients_of(words)
    if made_of:
        # Labels of others write "enfortumab vedotin" of what is licensed with four letters more.
        bare = (without_biosimilar_suffix(each) for each in made_of)
        full = (name for each in made_of for name in names_of(each))
        names = dict.fromkeys((*full, *bare, *short_names_of(made_of)))
        classes = dict.fromkeys(c for each in made_of for c in classes_of(each))
        own = [c for each in made_of for c in direct_classes_of(each)]
        broader = tuple(dict.fromkeys(t for c in own for t in terms_of_class(c)))
        broadest = tuple(t for c in classes if c not in own for t in terms_of_class(c))
        narrower = tuple(tuple(plain_key(n).split()) for n in names if n != said)
        concept = " + ".join(made_of)
        yield Named(Facet.COMEDICATION, said, concept, narrower, broader, broadest)
        return
    for each in _classes_called().naming(words):
        called = tuple(t for t in terms_of_class(each) if t != tuple(words))
        yield Named(Facet.COMEDICATION, said, each, called)
        return
    concepts = conditions_called(words)
    groups = dict.fromkeys(_groups().naming(words))
    if concepts or groups:
        terms = dict.fromkeys(t for each in concepts for t in terms_of_condition(each))
        terms.update((term, None) for each in groups for term in _found_by(each))
        terms.update((term, None) for each in (words, *terms) for term in _of_the_same_part(each))
        concepts = concepts or tuple(map(_concept_of_group, groups))
        others = tuple(t for t in terms if t != tuple(words))
        broader = terms_of_groups(concepts[0])
        yield Named(
            Facet.CONDITION, said, concepts[0], (*others, *_allergens(concepts[0])), broader
        )


def _of_the_same_part(term: Term) -> Iterator[Term]:
    """A term of several words with every other word for the part of the body that it names: oral
    ulcers are mouth ulcers."""
    for at, word in enumerate(term if len(term) > 1 else ()):
        for other in _body_words().get(word, ()):
            yield (*term[:at], other, *term[at + 1 :])


@cache
def _body_words() -> dict[str, tuple[str, ...]]:
    """The other words for the part of the body that each word is for."""
    cells = map(split_list, read_columns("body_words", "words"))
    return {word: tuple(w for w in same if w != word) for same in cells for word in same}


def _allergens(concept: str) -> tuple[Term, ...]:
    """What an allergy is to, where it is no drug: a vaccine that is egg-free is for who asks of egg
    allergy, but what penicillin does to another drug is not for who is allergic to it."""
    allergen = tuple(concept.removesuffix(_ALLERGY).split())
    is_of_drug = bool(ingredients_of(allergen) or _classes_called().naming(allergen))
    is_allergy = concept.endswith(_ALLERGY) and not is_of_drug
    return (tuple(f"{word}*" for word in allergen),) if is_allergy else ()


def classes_of(ingredient: str) -> tuple[str, ...]:
    """The classes of an ingredient, and those that they belong to, nearest first."""
    found: dict[str, None] = {}
    waiting = list(direct_classes_of(ingredient))
    while waiting:
        each = waiting.pop(0)
        if each not in found:
            found[each] = None
            waiting += _classes()[each].broader if each in _classes() else ()
    return tuple(found)


def direct_classes_of(ingredient: str) -> tuple[str, ...]:
    """The classes of an ingredient, without those that these belong to."""
    rows = sorted_table("drug_classes").rows(ingredient)
    return tuple(dict.fromkeys((*(row[0] for row in rows), *_class_by_name(ingredient))))


@lru_cache(maxsize=8192)
def _class_by_name(ingredient: str) -> tuple[str, ...]:
    """The class of an ingredient whose name says it: "rotavirus vaccine, live"."""
    found = (name for pattern, name in _class_patterns() if pattern.match(ingredient))
    return tuple(found)[:1]


@cache
def _class_patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = read_rows("drug_class_patterns")
    return tuple((re.compile(row["pattern"]), row["class"]) for row in rows)


@cache
def class_as_printed(name: str) -> str:
    """A class as readers write it (`class_spellings`): "P-gp substrate" for "p gp substrate"."""
    for words, printed in read_columns("class_spellings", "words", "printed"):
        name = re.sub(rf"\b{re.escape(words)}\b", printed, name)
    return name


def terms_of_class(name: str) -> tuple[Term, ...]:
    """The terms by which labels name a class."""
    return _classes()[name].terms if name in _classes() else ()


def conditions_called(words: Sequence[str]) -> tuple[str, ...]:
    """The diseases, symptoms or effects that just these words name."""
    said = " ".join(words)
    table = sorted_table("conditions")
    rows = table.rows(said) or (table.rows(said[:-1]) if said.endswith("s") else [])
    last = max(len(said) - len(words[-1]), _LEAST_BEGINNING - 1)
    for at in range(len(said), last, -1):
        rows = rows or table.beginnings.get(said[:at], [])
    return tuple(dict.fromkeys(row[0] for row in rows))


@cache
def terms_of_condition(concept: str) -> tuple[Term, ...]:
    """The terms by which labels name a disease, symptom or effect."""
    return tuple(tuple(key.split()) for key in sorted_table("conditions").keys_of(concept))


def terms_of_groups(concept: str) -> tuple[Term, ...]:
    """The terms by which labels name the groups of diseases that one belongs to ("respiratory
    disease" for COPD: `condition_groups`, `condition_members`), and those that it is a kind of."""
    groups = sorted_table("condition_members").rows(concept)
    of_groups = (term for group, *_ in groups for term in _group_terms()[group])
    return (*of_groups, *(term for each in _wider({concept}) for term in terms_of_condition(each)))


@cache
def _group_terms() -> dict[str, tuple[Term, ...]]:
    rows = read_columns("condition_groups", "group", "words")
    return {group: tuple(map(_with_stars, split_list(words))) for group, words in rows}


@frozen
class _DrugClass:
    terms: tuple[Term, ...]
    broader: tuple[str, ...]


@cache
def _classes() -> dict[str, _DrugClass]:
    return {
        row["class"]: _DrugClass(
            tuple(tuple(each.split()) for each in split_list(row["words"])),
            split_list(row["broader"]),
        )
        for row in read_rows("drug_class_words")
    }


class _Phrases:
    """Phrases that name something, found again by their first word; `*` ends a beginning."""

    def __init__(self, phrases: Iterable[tuple[Term, str]]) -> None:
        self._by_first: dict[str, list[tuple[Term, str]]] = {}
        for term, name in phrases:
            if term:
                self._by_first.setdefault(term[0], []).append((term, name))

    def naming(self, words: Sequence[str]) -> Iterator[str]:
        """What just these words name."""
        for term, name in self._beginning(words[0]):
            if len(term) == len(words) and all(map(_matches, term, words)):
                yield name

    def most_words(self, first: str) -> int:
        """How many words the longest phrase has that begins with this word; 0 where none does."""
        return max((len(term) for term, _ in self._beginning(first)), default=0)

    def _beginning(self, word: str) -> Iterator[tuple[Term, str]]:
        yield from self._by_first.get(word, ())
        if word.endswith("s"):
            yield from self._by_first.get(word[:-1], ())
        for stop in range(2, len(word) + 1):
            yield from self._by_first.get(f"{word[:stop]}*", ())


def _matches(asked: str, word: str) -> bool:
    if asked.endswith("*"):
        return word.startswith(asked[:-1])
    return word in (asked, f"{asked}s")


@cache
def _classes_called() -> _Phrases:
    return _Phrases((term, name) for name, each in _classes().items() for term in each.terms)


@cache
def _groups() -> _Phrases:
    """Words that ask for a group of related things (`related_words`), by the group's first."""
    return _Phrases(
        (tuple(plain_key(each).split()) if "*" not in each else _with_stars(each), words)
        for words, asked_only in read_columns("related_words", "words", "asked_only")
        for cell in (words, asked_only)
        for each in split_list(cell)
    )


@cache
def _concept_of_group(group: str) -> str:
    """What the table of conditions calls a group's first word, else that word itself."""
    first = split_list(group)[0]
    return next(iter(conditions_called(plain_key(first).split())), first)


@cache
def _found_by(group: str) -> tuple[Term, ...]:
    """The terms by which a label may name a group."""
    found_only = dict(read_columns("related_words", "words", "found_only"))[group]
    return tuple(_with_stars(each) for cell in (group, found_only) for each in split_list(cell))


def _with_stars(phrase: str) -> Term:
    return tuple(
        f"{plain_key(word)}*" if word.endswith("*") else plain_key(word)
        for word in phrase.replace("-", " ").split()
    )
