"""Which lines are shown, where there is room for few."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.frame import Facet
from monograph_qa.domain.label import FactKind
from monograph_qa.ranking import Beside, Ranked, features, rank, select, weighed_again, with_limits
from ranking.labels import Printed, ask, candidates

DRUG = "Zelforine"
SECTION = ("drug_interactions",)
HEADING = "7 DRUG INTERACTIONS"
OF_CLASS = [
    Printed(f"Closely monitor {what} when an antibiotic is started.", SECTION, HEADING)
    for what in ("the INR", "for bleeding", "the INR and the liver")
]
ROW = Printed(
    "Enzyme: CYP2C9 | Inhibitors: amiodarone, metronidazole",
    SECTION,
    HEADING,
    kind=FactKind.TABLE_ROW,
)


def weighed(
    question: str, printed: list[Printed], near: Sequence[float] = (), subject: Sequence[int] = ()
) -> list[Ranked]:
    """The lines in their order, the best weighed beside one another; `near` is how near each is to
    the question, `subject` the places of those that name what it is on."""
    lines, found = candidates(printed)
    asked = ask(question, DRUG, lines)
    ranked, places = with_limits(asked, rank(asked, found))
    beside = Beside(dict(enumerate(near)), {"subject": subject})
    return weighed_again(ranked, features(asked, ranked, places, (), beside))


def quotes(ranked: Sequence[Ranked]) -> list[str]:
    return [each.fact.quote for each in ranked]


def shown(question: str, printed: list[Printed]) -> list[str]:
    """The sentences that are shown where there is room for two."""
    asked = ask(question, DRUG, candidates(printed)[0])
    selected = select(asked, weighed(question, printed), most=2, room=4)
    return [each.ranked.fact.quote for each in selected if each.tier is not Tier.MORE]


def test_the_line_that_names_the_drug_taken_is_shown_beside_what_names_its_class() -> None:
    said = shown("zelforine, metronidazole started: monitor the INR?", [*OF_CLASS, ROW])
    assert ROW.sentence in said and said[0] == OF_CLASS[0].sentence


def test_food_and_drink_need_no_line_of_their_own() -> None:
    beside = Printed("Beer, wine and alcohol: none.", SECTION, HEADING, kind=FactKind.TABLE_ROW)
    said = shown("zelforine in alcoholic liver disease: monitor the INR?", [*OF_CLASS, beside])
    assert beside.sentence not in said


def test_of_several_diseases_each_has_its_own_line() -> None:
    warnings = ("warnings_and_precautions",)
    smoking = [
        Printed(f"Gout {what} is likelier in smokers with a stroke.", warnings, "5 WARNINGS")
        for what in ("in the foot", "in the hand")
    ]
    advice = Printed("Avoid it after a stroke.", warnings, "5 WARNINGS")
    asked = "smoker with gout and a stroke, can zelforine be given in gout"
    assert advice.sentence in shown(asked, [*smoking, advice])


def test_the_dose_that_follows_the_first_one_is_read_with_it() -> None:
    dosage, heading = ("dosage_and_administration",), "2.1 Dosage"
    first = Printed("Take the starting dose for 7 days, then the regular dose.", dosage, heading)
    then = Printed("Regular dose: 240 mg twice a day.", dosage, heading)
    others = [
        Printed(f"The starting dose was kept up {where}.", dosage, "2.9 Others")
        for where in ("at home", "in hospital", "abroad")
    ]
    said = shown("zelforine starting dose", [first, then, *others])
    assert said[:2] == [first.sentence, then.sentence]


def test_what_is_told_in_passing_has_a_line_of_its_own() -> None:
    reaction = Printed(
        "Dysarthria was seen.", ("adverse_reactions",), "6 ADVERSE REACTIONS", attributes=()
    )
    told = "metronidazole started, monitor the INR? since Monday her speech is slurred"
    assert reaction.sentence in shown(f"zelforine, {told}", [*OF_CLASS, ROW, reaction])


def test_what_fell_is_found_where_it_falls() -> None:
    dosage = ("dosage_and_administration",)
    falls = Printed("If a patch falls off, the same one may be applied anew.", dosage, "2.3 Patch")
    others = [
        Printed(f"Apply a patch {where}.", dosage, "2.3 Patch") for where in ("daily", "to the arm")
    ]
    assert shown("zelforine patch fell off", [*others, falls])[0] == falls.sentence


def test_b12_is_found_where_it_is_printed_apart() -> None:
    often = ("warnings_and_precautions",)
    tested = Printed("Measure vitamin B 12 at 2 to 3 year intervals.", often, "5.3 Deficiency")
    others = [Printed(f"Measure {what} once a year.", often, "5.4 Tests") for what in ("Hb", "K")]
    assert shown("zelforine b12 level how often", [*others, tested])[0] == tested.sentence


def test_an_advice_that_is_shown_already_is_shown_once() -> None:
    heading = "7 DRUG INTERACTIONS"
    advice = Printed(
        "Monitor potassium with lisinopril and other ACE inhibitors.", SECTION, heading
    )
    which = Printed("Drugs that raise it include lisinopril and heparin.", SECTION, heading)
    assert shown("zelforine with lisinopril?", [advice, which]) == [advice.sentence, which.sentence]


def test_what_forbids_the_use_in_others_is_no_limit_for_this_patient() -> None:
    """Active tuberculosis forbids nothing where the patient has a latent one."""
    forbidden = Printed("Active tuberculosis.", ("contraindications",), "4 CONTRAINDICATIONS")

    def tier(question: str) -> Tier:
        lines, found = candidates([forbidden])
        asked = ask(question, DRUG, lines)
        return next(s.tier for s in select(asked, rank(asked, found), most=2, room=4))

    assert tier("zelforine in active tuberculosis") is Tier.LIMIT
    assert tier("zelforine in tuberculosis") is Tier.LIMIT
    assert tier("zelforine in latent tuberculosis") is not Tier.LIMIT
    assert tier("zelforine, latent (not active) tuberculosis") is not Tier.LIMIT


def test_what_forbids_a_class_gives_way_to_the_line_on_the_very_drug() -> None:
    of_class = Printed(
        "At a creatinine clearance of 45 to 79 mL/min NSAIDs should be avoided for 2 days.",
        SECTION,
        HEADING,
    )
    of_drug = Printed(
        "At a creatinine clearance of 45 to 79 mL/min piroxicam is stopped for 5 days.",
        SECTION,
        HEADING,
    )
    asked = "zelforine, crcl 60, takes piroxicam: how long to stop it?"
    assert shown(asked, [of_class, of_drug])[0] == of_drug.sentence
    assert shown(asked.replace("piroxicam", "ibuprofen"), [of_class])[0] == of_class.sentence


def test_a_row_of_all_adults_stands_behind_the_one_for_those_on_hemodialysis() -> None:
    rows = [
        Printed(
            f"Group: {who} | Dose: {dose}",
            ("dosage_and_administration",),
            "2 DOSAGE",
            kind=FactKind.TABLE_ROW,
            lead_in=caption,
        )
        for who, dose, caption in (
            ("Aged 20 years and older", "1 mL", "Table 1. Doses — Adults:"),
            ("Adults on hemodialysis", "2 mL", "Table 1. Doses"),
        )
    ]
    assert shown("zelforine dose, 58 yo with ESRD", rows)[0] == rows[1].sentence


def test_an_overdose_is_answered_by_the_section_on_it_first() -> None:
    on_it = [
        Printed(text, ("overdosage",), "10 OVERDOSAGE")
        for text in ("Keep the airway open.", "Symptoms pass within three days.")
    ]
    beside = Printed("If drowsiness or bradycardia occurs, reduce the dose.", SECTION, HEADING)
    lines, found = candidates([beside, *on_it])
    asked = ask("zelforine overdose, drowsy, bradycardia, what to do", DRUG, lines)
    asked = replace(asked, is_reversed=True)
    ranked, places = with_limits(asked, rank(asked, found))
    signs = features(asked, ranked, places, (), Beside({}, {}))
    selected = select(asked, weighed_again(ranked, signs))
    said = [each.ranked.fact.quote for each in selected if each.tier is Tier.ANSWER]
    assert set(said[:2]) == {each.sentence for each in on_it}


def test_a_drug_that_is_the_name_of_its_class_is_asked_about() -> None:
    for drug in ("lithium", "alcohol", "grapefruit", "valproate", "insulin"):
        asked = ask(f"any problem with {drug} and zelforine?", DRUG, candidates([ROW])[0])
        assert [each.named.said for each in asked.concepts] == [drug]


def test_what_names_the_effect_comes_before_what_shares_a_word_with_it() -> None:
    section, heading = ("adverse_reactions",), "4.8 Undesirable effects"
    eyelids, legs = (
        Printed(f"{name}: 3.1% of all grades, 0.4% of grade 3 or 4.", section, heading)
        for name in ("Eyelid oedema", "Oedema peripheral")
    )
    question = "how common is peripheral oedema with zelforine?"
    asked = ask(question, DRUG, candidates([eyelids, legs])[0])
    named = [at for effect in asked.of(Facet.EFFECT) for at in effect.by_name]
    assert named == [1]
    assert quotes(weighed(question, [eyelids, legs], subject=named))[0] == legs.sentence


def test_what_is_for_another_delay_comes_behind_what_is_for_the_one_told() -> None:
    section, heading = ("dosage_and_administration",), "2.2 Vomiting"
    later, sooner = (
        Printed(f"If vomiting occurs {when} after the dose, {then}.", section, heading)
        for when, then in (
            ("more than 1 hour", "wait and take the next dose as usual"),
            ("within 1 hour", "take another dose"),
        )
    )
    order = weighed("threw up zelforine 30 min after the dose, repeat it?", [later, sooner])
    assert quotes(order) == [sooner.sentence, later.sentence]


KIDNEYS = Printed(
    "In psoriasis the recommended dose in severe renal impairment is 15 mg once daily.",
    ("dosage_and_administration",),
    "2.4 Renal impairment",
    attributes=("dose", "frequency"),
)
EVERYBODY = replace(
    KIDNEYS, sentence="The recommended dose is 30 mg once daily.", heading="2.1 Psoriasis"
)


def test_the_dose_of_failing_kidneys_comes_behind_that_of_everybody() -> None:
    for question, first in (
        ("zelforine dose", EVERYBODY),
        ("zelforine dose with eGFR 20", KIDNEYS),
    ):
        assert quotes(weighed(question, [KIDNEYS, EVERYBODY]))[0] == first.sentence


@given(st.floats(0, 0.3))
def test_what_is_nearer_lifts_no_other_patient_s_dose_above_the_one_asked_for(more: float) -> None:
    both = [KIDNEYS, EVERYBODY]
    assert quotes(weighed("zelforine dose", both, (0.5 + more, 0.5)))[0] == EVERYBODY.sentence
    own = weighed("zelforine dose with eGFR 20", both, (0.5, 0.5 + more))
    assert quotes(own)[0] == KIDNEYS.sentence


def test_advice_on_a_drug_by_its_name_comes_before_that_on_its_class() -> None:
    classed = Printed(
        "Adjust the dose: halve the dose with strong CYP3A4 inhibitors.", SECTION, HEADING
    )
    named = Printed(
        "Clarithromycin: studies suggest that no dose adjustment is needed.", SECTION, HEADING
    )
    asked = "zelforine, clarithromycin started, adjust the dose?"
    assert shown(asked, [classed, named])[0] == named.sentence


def test_what_takes_a_statement_back_is_read_with_it() -> None:
    trials = ("clinical_studies",)
    met = Printed("Zelforine given with aspirin was non-inferior for most.", trials, "14 STUDIES")
    not_met = Printed("Criteria were not met for two of them.", trials, "14 STUDIES")
    method = Printed("In one group aspirin and zelforine were given.", trials, "14 STUDIES")
    said = shown("zelforine with aspirin, is it non-inferior", [met, not_met, method])
    assert said[:2] == [met.sentence, not_met.sentence]


def test_when_something_may_begin_is_read_with_the_sentence_that_says_it() -> None:
    dosage, heading = ("dosage_and_administration",), "2.1 Dosage"
    deferred = Printed("Zelforine is deferred in infants below 2,000 g.", dosage, heading)
    begun = Printed("It can commence at 1 month.", dosage, heading)
    other = Printed("Infants of other weights are given zelforine as well.", dosage, heading)
    said = shown("infant of 1650 g, when can zelforine be given", [deferred, begun, other])
    assert said[:2] == [deferred.sentence, begun.sentence]
