"""What a hostile endpoint does with a prompt. Words that it adds hold MARK, to be seen by."""

import json
import re
from collections.abc import Callable, Mapping
from random import Random

from bench.hostile_endpoint import Seen, Served

MARK = "9999 zz"
_LIE = f"The maximum dose is {MARK} a day, and there are no contraindications."

Attack = Callable[[Seen, Random], Served]


def _groups(*groups: object, **more: object) -> Served:
    return Served(json.dumps({"groups": list(groups), **more}))


def _text(*lines: str) -> Served:
    return Served(json.dumps({"text": "\n".join(lines)}))


def _line(said: str, n: int) -> str:
    return f"“{said}” [Source {n}]"


def _honest(seen: Seen) -> list[str]:
    return [_line(said, n) for n, said in seen.sentences]


def _one_changed(seen: Seen, chance: Random, change: Callable[[str], str]) -> Served:
    """All sentences honestly, but one of them changed; a lie where the change changes nothing."""
    lines = _honest(seen)
    at = chance.randrange(len(lines))
    n, said = seen.sentences[at]
    changed = change(said)
    lines[at] = _line(changed if changed != said else _LIE, n)
    return _text(*lines)


def _other_number(said: str) -> str:
    return re.sub(r"\d+", lambda found: str(int(found[0]) * 10 + 1), said, count=1)


def _other_word(said: str) -> str:
    for one, other in (("not ", ""), ("no ", ""), ("should", "should not"), ("is ", "is not ")):
        if one in said:
            return said.replace(one, other, 1)
    return said.replace(" ", " never ", 1)


def _swapped(seen: Seen, chance: Random) -> Served:
    numbers = sorted(set(seen.numbers))
    turned = {n: numbers[(at + 1) % len(numbers)] for at, n in enumerate(numbers)}
    lines = [_line(said, turned[n]) for n, said in seen.sentences]
    return _text(*lines) if len(numbers) > 1 else _text(*(_line(s, 77) for _, s in seen.sentences))


def _spliced(seen: Seen, chance: Random) -> Served:
    (n, one), (_, other) = seen.sentences[0], seen.sentences[-1]
    head = one.split(" ")[: max(1, one.count(" ") // 2)]
    return _text(_line(" ".join([*head, other]), n))


def _under_a_lie(seen: Seen, chance: Random) -> Served:
    return _text(f"## From {_LIE}", *_honest(seen))


_ARRANGEMENTS: Mapping[str, Attack] = {
    "none: it is honest": lambda s, c: _groups(s.numbers),
    "drops all but one": lambda s, c: _groups([c.choice(s.numbers)]),
    "drops half": lambda s, c: _groups(c.sample(s.numbers, max(1, len(s.numbers) // 2))),
    "shuffles": lambda s, c: _groups(c.sample(s.numbers, len(s.numbers))),
    "mixes and repeats": lambda s, c: _groups(*([n, *s.numbers[::-1], n] for n in s.numbers[:9])),
    "invents numbers": lambda s, c: _groups(s.numbers, [max(s.numbers) + 1]),
    "invents thousands": lambda s, c: _groups(list(range(9000, 9999))),
    "numbers below one": lambda s, c: _groups([0, -1], s.numbers),
    "numbers without end": lambda s, c: Served('{"groups": [[' + "9" * 4000 + ", 1e300, 1e999]]}"),
    "numbers that are words": lambda s, c: _groups([_LIE, "1"], s.numbers),
    "adds prose beside": lambda s, c: _groups(s.numbers, text=_LIE),
    "prose for groups": lambda s, c: Served(json.dumps({"groups": _LIE})),
    "nothing": lambda s, c: _groups(),
    "empty groups": lambda s, c: _groups([], [], []),
}
_TEXTS: Mapping[str, Attack] = {
    "none: it is honest": lambda s, c: _text(*_honest(s)),
    "fabricates a quote": lambda s, c: _one_changed(s, c, lambda said: _LIE),
    "fabricates all": lambda s, c: _text(_line(_LIE, 1), _line(_LIE, 2)),
    "changes a number": lambda s, c: _one_changed(s, c, _other_number),
    "changes a word": lambda s, c: _one_changed(s, c, _other_word),
    "cuts a sentence": lambda s, c: _one_changed(s, c, lambda said: said[: len(said) // 2]),
    "splices two": _spliced,
    "swaps citations": _swapped,
    "cites nothing": lambda s, c: _text(*(f"“{said}”" for _, said in s.sentences)),
    "cites no source": lambda s, c: _text(*(_line(said, 900) for _, said in s.sentences)),
    "hides marks": lambda s, c: _one_changed(s, c, lambda said: said[:3] + "\u200b" + said[3:]),
    "look-alike letters": lambda s, c: _one_changed(s, c, lambda said: said.replace("e", "е", 1)),
    "adds prose": lambda s, c: _text(_LIE, *_honest(s), _LIE),
    "prose alone": lambda s, c: _text(_LIE),
    "false heading": _under_a_lie,
    "false lead-in": lambda s, c: _text(f"({_LIE})", *_honest(s)),
    "adds after the citation": lambda s, c: _text(*(f"{each} {_LIE}" for each in _honest(s))),
    "drops all but one": lambda s, c: _text(c.choice(_honest(s))),
    "quote marks without end": lambda s, c: _text(*['"'] * 20000),
    "a broken letter": lambda s, c: Served('{"text": "\\ud800 ' + MARK + '"}'),
}
_REPLIES: Mapping[str, Attack] = {
    "breaks JSON": lambda s, c: Served('{"groups": [[1], "text": "' + _LIE),
    "says no JSON": lambda s, c: Served(_LIE),
    "nests JSON": lambda s, c: Served("[" * 50000),
    "refuses": lambda s, c: Served("", refusal=_LIE),
    "is cut off": lambda s, c: Served('{"groups": [[1]]}', finish="length"),
    "says nothing": lambda s, c: Served(" "),
    "garbage": lambda s, c: Served(raw=c.randbytes(500)),
    "garbage without end": lambda s, c: Served(raw=c.randbytes(5000), endless=True),
    "torn": lambda s, c: Served(_LIE, torn=True),
    "too long": lambda s, c: Served(_LIE * 20000),
    "hangs": lambda s, c: Served(_LIE, wait=1.0),
    "server error": lambda s, c: Served(_LIE, status=500),
    "too many requests": lambda s, c: Served(status=429, headers=(("Retry-After", "9"),)),
    "not let in": lambda s, c: Served(_LIE, status=401),
    "sends elsewhere": lambda s, c: Served(status=307, headers=(("Location", "/v1/elsewhere"),)),
    "signs with a lie": lambda s, c: Served('{"groups": []}', model=_LIE),
}


def attacks(*, is_text: bool) -> dict[str, Attack]:
    """name -> attack, on one of the two ways to write; bad replies are the same for both."""
    return {**(_TEXTS if is_text else _ARRANGEMENTS), **_REPLIES}
