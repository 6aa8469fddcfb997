"""Forty kernels of twenty kinds that the timing model was not developed on.

They were written without looking at the model and are split into two fixed halves by the hash of
their names. Errors in the open half may be corrected in the model, by microbenchmarks only; the
held-out half then measures how well the model predicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmarks.generic_aside import ASIDE
from benchmarks.generic_schedules import SCHEDULES, Generic
from gpusim.timing.bands import bands, recorded_bound
from schedules.core.files import slug

from .cuda_files import FILES
from .cuda_kernel import CudaFile
from .gemm_schedules import GEMMS
from .plane_schedules import PLANES
from .row_schedules import ROWS

RESULTS = Path(__file__).parents[2] / "docs/results"
Row = dict[str, Any]

KERNELS: Mapping[str, Generic | CudaFile] = {
    each.name: each for each in (*ROWS, *PLANES, *GEMMS, *FILES)
}
ALL: Mapping[str, Generic | CudaFile] = {**KERNELS, **SCHEDULES, **ASIDE}


def digest(name: str) -> str:
    """SHA-256 of a name, in hexadecimal."""
    return sha256(name.encode()).hexdigest()


# The 20 names with the lowest digests are open, the other 20 are held out. This was decided before
# any kernel was timed.
_ORDER = sorted(KERNELS, key=digest)
OPEN, HELD_OUT = frozenset(_ORDER[: len(_ORDER) // 2]), frozenset(_ORDER[len(_ORDER) // 2 :])
# The record of times that has each kernel, and the title of its row in a table.
OPEN_TIMES, HELD_OUT_TIMES = "unseen-times", "unseen-held-out"
TITLES = {OPEN_TIMES: "open half", HELD_OUT_TIMES: "held-out half"}
TIMES = {
    **{OPEN_TIMES: OPEN, HELD_OUT_TIMES: HELD_OUT},
    **{"generic-times": frozenset(SCHEDULES), "generic-aside": frozenset(ASIDE)},
}


def times_file(stem: str, device: str) -> Path:
    """The record of measured times of one of TIMES on a device."""
    return RESULTS / f"{stem}-{slug(device)}"


def predictions_file(chip: str) -> Path:
    """The record of the unseen kernels' predictions for a chip."""
    return RESULTS / f"unseen-predictions-{chip}.json"


def rows(predictions: Iterable[Row], times: Iterable[Row]) -> list[Row]:
    """A row per kernel in `times`; one that cannot be compared has the reason in `problem`."""
    known = {prediction["kernel"]: prediction for prediction in predictions}
    entries = []
    for timed in times:
        made = known.get(timed["kernel"], {"error": "not predicted"})
        row = {"name": timed["kernel"], "kind": made.get("kind", "")}
        problem = timed.get("error") or made.get("error")
        if not problem and timed["code"] != made["code"]:
            problem = "the machine code that was timed is not the one that was predicted"
        if problem:
            entries.append(row | {"problem": problem})
            continue
        us, bound = made["predicted_us"], recorded_bound(made)
        between = us * bands()[bound].low, us * bands()[bound].high
        row |= {"predicted_us": us, "between_us": between, "bound": bound}
        entries.append(row | {"shape": timed["extents"], "recorded_us": timed["time_us"]})
    return entries


def in_band(entries: Sequence[Row]) -> int:
    """How many compared kernels were timed within the printed band of their prediction."""
    return sum(
        entry["between_us"][0] <= entry["recorded_us"] <= entry["between_us"][1]
        for entry in entries
        if "problem" not in entry
    )
