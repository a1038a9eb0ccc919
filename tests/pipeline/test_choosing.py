"""One label a drug: named by the question, chosen by the asker, or asked for; never guessed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from building import Said, a_label, a_monograph, nizatidine, publish_at

from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.intent import KnownName
from monograph_qa.domain.label import Monograph, Product
from monograph_qa.library import Library
from monograph_qa.names.name_table import NameTable
from monograph_qa.store.place import Place, import_names

TITLES = (
    "Metformin hydrochloride tablets, for oral use",
    "Metformin hydrochloride extended-release tablets",
    "Teva-Metformin (metformin)",
)
KNOWN = (
    KnownName("GLUCOPHAGE", "brand", ("METFORMIN HYDROCHLORIDE",)),
    KnownName("TAZAC", "brand", ("NIZATIDINE",)),
    KnownName("JANUMET", "brand", ("METFORMIN HYDROCHLORIDE", "SITAGLIPTIN PHOSPHATE")),
    KnownName("KLONOPIN", "brand", ("CLONAZEPAM",)),
)


def metformin(title: str, hours: int) -> Monograph:
    said = Said(f"The plasma half-life is approximately {hours} hours.", ("half_life",))
    label = a_label("Metformin hydrochloride", title=title)
    return a_monograph({"pharmacokinetics": [said]}, label)


@pytest.fixture
def library(place: Place) -> Iterator[Library]:
    labels = [metformin(title, 5 + at) for at, title in enumerate(TITLES)]
    publish_at(place, nizatidine(), *labels)
    import_names(place, NameTable("known.csv", "names", "0", KNOWN))
    with Library(place) as opened:
        yield opened


def offered(answer: Answer) -> list[str]:
    return [candidate.title.partition(" · ")[0] for candidate in answer.candidates]


def answered_from(answer: Answer) -> set[str]:
    return {source.title for source in answer.sources}


@pytest.mark.parametrize(
    "question",
    [
        "What is the half-life of metformin?",
        "half-life of metformin for a patient of 50",
        "half-life of metformin: use in the elderly",
        "What is the oral half-life of metformin?",
        "half-life of metformin in 2 mg steps",
        "metformin oral half-life",
        "metformin use: half-life",
    ],
)
def test_words_that_tell_no_product_choose_no_label(library: Library, question: str) -> None:
    assert answered_from(library.ask(question)) == set(TITLES)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("half-life of metformin ER", TITLES[1]),
        ("half-life of metformin XR tablets", TITLES[1]),
        ("half-life of extended-release metformin", TITLES[1]),
        ("What is the half-life of the extended-release form of metformin?", TITLES[1]),
        ("half-life of Teva metformin", TITLES[2]),
    ],
)
def test_words_that_tell_a_product_choose_its_label(
    library: Library, question: str, title: str
) -> None:
    assert answered_from(library.ask(question)) == {title}


@pytest.mark.parametrize("said", ["immediate-release metformin", "metformin IR"])
def test_a_label_that_says_no_release_is_of_the_plain_one(library: Library, said: str) -> None:
    assert answered_from(library.ask(f"half-life of {said}")) == {TITLES[0], TITLES[2]}


def test_tablets_may_be_of_any_release(library: Library) -> None:
    assert answered_from(library.ask("half-life of metformin tablets")) == set(TITLES[:2])


def test_labels_of_one_drug_are_told_apart_by_their_files_and_dates(place: Place) -> None:
    labels = [
        a_label("Metformin", title=TITLES[0], doc_key=f"file:/labels/{maker}.pdf")
        for maker in ("lupin", "sun")
    ]
    half_life = Said("The half-life is 6 hours.", ("half_life",))
    each = [a_monograph({"pharmacokinetics": [half_life]}, label) for label in labels]
    with Library(publish_at(place, *each)) as library:
        parts = library.ask("half-life of metformin").parts
    own = [f"{maker}.pdf, revised 2025-11" for maker in ("lupin", "sun")]
    assert sorted(part.edition for part in parts) == own


def test_a_brand_that_no_label_bears_is_explained_and_its_ingredient_s_labels_offered(
    library: Library,
) -> None:
    answer = library.ask("What is the half-life of Glucophage?")
    assert answer.outcome is Outcome.NOT_FOUND and not answer.groups
    assert "“Glucophage” is a brand of metformin hydrochloride" in answer.message
    assert sorted(offered(answer)) == sorted(TITLES)
    chosen = library.ask(answer.question, label=answer.candidates[0].label_id)
    assert answered_from(chosen) == set(offered(answer)[:1])


def test_a_brand_is_answered_from_all_labels_of_its_ingredient_under_a_line_that_says_so(
    library: Library,
) -> None:
    answer = library.ask("What is the half-life of Glucophage?", all_labels=True)
    assert answered_from(answer) == set(TITLES)
    assert "“Glucophage” is read as" in answer.message and "its ingredient" in answer.message
    assert "no label here bears that name" in answer.message


def test_the_only_label_of_a_brand_s_ingredient_is_answered_under_a_line_that_says_so(
    place: Place,
) -> None:
    publish_at(place, metformin(TITLES[0], 5))
    import_names(place, NameTable("known.csv", "names", "0", KNOWN))
    with Library(place) as library:
        answer = library.ask("What is the half-life of Glucophage?")
    assert answered_from(answer) == {TITLES[0]}
    assert answer.message.startswith("“Glucophage” is read as ")
    assert answer.message.endswith(" (its ingredient); no label here bears that name.")


def test_the_label_of_another_brand_of_its_ingredient_is_offered_and_not_used(
    library: Library,
) -> None:
    answer = library.ask("What is the half-life of Tazac?")
    assert answer.outcome is Outcome.NOT_FOUND and not answer.groups
    assert offered(answer) == ["Nizatidine capsules"]


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("half-life of Janumet", ["“Janumet”", "metformin hydrochloride and sitagliptin"]),
        ("half-life of Klonopin", ["“Klonopin” is a brand of clonazepam"]),
        ("half-life of klonopine", ["No label of “klonopine”", "Klonopin, a brand of clonazepam"]),
        ("half-life of zorblaxin", ["No label of “zorblaxin” is in this library"]),
        ("half-life of zorblaxin and Klonopin", ["“zorblaxin”", "“Klonopin” is a brand"]),
        ("Compare Axid and Klonopin", ["“Klonopin” is a brand of clonazepam", "Not stated in"]),
    ],
)
def test_what_is_not_here_is_said_to_be_and_not_answered(
    library: Library, question: str, parts: Sequence[str]
) -> None:
    answer = library.ask(question)
    assert answer.outcome is Outcome.NOT_FOUND and not answer.groups and not answer.candidates
    for part in parts:
        assert part in answer.message


def test_a_label_that_was_not_offered_for_an_unknown_drug_is_not_answered_from(
    library: Library,
) -> None:
    label_id = nizatidine().label.label_id
    for question in ("What is the half-life of Klonopin?", "What is the half-life of Glucophage?"):
        answer = library.ask(question, label=label_id)
        assert not answer.groups and answer.outcome in (Outcome.NOT_FOUND, Outcome.CLARIFY)


def test_a_misspelt_name_of_several_labels_is_answered_from_each_of_them(library: Library) -> None:
    answer = library.ask("half-life of metfromin")
    assert "is read as" in answer.message
    assert answered_from(answer) == set(TITLES)


@pytest.mark.parametrize(
    "asked",
    [
        "intrathecal nizatidine",
        "IV nizatidine",
        "nizatidine IV",
        "inj nizatidine",
        "nizatidine 50 mg injection",
        "nizatidine eye drops",
        "nizatidine vaginal cream",
        "nizatidine gel",
        "nizatidine patch",
    ],
)
def test_another_route_or_form_beside_the_name_is_another_product(place: Place, asked: str) -> None:
    own = nizatidine()
    label = replace(own.label, product=Product(routes=("oral",)))
    publish_at(place, replace(own, label=label))
    with Library(place) as library:
        answer = library.ask(f"half-life of {asked}")
        assert answer.outcome is Outcome.CLARIFY
        assert "nizatidine" in answer.message and "oral" in answer.message
        for own_way in (
            "oral nizatidine",
            "nizatidine caps",
            "nizatidine in injection drug users",
            "nizatidine, IV lines are in",
        ):
            assert library.ask(f"half-life of {own_way}").outcome is Outcome.ANSWERED


def test_a_form_tells_the_route_where_the_label_names_none(place: Place) -> None:
    own = nizatidine()
    publish_at(place, replace(own, label=replace(own.label, product=Product(forms=("tablet",)))))
    with Library(place) as library:
        answer = library.ask("half-life of nizatidine injection")
        assert answer.outcome is Outcome.CLARIFY and "what is here is tablet" in answer.message
        assert library.ask("half-life of nizatidine tablets").outcome is Outcome.ANSWERED


def test_only_doses_of_another_injection_are_shown_under_a_line(place: Place) -> None:
    label = replace(a_label("zelforine"), product=Product(routes=("intravenous",)))
    dose = Said("Go on with 250 mg zelforine tablets once daily, or 5 mg intrathecal.", ("dose",))
    publish_at(place, a_monograph({"dosage_and_administration": [dose]}, label))
    with Library(place) as library:
        answer = library.ask("zelforine intrathecal dose")
        refused = library.ask("zelforine tablets dose")
    assert answer.groups and "what is here is for intravenous use; shown is" in answer.message
    assert refused.candidates and not refused.groups


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        ("nizatidine soln", "solution"),
        ("nizatidine caps", "capsule"),
        ("oral nizatidine", "capsule"),
    ],
)
def test_a_form_in_short_or_a_route_beside_the_name_chooses_the_label(
    place: Place, asked: str, chosen: str
) -> None:
    ways = (("solution", "topical"), ("capsule", "oral"))
    said = Said("The half-life is 2 hours.", ("half_life",))
    labels = []
    for form, route in ways:
        label = a_label("Nizatidine", title=f"Nizatidine {form}, for {route} use")
        label = replace(label, product=Product(forms=(form,), routes=(route,)))
        labels.append(a_monograph({"pharmacokinetics": [said]}, label))
    publish_at(place, *labels)
    with Library(place) as library:
        (title,) = answered_from(library.ask(f"half-life of {asked}"))
    assert chosen in title


def test_a_letter_of_a_possessive_chooses_no_label(place: Place) -> None:
    makers = ("Reddy's Laboratories", "Sandoz")
    labels = [metformin(f"Metformin tablets, {maker}", 5 + at) for at, maker in enumerate(makers)]
    publish_at(place, *labels)
    with Library(place) as library:
        assert len(answered_from(library.ask("half-life of this morning's metformin"))) == 2


@pytest.mark.parametrize(("brand", "is_same"), [("AzaSite", False), ("Zithromax", True)])
def test_a_brand_that_is_given_otherwise_is_not_its_ingredient_s_label(
    place: Place, brand: str, is_same: bool
) -> None:
    label = replace(a_label("azithromycin"), product=Product(routes=("intravenous",)))
    dose = Said("Give 500 mg once daily.", ("dose",))
    publish_at(place, a_monograph({"dosage_and_administration": [dose]}, label))
    with Library(place) as library:
        answer = library.ask(f"{brand} dose")
    assert bool(answer.sources) is is_same and bool(answer.candidates) is not is_same
