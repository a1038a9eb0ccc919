"""Settings, read once from the environment. No file is read and nothing is fetched.

A dataclass and not a settings framework: importing one costs a third of the time that a question
may take.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from monograph_qa.errors import SettingsError

LIBRARY = "MONOGRAPH_QA_LIBRARY"


@dataclass(frozen=True, slots=True)
class Settings:
    """`library`: the folder that holds the published library and the journal."""

    library: Path

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None) -> "Settings":
        """Settings from MONOGRAPH_QA_LIBRARY; else the user's data folder (XDG base directories)."""
        env = os.environ if environment is None else environment
        named = env.get(LIBRARY)
        if named is not None and not named.strip():
            raise SettingsError(f"{LIBRARY} is set but empty: name a folder, or unset it")
        if named:
            return cls(Path(named).expanduser())
        data = env.get("XDG_DATA_HOME") or "~/.local/share"
        return cls(Path(data).expanduser() / "monograph-qa" / "library")
