"""Predicted times beside measured ones, and how well they agree."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.predictions import summary
from schedules.results.units import time_text

from .kernels_by_name import ASIDE, OPEN
from .predicting import times_paths

COLUMNS = ("kernel", "kind", "predicted", "between", "measured", "error", "busiest")
NAMES = {"looked at": OPEN, "kept aside": ASIDE}


def rows(
    predictions: Iterable[dict[str, Any]], times: Iterable[dict[str, Any]]
) -> list[dict[str, Any]]:
    """A row for each kernel in `times`; `problem` says why there is nothing to compare."""
    known = {one["kernel"]: one for one in predictions}
    found = []
    for one in times:
        made = known.get(one["kernel"], {"error": "not predicted"})
        row = {"name": one["kernel"], "kind": made.get("kind", "")}
        problem = one.get("error") or made.get("error")
        if not problem and one["code"] != made["code"]:
            problem = "what was timed is other machine code than what was predicted"
        if problem:
            found.append(row | {"problem": problem})
            continue
        row |= {key: made[key] for key in ("predicted_us", "between_us", "busiest")}
        found.append(row | {"shape": one["extents"], "recorded_us": one["time_us"]})
    return found


def figures(found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Mean error, bias, the share within 15 %, and how many are within the printed band."""
    compared = [one for one in found if "problem" not in one]
    within = (
        one["between_us"][0] <= one["recorded_us"] <= one["between_us"][1] for one in compared
    )
    return summary(compared) | {"rows": len(found), "in_band": sum(within)}


def table(title: str, found: Sequence[dict[str, Any]]) -> str:
    """Rows and their figures as Markdown, the worst first."""
    lines = [f"**{title}**", "", f"| {' | '.join(COLUMNS)} |", f"|{' --- |' * len(COLUMNS)}"]
    compared = [one for one in found if "problem" not in one]
    for one in sorted(compared, key=lambda one: -abs(one["predicted_us"] / one["recorded_us"] - 1)):
        low, high = one["between_us"]
        outside = "" if low <= one["recorded_us"] <= high else ", outside"
        cells = (
            one["name"],
            one["kind"],
            time_text(one["predicted_us"]),
            f"{time_text(low)} to {time_text(high)}{outside}",
            time_text(one["recorded_us"]),
            f"{one['predicted_us'] / one['recorded_us'] - 1:+.1%}",
            one["busiest"],
        )
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", *(f"- {one['name']}: {one['problem']}" for one in found if "problem" in one)]
    sums = figures(found)
    text = f"{sums['predicted']} of {sums['rows']} kernels compared"
    if sums["predicted"]:
        text += (
            f": mean error {sums['mean_error']:.1%}, bias {sums['bias']:+.1%}, "
            f"{sums['within_15']:.0%} within 15 %, {sums['in_band']} within the printed band"
        )
    return "\n".join([*lines, f"{text}.", ""])


def report(path: Path, everything: bool) -> str:
    """The tables of a record of predictions: of the half that is looked at, or of both halves."""
    made = json.loads(path.read_text(encoding="utf-8"))
    records = times_paths(path.parent, made["device"])
    if not records[0].exists():
        return f"{made['device']}: no times in {path.parent}"
    known = "after" if made["times_known"] else "before"
    parts = [f"{made['device']}, predicted {known} kernels were timed on it, by {made['commit']}\n"]
    both = []
    for (half, names), record in zip(NAMES.items(), records, strict=True):
        if half == "looked at" or everything:
            times = json.loads(record.read_text(encoding="utf-8"))["kernels"]
            found = rows(made["kernels"], (one for one in times if one["kernel"] in names))
            parts.append(table(half, found))
            both += found
    if everything:
        parts.append(table("both halves", both))
    return "\n".join(parts)
