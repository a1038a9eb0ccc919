"""Vaccines that are asked for by their disease: "tetanus booster", "shot against pneumonia"."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from monograph_qa.domain.intent import DrugMention, NameHit
from monograph_qa.domain.label import Label
from monograph_qa.frozen import frozen
from monograph_qa.names.elsewhere import UnheldDrug
from monograph_qa.names.ingredients import is_biological
from monograph_qa.names.namebook import NameBook, mention_of
from monograph_qa.vocabulary.cues import CueIndex
from monograph_qa.vocabulary.name_keys import name_key
from monograph_qa.vocabulary.question_words import words_with_role
from monograph_qa.vocabulary.rows import read_rows, split_list
from monograph_qa.vocabulary.tokens import Token

_VALENT = "valent"
_MOST_WORDS = 3  # of a disease: "hepatitis a b"
_TELLING = 2  # words with which the name of a vaccine says against what it is
_JOINS = " -‐‑–+/"


def with_vaccine(
    question: str,
    tokens: Sequence[Token],
    mentions: tuple[DrugMention, ...],
    drugs: tuple[UnheldDrug, ...],
    names: NameBook,
) -> tuple[tuple[DrugMention, ...], tuple[UnheldDrug, ...]]:
    """The mentions and unheld drugs of a question, those in "Ebola vaccine" replaced by all such
    vaccines that are held; beside a name ("Ervebo Ebola vaccine") the words only say what it is."""
    named = find_vaccine(tokens, names)
    if named is None or not named.held:
        return mentions, drugs
    start, stop = named.start, named.stop
    held = [each for each in mentions if not (start <= each.start and each.stop <= stop)]
    others = tuple(each for each in drugs if not (start <= each.start and each.stop <= stop))
    vaccine = mention_of(named.held, question, start, stop)
    if other := with_another_vaccine(question, tokens, vaccine, names):
        others = tuple(d for d in others if d.stop <= other.start or other.stop <= d.start)
        return tuple(held), (*others, UnheldDrug(other.asked, other.start, other.stop, (), True))
    spans = [(m.start, m.stop) for m in held] + [(d.start, d.stop) for d in others]
    gaps = (question[min(b, stop) : max(a, start)] for a, b in spans)
    is_named = any(not gap.strip(" (") for gap in gaps)
    found = held if is_named else [*held, vaccine]
    return tuple(sorted(found, key=lambda each: each.start)), others


def with_another_vaccine(
    question: str, tokens: Sequence[Token], mention: DrugMention, names: NameBook
) -> DrugMention | None:
    """The held vaccine widened to what stands right behind its name, or is joined to it in front,
    where no name of its labels speaks of that disease: "Infanrix-IPV" has more in it than Infanrix
    and "Tdap-IPV" than IPV. None for no such words."""
    behind = [token for token in tokens if token.start >= mention.stop][:_MOST_WORDS]
    before = [token for token in tokens if token.stop <= mention.start][-_MOST_WORDS:]
    if not behind or question[mention.stop : behind[0].start].strip(_JOINS):
        behind = []
    gap = question[before[-1].stop : mention.start] if before else ""
    if not gap.strip() or gap.strip(_JOINS):
        before = []
    for words in [*_beginnings(behind), *(run[::-1] for run in _beginnings(before[::-1]))]:
        begins, _ = _diseases().get(" ".join(token.key for token in words), ((), False))
        if begins and _is_of_any(mention, words_with_role("in_vaccine_name"), names):
            told = (set(name_key(each).split()[:_TELLING]) for each in begins)
            if any(all(_is_of_any(mention, [word], names) for word in each) for each in told):
                return None
            start, stop = min(words[0].start, mention.start), max(words[-1].stop, mention.stop)
            return replace(mention, asked=question[start:stop], start=start, stop=stop)
    return None


def _beginnings(words: Sequence[Token]) -> list[Sequence[Token]]:
    """The words, then ever fewer of them."""
    return [words[:last] for last in range(len(words), 0, -1)]


def _is_of_any(mention: DrugMention, words: Iterable[str], names: NameBook) -> bool:
    """Whether a name of the mention's labels has one of the words in it."""
    labels = {label for word in words for hit in names.with_word(word) for label in hit.label_ids}
    return not labels.isdisjoint(mention.label_ids)


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
    about; None where the question names none.
    """
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
    return frozenset(number for number, word in pairwise(words) if word == _VALENT)


@cache
def _of_several() -> frozenset[str]:
    """The beginnings of names of vaccines against several diseases, against each of which there is
    one alone: who asks for hepatitis A has not named the vaccine against A and B."""
    rows = (row for row in read_rows("vaccine_names") if " and " in row["asked"])
    return frozenset(name_key(each) for row in rows for each in split_list(row["begins"]))


@cache
def _cues() -> tuple[CueIndex, tuple[tuple[str, ...], ...]]:
    """The phrases that ask for a vaccine, and the beginnings of names that each means."""
    words = "|".join(sorted(words_with_role("vaccine")))
    meant: dict[str, tuple[str, ...]] = {}
    for disease, (begins, is_enough) in _diseases().items():
        phrases = [f"{disease} {words}", f"{words} for|against {disease}"]
        phrases += [disease] if is_enough else []
        meant.update((phrase, begins) for phrase in phrases)
    return CueIndex(tuple(meant)), tuple(meant.values())


@cache
def _diseases() -> Mapping[str, tuple[tuple[str, ...], bool]]:
    """The beginnings of names of the vaccines against each disease, or called so in short, and
    whether that asks for a vaccine without the word."""
    return {
        disease: (split_list(row["begins"]), bool(row["alone"]))
        for row in read_rows("vaccine_names")
        for disease in split_list(row["asked"])
    }
