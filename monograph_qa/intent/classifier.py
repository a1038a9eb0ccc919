"""The story of reading one question: names, unheld drugs, cues, kind, words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from monograph_qa.domain.intent import (
    DrugMention,
    Intent,
    QuestionKind,
)
from monograph_qa.frames.effects import effects_asked, is_known
from monograph_qa.frames.measures import exact_spans_in
from monograph_qa.intent.cues import (
    Topic,
    clinical_cues,
    joining_cues,
    populations,
    topic_cues,
    topics,
)
from monograph_qa.intent.excluded import asked_drugs, asked_elsewhere
from monograph_qa.intent.kinds import is_about_nothing_here, is_out_of_scope, question_kind
from monograph_qa.intent.likely import without_names
from monograph_qa.intent.pointing import with_topics
from monograph_qa.intent.ranking import (
    Reading,
    is_an_effect,
    read_topics,
    with_likely,
)
from monograph_qa.intent.shorthand import spelt_out
from monograph_qa.intent.taking import is_likened
from monograph_qa.names.candidates import owns_the_subject
from monograph_qa.names.elsewhere import UnheldDrug
from monograph_qa.names.meant import drugs_meant, is_near, names_in_labels, unknown_drug
from monograph_qa.names.namebook import NameBook
from monograph_qa.names.unheld import is_listed_with, is_sibling
from monograph_qa.names.words import drug_word_near, drug_words, find_long_form, is_plain
from monograph_qa.vocabulary.name_keys import name_parts, plain_key
from monograph_qa.vocabulary.products import ingredients_of, made_of
from monograph_qa.vocabulary.question_words import stop_words, words_with_role
from monograph_qa.vocabulary.tokens import (
    DRUG,
    Token,
    tokenize,
)

_INTERACTIONS = "interactions"
_OF_TWO_DRUGS = frozenset({"switching", "premedication"})  # these name a second drug themselves
_BESIDE_ANOTHER = _OF_TWO_DRUGS | {"compatibility"}
_FOR_ANOTHER = frozenset({"dose_adjustment", "contraindications", "allergy", *_OF_TWO_DRUGS})
_HOW_OFTEN = "frequency"
_MERE_OR = "or"
_SHORTEST = 2  # letters and less say nothing by themselves
_A_STORY = 8  # content words
_ONE_SLIP, _LONG = 1, 8  # slips of the fingers in a name, and the letters that it has at least
_FREQUENCY, _RATE = "frequency", "incidence"
_UNCLEAR = 3  # topics of this weight or less do not say what is asked of two drugs


def classify(question: str, names: NameBook, about: DrugMention | None = None) -> Intent:
    """The reading of one question, always the same for the same question and names.

    `about` is the drug of the label that the asker chose: the question need not name it, and what
    it names besides is a partner or a subject, unless it plainly asks of that drug.

    Drugs the library holds are mentions; a word that must be a drug (an imported table lists it, or
    the word itself tells) and is not held is an unknown drug, unless the question only asks how it
    goes with a held one: then it becomes a search word, by its ingredients where they are known,
    and the question one about interactions. Nothing is guessed: a misspelt name is offered in
    `UnknownDrug.near`, never used.
    """
    tokens = tokenize(question)
    joining, cues = joining_cues(), topic_cues()
    hits = [joining.cue(hit) for hit in joining.match(question, tokens)]
    joined = {cue.points_to for cue in hits}
    # "Does X interact with Y or Z?" compares nothing.
    weighing = {cue.cue for cue in hits if cue.points_to == "comparison"}
    is_mere_or = weighing == {_MERE_OR} and (
        "pairing" in joined or not _names_either(tokens) or _are_partners(tokens)
    )
    compares = bool(weighing) and not is_mere_or
    asked = {cues.cue(hit).points_to for hit in cues.match(question, tokens)}
    pairing = compares or "pairing" in joined
    together = pairing or _INTERACTIONS in asked
    meant = drugs_meant(question, tokens, names, pairing=pairing, together=together, about=about)
    if weighing == {_MERE_OR} and meant.mentions:
        compares = compares and _is_beside_or(tokens, meant.mentions)
    about = meant.about
    seen = spelt_out(meant.tokens)
    reading = read_topics(question, seen)
    drugs_asked = asked_drugs(tokens, meant.mentions, meant.unheld)
    mentions = drugs_asked.mentions
    # Compared with a held drug even another name of it is said to be not here.
    drugs = tuple(d for d in drugs_asked.drugs if compares or not _is_second_name(d, mentions))
    clear = _is_clear(_without_populations(reading.topics))
    alone = "pairing" not in joined and not any(t.name in _FOR_ANOTHER for t in reading.topics)
    starts = [m.start for m in mentions] + [d.start for d in drugs] if about and alone else []
    is_theirs = any(owns_the_subject(tokens, start, named=clear) for start in starts)
    is_about = about is not None and not (is_theirs or any(is_near(d, about) for d in drugs))
    if about is not None and is_about:
        unwritten = replace(about, start=len(question), stop=len(question))
        mentions = (unwritten, *mentions)
    pairs = not joined.isdisjoint({"pairing", "listing"}) or reading.has(_INTERACTIONS)
    pairs = pairs or any(topic.name in _BESIDE_ANOTHER for topic in reading.topics[:1])
    # Two drugs and no more said ("Plavix and omeprazole") asks how they go together.
    pairs = pairs or not (joined or clear)
    pairs = pairs or is_about
    unknown, partners = _roles(question, mentions, drugs, compares=compares, pairs=pairs)
    foreign: list[UnheldDrug] = []
    if clear and reading.topics[0].name != _INTERACTIONS and not (compares or about):
        foreign = asked_elsewhere(question, seen, mentions, drugs, reading.named, alone=alone)
        foreign = [drug for drug in foreign if not drug.near]
    if not (foreign or compares or about):
        foreign = [drug for drug in drugs if is_sibling(drug, mentions, names)]
    # A slip for a held name is no mere partner of another that is held.
    misspelt = tuple(drug for drug in partners if drug.near and mentions and about is None)
    unknown = () if foreign else (*unknown, *misspelt)
    partners = tuple(drug for drug in drugs if drug not in unknown)
    partners = tuple(drug for drug in partners if not is_likened(question, drug.start))
    reading = _with_interactions(
        reading,
        named=len(mentions) + len(_each_once(unknown)),
        partners=sum(partner.sure for partner in partners),
        compares=compares,
    )
    held = [(mention.start, mention.stop) for mention in mentions]
    reading = _with_rate(reading, question, [span for span in held if span[1] <= len(question)])
    words = _words(tokens, seen, reading, [*partners, *drugs_asked.excluded])
    if meant.names_a_drug and reading.is_definition and any(_says_more(word) for word in words):
        reading = replace(reading, topics=())
    if meant.names_a_drug and not (reading.is_definition or _is_clear(reading.topics)):
        named = [(drug.start, drug.stop) for drug in meant.mentions]
        named += [(drug.start, drug.stop) for drug in meant.unheld]
        reading = with_likely(reading, without_names(question, named))
    compared = len(mentions) + len(_each_once(drugs)) if compares or not weighing else 0
    kind = question_kind(seen, reading, drug_count=compared)
    # "Chest film clear" in a story about a held drug asks for no film.
    asks_section = bool(reading.topics) or (meant.names_a_drug and len(words) >= _A_STORY)
    if is_out_of_scope(question, seen, asks_section=asks_section) or is_about_nothing_here(
        seen,
        reading,
        # Of whom something is told, a drug is asked that is called otherwise here.
        names_a_drug=meant.names_a_drug or is_about or bool(exact_spans_in(question)),
    ):
        kind = QuestionKind.OUT_OF_SCOPE
    intent = Intent(
        question=question,
        kind=kind,
        drugs=mentions,
        unknown_drugs=tuple(unknown_drug(drug, names) for drug in _each_once(unknown)),
        words=words,
        foreign=tuple(unknown_drug(drug, names) for drug in foreign),
        respelt=(*_respelt(tokens, meant.tokens), *_partners_respelt((*partners, *foreign))),
    )
    return with_topics(intent, reading)


def _respelt(typed: Sequence[Token], read: Sequence[Token]) -> tuple[tuple[int, int, str], ...]:
    """What was typed as another word than it is read as."""
    keys = {token.start: token.key for token in typed}
    return tuple(
        (token.start, token.stop, token.key)
        for token in read
        if token.stem != DRUG and keys.get(token.start, token.key) != token.key
    )


def _partners_respelt(drugs: Iterable[UnheldDrug]) -> Iterator[tuple[int, int, str]]:
    """The names of drugs taken as well that are slips of the fingers for one that is known:
    "aminophyline"."""
    for drug in drugs:
        word = drug.asked.casefold()
        is_known = drug.known or drug.near or word in drug_words()
        near = None if is_known or len(word) < _LONG else drug_word_near(word)
        if near is not None and near[1] == _ONE_SLIP:
            yield drug.start, drug.stop, near[0]


def _names_either(tokens: Sequence[Token]) -> bool:
    """Whether an "or" may stand between two drugs: "more or less" weighs none."""
    return any(
        all(any(_may_be_drug(token.key) for token in side) for side in both)
        for both in _beside_or(tokens)
    )


def _may_be_drug(word: str) -> bool:
    return word.isalpha() and not is_plain(word)


def _are_partners(tokens: Sequence[Token]) -> bool:
    """Whether an "or" stands between what is taken with another drug: "X with Y or Z", "X in pt on
    Y or Z"."""
    beside, taking = words_with_role("beside"), words_with_role("taking")
    drugs = (token.start for token in tokens if _may_be_drug(token.key))
    first = next(drugs, 0)  # "on X or Y" weighs them, where none is named before
    return any(
        token.key in beside or (token.key in taking and first < token.start)
        for before, _ in _beside_or(tokens)
        for token in before
    )


