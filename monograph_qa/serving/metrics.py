"""What a server counts, in the text format that Prometheus reads."""

from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest

from monograph_qa import __version__
from monograph_qa.domain.answer import Answer, Status

M = TypeVar("M", Counter, Gauge, Histogram, Info)


class Metrics:
    """Counts and times since the server started."""

    def __init__(self) -> None:
        kept = self._kept = CollectorRegistry()

        def named(kind: type[M], name: str, meaning: str, *labels: str) -> M:
            return kind(f"monograph_qa_{name}", meaning, labels, registry=kept)

        self._questions = named(Counter, "questions", "Questions answered.", "outcome")
        self._withheld = named(Counter, "withheld", "Answers that the gate withheld.")
        brought = "Answers to which this route brought something."
        self._routes = named(Counter, "routes", brought, "route")
        self._lines = named(Counter, "lines", "Lines of answers.", "tier")
        answering = "From question to recorded answer, without waiting."
        self._answering = named(Histogram, "answer_seconds", answering)
        requests = "From request to response."
        self._requests = named(Histogram, "request_seconds", requests, "route", "status")
        self._waiting = named(Gauge, "waiting", "Questions and look-ups in line.")
        self._library = named(Info, "library", "What is published.")

    def count_answer(self, answer: Answer) -> None:
        """One answer, with what it says of itself."""
        self._questions.labels(answer.outcome.value).inc()
        self._withheld.inc(answer.verdict.status is Status.WITHHELD)
        for route in answer.routes:
            self._routes.labels(route.route).inc(route.hits > 0)
        for group in answer.groups:
            for quote in group.quotes:
                self._lines.labels(quote.tier.value).inc()
        self._answering.observe(answer.elapsed_ms / 1000)

    def count_request(self, route: str, status: int, seconds: float) -> None:
        self._requests.labels(route, str(status)).observe(seconds)

    def text(self, library_version: str, waiting: int) -> bytes:
        """All that was counted, and how it stands now."""
        self._waiting.set(waiting)
        self._library.info({"version": __version__, "library_version": library_version})
        return generate_latest(self._kept)
