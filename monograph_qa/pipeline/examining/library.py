"""Checks a published library: indexes, versions, links, ids, every quote and picture; lists
headings that the vocabulary does not know."""

import hashlib
import io
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from enum import StrEnum
from random import SystemRandom

from monograph_qa.domain.label import Label, fact_id_of, is_intact, label_id_of
from monograph_qa.errors import LibraryError, MonographError
from monograph_qa.frozen import frozen
from monograph_qa.names.ingredients import is_known
from monograph_qa.pipeline.examining import Examined, first_of, result_of
from monograph_qa.resources import resource
from monograph_qa.store.homes import LibraryFolder
from monograph_qa.store.kept_files import is_damaged, kept_at
from monograph_qa.store.place import Place, open_reader
from monograph_qa.store.reading import LibraryReader
from monograph_qa.vocabulary.folding import split_number
from monograph_qa.vocabulary.sections import UNCLASSIFIED

_MOST = 25  # labels: half a second of the largest library


def examine_sample(reader: LibraryReader) -> Examined:
    """Whether ids, quotes and order hold in some labels, drawn at random; in all where few."""
    ids = [str(row[0]) for row in reader.rows("store/label_ids")]
    drawn = SystemRandom().sample(ids, min(_MOST, len(ids)))
    faults = [fault for each in drawn for fault in _faults(reader, reader.get_label(each))]
    detail = f"ids, quotes and order hold in {len(drawn)} of {len(ids):,} labels"
    return result_of("sample", faults, detail)


def _faults(reader: LibraryReader, label: Label) -> Iterator[str]:
    """What is wrong with one label, the first of each kind."""
    if label.label_id != label_id_of(label.sha256, label.parser):
        yield f"{label.label_id} is not the label of its file"
    sections = {each.section_id: each for each in reader.sections(label.label_id)}
    for each in sections.values():
        if not is_intact(each):
            yield f"{each.section_id} is not the section that was stored"
            break
    ends = dict.fromkeys(sections, 0)
    for fact in sorted(reader.facts(label.label_id), key=lambda fact: (fact.start, fact.stop)):
        home = sections.get(fact.section_id)
        if home is None:
            yield f"{fact.fact_id} is of no section of {label.label_id}"
            break
        if fact.fact_id != fact_id_of(fact.section_id, fact.start, fact.stop):
            yield f"{fact.fact_id} is not the sentence that was stored"
            break
        if fact.quote != home.text[fact.start : fact.stop]:
            yield f"{fact.fact_id} is not its section's text"
            break
        if fact.start < ends[fact.section_id]:
            yield f"{fact.fact_id} overlaps the sentence before it"
            break
        ends[fact.section_id] = fact.stop


_CHANGED = " that are not what their id says (changed, or made by an earlier version)"
_INDEX = re.compile(r"^CREATE INDEX IF NOT EXISTS (\w+)", re.MULTILINE)
_OF_TEXT = 5_000  # labels at a time: their texts fill a part of the memory
_OF_PICTURES = 200
_WITH_TEXTS = frozenset({"section", "fact_span"})
_MOST_DOUBTS = 10


def examine_library(place: Place, *, quick: bool) -> Iterator[Examined]:
    """What is published at `place`; `quick` reads a few labels in place of all that they hold."""
    if isinstance(place, LibraryFolder) and not place.library.exists():
        yield Examined("library", True, f"none yet in {place.root}")
        return
    try:
        with closing(open_reader(place)) as reader:
            yield from _examined(place, reader, quick=quick)
    except MonographError as error:
        yield Examined("library", False, str(error))


def _examined(place: Place, reader: LibraryReader, *, quick: bool) -> Iterator[Examined]:
    ((current, labels, sections, facts, images, names),) = reader.rows("store/sizes")
    yield Examined(
        "library",
        True,
        f"{place}: {current:,} labels ({labels - current:,} replaced), {sections:,} sections, "
        f"{facts:,} sentences, {images:,} pictures, {names:,} names; {reader.version()}",
    )
    if isinstance(place, LibraryFolder):
        yield _indexes(reader)
        yield _counted(reader, "places", "unsound_places", "every label's rows are where noted")
        yield _fingerprint(reader)
    yield _counted(reader, "versions", "unsound_versions", "versions follow one another")
    labels_here = reader.current_labels()
    yield _names(labels_here, {row[0] for row in reader.rows("store/nameless")})
    yield _doubts(labels_here, reader.doubt_counts())
    if quick:
        yield examine_sample(reader)
        return
    yield _originals(place, reader.labels())
    yield _counted(reader, "links", "unsound_links", "every row's label and section are here")
    yield _counted(reader, "ids", "unsound_ids", "every id follows from its content", _CHANGED)
    yield from _contents(reader, facts, images)


