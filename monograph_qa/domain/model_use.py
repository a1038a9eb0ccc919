"""What a model was asked on the way to an answer: for the audit record."""

from monograph_qa.frozen import frozen


@frozen
class ModelUse:
    """One question to a model behind an endpoint, answered or not.

    `purpose` is what for (intent, picture_class, embedding), `model` who answered, `prompt` the
    template's path and `prompt_sha256` its hash; both are empty where no prompt is sent. Tokens are
    as the server counts them, None where it does not. `failure` says why there was no usable
    answer; the shipped way then answered instead.
    """

    purpose: str
    model: str
    prompt: str = ""
    prompt_sha256: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    ms: float = 0.0
    failure: str = ""
