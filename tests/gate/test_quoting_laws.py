"""Laws of free texts: what printing may change is read, and nothing else is."""

import re
import unicodedata

from building import Said, a_monograph
from hypothesis import example, given
from hypothesis import strategies as st

from monograph_qa.domain.label import FactSpan
from monograph_qa.gate.quoting import Offered, read_quotes
from monograph_qa.gate.stored import StoredSpan
from monograph_qa.gate.typography import bare, fold, is_same_print

SENTENCES = (
    "The half-life in adults is 1.5 to 2 hours (range: 0.8-3.1 hours), and ClCr is ≥ 60 mL/min.",
    "Do not give more than 20 mg/kg/day when creatinine clearance is < 30 mL/min [see (2.4)].",
    "Store between −20 °C and -5 °C, never above 25 °C; the titre is then 5 × 10⁹ CFU/½ mL.",
    'Patients\' plasma levels of "free" drug rose by 12% (±3%), to 4 µg/mL, a well-known effect.',
    "Use with efficacious first-line therapy is not recommended, except in non-responders.",
)
SPACES = " \t\n\r\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
DASHES = "-‐‑‒–—―−"
MARKS = ("'‘’‚‛ʼ`´", '"“”„‟', "µμ")
DANGEROUS = (
    "0123456789²³¹⁰⁴½¼①１.,·:;<>≤≥=≠≪±+×÷%‰°ºмаеорсхАВЕνομΜmMgGlLIOouU\u200b\u200c\u200d\u2060\ufeff"
    "\u202e\u0301\u0338\u034f\u115f\ufe0f\ue0f0\ue0f1\u00ad()[]/|'\"“”-–−"
)
characters = st.one_of(st.sampled_from(DANGEROUS), st.characters(exclude_categories=["Cs"]))


def the_spans() -> tuple[StoredSpan, ...]:
    monograph = a_monograph({"pharmacokinetics": [Said(text) for text in SENTENCES]})
    return tuple(StoredSpan(f, monograph.sections[0], monograph.label) for f in monograph.facts)


SPANS = the_spans()
OFFERED = Offered({1: SPANS})


def is_mere_print(before: str, gone: str, come: str, after: str) -> bool:
    """Whether turning `gone` into `come` there is one of the changes that printing may make."""
    if (gone + come).strip(SPACES) == "":
        beside_space = before[-1:] in SPACES or after[:1] in SPACES  # "" is in SPACES: at an end
        at_a_break = come == "\n" and before[-1:] in "-/" and gone == ""
        return beside_space or at_a_break or bool(gone and come)
    if come == "\u00ad" and gone == "":
        return before[-1:].isalpha() and after[:1].isalpha()
    if gone and come and gone in DASHES and come in DASHES:
        return not re.match(r"\d", after) or before[-1:].isalnum()  # signs have a law of their own
    return any(gone and come and gone in marks and come in marks for marks in MARKS)


@given(st.sampled_from(SPANS), st.data())
def test_any_one_character_that_is_not_mere_print_is_found(
    span: StoredSpan, data: st.DataObject
) -> None:
    text = span.fact.quote
    at = data.draw(st.integers(0, len(text)))
    come = data.draw(st.one_of(st.just(""), characters))
    gone = data.draw(st.sampled_from([text[at : at + 1], ""]))
    before, after = text[:at], text[at + len(gone) :]
    if gone == come or is_mere_print(before, gone, come, after):
        return
    read = read_quotes(f"“{before}{come}{after}” [1]", OFFERED)
    assert read.findings, (gone, come)


@given(st.sampled_from(SPANS), st.data())
def test_any_letter_or_figure_put_anywhere_into_a_text_is_found(
    span: StoredSpan, data: st.DataObject
) -> None:
    text = f"## {span.section.heading}\n\n- “{span.fact.quote}” [Source 1]\n\n"
    assert not read_quotes(text, OFFERED).findings
    at = data.draw(st.integers(0, len(text)))
    come = data.draw(st.characters(categories=["L", "N", "Sm", "Sc", "So", "Cf", "Co"]))
    if come == "\u00ad" and text[at - 1 : at].isalpha() and text[at : at + 1].isalpha():
        return
    assert read_quotes(text[:at] + come + text[at:], OFFERED).findings