def _is_beside_or(tokens: Sequence[Token], mentions: Sequence[DrugMention]) -> bool:
    """Whether a held drug stands right beside an "or": after the vaccine, "may she have paracetamol
    or ibuprofen" compares the vaccine with neither."""
    near = [token for sides in _beside_or(tokens) for side in sides for token in side]
    return any(m.start < token.stop and token.start < m.stop for m in mentions for token in near)


def _beside_or(tokens: Sequence[Token]) -> Iterator[tuple[Sequence[Token], Sequence[Token]]]:
    """The words right before and right behind each "or"."""
    for at, token in enumerate(tokens):
        if token.key == _MERE_OR:
            yield tokens[max(at - 3, 0) : at], tokens[at + 1 : at + 3]


def _is_second_name(drug: UnheldDrug, mentions: Sequence[DrugMention]) -> bool:
    """Whether an unheld name only says in other words which held drug is meant: "Norvasc generic
    (amlodipine)". Of two brands of one ingredient neither is the other."""
    key = plain_key(drug.asked)
    made = set(ingredients_of(key.split()))
    names = (mention.name for mention in mentions if set(made_of(mention.name)) == made)
    return bool(made) and any(key in made or plain_key(name) in made for name in names)


def _each_once(drugs: Sequence[UnheldDrug]) -> list[UnheldDrug]:
    """The drugs, of several said by one name only the first."""
    return list({drug.asked.casefold(): drug for drug in reversed(drugs)}.values())[::-1]


