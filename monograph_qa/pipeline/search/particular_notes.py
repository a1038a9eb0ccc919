"""What is said beside an answer about particulars: which of them no sentence names, what is shown
instead, and what is not."""

from collections.abc import Collection, Sequence

from monograph_qa.intent.particulars import Particular, ParticularKind
from monograph_qa.pipeline.search.particular import Named
from monograph_qa.pipeline.search.silence import not_stated

_MOST_NAMES = 4  # other words for a thing that are told
_WHOLE = {
    ParticularKind.EFFECT: ", or: side effects of {drug}",
    ParticularKind.PARTNER: ", or: interactions of {drug}",
}
_NO_WORD = {
    ParticularKind.PARTNER: "That it is not named is no word that there is no interaction.",
    ParticularKind.OCCASION: "That it is not named is no word that it is safe.",
    ParticularKind.EFFECT: "",
}


def note_on(named: Named, asked: Sequence[Particular]) -> str:
    """The line beside what is shown, where it names a particular or a class of one."""
    missing = [each for each in asked if each not in named.said]
    told: list[str] = []
    if missing:
        told.append(_names_none(missing))
    if named.said:
        said = ", ".join(_as_called(each, called) for each, called in named.said.items())
        told.append(f"Shown is what speaks of {said}.")
        if named.is_elsewhere and not named.classes:
            told.append("It is named outside the sections on the subject only.")
    if named.classes:
        told += [line for line in (_listed(each, named.classes) for each in asked) if line]
        told.append("So is what names that." if named.said else "Shown is what names such a class.")
        told += [named.first] if named.first else []
    if told and named.aside:
        sentences = "sentence" if named.aside == 1 else "sentences"
        told.append(f"{named.aside} more {sentences} of the section: ask with --full.")
    return " ".join(told)


def note_on_silence(named: Named, asked: Sequence[Particular], searched: str, drug: str) -> str:
    """Why nothing is shown that names a particular, or a class of one; `searched` says where it was
    looked for. How to ask for the whole subject of `drug` comes last.

    That a label is silent is said only of what our vocabulary has other words for.
    """
    strange = [each for each in asked if not each.is_known]
    told = [_names_none(asked)]
    if strange:
        words = ", ".join(f"“{each.asked}”" for each in strange)
        told.append(f"Our vocabulary knows no other word for {words}: the label may use one.")
    else:
        told.append(not_stated(", ".join(each.asked for each in asked)))
    told.append(searched)
    told += [line for line in map(_listed, asked) if line]
    told += [_NO_WORD[asked[0].kind]]
    if named.is_boxed:
        told.append("Shown is the boxed warning, where it speaks of the subject.")
    elif not named.is_silent:
        subject = ", ".join(key.replace("_", " ") for key in named.attributes)
        told.append(f"Shown is what it says of {subject}." if subject else "")
    if named.aside:
        whole = _WHOLE.get(asked[0].kind, "").format(drug=drug)
        told.append(f"For {named.aside} sentences on the subject ask with --full{whole}.")
    return " ".join(filter(None, told))


def _names_none(missing: Sequence[Particular]) -> str:
    asked = ", ".join(f"“{each.asked}”" for each in missing)
    others = dict.fromkeys(name for each in missing for name in each.other_names)
    also = f", nor {', '.join(f'“{name}”' for name in list(others)[:_MOST_NAMES])}"
    return f"No sentence of this label names {asked}{also if others else ''}."


def _as_called(each: Particular, called: Sequence[str]) -> str:
    here = f" (here {', '.join(f'“{name}”' for name in called)})" if called else ""
    return f"“{each.asked}”{here}"


def _listed(each: Particular, among: Collection[str] | None = None) -> str:
    """What our vocabulary lists a thing under; only what is `among` those, where they are given."""
    names = [c.name for c in each.classes if among is None or c.name in among]
    if not names:
        return ""
    return f"Our vocabulary, not this label, lists “{each.asked}” under: {'; '.join(names)}."
