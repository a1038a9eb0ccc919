"""What the labels say to every sub-question of a question, and to what changed between versions; a
sentence that several of them bring is shown once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby

from monograph_qa.domain.answer import Part
from monograph_qa.domain.evidence import Evidence, Route, RouteResult, Tier
from monograph_qa.domain.frame import Frame, merged
from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.domain.label import Label
from monograph_qa.evidence.reading import LabelRows
from monograph_qa.intent.taking import taking
from monograph_qa.pipeline.changes import asks_changes, compare_versions, version_before
from monograph_qa.pipeline.looking import Look, look
from monograph_qa.pipeline.notes import doubts_on
from monograph_qa.pipeline.question.held import HeldNames
from monograph_qa.pipeline.question.parting import MOST_PARTS, AskedPart, ask_apart
from monograph_qa.pipeline.question.wording import in_plain_sight
from monograph_qa.pipeline.tracing import Trace
from monograph_qa.pipeline.writing.models import Models
from monograph_qa.ranking import MOST, SCREEN, letters_of
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.name_keys import plain_key
from monograph_qa.vocabulary.question_words import stop_words
from monograph_qa.vocabulary.stems import stems_of

_OF_A_PART = 4  # lines of answer to one of several parts
_OF_EACH_DRUG = 3  # ... where two drugs' labels say how they go together: both on the first screen
_OF_THE_OTHER = 2  # ... where the other label alone names both
_CONTRAINDICATED = "contraindications"
_TOO_MUCH = f"Not answered: {MOST_PARTS} sub-questions at once are the most. Ask this by itself."


@dataclass(slots=True)
class Found:
    """What all sub-questions together brought, and the labels that it stands in."""

    labels: list[Label]
    parts: list[Part] = field(default_factory=list)
    results: list[RouteResult] = field(default_factory=list)
    frame: Frame | None = None

    def is_silent(self) -> bool:
        """Whether nothing was found."""
        return not any(result.evidence for result in self.results)

    def notes(self) -> str:
        """The notes of the parts, each behind its label or subject where there are several."""
        noted = [part for part in self.parts if part.note]
        if len(self.parts) == 1:
            return "".join(part.note for part in noted)
        several = len({part.label_id for part in self.parts}) > 1
        heads = (", ".join(filter(None, [p.subject, p.title if several else ""])) for p in noted)
        return " ".join(f"{head}: {p.note}" for head, p in zip(heads, noted, strict=True))


def find_all(
    intent: Intent,
    labels: Sequence[Label],
    reader: LibraryReader,
    names: HeldNames,
    trace: Trace,
    models: Models,
) -> Found:
    """What the labels say to each sub-question, and to what changed. Raises LibraryError."""
    with trace.step("split") as saw:
        asked, left_out = ask_apart(intent, labels, names)
        saw("; ".join(a.part.subject or "one question" for a in asked))
    found = Found(list(labels))

    @cache
    def names_of(label_id: str) -> tuple[str, ...]:
        return tuple(name.name for name in reader.names(label_id))

    called = {
        drug.asked: tuple(name for each in drug.label_ids for name in names_of(each))
        for drug in (intent.drugs if len(intent.drugs) > 1 else ())
    }
    rows = {each.label_id: LabelRows(reader, each, models.likeness) for each in labels}
    of_a_part = _OF_EACH_DRUG if intent.is_of_interactions else _OF_A_PART
    most = MOST if len(asked) == 1 else of_a_part
    room = SCREEN // len(asked)
    looks = [look(e, rows[e.label.label_id], trace, most, called, room) for e in asked]
    both = _naming_first(intent, list(zip(asked, looks, strict=True)), names_of)
    for n, (each, seen) in enumerate(_forbidding_first(intent, both), 1):
        results = [replace(result, part=n) for result in seen.results]
        found.results += _with_pictures_in_order(results, each.intent, each.label)
        found.frame = merged(found.frame, seen.frame)
        brought = [e for result in seen.results for e in result.evidence]
        doubt = doubts_on(reader.doubts(each.label.label_id), brought, each.intent.words)
        note = in_plain_sight(f"{seen.note} {doubt}")
        part = replace(each.part, n=n, note=note, attributes=seen.attributes)
        found.parts.append(part)
    for part in left_out:
        found.parts.append(replace(part, note=_TOO_MUCH, section_keys=()))
    if len(asked) > 1:
        found.results = fold_repeats(found.results)
    if asks_changes(intent):
        for label in labels:
            _compare(intent, label, reader, found, trace)
    return found


def _naming_first(
    intent: Intent, both: list[tuple[AskedPart, Look]], names_of: Callable[[str], tuple[str, ...]]
) -> list[tuple[AskedPart, Look]]:
    """The parts with what was found, of two drugs that are taken together first those of the label
    that names the other drug; the one that names it nowhere has little to say of the two."""
    if len(both) < 2 or intent.kind is QuestionKind.COMPARISON or not _is_one_question(both):
        return both
    spans = [(drug.start, drug.stop) for drug in intent.drugs]
    told = taking(intent.question, spans)
    if not (intent.is_of_interactions or told.already or told.next):
        return both
    ids = [part.label.label_id for part, _ in both]
    names = {each: set(map(plain_key, names_of(each))) - {""} for each in ids}

    def names_another(part: AskedPart, seen: Look) -> bool:
        own = part.label.label_id
        said = " ".join(plain_key(e.fact.quote) for e in _shown(seen) if e.fact)
        return any(name in said for other, own_names in names.items() if other != own
                   for name in own_names)  # fmt: skip

    naming = [names_another(*each) for each in both]
    if all(naming) or not any(naming):
        return both
    told_of = sorted(zip(both, naming, strict=True), key=lambda each: not each[1])
    return [
        (part, seen if names_it else replace(seen, results=_briefly(seen)))
        for (part, seen), names_it in told_of
    ]


def _shown(seen: Look) -> list[Evidence]:
    return [e for result in seen.results for e in result.evidence if e.tier is not Tier.MORE]


def _briefly(seen: Look) -> tuple[RouteResult, ...]:
    """The results with the best lines of answer alone; the others are more."""
    answers = sorted((e for e in _shown(seen) if e.tier is Tier.ANSWER), key=lambda e: -e.score)
    left = {e.fact.fact_id for e in answers[_OF_THE_OTHER:] if e.fact}
    return tuple(
        replace(
            result,
            evidence=tuple(
                replace(e, tier=Tier.MORE) if e.fact and e.fact.fact_id in left else e
                for e in result.evidence
            ),
        )
        for result in seen.results
    )


def _is_one_question(both: Sequence[tuple[AskedPart, Look]]) -> bool:
    """Whether each part is asked of another label."""
    return len({part.label.label_id for part, _ in both}) == len(both)


def _forbidding_first(
    intent: Intent, both: list[tuple[AskedPart, Look]]
) -> list[tuple[AskedPart, Look]]:
    """The parts with what was found, in the order asked; but of drugs that are asked about together
    the label that forbids it first: the other may say nothing of it."""

    def forbids(seen: Look) -> bool:
        brought = [each for result in seen.results for each in result.evidence]
        best = max(brought, key=lambda each: each.score, default=None)
        if best is None or best.section is None:
            return False
        return best.tier is Tier.LIMIT or _CONTRAINDICATED in best.section.line

    if not (intent.is_of_interactions and _is_one_question(both)):
        return both
    return sorted(both, key=lambda each: not forbids(each[1]))


def _compare(
    intent: Intent, label: Label, reader: LibraryReader, found: Found, trace: Trace
) -> None:
    older = version_before(label, reader.labels())
    with trace.step("compare versions") as saw:
        if older is None:
            at = next(i for i, p in enumerate(found.parts) if p.label_id == label.label_id)
            only = (
                f"Only version {label.version} of this label is in the library, so what is new in "
                "it cannot be told from an older one."
            )
            note = " ".join(filter(None, [found.parts[at].note, only]))
            found.parts[at] = replace(found.parts[at], note=note)
            saw("no older version")
            return
        parts, results = compare_versions(intent, label, older, reader, len(found.parts) + 1)
        both = zip(parts, results, strict=True)
        saw(", ".join(f"{len(r.evidence)} only in {p.subject}" for p, r in both))
    if any(result.evidence for result in results):
        # What the label itself says of its changes is no silence where they are shown.
        answered = {r.part for r in found.results if r.evidence}
        found.parts = [p for p in found.parts if p.label_id != label.label_id or p.n in answered]
    found.parts += parts
    found.results += results
    found.labels.append(older)


def _with_pictures_in_order(
    results: Sequence[RouteResult], intent: Intent, label: Label
) -> list[RouteResult]:
    """The same results, pictures in the order in which they answer: the likeliest of the asked
    kinds, then what shares words with the question but for the label's name, then as printed."""
    if all(r.route is not Route.IMAGE_LOOKUP for r in results):
        return list(results)
    kinds = {kind: at for at, kind in enumerate(intent.image_kinds)}
    asked = stems_of(intent.question) - stems_of(f"{label.title} {label.drug}")
    asked -= stems_of(" ".join(stop_words()))

    def place(each: Evidence) -> tuple[int, int, bool, int]:
        image = each.image
        if image is None:
            return len(kinds), 0, True, 0
        path = each.section.heading_path if each.section else ""
        said = stems_of(f"{image.caption or ''} {path}")
        kind = kinds.get(image.kind.value, len(kinds))
        return kind, -len(asked & said), image.page is None, image.page or 0

    return [
        replace(r, evidence=tuple(sorted(r.evidence, key=place)))
        if r.route is Route.IMAGE_LOOKUP
        else r
        for r in results
    ]