@given(st.sampled_from(SPANS), st.sampled_from(DASHES), st.data())
def test_a_sign_is_never_another_sign(span: StoredSpan, dash: str, data: st.DataObject) -> None:
    places = list(re.finditer(rf"(?<![\w)%])[{DASHES}](?=\d)", span.fact.quote))
    if not places:
        return
    at = data.draw(st.sampled_from(places))
    said = span.fact.quote[: at.start()] + dash + span.fact.quote[at.end() :]
    read = read_quotes(f"“{said}” [1]", OFFERED)
    assert bool(read.findings) is (dash != at[0])


@st.composite
def prints(draw: st.DrawFn, text: str) -> str:
    """`text` as some printer might set it."""
    out: list[str] = []
    for at, here in enumerate(text):
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if here == " ":
            out.append(draw(st.text(st.sampled_from(SPACES), min_size=1, max_size=3)))
        elif here == "-" and before.isalpha() and after.isalpha():
            out.append(draw(st.sampled_from(["-", "‐", "‑", "–", "-\n", "‐ \n "])))
        elif here == "-" and before.isdigit():
            out.append(draw(st.sampled_from("-‐‑‒–")))
        elif here in "'\"µ":
            same = next(marks for marks in MARKS if here in marks)
            out.append(draw(st.sampled_from(same)))
        elif here.islower() and before.islower() and here.isascii() and before.isascii():
            out.append(draw(st.sampled_from(["", "", "", "", "\u00ad", "-\n", "\u00ad\n"])) + here)
        else:
            out.append(here)
    printed = "".join(out)
    if draw(st.booleans()):
        printed = printed.replace("ffi", "ﬃ").replace("fi", "ﬁ")
    return printed


@given(st.sampled_from(SPANS), st.data())
def test_any_print_of_a_stored_sentence_is_read_as_that_sentence(
    span: StoredSpan, data: st.DataObject
) -> None:
    read = read_quotes(f"- “{data.draw(prints(span.fact.quote))}” [1]", OFFERED)
    assert not read.findings
    assert read.fact_ids == (span.fact.fact_id,)


@given(st.lists(st.sampled_from(SPANS), min_size=1, max_size=8))
def test_quotes_are_read_in_their_order_and_once(spans: list[StoredSpan]) -> None:
    text = "\n".join(f"“{span.fact.quote}” [1]" for span in spans)
    facts: list[FactSpan] = [span.fact for span in spans]
    assert read_quotes(text, OFFERED).fact_ids == tuple(dict.fromkeys(f.fact_id for f in facts))


@given(st.text(max_size=300))
@example("“" * 50)
@example('"a" [1]' * 40)
def test_any_text_at_all_is_read_to_stored_sentences_or_findings(text: str) -> None:
    read = read_quotes(text, OFFERED)
    assert read.findings or set(read.fact_ids) <= {span.fact.fact_id for span in SPANS}


@given(st.text(st.one_of(characters, st.sampled_from(SPACES + DASHES))))
def test_folding_keeps_every_figure_and_every_comparator(text: str) -> None:
    def figures(some: str) -> list[str]:
        kinds = ("Nd", "Nl", "No", "Sm", "Cf")
        return [c for c in some if unicodedata.category(c) in kinds and c not in "\u00ad−"]

    assert figures(fold(text)) == figures(text)
    assert text.count("−") >= fold(text).count("−")


@given(st.text(st.one_of(characters, st.sampled_from("abcABC" + SPACES + DASHES))))
def test_folding_keeps_the_case_of_letters_and_folds_once(text: str) -> None:
    once = fold(text)
    assert fold(once) == once
    assert [c for c in text if c in "abcABC"] == [c for c in once if c in "abcABC"]


@given(st.text(characters, max_size=40), st.text(characters, max_size=40))
def test_two_prints_of_one_sentence_share_their_key(one: str, other: str) -> None:
    if is_same_print(one, other):
        assert bare(one) == bare(other)
    assert is_same_print(one, one)
