"""One `Library` asked from many threads gives each what it would get alone."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from building import DOSE, HALF_LIFE, STORAGE, a_label, a_monograph, nizatidine, publish_at

from monograph_qa.audit.chain import verify
from monograph_qa.domain.answer import Answer
from monograph_qa.library import Library
from monograph_qa.store.place import Place

QUESTIONS = (
    "What is the half-life of Axid?",
    "half-life of famotidine",
    "storage of famotidine",
    "dose of Axid",
    "dose of zorblax",
    "contraindications of famotidine",
    "half-life of cimetidine and famotidine",
    "How should famotidine be stored?",
)
THREADS = 6


def told(answer: Answer) -> tuple[object, ...]:
    quotes = tuple((q.text, q.fact_id, q.tier) for g in answer.groups for q in g.quotes)
    return answer.outcome, answer.message, quotes


def several(place: Place) -> None:
    famotidine = {"pharmacokinetics": [HALF_LIFE], "storage_and_handling": [STORAGE]}
    publish_at(
        place,
        nizatidine(),
        a_monograph(famotidine, a_label("Famotidine")),
        a_monograph({"dosage_and_administration": [DOSE]}, a_label("Cimetidine")),
    )


def test_threads_get_what_each_would_get_alone(place: Place) -> None:
    several(place)
    with Library(place) as library:
        alone = {question: told(library.ask(question)) for question in QUESTIONS}
        asked = QUESTIONS * THREADS
        with ThreadPoolExecutor(THREADS) as pool:
            together = list(pool.map(library.ask, asked))
        assert [told(each) for each in together] == [alone[question] for question in asked]
        assert len({each.audit_id for each in together}) == len(asked)
        _, breaks = verify(library.journal.records())
        assert breaks == []


def test_what_is_published_meanwhile_disturbs_nobody(place: Place) -> None:
    several(place)
    with Library(place) as library:
        alone = told(library.ask(QUESTIONS[1]))

        def ask(at: int) -> tuple[object, ...]:
            if at % 5 == 0:
                library.read_anew()
            return told(library.ask(QUESTIONS[1]))

        with ThreadPoolExecutor(THREADS) as pool:
            assert set(pool.map(ask, range(30))) == {alone}


def test_asyncio_asks_by_threads(place: Place) -> None:
    several(place)

    async def ask(library: Library) -> list[Answer]:
        return await asyncio.gather(*(asyncio.to_thread(library.ask, q) for q in QUESTIONS))

    with Library(place) as library:
        alone = [told(library.ask(question)) for question in QUESTIONS]
        assert [told(each) for each in asyncio.run(ask(library))] == alone
