"""The strengths that a text names, as a label prints them."""

import re

_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_UNIT = (
    r"(?:mg|mcg|µg|μg|micrograms?|g|%|mEq|mmol|[kMG]?Bq|mCi|million units|units?|M?IU|U(?=/)|"
    r"[Ii]nternational [Uu]nits)(?!\w)"
)
# Of a combination all parts: "200 mg/245 mg", "12.5/75/50 mg".
_AMOUNT = re.compile(
    rf"(?:(?<![\w.,/-])|(?<=[a-z]{{3}}))((?:{_NUMBER}/)*{_NUMBER})\s?({_UNIT})"
    rf"((?:\s?/\s?{_NUMBER}\s?{_UNIT})*)"
    r"(?:\s?(?:/|per)\s?(\d[\d.]*)?\s?(mL|ml|L|g|hour|hr|h|dose|actuation|spray|day|24 hours?)\b)?"
)
# What a strength amounts to as a salt, what the drug is dissolved in, and what a dose of several
# puffs comes to.
_NO_STRENGTH = re.compile(
    r"\((?:equivalent|corresponding|equal)\b[^()]*\)|"
    r"\bin \d[\d.]*\s?% (?:sodium chloride|dextrose)|"
    r"\b(?:two|three|four|[2-4]) (?:actuation|inhalation|puff|spray)s\b(?:[^.;\n]|\.(?=\d))*",
    re.I,
)
_AMOUNTS_TO = "equivalent to"
_SENTENCE_END = re.compile(r"[.;•\n](?!\d)")


def strengths_in(text: str) -> list[str]:
    """The strengths that a text names, without what each amounts to where it says that as well."""
    sentences = _SENTENCE_END.split(_NO_STRENGTH.sub(" ", text))
    bare = "\n".join(each for each in sentences if _AMOUNTS_TO not in each)
    for said in (bare, text):
        if found := [_as_strength(*match.groups()) for match in _AMOUNT.finditer(said)]:
            return found
    return []


def _as_strength(amount: str, unit: str, more: str, per: str | None, of: str | None) -> str:
    whole = f"{amount} {unit}" + more.replace(" /", "/").replace("/ ", "/")
    return whole + (f"/{per + ' ' if per else ''}{of}" if of else "")
