"""What one part of a question asks of a label, as the signals need it."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from monograph_qa.domain.frame import Facet, Frame, Named, Term
from monograph_qa.domain.intent import Intent
from monograph_qa.frames.concepts import (
    classes_of,
    direct_classes_of,
    named_concepts,
    terms_of_class,
)
from monograph_qa.frames.denied import is_taken_for
from monograph_qa.frames.fitting import fit
from monograph_qa.frames.lab_words import labs
from monograph_qa.frames.lines import LabelLines, Line
from monograph_qa.frames.spans import ORGANS, Span
from monograph_qa.frozen import frozen
from monograph_qa.vocabulary.abbreviations import find_meaning
from monograph_qa.vocabulary.attributes import attributes
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.question_words import said_by_labels, stop_words
from monograph_qa.vocabulary.stems import base_of, stem
from monograph_qa.vocabulary.tokens import keys_of

_DEGREES = frozenset(map(stem, ("strong", "potent", "moderate", "weak")))  # of CYP inhibitors
_INHIBITORS = frozenset(map(stem, ("inhibitor", "inducer")))
_A_STORY = 5  # content words
_MOST_SAID = 3  # of the words that a label says for one that is asked
_BESIDE = re.compile(
    r"\b(?:concomitant\w*|concurrent\w*|co-?administ\w*|currently (?:taking|using))\b", re.I
)
_OTHERS = r"\b(?:others?|another)\s(?:(?!\S+-containing\b)[\w-]+\s){0,2}"  # a class, and no content
_STOPS = frozenset({"discontinuation", "withdrawal"})
DOSES = frozenset(each.key for each in attributes() if each.group == "dosing")
"""The attributes of sentences that say how much is given, and when."""
_GIVEN = DOSES - _STOPS


@frozen
class AskedConcept:
    """Something named in the question, and the places of the lines that name it: in the asker's
    words, in other words for it, or only by what it belongs to. `weight`: how telling it is."""

    named: Named
    literal: frozenset[int]
    meant: frozenset[int]
    classed: frozenset[int]
    near_classed: frozenset[int]
    weight: float
    within: frozenset[int] = frozenset()
    below: frozenset[int] = frozenset()
    of_another_degree: frozenset[int] = frozenset()

    def is_named_in(self, at: int) -> bool:
        """Whether the line at a place itself names it, in the asker's words or others."""
        return at in self.within and (at in self.literal or at in self.meant)

    @property
    def by_name(self) -> frozenset[int]:
        """The lines that name it, in the asker's words or others."""
        return self.literal | self.meant

    @property
    def places(self) -> frozenset[int]:
        """All lines that name it, or its class."""
        return self.by_name | self.classed


@frozen
class Asked:
    """`words` are the question's stems with their weights in this label; `total` is their sum.

    `first` are the attributes of what is asked first, `others` those of the rest; `sections` the
    worth (0 to 1) of each section key; `spans` the patient's numbers; `indicated` are the diseases
    that the label is indicated for, `of_populations` the attributes of the kinds of people that are
    asked about (pregnancy, kidney disease). `stated` are the attributes of single facts that are
    asked for, `unsaid` the telling words of the question that stand nowhere in the label; `alike`
    says how like the question in meaning each line is; `denied` are the diseases that the patient
    does not have, `own` the label's drugs and their classes, `called` its drug and its brand as
    the label has them; `is_patient_advice` says whether the
    patient's part alone states what is asked; `whole` is the question of which it is a part;
    `is_reversed` says whether that asks what to do against the drug: an overdose, an antidote;
    `likely` are the attributes that such a question most often asks for, with their probability.
    """

    intent: Intent
    frame: Frame
    words: Mapping[str, float]
    total: float
    first: frozenset[str]
    others: frozenset[str]
    sections: Mapping[str, float]
    spans: tuple[Span, ...]
    concepts: tuple[AskedConcept, ...]
    lines: LabelLines
    indicated: frozenset[str] = frozenset()
    of_populations: frozenset[str] = frozenset()
    stated: frozenset[str] = frozenset()
    unsaid: tuple[str, ...] = ()
    alike: Sequence[float] = ()
    denied: tuple[AskedConcept, ...] = ()
    own: frozenset[str] = frozenset()
    called: tuple[str, ...] = ()
    is_patient_advice: bool = False
    whole: str = ""
    is_reversed: bool = False
    likely: Mapping[str, float] = field(default_factory=dict)

    @property
    def telling_concepts(self) -> tuple[AskedConcept, ...]:
        """The concepts but for what the label is indicated for, where no dose for it is asked: that
        the patient has it goes without saying."""
        return self.concepts if self.wants_dose else self.not_indicated

    @property
    def not_indicated(self) -> tuple[AskedConcept, ...]:
        """The concepts but for what the label is indicated for."""
        return tuple(e for e in self.concepts if e.named.concept not in self.indicated)

    @property
    def wants_dose(self) -> bool:
        """Whether it is asked how much is given, or when."""
        return not _GIVEN.isdisjoint(self.first | self.others)

    @property
    def organs(self) -> tuple[Span, ...]:
        """What is told of the function of the patient's kidneys and liver."""
        return tuple(span for span in self.spans if span.measure in ORGANS)

    @property
    def is_of_adjustment(self) -> bool:
        """Whether a dose is asked for a patient of whom the function of an organ is told."""
        return self.wants_dose and bool(self.organs)

    def takes_in_organs(self, line: Line) -> bool:
        """Whether a line, or what stands above it, is for kidneys or a liver like the patient's."""
        return fit(self.organs, line.outwards) > 0

    @property
    def is_of_dose(self) -> bool:
        """Whether the one fact that is asked for is a dose, which other words may state."""
        return not DOSES.isdisjoint(self.stated)

    @property
    def tells_a_case(self) -> bool:
        """Whether the question names no concept that the label lacks, and has words enough to tell
        a story: what is asked by a word or two must be said in these."""
        is_lacking = any(not each.places for each in self.concepts)
        return not is_lacking and len(self.words) >= _A_STORY

    def of(self, facet: Facet) -> tuple[AskedConcept, ...]:
        """The concepts of one facet."""
        return tuple(each for each in self.concepts if each.named.facet is facet)


