"""When a question is answered though drugs that it names are not here."""

from monograph_qa.domain.intent import Intent, QuestionKind
from monograph_qa.intent.taking import Taking, taking
from monograph_qa.names.words import is_drug_word


def is_answered_all_the_same(intent: Intent) -> bool:
    """Whether what is asked is asked of held drugs, whatever is said of those that are not here."""
    return _compares_with_unheld(intent) or _changes_to_held(intent) or _is_beside(intent)


def _changes_to_held(intent: Intent) -> bool:
    """Whether the drugs not here are those that the patient has: "on X, changing to Y" asks about
    Y."""
    starts = {intent.question.find(drug.asked) for drug in intent.unknown_drugs}
    return bool(intent.drugs) and starts <= taken_in(intent).already


def says_again(intent: Intent) -> bool:
    """Whether each name that is not here is near to one alone, of a drug that the question names as
    well: "fluticasone furoate in Relvar", of Relvar Ellipta."""
    here = {label_id for mention in intent.drugs for label_id in mention.label_ids}
    return all(
        len(drug.near) == 1 and not drug.is_misspelt and here.issuperset(drug.near[0].label_ids)
        for drug in intent.unknown_drugs
    )


def _is_beside(intent: Intent) -> bool:
    """Whether the drugs that are not here surely are other drugs than the held ones, by their whole
    names: "piroxicam and pemetrexed" is answered by what pemetrexed's label says of piroxicam."""
    unknown = intent.unknown_drugs
    is_sure = all(
        (drug.known or is_drug_word(drug.asked.casefold()))
        and not (drug.is_misspelt or drug.near or drug.held)
        for drug in unknown
    )
    return bool(intent.drugs) and is_sure


def taken_in(intent: Intent) -> Taking:
    """Which of the drugs that a question names the patient takes already, and which come next."""
    held = ((m.start, m.stop) for m in intent.drugs)
    return taking(intent.question, [*held, *intent.unknown_spans])


def _compares_with_unheld(intent: Intent) -> bool:
    """Whether held drugs are compared with others that nothing here may be, or asked about beside
    them: "on X, needs Y or Z"."""
    if intent.kind is not QuestionKind.COMPARISON or not intent.drugs:
        return False
    here = {label_id for mention in intent.drugs for label_id in mention.label_ids}
    return not any(each.near for each in intent.unknown_drugs) and all(
        each.known and here.issuperset(hit.label_ids)  # another brand of what is compared with it
        for each in intent.unknown_drugs
        for hit in each.held
    )
