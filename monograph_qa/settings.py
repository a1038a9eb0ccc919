"""Settings, read once from the environment. No file is read and nothing is fetched.

A dataclass and not a settings framework: importing one costs a third of the time that a question
may take.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from monograph_qa.errors import SettingsError

LIBRARY = "MONOGRAPH_QA_LIBRARY"
PICTURES = "MONOGRAPH_QA_PICTURES"
LLM_BASE_URL = "MONOGRAPH_QA_LLM_BASE_URL"
LLM_MODEL = "MONOGRAPH_QA_LLM_MODEL"
LLM_KEY = "OPENAI_API_KEY"


@dataclass(frozen=True, slots=True)
class Llm:
    """An OpenAI-compatible server: the model to ask there, its address (None: OpenAI's), its key.

    The key is left out of `repr`, so that no log or traceback shows it.
    """

    model: str
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Settings:
    """`library`: the folder that holds the published library and the journal.

    `picture_llm`: the model that tells what a picture shows; None leaves it to the shipped forest.
    """

    library: Path
    picture_llm: Llm | None = None

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """Settings from the environment (MONOGRAPH_QA_*, OPENAI_API_KEY).

        Without MONOGRAPH_QA_LIBRARY the library is in the user's data folder (XDG base
        directories). Raises SettingsError for a value that makes no sense.
        """
        env = os.environ if environment is None else environment
        return cls(_library(env), _picture_llm(env))


def _library(env: Mapping[str, str]) -> Path:
    named = env.get(LIBRARY)
    if named is not None and not named.strip():
        raise SettingsError(f"{LIBRARY} is set but empty: name a folder, or unset it")
    if named:
        return Path(named).expanduser()
    data = env.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "monograph-qa" / "library"


def _picture_llm(env: Mapping[str, str]) -> Llm | None:
    choice = env.get(PICTURES, "").strip().lower() or "forest"
    if choice == "forest":
        return None
    if choice != "llm":
        raise SettingsError(f"{PICTURES} is {choice!r}: say forest or llm")
    model = env.get(LLM_MODEL, "").strip()
    address = env.get(LLM_BASE_URL, "").strip() or None
    key = env.get(LLM_KEY, "").strip() or None
    if not model:
        raise SettingsError(f"{PICTURES}=llm needs {LLM_MODEL}: name the model to ask")
    if address is not None and not address.startswith(("http://", "https://")):
        raise SettingsError(f"{LLM_BASE_URL} must start with http:// or https://")
    if address is None and key is None:
        raise SettingsError(f"{PICTURES}=llm needs {LLM_KEY}, or {LLM_BASE_URL} of another server")
    return Llm(model, address, key)