def asked_of(
    intent: Intent,
    frame: Frame,
    words: Sequence[str],
    first: Sequence[str],
    others: Sequence[str],
    first_sections: Sequence[str],
    spans: Sequence[Span],
    lines: LabelLines,
    indicated: Iterable[str] = (),
    own: Iterable[str] = (),
) -> Asked:
    """The question to one label: `words` are its content words without the label's own names,
    `first` and `first_sections` the attributes and sections of the topic asked first, `others`
    the attributes of the rest."""
    named = {word for each in frame.named for word in each.said.split()}
    denied = {word for each in frame.denied for word in each.said.split()} - named
    telling = [word for word in words if word not in denied]
    weights: dict[str, float] = {}
    for word in telling:
        said = _as_said(word, lines)
        for each in said:  # of several that stand for one, each counts less
            weight = lines.weight(each) * len(said) ** -0.5
            weights[each] = max(weights.get(each, 0.0), weight)
    of_own = frozenset(term for each in own for term in terms_of_class(each))
    sections = {key: 0.7 / (1 + 0.3 * at) for at, key in enumerate(intent.section_keys)}
    for at, key in enumerate(first_sections):
        sections[key] = sections.get(key, 0.0) + 0.3 / (1 + 0.5 * at)
    return Asked(
        intent=intent,
        frame=frame,
        words=weights,
        total=sum(weights.values()) or 1.0,
        first=frozenset(first),
        others=frozenset((*intent.attributes, *others)) - set(first),
        sections=sections,
        spans=tuple(spans),
        concepts=tuple(
            concept
            for each in _asked_about(frame.named, intent.question, frozenset(indicated))
            if (
                concept := _concept(_with_names_of_values(each, intent.question), lines, of_own)
            ).places
            or not each.loosely
        ),
        lines=lines,
        indicated=frozenset(indicated),
        denied=tuple(_concept(each, lines) for each in frame.denied),
        own=frozenset(own),
        whole=intent.question,
    )


def _asked_about(named: Sequence[Named], question: str, indicated: Collection[str]) -> list[Named]:
    """What is named but for the diseases that another drug is taken for, and this one is not
    ("rifampin for TB"), and the class by which a drug is said again: "on Zocor, does the statin
    need to come down?"."""
    partners = [each for each in named if each.facet is Facet.COMEDICATION]
    again = {
        name
        for each in partners
        for name in direct_classes_of(each.concept)
        if name != each.concept  # lithium is a class of its own
    }
    return [
        each
        for each in named
        if (each not in partners or each.concept not in again)
        and (
            each.facet is not Facet.CONDITION
            or each.concept in indicated
            or not any(is_taken_for(drug.said, each.said, question) for drug in partners)
        )
    ]


def _as_said(word: str, lines: LabelLines) -> Sequence[str]:
    """The stem of a word; where the label never says it, those of what it says instead: by the
    tables of words that only askers use ("draw" a level) and of abbreviations, or as the beginning
    of a word of the label ("multivit")."""
    if lines.standing(stem(word)):
        return (stem(word),)
    base = stem(base_of(word))
    if lines.standing(base):
        return (base,)
    parts = lines.as_printed(word)
    if len(parts) > 1:
        return parts
    said = [each for each in said_by_labels(base) if lines.standing(each)]
    if said:
        return said[:_MOST_SAID]
    long = plain_key(find_meaning(word) or "").split()
    meant = [stem(each) for each in long if each not in stop_words()]
    return meant or lines.begun_by(word) or (stem(word),)