def refuse_changed_texts(reader: LibraryReader, tables: Sequence[str]) -> None:
    """Raises LibraryError where a sentence or section of these tables is not what its id says."""
    if tables and _WITH_TEXTS.isdisjoint(tables):
        return
    changed = sum(n for what, n, _ in reader.rows("store/unsound_ids") if what != "labels")
    if changed or _differing(reader):
        cause = "texts were changed in the library"
        raise LibraryError(f"not exported: {cause}; see: monograph-qa doctor")


def _differing(reader: LibraryReader) -> int:
    """How many quotes are not their section's text."""
    ids = [str(row[0]) for row in reader.rows("store/label_ids")]
    stretches = _stretches(ids, _OF_TEXT)
    return sum(reader.rows("store/unsound_spans", values)[0][0] for values in stretches)


def _contents(reader: LibraryReader, facts: int, images: int) -> Iterator[Examined]:
    ids = [str(row[0]) for row in reader.rows("store/label_ids")]
    differing = _differing(reader)
    faults = [f"{differing:,} quotes are not their section's text"] if differing else []
    yield result_of("verbatim", faults, f"every quote is its section's text ({facts:,})")
    stretches = _stretches(ids, _OF_TEXT)
    overlapping = sum(reader.rows("store/unsound_order", values)[0][0] for values in stretches)
    faults = [f"{overlapping:,} sentences overlap"] if overlapping else []
    yield result_of("order", faults, "no sentence overlaps another")
    faults = []
    for values in _stretches(ids, _OF_PICTURES):
        for image_id, sha256, png in reader.rows("store/pictures_among", values):
            fault = _picture_fault(bytes(png), sha256)
            if fault:
                faults.append(f"{image_id} {fault}")
    yield result_of("pictures", faults, f"every picture can be shown ({images:,})")


def _stretches(ids: Sequence[str], size: int) -> Iterator[dict[str, str]]:
    """The first and last of each so many labels, which cover them all."""
    for at in range(0, len(ids), size):
        some = ids[at : at + size]
        yield {"first": some[0], "last": some[-1]}


def _counted(
    reader: LibraryReader, subject: str, statement: str, detail: str, meaning: str = ""
) -> Examined:
    faults = [
        " ".join([f"{what}{meaning}: {count:,}", *(f"({each})" for each in one)])
        for what, count, *one in reader.rows(f"store/{statement}")
        if count
    ]
    return result_of(subject, faults, detail)


def _fingerprint(reader: LibraryReader) -> Examined:
    """A publishing notes which labels there are: one that went or came since is found."""
    ((held,),) = reader.rows("store/version_of_labels")
    faults = [] if held == reader.version() else ["labels came or went since it was published"]
    return result_of("fingerprint", faults, "the labels are those that were published")


def _originals(place: Place, labels: Sequence[Label]) -> Examined:
    """The label files that are kept. One that is not kept costs its pages, and nothing else."""
    kept = [each for each in labels if kept_at(place.originals, each).is_file()]
    faults = [
        f"the file kept of {each.title} ({each.label_id}) was changed or damaged: load it again"
        for each in kept
        if is_damaged(place.originals, each)
    ]
    detail = f"the files of {len(kept):,} of {len(labels):,} labels are kept, as they were loaded"
    return result_of("originals", faults, detail)


def _names(labels: Sequence[Label], nameless: Collection[str]) -> Examined:
    """Labels whose drug no table of ingredients knows: it is new, or its name was misread."""
    unnamed, doubtful = [], []
    for each in labels:
        if each.label_id in nameless:
            unnamed.append(f"{each.title} ({each.label_id})")
        elif not is_known(each.drug):
            doubtful.append(f"{each.drug} ({each.label_id})")
    details = []
    if unnamed:
        first = first_of(unnamed, _MOST_DOUBTS)
        details.append(
            f"no name was found; ask with --label, or load a file that states it: {first}"
        )
    if doubtful:
        details.append(f"read with doubt, no table knows: {first_of(doubtful, _MOST_DOUBTS)}")
    return Examined("names", True, ". ".join(details) or "every label's drug is a known ingredient")


