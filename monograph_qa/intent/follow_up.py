"""What a question leaves unsaid because the one before it said so: the drug, the subject.

A follow-up is read as if the missing part had been said in it, and what was taken over is written
down in `Intent.carried`. A wrong carry is an answer about another drug. So no drug is carried past
a word that may be a drug's name, and the subject only where the question plainly goes on.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from monograph_qa.domain.intent import Carried, DrugMention, Intent, QuestionKind, UnknownDrug
from monograph_qa.intent.cues import Topic, populations, topic_cues, topic_pairs, topics
from monograph_qa.intent.kinds import is_out_of_scope, question_kind
from monograph_qa.intent.opening import (
    ALONGSIDE,
    AMOUNT,
    INTERACTIONS,
    FollowUp,
    is_fragment,
    names_adults,
    only_says_for_whom,
    read_opening,
)
from monograph_qa.intent.pointing import with_topics
from monograph_qa.intent.ranking import (
    is_an_effect,
    is_of_use,
    ranked,
)
from monograph_qa.names.meant import names_in_labels
from monograph_qa.names.words import is_plain, plain_near
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.question_words import opening_length, words_with_role
from monograph_qa.vocabulary.tokens import tokenize

_COMPARISON, _CONDITION, _SWITCHING = "comparison", "safety_in_condition", "switching"
_OF_PARTNERS = frozenset({INTERACTIONS, ALONGSIDE, _CONDITION})
_LETTERS = re.compile(r"[a-z]+")
_SHORTEST_WORD = 3  # letters by which a code such as CYP2D6 is known to be no drug


def resolve_follow_up(intent: Intent, previous: Intent | None) -> Intent:
    """`intent` with what it leaves unsaid taken from `previous`, and `carried` saying what.

    A question that names a drug, held here or not, never gets another one, unless it sets its own
    beside or against the one before ("and with Zantac?"). A word that may be a drug's name is taken
    for an unknown drug here: then no label answers, and the asker is told the word.
    """
    if previous is None:
        return intent
    asked = read_opening(intent)
    if _of_use(previous) and is_fragment(asked):
        asked = replace(asked, goes_on=True)
    if is_out_of_scope(intent.question, asked.tokens, asks_section=bool(asked.subjects)):
        return intent
    if not intent.drugs and not intent.unknown_drugs and asked.is_understood:
        intent = _with_strange_words(asked)
        asked = replace(asked, intent=intent)
    if asked.leans and _of_use(previous) and all(map(is_an_effect, asked.subjects)):
        # "… for DVT?" after a dose: what it is given for, and not what it may cause.
        asked = replace(asked, subjects=())
    if _are_partners(asked, previous):
        return _with_partners(asked, previous, [topics()[INTERACTIONS], *asked.subjects])
    if _is_from_the_one_before(asked, previous):
        return _with_partners(asked, previous, asked.subjects)
    if intent.drugs or intent.unknown_drugs:
        before = _drugs_against(asked, previous)
        if before or asked.lacks_subject:
            return _with_subject(asked, previous, before)
        return intent
    if not (previous.drugs or previous.unknown_drugs):
        return intent
    if not _means_the_drug_before(asked):
        return intent
    another = _was_of_one_partner(previous) or (asked.leans and _of_use(previous))
    if asked.lacks_subject and asked.populations and _was_of_two(previous):
        # "What about pregnancy?" after a partner asks of the drug itself.
        return _with_drugs(asked, replace(previous, drugs=previous.drugs[:1]))
    if asked.lacks_subject and (only_says_for_whom(asked) or another or is_fragment(asked)):
        return _with_subject(asked, previous, previous.drugs)
    return _with_drugs(asked, previous)


def _means_the_drug_before(asked: FollowUp) -> bool:
    """Whether a question that names no drug is about the one before, beyond doubt."""
    points_back = any(t.stem in words_with_role("points_back") for t in asked.tokens)
    more = bool(asked.intent.words) or only_says_for_whom(asked)
    return bool(asked.subjects or asked.populations or points_back or (asked.goes_on and more))


def _with_strange_words(asked: FollowUp) -> Intent:
    """The intent with each word that may be a drug's name as an unknown drug."""
    intent = asked.intent
    strange = [t.text for at, t in enumerate(asked.tokens) if _may_be_a_name(asked, at)]
    if not strange:
        return intent
    kind = QuestionKind.OTHER if intent.kind is QuestionKind.OUT_OF_SCOPE else intent.kind
    return replace(intent, kind=kind, unknown_drugs=tuple(UnknownDrug(word) for word in strange))


