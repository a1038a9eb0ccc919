"""Drugs that a question names and does not ask about: what one is allergic to, what a drug is,
what is not taken, what a test or a disease is called by.

"Can I take X if allergic to Y?" and "is X a Y?" ask of X alone; Y is looked for in its label.
"Dose of X, patient on Y" asks of X, though Y alone be held.
"""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from monograph_qa.domain.intent import DrugMention
from monograph_qa.frames.denied import is_not_taken
from monograph_qa.frozen import frozen
from monograph_qa.intent.taking import taking
from monograph_qa.names.elsewhere import UnheldDrug
from monograph_qa.names.unheld import is_listed_with
from monograph_qa.vocabulary.name_keys import name_parts
from monograph_qa.vocabulary.question_words import stop_words, words_with_role
from monograph_qa.vocabulary.tokens import Token

_ENDS = re.compile(r"[.;?!](?!\d)")
_WITH = re.compile(r"\s*(?:with|plus|\+|w/|alongside|(?:combined|in combination) with)\s*", re.I)
_BEFORE = 2  # words before a name


@frozen
class AskedDrugs:
    """The drugs asked about, held and not, and those that are only named beside them."""

    mentions: tuple[DrugMention, ...]
    drugs: tuple[UnheldDrug, ...]
    excluded: tuple[UnheldDrug, ...]


def asked_drugs(
    tokens: Sequence[Token], mentions: Sequence[DrugMention], drugs: Sequence[UnheldDrug]
) -> AskedDrugs:
    """The drugs of a question, those that are an allergen or a class set apart.

    Nothing is set apart where no drug would be left to ask about; where only unheld ones are
    named besides, the held one is what is asked.
    """
    spans = sorted([(m.start, m.stop) for m in mentions] + [(d.start, d.stop) for d in drugs])
    starts = _allergens(tokens, spans) | _classes(tokens, spans) | _not_taken(tokens, spans)
    starts |= _in_a_name(tokens, spans)
    asked = [mention for mention in mentions if mention.start not in starts]
    left = [drug for drug in drugs if drug.start not in starts]
    if not (asked or left or mentions):
        return AskedDrugs(tuple(mentions), tuple(drugs), ())
    if not (asked or left):
        asked = list(mentions)
    held = [m for m in mentions if m not in asked]
    excluded = [UnheldDrug(m.asked, m.start, m.stop, (), False) for m in held]
    excluded += [drug for drug in drugs if drug not in left]
    return AskedDrugs(
        tuple(asked), tuple(left), tuple(sorted(excluded, key=lambda each: each.start))
    )


def asked_elsewhere(
    question: str,
    seen: Sequence[Token],
    mentions: Sequence[DrugMention],
    drugs: Sequence[UnheldDrug],
    named: Collection[int],
    *,
    alone: bool,
) -> list[UnheldDrug]:
    """The unheld drugs that the question asks about, where the held ones are only taken with them:
    "dose of X, patient on Y", "how much X can a Y patient take".

    `named` are the positions of the words that say what is asked; `alone`: it is not how drugs go
    together. None where what is asked is asked of a held one, too.
    """
    drugs = [
        e for e in drugs if _is_another(e, mentions, drugs) and not is_not_taken(e.asked, question)
    ]
    spans = [(m.start, m.stop) for m in mentions] + [(d.start, d.stop) for d in drugs]
    already = taking(question, spans).already
    # "Despite max loperamide" asks for no dose of it.
    own = [
        d
        for d in drugs
        if d.start not in already
        and _owns(question, seen, d, named)
        and not _goes_with(question, mentions, d)
    ]
    left = [mention for mention in mentions if mention.start not in already]
    listed = any(is_listed_with(question, mention, drug) for mention in left for drug in own)
    if not mentions or listed or any(_owns(question, seen, each, named) for each in left):
        return []
    if own or left or not alone:
        return own
    return [
        drug
        for drug in drugs
        if drug.sure and drug.start not in already and not _is_beside(seen, drug)
    ]


def _goes_with(question: str, mentions: Sequence[DrugMention], drug: UnheldDrug) -> bool:
    """Whether a drug stands behind a held one that it is given with: "streptomycin with PCN"."""
    return any(_WITH.fullmatch(question, m.stop, drug.start) for m in mentions)


