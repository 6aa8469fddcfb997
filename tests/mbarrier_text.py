"""CUDA functions for mbarriers and loads by TMA, shared with the corpus."""

from __future__ import annotations

import tomllib
from pathlib import Path

_FILE = Path(__file__).parent / "corpus" / "mbarriers.toml"
MBARRIER: str = tomllib.loads(_FILE.read_text(encoding="utf-8"))["prelude"]["mbarrier"]