def _of_others(term: Term, lines: LabelLines) -> Iterator[int]:
    """The places of lines that name other drugs of their own drug's class: "other vaccines", but no
    "other tetanus toxoid-containing vaccine"."""
    behind = re.compile(rf"{_OTHERS}{re.escape(term[0].rstrip('*'))}", re.I)
    for at in lines.saying(term):
        quote = lines.lines[at].quote
        if _BESIDE.search(quote) or behind.search(quote):
            yield at


def _of_another_degree(
    named: Named, lines: LabelLines, itself: Iterable[int], classed: Iterable[int]
) -> set[int]:
    """Those of the `classed` lines that speak of inhibitors of another degree only: "moderate or
    weak" is said of others where the drug is a strong one, by the lines that name it `itself` or
    by its classes."""
    own = {at: _degrees(lines.lines[at]) for at in (*itself, *classed)}
    said = {degree for at in itself for degree in own[at]}
    known = ({stem(word) for word in term} & _DEGREES for term in named.broader)
    said = said or {degree for each in known if len(each) == 1 for degree in each}
    return {at for at in classed if said and own[at] and not own[at] & said}


def _within_other_names(
    words: Collection[str], concepts: Collection[str], lines: LabelLines, places: Iterable[int]
) -> set[int]:
    """Those of the places whose lines say these words only within the names of other drugs than
    those of these `concepts` and of their classes: "anabolic steroids" are no steroids of the
    adrenal cortex, alcohol dehydrogenase is no alcohol."""
    own = set(concepts)
    wider = own.union(*map(classes_of, own))
    said = {at: keys_of(lines.lines[at].quote) for at in places} if own else {}
    named = {
        at: {part for each in named_concepts(keys) for part in each.concept.split(" + ")}
        for at, keys in said.items()
        if not set(words).isdisjoint(keys)
    }
    return {
        at
        for at, parts in named.items()
        if wider.isdisjoint(parts) and own.isdisjoint(c for part in parts for c in classes_of(part))
    }


def _degrees(line: Line) -> frozenset[str]:
    """The degrees of inhibitors that a line speaks of, or else its heading."""
    for said in (line.own.keys() | line.above, line.heading):
        if _INHIBITORS & said and _DEGREES & said:
            return _DEGREES & said
    return frozenset()


def _with_names_of_values(named: Named, question: str) -> Named:
    """What is named with the other names of the laboratory value that it is ("thrombocyte count" of
    "plts"), or that alone suggests it: "plts 60" is a thrombocytopenia."""
    is_suggested = named.said not in question.casefold()
    values = {
        value.measure
        for name, value in labs().items()
        if name == named.said or (is_suggested and named.said in (value.low_is, value.high_is))
    }
    same = (name for name, value in labs().items() if value.measure in values)
    return replace(named, narrower=(*named.narrower, *(tuple(name.split()) for name in same)))


def _concept(
    named: Named, lines: LabelLines, of_own: Collection[Term] = frozenset()
) -> AskedConcept:
    """Where the lines name a concept. A class that the label's drug is of as well (`of_own`) stands
    for another drug only beside "other" or "concomitant": a vaccine's label says "vaccine" in every
    line."""

    def saying(terms: Iterable[Term]) -> set[int]:
        return {
            at
            for term in terms
            for at in (_of_others(term, lines) if term in of_own else lines.saying(term))
        }

    words = tuple(named.said.split())
    literal = lines.saying(words)
    if named.facet is Facet.COMEDICATION:
        if len(words) == 1:
            literal -= _within_other_names(words, named.concept.split(" + "), lines, literal)
        names = (lines.together(saying([term]), term) for term in named.narrower)
        meant = set[int]().union(*names) - literal
    else:
        meant = saying(named.narrower) - literal
    examples = lines.exemplified(literal | meant)
    meant |= examples
    near_classed = saying(named.broader) - literal - meant
    if named.facet is Facet.COMEDICATION:
        classes = {word.removesuffix("*") for t in named.broader if len(t) == 1 for word in t}
        own = {each.concept for word in classes for each in named_concepts((word,))}
        near_classed -= _within_other_names(classes, own, lines, near_classed)
    classed = saying(named.broadest) - literal - meant
    of_another = _of_another_degree(named, lines, literal | meant, near_classed | classed)
    near_classed -= of_another
    classed = (classed | near_classed) - of_another
    weight = max((lines.weight(stem(word)) for word in words), default=0.0)
    terms = (words, *named.narrower, *named.broader, *named.broadest)
    within = {
        at for at in literal | meant | classed if any(lines.says_itself(at, term) for term in terms)
    } | examples
    return AskedConcept(
        named,
        frozenset(literal),
        frozenset(meant),
        frozenset(classed),
        frozenset(near_classed),
        weight,
        frozenset(within),
        frozenset(at for term in (words, *named.narrower) for at in lines.below(term)),
        frozenset(of_another),
    )
