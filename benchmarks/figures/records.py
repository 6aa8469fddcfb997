"""The records of docs/, and Markdown tables of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from schedules.core.files import read_json

ROOT = Path(__file__).parents[2]
RESULTS, TUNING = ROOT / "docs/results", ROOT / "docs/tuning"
H200, H100 = "nvidia-h200", "nvidia-h100-80gb-hbm3"


@cache
def read(path: Path) -> dict[str, Any]:
    return read_json(path)


def rows_of(device: str) -> list[dict[str, Any]]:
    """The timed rows of a device's record."""
    return read(RESULTS / f"{device}.json")["rows"]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)
