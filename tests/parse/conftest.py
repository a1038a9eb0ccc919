"""Lets the tests of this room import the label they draw."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