def _is_another(
    drug: UnheldDrug, mentions: Sequence[DrugMention], others: Sequence[UnheldDrug]
) -> bool:
    """Whether a drug is no part of what a held one is called by ("dolutegravir/lamivudine"), nor
    short for another one ("phenobarb")."""
    said = drug.asked.casefold()
    named = (each.asked.casefold() for each in mentions)
    longer = (each.asked.casefold() for each in others if each is not drug)
    return not any(said in each for each in named) and not any(
        each.startswith(said) and each != said for each in longer
    )


def _place(seen: Sequence[Token], drug: DrugMention | UnheldDrug) -> int | None:
    return next((at for at, token in enumerate(seen) if token.start == drug.start), None)


def _owns(
    question: str,
    seen: Sequence[Token],
    drug: DrugMention | UnheldDrug,
    named: Collection[int],
) -> bool:
    """Whether what is asked stands right beside a drug: "dose of X", "X dose", "how much X", and
    not in the next sentence: "… on X. Dose?"."""
    at = _place(seen, drug)
    if at is None:
        return False
    before = at - 1
    while before >= 0 and seen[before].key in name_parts().forms | words_with_role("article"):
        before -= 1  # "dose of the oral X"
    if before > 0 and seen[before].key in words_with_role("owning"):
        before -= 1
    asked = [before] if before in named else []
    if at + 1 in named and not _ENDS.search(question, drug.stop, seen[at + 1].start):
        asked.append(at + 1)
    return any(seen[each].key not in stop_words() for each in asked)


def _is_beside(seen: Sequence[Token], drug: UnheldDrug) -> bool:
    """Whether a drug is one that comes with another: "with X", "and X"."""
    at = _place(seen, drug) or 0
    before = {token.key for token in seen[max(at - _BEFORE, 0) : at]}
    return not before.isdisjoint(words_with_role("beside"))


def _allergens(tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> set[int]:
    """The starts of the drugs one is allergic to: "Y allergy", "allergic to Y", "… to Z or Y"."""
    keys = [token.key for token in tokens]
    allergy, reacts = words_with_role("allergy"), words_with_role("reacts")
    found: set[int] = set()
    for start, stop in spans:
        after = next((at for at, token in enumerate(tokens) if token.start >= stop), None)
        if after is not None and keys[after] in allergy:
            found.add(start)
    for at in range(len(keys) - 1):
        if keys[at] not in allergy | reacts or keys[at + 1] not in words_with_role("reacts_to"):
            continue
        here = at + 2
        while here < len(tokens):
            span = next((s for s in spans if s[0] <= tokens[here].start < s[1]), None)
            stop = span[1] if span else tokens[here].stop
            here = next((n for n, t in enumerate(tokens) if t.start >= stop), len(tokens))
            # "Rash with X vs Y" compares how often it is seen.
            is_weighed = here < len(tokens) and keys[here] in words_with_role("weighs")
            if span and not is_weighed:
                found.add(span[0])
            if here == len(tokens) or keys[here] not in words_with_role("lists"):
                break
            here += 1
    return found


def _not_taken(tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> set[int]:
    """The starts of drugs that are not taken: "no insulin", "without warfarin"."""
    without = words_with_role("without")
    starts = {start for start, _ in spans}
    return {
        token.start
        for before, token in pairwise(tokens)
        if token.start in starts and before.key in without
    }


def _in_a_name(tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> set[int]:
    """The starts of drugs that only tell which test or disease is meant: "the estradiol
    immunoassay", "alemtuzumab-refractory CLL", "heparin-induced"."""
    named = words_with_role("assay") | words_with_role("of_disease")
    tests = {token.start for token in tokens if token.key in named}
    behind = {
        stop: next((token.start for token in tokens if token.start >= stop), -1)
        for _, stop in spans
    }
    return {start for start, stop in spans if behind[stop] in tests}


def _classes(tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> set[int]:
    """The starts of drugs that another drug may be: "is X a Y"."""
    articles = words_with_role("article")
    found: set[int] = set()
    for (_, stop), (start, _) in pairwise(spans):
        inside = [token.key for token in tokens if stop <= token.start < start]
        opens = bool(tokens) and tokens[0].key in words_with_role("opens_yes_no")
        if opens and len(inside) == 1 and inside[0] in articles:
            found.add(start)
    return found
