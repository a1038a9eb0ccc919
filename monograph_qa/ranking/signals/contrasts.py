"""Whether a sentence is for the one asked about of several that exclude one another: the dose for
prevention is not the one for treatment, what is said of the vial not what is said of the pen."""

from collections.abc import Iterator

from monograph_qa.frames.contrasts import contrasts_asked, contrasts_denied, contrasts_in, is_status
from monograph_qa.ranking.asked import Asked
from monograph_qa.ranking.signs import Candidate, Sign

_TITLE = "("  # how the name of a product begins that is the outermost heading in an annex


def is_for_another(asked: Asked, candidate: Candidate) -> bool:
    """Whether a sentence is for another of several that exclude one another."""
    return any(sign.of == "other" for sign in contrast_signs(asked, candidate))


def contrast_signs(asked: Asked, candidate: Candidate) -> Iterator[Sign]:
    """`agrees` where the nearest text that names one of a group names that asked about, `other`
    where it names only others, or only what the question denies."""
    wanted = contrasts_asked(asked.intent.question, asked.whole)
    denied = contrasts_denied(asked.intent.question)
    if not (wanted or denied):
        return
    head = candidate.line.head.outermost
    title = asked.lines.titles.get(head)
    texts = [contrasts_in(text) for text in candidate.line.outwards]
    if title:
        texts[-1] = contrasts_in(title)
    # Alone, the heading names the first pack of several that the monograph is of.
    is_titled = title is None and head.startswith(_TITLE)

    def nearest(group: str) -> frozenset[str]:
        return next((each[group] for each in texts if group in each), frozenset())

    for group, members in denied.items():
        named = nearest(group)
        if named and named <= members and group not in wanted:
            yield Sign("other", 1.0, f"{group}: {', '.join(sorted(named))}")
    for group, members in wanted.items():
        named = nearest(group)
        if named & members:
            share = len(named & members) / len(named)
            yield Sign("agrees", share, f"{group}: {', '.join(sorted(named & members))}")
        elif any(group in each for each in texts[: -1 if is_titled else None]):
            # What is for those who were tested positive is another patient's.
            excludes = is_status(group)
            name = "status" if excludes else "other"
            yield Sign(name, 1.0, f"{group}: {', '.join(sorted(named))}", excludes=excludes)
