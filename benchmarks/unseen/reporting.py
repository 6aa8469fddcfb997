"""Compare predicted with measured times."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.predictions import summary
from gpusim.timing.bands import bands, recorded_bound
from schedules.measure.publishing.units import time_text

from .kernels_by_name import HELD_OUT, OPEN
from .predicting import times_paths

COLUMNS = ("kernel", "kind", "predicted", "between", "measured", "error", "bound by")
HALVES = {"open half": OPEN, "held-out half": HELD_OUT}


def rows(
    predictions: Iterable[dict[str, Any]], times: Iterable[dict[str, Any]]
) -> list[dict[str, Any]]:
    """A row per kernel in `times`; one that cannot be compared has the reason in `problem`."""
    known = {one["kernel"]: one for one in predictions}
    found = []
    for one in times:
        made = known.get(one["kernel"], {"error": "not predicted"})
        row = {"name": one["kernel"], "kind": made.get("kind", "")}
        problem = one.get("error") or made.get("error")
        if not problem and one["code"] != made["code"]:
            problem = "the machine code that was timed is not the one that was predicted"
        if problem:
            found.append(row | {"problem": problem})
            continue
        us, bound = made["predicted_us"], recorded_bound(made)
        between = us * bands()[bound].low, us * bands()[bound].high
        row |= {"predicted_us": us, "between_us": between, "bound": bound}
        found.append(row | {"shape": one["extents"], "recorded_us": one["time_us"]})
    return found


def figures(found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Mean error, bias, the share within 15 %, and the number within the printed band."""
    compared = [one for one in found if "problem" not in one]
    within = (
        one["between_us"][0] <= one["recorded_us"] <= one["between_us"][1] for one in compared
    )
    return summary(compared) | {"rows": len(found), "in_band": sum(within)}


def table(title: str, found: Sequence[dict[str, Any]]) -> str:
    """Rows, largest error first, and their figures as Markdown."""
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
            one["bound"],
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
    """The table of the open half, or with `everything` those of both halves and of all kernels."""
    made = json.loads(path.read_text(encoding="utf-8"))
    records = times_paths(path.parent, made["device"])
    if not records[0].exists():
        return f"{made['device']}: no times in {path.parent}"
    known = "after" if made["times_known"] else "before"
    parts = [f"{made['device']}, predicted {known} it was timed, by commit {made['commit']}\n"]
    both = []
    for (half, names), record in zip(HALVES.items(), records, strict=True):
        if half == "open half" or everything:
            times = json.loads(record.read_text(encoding="utf-8"))["kernels"]
            found = rows(made["kernels"], (one for one in times if one["kernel"] in names))
            parts.append(table(half, found))
            both += found
    if everything:
        parts.append(table("all kernels", both))
    return "\n".join(parts)