def _roles(
    question: str,
    mentions: Sequence[DrugMention],
    drugs: Sequence[UnheldDrug],
    *,
    compares: bool,
    pairs: bool,
) -> tuple[tuple[UnheldDrug, ...], tuple[UnheldDrug, ...]]:
    """Unheld drugs split into those asked about and mere partners of a held drug."""
    if compares:
        return tuple(drugs), ()
    if not mentions:
        # "cipro with tizanidine": what may be held is asked about, the other is its partner.
        likely = [drug for drug in drugs if drug.near or drug.known]
        is_pair = pairs and len(likely) == 1
        rest = tuple(drug for drug in drugs if drug not in likely)
        return (tuple(likely), rest) if is_pair else (tuple(drugs), ())
    asked = [
        drug
        for drug in drugs
        if not pairs
        and any(is_listed_with(question, mention, drug) for mention in mentions)
        and not any(_is_taken_with(question, mention, drug) for mention in mentions)
    ]
    return tuple(asked), tuple(drug for drug in drugs if drug not in asked)


def _is_taken_with(question: str, mention: DrugMention, drug: UnheldDrug) -> bool:
    """Whether two drugs named side by side are each one by itself: "Biktarvy metformin" is no
    product, nor is "X/Y" where no product of both is known."""
    first, last = sorted([(mention.start, mention.stop), (drug.start, drug.stop)])
    is_drug = bool(ingredients_of(plain_key(drug.asked).split()))
    return is_drug and question[first[1] : last[0]].strip() in ("", "/")