def _may_be_a_name(asked: FollowUp, at: int) -> bool:
    """Whether the word at `at` is in no dictionary and stands where a drug's name would.

    Where nothing else of the question is understood, that is anywhere.
    """
    token = asked.tokens[at]
    corrected = plain_near(token.key)
    letters = max(_LETTERS.findall(token.key), key=len, default="")
    is_code = letters != token.key and len(letters) >= _SHORTEST_WORD
    if (
        AMOUNT.fullmatch(token.key)
        or is_plain(token.key)
        or is_plain(token.stem)
        or (corrected is not None and corrected[0] in asked.intent.words)
        or find_meaning(token.text) is not None
        or (is_code and is_plain(letters))
    ):
        return False
    before = asked.tokens[at - 1].key if at else ""
    return (
        at == 0
        or not (asked.subjects or asked.populations)
        or before in words_with_role("before_name")
        or (asked.goes_on and bool(opening_length([before], "continues")))
    )


def _are_partners(asked: FollowUp, previous: Intent) -> bool:
    """Whether the question asks how its own drugs go with the one before.

    It says so ("and with X?", "can I take it with X?"), or goes on from a question about
    interactions by no more than a name.
    """
    named = asked.intent
    if not previous.drugs or not (named.drugs or named.unknown_drugs):
        return False
    if not _others(asked, previous):
        return False
    if asked.beside:
        return True
    goes_on = asked.lacks_subject and asked.bare and _was_of_two(previous)
    return goes_on and (bool(named.unknown_drugs) or len(previous.drugs) > 1)


def _was_of_two(previous: Intent) -> bool:
    """Whether the question before asked how a drug goes with something."""
    return not {INTERACTIONS, ALONGSIDE}.isdisjoint(previous.topics)


def _was_of_one_partner(previous: Intent) -> bool:
    """Whether the question before asked about one partner or condition: "and HIV?" is another."""
    return not _OF_PARTNERS.isdisjoint(previous.topics[:1])


def _of_use(previous: Intent) -> bool:
    """Whether the question before asked how much is given, or what for."""
    return any(is_of_use(topics()[name]) for name in previous.topics[:1])


def _others(asked: FollowUp, previous: Intent) -> tuple[DrugMention, ...]:
    """The drugs before that the question does not name itself."""
    own = {label for drug in asked.intent.drugs for label in drug.label_ids}
    return tuple(drug for drug in previous.drugs if own.isdisjoint(drug.label_ids))


def _drugs_against(asked: FollowUp, previous: Intent) -> tuple[DrugMention, ...]:
    """The drugs before that the question sets its own against; else none."""
    is_set = asked.against and bool(asked.intent.drugs)
    return _others(asked, previous) if is_set else ()


def _is_from_the_one_before(asked: FollowUp, previous: Intent) -> bool:
    """Whether the question asks how to go over from the drug before to its own one."""
    named = (*asked.intent.drugs, *asked.intent.unknown_drugs)
    goes_over = asked.intent.topics[:1] == (_SWITCHING,)
    return goes_over and len(named) == 1 and bool(_others(asked, previous))


def _with_partners(asked: FollowUp, previous: Intent, found: Sequence[Topic]) -> Intent:
    """The question as one, on what was `found`, about the drug before and those that it names."""
    intent = asked.intent
    before = _others(asked, previous)
    # Of a pair, the first was asked about; the other was what it was taken with.
    before = before[:1] if _was_of_two(previous) else before
    mentions = (*_unwritten(before, intent.question), *intent.drugs)
    # A name near a held one is asked about first: the drug before waits.
    misspelt = any(drug.near for drug in intent.unknown_drugs)
    words = [word for drug in intent.unknown_drugs for word in names_in_labels(drug)]
    return replace(
        _reread(intent, (*found, *asked.populations), asked, len(mentions)),
        drugs=mentions,
        unknown_drugs=intent.unknown_drugs if misspelt else (),
        words=tuple(dict.fromkeys([*words, *intent.words])),
        carried=Carried(previous.question, tuple(drug.asked for drug in before)),
    )


