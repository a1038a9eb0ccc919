"""Laws of the ranking: nothing required is lost, ranks count every line once, and what has nothing
to do with the patient hides no contraindication."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from building import Said, a_label, a_monograph, published
from hypothesis import given, settings
from hypothesis import strategies as st

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import FactKind
from monograph_qa.library import Library
from monograph_qa.ranking import (
    Beside,
    Selected,
    features,
    fused,
    rank,
    select,
    weighed_again,
    with_limits,
)
from monograph_qa.ranking.signs import weights, weights_among_best

from .labels import Printed, ask, candidates

DRUG = "Zelforine"
QUESTIONS = [
    "zelforine with clarithromycin",
    "zelforine dose for a 30 kg child",
    "zelforine dose with eGFR 25",
    "can zelforine be given in gout",
    "half-life of zelforine",
    "contraindications of zelforine",
    "zelforine 50 mg tablets in psoriasis",
]
_SENTENCES = st.sampled_from(
    [
        "Do not use with strong CYP3A4 inhibitors.",
        "It is contraindicated in gout.",
        "Weight: 40 kg and greater | Dose: 20 mg",
        "Weight: 20 kg to less than 40 kg | Dose: 10 mg",
        "It is not recommended with an eGFR below 30 mL/min.",
        "The half-life is 9 hours.",
        "The usual dose is 20 mg, in psoriasis 40 mg.",
        "Reduce the dose of the 100 mg tablets with clarithromycin:",
        "Nausea was reported in 4% of patients.",
        "It is a white powder.",
    ]
)
_PLACES = st.sampled_from(
    [
        (("contraindications",), "4 CONTRAINDICATIONS"),
        (("dosage_and_administration",), "2 DOSAGE > 2.3 Renal Impairment"),
        (("dosage_and_administration",), "2 DOSAGE > 2.2 Children of 10 kg to 20 kg"),
        (("warnings_and_precautions",), "5 WARNINGS > 5.1 Psoriasis"),
        (("indications_and_usage",), "1 INDICATIONS AND USAGE"),
        (("drug_interactions",), "7 DRUG INTERACTIONS"),
        (("pharmacokinetics",), "12.3 Pharmacokinetics"),
        (("clinical_studies",), "14 CLINICAL STUDIES"),
    ]
)
_ATTRIBUTES = ("half_life", "dose", "pediatric_dose", "renal_dose", "drug_interaction")
_PRINTED = st.builds(
    lambda sentence, place, kind, attributes: Printed(
        sentence, place[0], place[1], "", kind, tuple(attributes)
    ),
    _SENTENCES,
    _PLACES,
    st.sampled_from(FactKind),
    st.lists(st.sampled_from(_ATTRIBUTES), unique=True, max_size=2),
)


def _selected(question: str, printed: Sequence[Printed], kept: set[str]) -> list[Selected]:
    lines, each = candidates(printed)
    asked = ask(question, DRUG, lines)
    return select(asked, rank(asked, each), (), kept)


@given(st.lists(_PRINTED, min_size=1, max_size=40), st.sampled_from(QUESTIONS), st.data())
def test_no_line_that_is_kept_is_lost_and_none_comes_twice(
    printed: list[Printed], question: str, data: st.DataObject
) -> None:
    ids = [f"fact_{at}" for at in range(len(printed))]
    kept = data.draw(st.sets(st.sampled_from(ids)))
    found = [each.ranked.fact.fact_id for each in _selected(question, printed, kept)]
    assert kept <= set(found) and len(set(found)) == len(found)


@given(st.lists(_PRINTED, min_size=1, max_size=40), st.sampled_from(QUESTIONS))
def test_the_shown_lines_stand_together_and_are_few(printed: list[Printed], question: str) -> None:
    tiers = [each.tier for each in _selected(question, printed, set())]
    shown = [tier for tier in tiers if tier is not Tier.MORE]
    assert tiers == shown + [Tier.MORE] * (len(tiers) - len(shown))
    assert shown.count(Tier.ANSWER) <= 8 and shown.count(Tier.LIMIT) <= 3
    assert len(tiers) - len(shown) <= 20


@given(
    st.lists(_PRINTED, min_size=1, max_size=40),
    st.sampled_from(QUESTIONS),
    st.lists(st.sampled_from(QUESTIONS), max_size=3),
)
def test_what_answers_a_clause_best_is_among_the_first(
    printed: list[Printed], question: str, clauses: list[str]
) -> None:
    lines, each = candidates(printed)
    ranked = rank(ask(question, DRUG, lines), each)
    own = [rank(ask(clause, DRUG, lines), each) for clause in clauses]
    order = fused(ranked, own)
    fit = [one.candidate.line.at for one in order if not one.is_excluded]
    for clause in own:
        best = next((one.candidate.line.at for one in clause if not one.is_excluded), None)
        assert best is None or best not in fit or fit.index(best) < 2 + len(own)
    # Nothing is added or lost, and how far the second falls behind the first stays as it was.
    assert {id(one.fact) for one in order} == {id(one.fact) for one in ranked}
    assert [one.score for one in order] == [one.score for one in ranked]
    assert [one.is_excluded for one in order] == [one.is_excluded for one in ranked]
    assert fused(ranked, []) == ranked
    asked = ask(question, DRUG, lines)
    kept, places = with_limits(asked, ranked)
    again = weighed_again(kept, features(asked, kept, places, own, Beside({}, {})))
    assert {id(one.fact) for one in again} == {id(one.fact) for one in ranked}
    assert [one.score for one in again] == [one.score for one in ranked]


@given(st.lists(_PRINTED, min_size=1, max_size=40), st.sampled_from(QUESTIONS))
def test_no_line_is_shown_twice(printed: list[Printed], question: str) -> None:
    lines, each = candidates(printed)
    asked = ask(question, DRUG, lines)
    places = [one.ranked.candidate.line.at for one in select(asked, rank(asked, each))]
    assert len(places) == len(set(places))


@given(st.lists(_PRINTED, min_size=1, max_size=20), st.sampled_from(QUESTIONS))
def test_the_same_label_is_always_ranked_the_same(printed: list[Printed], question: str) -> None:
    assert _selected(question, printed, set()) == _selected(question, printed, set())


@given(st.lists(_PRINTED, min_size=1, max_size=40), st.sampled_from(QUESTIONS))
def test_nothing_that_is_for_somebody_else_is_the_answer(
    printed: list[Printed], question: str
) -> None:
    for each in _selected(question, printed, set()):
        is_limit = each.tier is Tier.LIMIT  # that the drug is for others only is worth knowing
        assert each.tier is Tier.MORE or is_limit or not each.ranked.is_excluded


_CONTRAINDICATIONS = [
    "Do not use with strong CYP3A4 inhibitors.",
    "It must not be given with clarithromycin.",
    "Macrolides are contraindicated.",
]
_UNRELATED = st.builds(
    lambda sentence, place: Printed(sentence, *place),
    st.sampled_from(
        [
            "Nausea was reported in 4% of patients.",
            "It is a white powder.",
            "Do not use in porphyria.",
            "Keep the bottle tightly closed.",
            "Rats were fed it for two years.",
        ]
    ),
    _PLACES,
)


@given(
    st.lists(st.sampled_from(_CONTRAINDICATIONS), min_size=1, unique=True),
    st.lists(_PRINTED, max_size=10),
    _UNRELATED,
    st.data(),
)
def test_an_unrelated_line_changes_no_tier_of_a_contraindication_that_agrees(
    forbidding: list[str], others: list[Printed], unrelated: Printed, data: st.DataObject
) -> None:
    own = [Printed(text, ("contraindications",), "4 CONTRAINDICATIONS") for text in forbidding]
    others = [
        each
        for each in others
        if each.section != ("contraindications",) and each.sentence not in forbidding
    ]
    printed = data.draw(st.permutations([*own, *others]))
    at = data.draw(st.integers(0, len(printed)))

    def tiers(label: Sequence[Printed]) -> dict[str, Tier]:
        selected = _selected("zelforine with clarithromycin", label, set())
        texts = [(each.ranked.fact.quote, each) for each in selected]
        places = [(text, e) for text, e in texts if e.ranked.candidate.line.head.heading[0] == "4"]
        return {text: each.tier for text, each in places if text in forbidding}

    before = tiers(printed)
    assert before == dict.fromkeys(forbidding, Tier.LIMIT)
    assert tiers([*printed[:at], unrelated, *printed[at:]]) == before


_SAID = st.builds(
    lambda text, kind, attributes: Said(text, tuple(attributes), kind),
    _SENTENCES,
    st.sampled_from(FactKind),
    st.lists(st.sampled_from(_ATTRIBUTES), unique=True, max_size=2),
)
_KEYS = ("contraindications", "dosage_and_administration", "pharmacokinetics", "drug_interactions")


@settings(max_examples=25)
@given(
    st.dictionaries(st.sampled_from(_KEYS), st.lists(_SAID, min_size=1, max_size=6), min_size=1),
    st.sampled_from(QUESTIONS),
)
def test_ranks_count_every_line_of_an_answer_once(
    tmp_path_factory: pytest.TempPathFactory, chapters: dict[str, list[Said]], question: str
) -> None:
    # Equal sentences of one section would stand at different places of its text.
    numbered = {
        key: [replace(said, text=f"{said.text} ({at})") for at, said in enumerate(own)]
        for key, own in chapters.items()
    }
    label = a_monograph(numbered, a_label(DRUG))
    folder = published(tmp_path_factory.mktemp("library"), label)
    with Library.open(folder.root) as library:
        answer = library.ask(question)
    lines = [quote for group in answer.groups for quote in group.quotes]
    assert [line.rank for line in lines] == list(range(1, len(lines) + 1))
    assert len({line.fact_id for line in lines}) == len(lines)
    for group in answer.groups:
        assert len({quote.tier for quote in group.quotes}) == 1


def test_no_contraindication_that_agrees_is_lost_or_told_by_count_only() -> None:
    forbidding = [
        "Do not use with clarithromycin in liver failure.",
        "Clarithromycin is contraindicated in QT prolongation.",
        "Never give clarithromycin with it after surgery.",
        "Do not use with strong CYP3A4 inhibitors.",
    ]
    printed = [Printed(text, ("contraindications",), "4 CONTRAINDICATIONS") for text in forbidding]
    for times in range(2, 9):
        text = f"Clarithromycin raises exposure {times}-fold."
        printed.append(Printed(text, ("drug_interactions",), "7 DRUG INTERACTIONS"))
    selected = _selected("zelforine with clarithromycin", printed, set())
    shown = [each.ranked.fact.quote for each in selected if each.tier is not Tier.MORE]
    assert set(forbidding) <= set(shown)


def test_of_equal_sentences_the_contraindication_is_the_one_shown() -> None:
    text = "Do not use with strong CYP3A4 inhibitors."
    stated = ("drug_interaction",)
    printed = [
        Printed(text, ("contraindications",), "4 CONTRAINDICATIONS"),
        Printed(text, ("drug_interactions",), "7 DRUG INTERACTIONS", attributes=stated),
    ]
    selected = _selected("interaction of zelforine with clarithromycin", printed, set())
    first = selected[0].ranked.candidate.line.head.heading
    assert (first, selected[0].tier) == ("4 CONTRAINDICATIONS", Tier.LIMIT)


def test_among_the_best_nothing_weighs_less_against_a_line_than_at_first() -> None:
    again = weights_among_best()
    for (signal, of), weight in weights().items():
        fitted = again.get((signal, of), 0.0)
        if weight < 0:
            assert fitted <= weight, (signal, of)
        elif weight > 0:
            assert fitted >= (weight if signal == "best" else 0), (signal, of)
