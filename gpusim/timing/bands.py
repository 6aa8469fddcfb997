"""Error bands of predictions, by what bounds the kernel.

`bands.json` is derived from recorded predictions and times by `python -m benchmarks.bands`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("bands.json")
# A resource with this utilization limits a kernel; otherwise its latencies do.
FULL = 0.75
# Launch overhead above this fraction of the time limits a kernel.
_MOST_LAUNCH = 0.5
# Pseudo-resource: retiring blocks one after the other.
BLOCK_STARTS = "block starts"
LATENCY, LAUNCH, ISSUE, TENSOR_CORES = "latency", "launch", "issue", "tensor cores"
# Bounds by resource; the pipes of other instructions count as issue.
_BOUNDS = {
    **{name: name for name in ("DRAM", "L2", "shared memory and L1")},
    **dict.fromkeys(("tensor", "wgmma"), TENSOR_CORES),
    BLOCK_STARTS: LAUNCH,
}
BOUNDS = (*dict.fromkeys(_BOUNDS.values()), ISSUE, LATENCY)


@dataclass(frozen=True)
class Band:
    """Range of the actual time relative to the predicted one.

    It contains the fraction `held` of `rows` recorded times of kernels with this bound; both are
    None for a chip without records.
    """

    low: float
    high: float
    rows: int | None = None
    held: float | None = None


@cache
def bands() -> Mapping[str, Band]:
    """The band of each bound."""
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    return {bound: Band(**band) for bound, band in table.items()}


def bound_of(resource: str, busy: float, launch: float) -> str:
    """What bounds a kernel whose busiest `resource` has a utilization of `busy`; `launch` is the
    fraction of its time that is launch overhead."""
    if launch > _MOST_LAUNCH:
        return LAUNCH
    return _BOUNDS.get(resource, ISSUE) if busy >= FULL else LATENCY


def recorded_bound(row: Mapping[str, Any]) -> str:
    """What bounds a recorded prediction, from its `busiest` resource, `busy` and `launch`."""
    return bound_of(row["busiest"], row["busy"], row["launch"])
