"""Compare predicted with measured times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.predictions import summary
from gpusim.timing.bands import bands, recorded_bound


def rows(
    predictions: Iterable[dict[str, Any]], times: Iterable[dict[str, Any]]
) -> list[dict[str, Any]]:
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


def figures(entries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Mean error, bias, the share within 15 %, and the number within the printed band."""
    compared = [entry for entry in entries if "problem" not in entry]
    within = (
        entry["between_us"][0] <= entry["recorded_us"] <= entry["between_us"][1]
        for entry in compared
    )
    return summary(compared) | {"rows": len(entries), "in_band": sum(within)}