def _with_rate(reading: Reading, question: str, drugs: Sequence[tuple[int, int]]) -> Reading:
    """The reading, "how often" asking for the rate of an effect where it names one: "how often
    nausea with X"."""
    effects = effects_asked(question, drugs) if reading.has(_FREQUENCY) else ()
    if not effects or not all(map(is_known, effects)):
        return reading
    rate = topics()[_RATE]
    others = (topic for topic in reading.topics if topic.name not in (_FREQUENCY, _RATE))
    return replace(reading, topics=(rate, *others))


def _with_interactions(reading: Reading, *, named: int, partners: int, compares: bool) -> Reading:
    """The reading, with interactions as a topic where two drugs are named and little else is."""
    asked = [topic for topic in reading.topics if topic.name != _INTERACTIONS]
    if compares and not reading.asks_changes:
        return replace(reading, topics=tuple(asked))
    if asked and asked[0].name in _OF_TWO_DRUGS:
        return reading
    # Who the patient is, what ails one, how often a drug is taken: none says what is asked of two.
    subjects = [
        topic
        for topic in _without_populations(asked)
        if not is_an_effect(topic) and topic.name != _HOW_OFTEN
    ]
    are_together = partners or (named > 1 and not _is_clear(subjects))
    if len(asked) < len(reading.topics) or not are_together:
        return reading
    best = max((topic.weight for topic in asked), default=0)
    interactions = topics()[_INTERACTIONS]
    # With a partner that the library lacks, how the two go together is the question.
    interactions = replace(interactions, weight=max(best, interactions.weight))
    return replace(reading, topics=(interactions, *asked))


def _without_populations(asked: Sequence[Topic]) -> list[Topic]:
    return [topic for topic in asked if topic.name not in populations()]


def _is_clear(asked: Sequence[Topic]) -> bool:
    return any(topic.weight > _UNCLEAR for topic in asked)


def _says_more(word: str) -> bool:
    """Whether a word asks for more than what a drug is: not an amount, a unit or a form."""
    parts = name_parts()
    is_word = word.isalnum() and word[0].isalpha() and len(word) > _SHORTEST
    return is_word and word not in parts.forms | parts.salts | words_with_role("unit")


def _is_in_capitals(token: Token, among: Sequence[Token]) -> bool:
    """Whether a word stands out by its capitals: "AS" may be short for a disease."""
    shouted = all(each.text.isupper() for each in among if each.text.isalpha())
    return len(token.text) > 1 and token.text.isupper() and not shouted


def _words(
    typed: Sequence[Token],
    seen: Sequence[Token],
    reading: Reading,
    partners: Sequence[UnheldDrug],
) -> tuple[str, ...]:
    """Content words for text search, partners' names first; lower case, each once.

    A corrected word comes with what was typed: the correction may be wrong.
    """
    as_typed = {token.start: token.key for token in typed}
    words = [word for partner in partners for word in names_in_labels(partner)]
    for at, token in enumerate(seen):
        is_said = token.key not in stop_words() or _is_in_capitals(token, typed)
        if token.stem != DRUG and at not in reading.named and is_said:
            words += [token.key, as_typed[token.start]]
            words += [each.key for each in tokenize(find_long_form(token) or "")]
    clinical = clinical_cues()
    for hit in clinical.match("", seen):
        # What names no section by itself is looked for in the words of labels, too.
        if not any(at in reading.named for at in hit.tokens):
            words += clinical.cue(hit).points_to.split()
    return tuple(dict.fromkeys(words))