def _with_drugs(asked: FollowUp, previous: Intent) -> Intent:
    """The question about the drugs before, with its own subject alone."""
    read = asked.intent
    drugs = _unwritten(previous.drugs, read.question)
    if asked.goes_on or read.kind is QuestionKind.OUT_OF_SCOPE:
        read = _reread(read, (*asked.subjects, *asked.populations), asked, len(drugs))
    names = [drug.asked for drug in drugs]
    names += [drug.asked for drug in previous.unknown_drugs]
    carried = Carried(previous.question, tuple(names))
    return replace(read, drugs=drugs, unknown_drugs=previous.unknown_drugs, carried=carried)


def _with_subject(asked: FollowUp, previous: Intent, drugs: Sequence[DrugMention]) -> Intent:
    """The question with the subject before, as if both had been said in one, and with `drugs`."""
    intent = asked.intent
    new = bool(asked.populations) or names_adults(asked)
    own = [topic for topic in asked.subjects if topic.kind is not QuestionKind.DEFINITION]
    subjects = [] if own else _subjects_of(previous, new_population=new)
    one = _was_of_one_partner(previous) or (asked.leans and _of_use(previous))
    another = one and bool(intent.words) and not asked.populations
    words = [] if own or another else _words_of(previous, new_population=new)
    found = [*own, *subjects]
    if drugs and asked.against:
        found.append(topics()[_COMPARISON])
    named: tuple[str, ...] = tuple(drug.asked for drug in drugs)
    unknown = intent.unknown_drugs
    if not (intent.drugs or unknown):
        unknown = previous.unknown_drugs
        named += tuple(drug.asked for drug in unknown)
    named += tuple(drug.asked for drug in intent.drugs if drug.start == drug.stop)
    mentions = (*_unwritten(drugs, intent.question), *intent.drugs)
    read = _reread(intent, (*found, *asked.populations), asked, len(mentions))
    if not named and not subjects:
        return intent
    return replace(
        read,
        drugs=mentions,
        unknown_drugs=unknown,
        words=tuple(dict.fromkeys([*intent.words, *words])),
        carried=Carried(previous.question, named, tuple(topic.name for topic in subjects)),
    )


def _reread(intent: Intent, found: Sequence[Topic], asked: FollowUp, drug_count: int) -> Intent:
    """The intent with everything that comes of its topics, which are now `found`."""
    reading = ranked(found)
    kind = question_kind(asked.tokens, reading, drug_count=drug_count)
    return with_topics(replace(intent, kind=kind), reading)


def _unwritten(drugs: Sequence[DrugMention], question: str) -> tuple[DrugMention, ...]:
    """The drugs as mentions in a question that does not name them: at its end, no letter long."""
    end = len(question)
    return tuple(replace(drug, start=end, stop=end) for drug in drugs)


def _subjects_of(previous: Intent, *, new_population: bool) -> list[Topic]:
    """The topics of the question before; without its populations where the new one names others.

    What a subject and people mean together then goes back to the subject: a question for the dose
    in renal impairment was one for the dose.
    """
    named = [topics()[name] for name in previous.topics]
    if not new_population:
        return named
    kept: dict[str, Topic] = {}
    for topic in named:
        apart = [subject for (subject, _), both in topic_pairs().items() if both.name == topic.name]
        if topic.name in populations() or any(subject in previous.topics for subject in apart):
            continue
        name = apart[0] if apart else topic.name
        kept[name] = topics()[name]
    return list(kept.values())


def _words_of(previous: Intent, *, new_population: bool) -> list[str]:
    """The search words of the question before; without those for its people, likewise."""
    if not new_population:
        return list(previous.words)
    said = " ".join(previous.words)
    tokens = tokenize(said)
    cues = topic_cues()
    hits = (hit for hit in cues.match(said, tokens) if cues.cue(hit).points_to in populations())
    population_words = {tokens[at].key for hit in hits for at in hit.tokens}
    return [word for word in previous.words if word not in population_words]
