"""Where the program starts: `ask` needs little of it, and next to nothing with a running server."""

import os
import sys

_VALUES = {"--label": "label", "--writer": "writer", "--library": "library"}
_FLAGS = {
    "--all-labels": "all_labels",
    "--full": "full",
    "--trace": "trace",
    "--open": "open_pictures",
    "--json": "as_json",
}


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # better than no answer at all
    try:
        code = _answered(sys.argv[2:]) if sys.argv[1:2] == ["ask"] else None
        if code is None:
            from monograph_qa.cli.app import run

            run()
    except KeyboardInterrupt:
        print("monograph-qa: stopped", file=sys.stderr)
        code = 130
    except BrokenPipeError:
        # The reader (head, less) has seen enough; the record is already in the journal.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _answered(typed: "list[str]") -> int | None:
    asked = asked_for(typed)
    if asked is None:
        return None
    from monograph_qa.cli.warm import answered

    code = answered(asked)
    if code is None:
        from monograph_qa.cli.answering import answered_here

        code = answered_here(asked)
    return code


def asked_for(typed: "list[str]") -> "dict[str, str | bool] | None":
    """The question and options typed after `ask`; None for what only the whole program can read."""
    asked: dict[str, str | bool] = {}
    words = iter(typed)
    for word in words:
        name, is_set, value = word.partition("=")
        if word in _FLAGS:
            asked[_FLAGS[word]] = True
        elif name in _VALUES:
            asked[_VALUES[name]] = value if is_set else next(words, "")
        elif word.startswith("-") or "question" in asked:
            return None
        else:
            asked["question"] = word
    return asked if asked.get("question") and all(asked.values()) else None
