"""What `ask` was called with, read without the program, which takes longer than a question."""

_VALUES = {"--label": "label", "--writer": "writer", "--library": "library"}
_FLAGS = {
    "--all-labels": "all_labels",
    "--full": "full",
    "--trace": "trace",
    "--open": "open_pictures",
    "--json": "as_json",
}


def asked_for(typed: "list[str]") -> "dict[str, str | bool] | None":
    """The question and options typed after `ask`; None for what only the whole program can read:
    help, and whatever is typed wrongly."""
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
