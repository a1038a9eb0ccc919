"""How many of the concepts that the question names a sentence names: the drug taken as well, the
disease, the effect; itself or in other words, or by its class."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from monograph_qa.domain.frame import Facet, conditions_of
from monograph_qa.frames.concepts import akin, direct_classes_of
from monograph_qa.frames.denied import is_ended, is_taken_for
from monograph_qa.frames.reading import read_text
from monograph_qa.ranking.asked import Asked, AskedConcept
from monograph_qa.ranking.signs import Candidate, Sign
from monograph_qa.vocabulary.stems import stem

_NEAR, _FAR = 0.6, 0.2  # of a concept that is named only by its class, or by a class of classes
_IN_HEADING = 0.7  # of what is named by the heading alone
_ENDED = re.compile(
    r"\b(?:is|are|been|was|were) (?:stopped|discontinued|withdrawn)|\bstops? (?:using|taking)"
    r"|\b(?:after|upon|following|on|when) (?:the )?(?:stopping|discontinu\w+|cessation|withdrawal)",
    re.I,
)
_USED_FOR = re.compile(
    r"\b(?:(?:used|given|taken|indicated|prescribed) (?:for|in)|to treat|treatment of)"
    r" (?:the treatment of )?(?P<what>[^,.:;|()]{3,80})",
    re.I,
)
_ENZYME = re.compile(r"\bcyp ?\d[a-z]\d*|\bp-? ?gp\b|\boatp\b|\bbcrp\b|\bugt")
_OTHER_THAN = "other than"
_UNTAKEN = re.compile(
    r"\bnot (?:(?:currently|already|previously) )?(?:taking|using|receiving|treated with)"
    r" (?P<what>[\w-]+(?: [\w-]+){0,2})",
    re.I,
)
_OTHER = re.compile(r"\bother\b", re.I)
_ABOVE = 0.7  # of what is named by a heading above that


def concept_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`named` is the share of the concepts that it names; `unnamed` where it names none of them,
    nor says another word of the question, and other lines of the label do.

    `degree` where it speaks of weaker or stronger inhibitors than the drug that is taken as well,
    `role` of inhibitors where that is an inducer, `sibling` of another drug of its class, `spared`
    of all others than one, `use` of it where it is taken for another disease; `ended` where it
    speaks of its end, as the question does.
    """
    at = candidate.line.at
    taken = asked.of(Facet.COMEDICATION)
    if _is_of_none_else(taken, at, lambda each: at in each.of_another_degree):
        yield Sign("degree", 1.0, "inhibitors of another degree", excludes=True)
    concepts = asked.telling_concepts
    drugs = [each for each in concepts if each.named.facet is Facet.COMEDICATION]
    are_named = (at in e.places and is_ended(e.named.said, asked.whole) for e in drugs)
    if any(are_named) and _ENDED.search(f"{candidate.line.lead_in} {candidate.line.quote}"):
        yield Sign("ended", 1.0, "when the other drug is stopped")
    spared = [each for each in concepts if _is_spared(each, candidate.fact.quote)]
    if spared:
        yield Sign("spared", 1.0, f"of others than {', '.join(e.named.said for e in spared)}")
    if _is_of_none_else(drugs, at, lambda each: _acts_otherwise(each, candidate)):
        why = "inhibitors where the drug is an inducer, or the other way"
        yield Sign("role", 1.0, why, excludes=bool(_roles_in(candidate.fact.quote)))
    if any(_is_of_a_sibling(each, candidate) for each in drugs):
        yield Sign("sibling", 1.0, "on another drug of the class")
    if any(at in each.places and _is_for_another_use(asked, each, candidate) for each in drugs):
        yield Sign("use", 1.0, "where that drug is taken for something else", excludes=True)
    worths = {e.named.said: _worth(e, at) for e in concepts if e not in spared}
    if any(worths.values()):
        named = ", ".join(said for said, worth in worths.items() if worth)
        yield Sign("named", sum(worths.values()) / len(worths), f"names {named}")
    elif any(each.places for each in asked.not_indicated):
        line = candidate.line
        unread = filter(str.isalpha, asked.frame.unread)
        says_other = any(stem(word) in line.own for word in unread)
        # "Renal impairment" tells of the kidneys of who is dialysed, though it names no dialysis.
        if not says_other and not asked.takes_in_organs(line):
            yield Sign("unnamed")


def _is_of_none_else(
    concepts: Sequence[AskedConcept], at: int, is_other: Callable[[AskedConcept], bool]
) -> bool:
    """Whether a line is of something else than one of the concepts, and of none of the rest: of an
    inhibitor and an inducer taken together each has lines of its own."""
    others = [each for each in concepts if is_other(each)]
    return bool(others) and not any(at in each.places for each in concepts if each not in others)


