"""The records of docs/, and Markdown tables of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from schedules.core.files import read_json
from schedules.measure.records import Record, committed
from schedules.schemas.measurements import check_record

ROOT = Path(__file__).parents[2]
RESULTS, TUNING = ROOT / "docs/results", ROOT / "docs/tuning"
H200, H100 = "nvidia-h200", "nvidia-h100-80gb-hbm3"


@cache
def read(path: Path) -> Any:
    return read_json(path)


@cache
def records() -> dict[Path, Record]:
    """The devices' records by file, compared with the highest ceilings that they measured; raises
    UserError for a record without a field that pages show."""
    found = committed(RESULTS)
    for file, record in found.items():
        check_record(file, record)
    return found


def rows_of(device: str) -> list[dict[str, Any]]:
    """The timed rows of a device's record."""
    return records()[RESULTS / f"{device}.json"]["rows"]


def table(titles: Sequence[str], rows: Iterable[Sequence[object]], left: int | None = None) -> str:
    """A Markdown table; columns after the first `left` are right-aligned."""
    rule = ["---" if left is None or place < left else "---:" for place in range(len(titles))]
    lines = [titles, rule, *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)