def _doubts(labels: Sequence[Label], counts: Mapping[str, int]) -> Examined:
    """Where what a label says of itself does not agree with what was read of it."""
    drugs = {each.label_id: each.drug for each in labels}
    found = {key: count for key, count in counts.items() if key in drugs}
    if not found:
        return Examined("reading", True, "no label says of itself what was not read")
    most = sorted(found, key=lambda key: -found[key])
    each = first_of([f"{drugs[key]} {found[key]} ({key})" for key in most], _MOST_DOUBTS)
    detail = f"{sum(found.values())} doubts in {len(found)} labels (see show ID): {each}"
    return Examined("reading", True, detail)


def _indexes(reader: LibraryReader) -> Examined:
    """The file was made by this program or a newer one; an older one may lack an index."""
    wanted = set(_INDEX.findall(resource("schemas/sql/library.sql").read_text(encoding="utf-8")))
    missing = sorted(wanted - {row[0] for row in reader.rows("store/index_names")})
    faults = [f"{name} is missing: questions are slow until the next load" for name in missing]
    return result_of("indexes", faults, f"all {len(wanted)} are here")


def _picture_fault(png: bytes, sha256: str) -> str:
    """Why a stored picture cannot be shown as it was stored; "" when it can."""
    from PIL import Image, UnidentifiedImageError

    if hashlib.sha256(png).hexdigest() != sha256:
        return "is not what was stored"
    try:
        with Image.open(io.BytesIO(png), formats=["PNG"]) as picture:
            picture.load()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, MemoryError) as error:
        return f"cannot be decoded ({type(error).__name__})"
    except Image.DecompressionBombError:
        return "is too large to be decoded"
    return ""


class HeadingPlace(StrEnum):
    """Where an unknown heading stands: a chapter is likely a gap in the vocabulary, a numbered one
    ("5.3 Hepatotoxicity") mostly the drug's own."""

    CHAPTER = "chapter"
    SUBSECTION = "subsection"
    NUMBERED = "numbered"


@frozen
class UnknownHeading:
    """A heading as most labels print it, without its number; `under` is the key of the nearest
    known section above it, `level` its least depth; `labels` and `times` count where it occurs."""

    heading: str
    place: HeadingPlace
    under: str | None
    level: int
    labels: int
    times: int


def unknown_headings(place: Place) -> list[UnknownHeading]:
    """Every unknown heading of the current labels, those of most labels first; headings that differ
    in capitals or number alone are one. Raises LibraryError."""
    with closing(open_reader(place)) as reader:
        above = {each[0]: (each[1], each[2]) for each in reader.rows("store/section_keys")}
        rows = reader.rows("store/unknown_headings")
    printed: defaultdict[tuple[str, HeadingPlace, str | None], list[tuple[str, int, str]]]
    printed = defaultdict(list)
    for heading, number, level, label_id, parent_id in rows:
        words = " ".join(split_number(heading)[1].split())
        under = _known_above(parent_id, above)
        key = (words.casefold(), _place(number, under), under)
        printed[key].append((words, level, label_id))
    found = [
        UnknownHeading(
            heading=Counter(words for words, _, _ in each).most_common(1)[0][0],
            place=where,
            under=under,
            level=min(level for _, level, _ in each),
            labels=len({label_id for _, _, label_id in each}),
            times=len(each),
        )
        for (_, where, under), each in printed.items()
    ]
    return sorted(found, key=lambda each: (-each.labels, -each.times, each.heading.casefold()))


def _place(number: str | None, under: str | None) -> HeadingPlace:
    if under is None:
        return HeadingPlace.CHAPTER
    return HeadingPlace.NUMBERED if number else HeadingPlace.SUBSECTION


def _known_above(at: str | None, above: dict[str, tuple[str | None, str]]) -> str | None:
    while at is not None:
        at, key = above[at]
        if key != UNCLASSIFIED:
            return str(key)
    return None