def _is_of_a_sibling(concept: AskedConcept, candidate: Candidate) -> bool:
    """Whether a sentence that does not name a drug speaks of another drug of its class: what
    hydrocodone does stands under "Opioids", and says nothing of oxycodone; and what says "avoid
    fluoxetine or fluvoxamine" and why SSRIs are a danger does not forbid sertraline. "Fluoxetine
    and other SSRIs" is of them all."""
    at = candidate.line.at
    if at not in concept.classed:
        return False
    known = [v.concept for v in candidate.fact.frame if v.facet is Facet.COMEDICATION]
    if at not in concept.within:
        return any(map(direct_classes_of, set(known) - {concept.named.concept}))
    own = set(direct_classes_of(concept.named.concept))
    before = list(takewhile(lambda name: name not in own, known))
    others = (name for name in before if not own.isdisjoint(direct_classes_of(name)))
    return len(before) < len(known) and any(others) and not _OTHER.search(candidate.fact.quote)


def _is_for_another_use(asked: Asked, drug: AskedConcept, candidate: Candidate) -> bool:
    """Whether a sentence is for those who take a drug for another disease than the question says:
    of sildenafil "when used for pulmonary hypertension" where it is for erectile dysfunction."""
    uses = frozenset(
        each.concept
        for each in asked.frame.named
        if each.facet is Facet.CONDITION
        and is_taken_for(drug.named.said, each.said, asked.intent.question)
    )
    if not uses:
        return False
    said = (each["what"] for each in _USED_FOR.finditer(candidate.fact.quote))
    diseases = {name for what in said for name in conditions_of(read_text(what, "words"))}
    return bool(diseases) and akin(uses).isdisjoint(diseases)


def _acts_otherwise(concept: AskedConcept, candidate: Candidate) -> bool:
    """Whether a sentence that does not name a drug is of inhibitors of an enzyme that the drug
    induces, or of inducers of one that it inhibits: by its own words or by those above it."""
    if candidate.line.at in concept.by_name:
        return False
    known = _roles_of(concept.named.concept)
    enzymes = {enzyme for enzyme, _ in known}
    told = next(filter(None, map(_roles_in, candidate.line.outwards)), frozenset())
    of_them = {each for each in told if each[0] in enzymes}
    return bool(of_them) and of_them.isdisjoint(known)


@lru_cache(maxsize=256)
def _roles_of(drug: str) -> frozenset[tuple[str, str]]:
    """The enzymes and transporters on which the drug, or each of a combination, acts, and how."""
    classes = (name for part in drug.split(" + ") for name in direct_classes_of(part))
    return frozenset(each for name in classes for each in _roles_in(name))


@lru_cache(maxsize=4096)
def _roles_in(text: str) -> frozenset[tuple[str, str]]:
    """The enzymes and transporters of a text, each with what it says of them: inhibitor, inducer.
    CYP3A4 is often called CYP3A."""
    folded = text.casefold()
    roles = {role for role in ("inhibit", "induc") if role in folded}
    found = _ENZYME.finditer(folded) if roles else ()
    enzymes = {re.sub(r"[\W_]", "", each.group()).replace("cyp3a4", "cyp3a") for each in found}
    return frozenset((enzyme, role) for enzyme in enzymes for role in roles)


def _is_spared(concept: AskedConcept, quote: str) -> bool:
    """Whether a sentence speaks of others only: "anticoagulants other than warfarin", "women who
    are not currently taking oral estrogens"."""
    if concept.named.facet is Facet.COMEDICATION and (untaken := _UNTAKEN.search(quote)):
        terms = (*concept.named.terms, *concept.named.broader)
        words = {word.rstrip("*") for term in terms for word in term}
        return any(each.casefold().startswith(tuple(words)) for each in untaken["what"].split())
    if _OTHER_THAN not in quote.casefold():  # nearly all are told by that alone
        return False
    said = re.escape(concept.named.said)
    found = re.search(rf"\b{_OTHER_THAN} (?:\w+ ){{0,2}}{said}\b", quote, re.I)
    return found is not None and not re.search(rf"\b{said}\b", quote[: found.start()], re.I)


def _worth(concept: AskedConcept, at: int) -> float:
    if at in concept.literal or at in concept.meant:
        return 1.0 if at in concept.within else _IN_HEADING
    if at in concept.near_classed:
        return _NEAR
    if at in concept.below:
        return _ABOVE
    return _FAR if at in concept.classed else 0.0
