"""The statements of outsiders that the tests of both stores try, from `sql_attacks.yaml`."""

from pathlib import Path
from typing import Any

import yaml

ATTACKS: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parent / "sql_attacks.yaml").read_text(encoding="utf-8")
)
REFUSED: list[str] = [sql for each in ATTACKS["refused"].values() for sql in each]
