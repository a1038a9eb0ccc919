"""Which labels a question means: one a drug, chosen by the question, the asker, or not at all."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from monograph_qa.domain.answer import Candidate, Outcome, Refusal
from monograph_qa.domain.intent import DrugMention, Intent, QuestionKind, UnknownDrug
from monograph_qa.domain.label import Label
from monograph_qa.errors import NotFound
from monograph_qa.store.reading import LibraryReader

_WORD = re.compile(r"[a-z0-9]+")
_MOST_OFFERED = 8  # labels; more are a list to look through and no choice
# How people write what titles spell out.
_SPELLED_OUT = {
    "er": ("extended", "release"),
    "xr": ("extended", "release"),
    "xl": ("extended", "release"),
    "sr": ("sustained", "release"),
    "ir": ("immediate", "release"),
    "dr": ("delayed", "release"),
    "odt": ("orally", "disintegrating"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """The labels to answer from, in the order asked; or why there are none."""

    labels: tuple[Label, ...] = ()
    refusal: Refusal | None = None


def choose_labels(
    intent: Intent, reader: LibraryReader, *, label: str | None, all_labels: bool
) -> Choice:
    """The labels that the question is about.

    `label` (an id, a title or a part of one that fits only one label) overrides the question's own
    words; `all_labels` answers from each label of an ingredient apart instead of asking which.
    Raises NotFound when `label` fits no label, several, or one that a newer version replaced.
    """
    if intent.kind is QuestionKind.OUT_OF_SCOPE:
        return Choice(refusal=Refusal(Outcome.OUT_OF_SCOPE, _OUT_OF_SCOPE))
    if label is None and intent.unknown_drugs:
        return Choice(refusal=_unknown(intent.unknown_drugs))
    if label is not None:
        named = get_label(reader, label)
        strange = [u for u in intent.unknown_drugs if not _may_mean(u, named)]
        if strange:
            return Choice(refusal=_unknown(strange))
        if named.superseded_by is not None:
            raise NotFound(
                f"{named.label_id} is version {named.version} of {named.title}, which a newer "
                f"version replaced: ask {named.superseded_by}"
            )
        if intent.drugs and not any(named.label_id in m.label_ids for m in intent.drugs):
            return Choice(refusal=_other_drug(intent.drugs[0], named))
        return Choice(labels=(named,))
    if not intent.drugs:
        return Choice(refusal=_which_drug(reader))
    chosen: dict[str, Label] = {}
    for mention in intent.drugs:
        labels = [reader.get_label(each) for each in mention.label_ids]
        labels = _narrowed(labels, intent.question, mention)
        if len(labels) > 1 and not all_labels:
            return Choice(refusal=_which_label(mention, labels))
        chosen.update((each.label_id, each) for each in labels)
    return Choice(labels=tuple(chosen.values()))


def get_label(reader: LibraryReader, named: str) -> Label:
    """The current label meant by an id, its start, or a part of a title or drug that only one has.

    Raises NotFound, naming the candidates, when none or several fit.
    """
    labels = reader.labels()
    exact = [each for each in labels if each.label_id == named]
    if exact:
        return exact[0]
    folded = named.casefold()
    current = [each for each in labels if each.superseded_by is None]
    fitting = [each for each in current if each.label_id.startswith(named)] or [
        each
        for each in current
        if folded in each.title.casefold() or folded == each.drug.casefold()
    ]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise NotFound(f"no label is called {named!r}; see: monograph-qa labels")
    titles = "; ".join(f"{each.label_id} {each.title}" for each in fitting[:8])
    raise NotFound(f"{named!r} fits {len(fitting)} labels: {titles}")


def _narrowed(labels: list[Label], question: str, mention: DrugMention) -> list[Label]:
    """The labels whose titles hold words of the question that the other titles lack."""
    if len(labels) < 2:
        return labels
    rest = question[: mention.start] + " " + question[mention.stop :]
    asked = set(_WORD.findall(rest.casefold()))
    asked |= {word for short, words in _SPELLED_OUT.items() if short in asked for word in words}
    asked |= set(_WORD.findall(mention.asked.casefold()))
    titles = [set(_WORD.findall(each.title.casefold())) for each in labels]
    telling = asked - set.intersection(*titles)
    scores = [len(telling & title) for title in titles]
    best = max(scores)
    return [each for each, score in zip(labels, scores, strict=True) if score == best]


_OUT_OF_SCOPE = (
    "This is not a question that a drug label answers. Ask about a drug in the library: its "
    "dosing, side effects, interactions, pharmacokinetics, storage and so on."
)


def _may_mean(unknown: UnknownDrug, label: Label) -> bool:
    """Whether the unknown name is close to one of this label's: the asker has chosen it, then."""
    return any(label.label_id in hit.label_ids for hit in unknown.near)


def _unknown(drugs: Sequence[UnknownDrug]) -> Refusal:
    named = ", ".join(f"“{drug.asked}”" for drug in drugs)
    near = {hit.name: hit for drug in drugs for hit in drug.near}
    message = f"No label of {named} is in this library."
    if near:
        message += f" Did you mean {' or '.join(near)}? Ask again with the name you mean."
    candidates = tuple(
        Candidate(hit.name, hit.label_ids[0] if len(hit.label_ids) == 1 else None, hit.name)
        for hit in near.values()
    )
    outcome = Outcome.CLARIFY if near else Outcome.NOT_FOUND
    return Refusal(outcome, message, candidates)


def _which_drug(reader: LibraryReader) -> Refusal:
    current = [each for each in reader.labels() if each.superseded_by is None]
    few = current if len(current) <= _MOST_OFFERED else []
    return Refusal(
        Outcome.CLARIFY,
        "Which drug is meant? Name it in the question; `monograph-qa labels` lists what is here.",
        tuple(Candidate(each.drug, each.label_id, each.title) for each in few),
    )


def _other_drug(mention: DrugMention, named: Label) -> Refusal:
    message = (
        f"The question names {mention.asked}, but the label chosen is {named.title}. "
        "Ask again without --label, or about the drug of that label."
    )
    return Refusal(Outcome.CLARIFY, message)


def _which_label(mention: DrugMention, labels: Sequence[Label]) -> Refusal:
    candidates = tuple(Candidate(each.drug, each.label_id, each.title) for each in labels)
    message = (
        f"{len(labels)} labels here are of {mention.asked}. Which one is meant? Ask again with "
        "--label ID, or with --all-labels to have each answered by itself."
    )
    return Refusal(Outcome.CLARIFY, message, candidates)