_Shown = tuple[str, Tier]
"""The letters of a shown sentence, and its tier."""


def fold_repeats(results: Iterable[RouteResult]) -> list[RouteResult]:
    """The results, a line folded where it was shown in the same tier before, for another label or
    in another part. The lines of a part that shows nothing else stay."""
    first: dict[_Shown, Evidence] = {}
    out: list[RouteResult] = []
    for _, group in groupby(sorted(results, key=lambda e: e.part), key=lambda e: e.part):
        part = list(group)
        before = dict(first)
        folded = [
            replace(result, evidence=tuple(_folded(e, before, first) for e in result.evidence))
            for result in part
        ]
        is_any_new = any(_shown_as(each) for result in folded for each in result.evidence)
        out += folded if is_any_new or not _repeats_its_label(part, before) else part
    return out


def _repeats_its_label(results: Iterable[RouteResult], before: dict[_Shown, Evidence]) -> bool:
    """Whether a part shows a line that was shown before for the same label."""
    lines = ((each, _shown_as(each)) for result in results for each in result.evidence)
    return any(
        before[line].label.label_id == each.label.label_id for each, line in lines if line in before
    )


def _shown_as(evidence: Evidence) -> _Shown | None:
    """A line as it is compared with others; None for what is folded, and for pictures."""
    if evidence.fact is None or evidence.tier is Tier.MORE:
        return None
    return letters_of(evidence.fact.context, evidence.fact.quote), evidence.tier


def _folded(
    evidence: Evidence, before: dict[_Shown, Evidence], first: dict[_Shown, Evidence]
) -> Evidence:
    line = _shown_as(evidence)
    if line is None:
        return evidence
    first.setdefault(line, evidence)
    shown = before.get(line)
    if shown is None:
        return evidence
    is_same = shown.label.label_id == evidence.label.label_id
    why = "shown above" if is_same else f"the same in {shown.label.label_id}"
    return replace(evidence, tier=Tier.MORE, because=(why, *evidence.because))
