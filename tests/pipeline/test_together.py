"""Several labels of one drug answer together: equal lines once, what differs under each."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from building import Said, a_label, a_monograph, publish_at
from hypothesis import given
from hypothesis import strategies as st

from monograph_qa.cli.answer_text import answer_text
from monograph_qa.domain.answer import Answer, Outcome
from monograph_qa.domain.evidence import Tier
from monograph_qa.domain.label import Label, Monograph, Product
from monograph_qa.library import Library
from monograph_qa.pipeline.conversation import Conversation
from monograph_qa.pipeline.question.choosing import answered_together, get_label
from monograph_qa.pipeline.question.narrowing import meant_by
from monograph_qa.store.place import Place

MAKERS = ("Florbo Inc.", "Nordic Laboratories", "Quib Pharma", "Zymo Ltd", "Vann Corp.", "Ott LLC")
ALIKE = Said("Zorbidine is excreted in urine with a half-life of 6 hours.", ("half_life",))


def zorbidine(maker: str, at: int, form: str = "tablet") -> Monograph:
    own = Said(f"The half-life in the elderly is {10 + at} hours.", ("half_life",))
    label = replace(
        a_label("Zorbidine", title=f"Zorbidine {form}s", text=maker),
        product=Product(maker=maker, forms=(form,), routes=("oral",)),
        revision_date=f"202{at}-01",
        label_id=f"lab_{at:016x}",
        doc_key=f"file:/{maker}",
    )
    return a_monograph({"pharmacokinetics": [ALIKE, own]}, label)


@pytest.fixture
def three(place: Place) -> Iterator[Library]:
    publish_at(place, *(zorbidine(maker, at) for at, maker in enumerate(MAKERS[:3])))
    with Library(place) as opened:
        yield opened


def shown(answer: Answer) -> list[tuple[str, str]]:
    return [
        (group.label_id, quote.text)
        for group in answer.groups
        for quote in group.quotes
        if quote.tier is not Tier.MORE
    ]


def test_three_labels_answer_together_and_an_equal_line_stands_once(three: Library) -> None:
    answer = three.ask("half-life of zorbidine")
    assert answer.outcome is Outcome.ANSWERED
    said = shown(answer)
    assert [text for _, text in said].count(ALIKE.text) == 1
    newest = f"lab_{2:016x}"
    assert said[0][0] == newest
    assert {label for label, text in said if "elderly" in text} == {
        f"lab_{at:016x}" for at in range(3)
    }
    # What is folded is still there, and says where it is shown.
    folded = [q for g in answer.groups for q in g.quotes if q.tier is Tier.MORE]
    assert {q.text for q in folded} == {ALIKE.text}
    assert all(f"the same in {newest}" in q.because for q in folded)
    printed = answer_text(answer, str, None)
    assert printed.count(ALIKE.text) == 1
    assert "the same in 3 labels" in printed


def test_one_is_chosen_by_its_maker_in_words_or_by_the_option(three: Library) -> None:
    for answer in (
        three.ask("half-life of Nordic zorbidine"),
        three.ask("half-life of zorbidine", label="nordic"),
        three.ask("half-life of zorbidine, the 2021 label"),
    ):
        assert {label for label, _ in shown(answer)} == {f"lab_{1:016x}"}


def test_a_word_of_several_drugs_chooses_among_those_of_the_question(place: Place) -> None:
    other = replace(zorbidine("Nordic Laboratories", 5).label, drug="Famotidine")
    other = replace(other, title="Famotidine tablets", doc_key="file:/f", label_id="lab_f")
    famotidine = a_monograph({"pharmacokinetics": [ALIKE]}, other)
    publish_at(place, *(zorbidine(maker, at) for at, maker in enumerate(MAKERS[:3])), famotidine)
    with Library(place) as library:
        answer = library.ask("half-life of zorbidine", label="nordic")
        assert {label for label, _ in shown(answer)} == {f"lab_{1:016x}"}
        assert get_label(library.reader, "quib").label_id == f"lab_{2:016x}"


def test_in_a_conversation_one_is_chosen_in_words(three: Library) -> None:
    def find(named: str) -> Label:
        return get_label(three.reader, named)

    conversation = Conversation(three.ask, find)
    assert len({label for label, _ in shown(conversation.say("half-life of zorbidine"))}) == 3
    chosen = conversation.say("the one by Florbo")
    assert {label for label, _ in shown(chosen)} == {f"lab_{0:016x}"}


def test_of_many_one_of_each_form_answers_and_a_line_says_so(place: Place) -> None:
    several = [zorbidine(maker, at) for at, maker in enumerate(MAKERS)]
    publish_at(place, *several, zorbidine("Solv Inc.", 7, "oral solution"))
    with Library(place) as library:
        answer = library.ask("half-life of zorbidine")
    assert {label for label, _ in shown(answer)} == {f"lab_{5:016x}", f"lab_{7:016x}"}
    assert "7 labels here are of zorbidine" in answer.message
    assert "5 others" in answer.message


def a_product(at: int, form: str, date: str | None, *, preferred: bool) -> Label:
    label = a_label("Zorbidine", text=str(at))
    product = Product(forms=(form,))
    return replace(label, product=product, revision_date=date, preferred=preferred)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["tablet", "capsule", "cream", "gel", "syrup", "patch"]),
            st.none() | st.sampled_from(["2020-01", "2024-06"]),
            st.booleans(),
        ),
        min_size=1,
        max_size=60,
    )
)
def test_never_more_than_a_screen_s_labels_answer_and_preferred_ones_go_first(
    kinds: list[tuple[str, str | None, bool]],
) -> None:
    labels = [a_product(at, form, date, preferred=p) for at, (form, date, p) in enumerate(kinds)]
    chosen, said = answered_together(labels, "zorbidine", 4)
    assert 1 <= len(chosen) <= 4
    assert bool(said) == (len(labels) > 4)
    for label in chosen if said else ():
        alike = [each for each in labels if each.product.forms == label.product.forms]
        assert label.preferred or not any(each.preferred for each in alike)


@pytest.mark.parametrize(
    ("line", "form"),
    [("the solution", "oral solution"), ("tablets please", "tablet"), ("the cream", None)],
)
def test_words_choose_a_form_or_nothing(line: str, form: str | None) -> None:
    labels = [
        replace(a_label("Zorbidine", title="Z", text=form), product=Product(forms=(form,)))
        for form in ("tablet", "oral solution")
    ]
    assert [each.product.forms[0] for each in meant_by(line, labels)] == ([form] if form else [])


def test_words_that_all_labels_have_choose_none_and_those_of_some_choose_these() -> None:
    labels = [
        replace(a_label("Zorbidine", title="Z", text=maker), product=Product(None, maker, (form,)))
        for maker, form in (("Arda", "tablet"), ("Bex", "tablet"), ("Cura", "capsule"))
    ]
    assert [each.product.maker for each in meant_by("the tablets", labels)] == ["Arda", "Bex"]
    assert meant_by("the tablets", labels[:2]) == []


def test_that_one_title_says_the_generic_name_does_not_choose_its_label(place: Place) -> None:
    one, other = (zorbidine(maker, at) for at, maker in enumerate(MAKERS[:2]))
    titled = replace(one, label=replace(one.label, title="Quexa (zorbidine)"))
    branded = replace(other, label=replace(other.label, title="Zyxt 75 mg film-coated tablets"))
    with Library(publish_at(place, titled, branded)) as library:
        answer = library.ask("zorbidine half-life")
    assert {label for label, _ in shown(answer)} == {one.label.label_id, other.label.label_id}
