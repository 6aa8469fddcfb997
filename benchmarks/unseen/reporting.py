"""Compare predicted with measured times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.predictions import summary
from gpusim.timing.bands import bands, recorded_bound
from schedules.core.files import read_json
from schedules.measure.publishing.units import time_text

from .kernels_by_name import KernelSet

COLUMNS = ("kernel", "kind", "predicted", "between", "measured", "error", "bound by")


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


def table(title: str, entries: Sequence[dict[str, Any]]) -> str:
    """Rows, largest error first, and their figures as Markdown."""
    lines = [f"**{title}**", "", f"| {' | '.join(COLUMNS)} |", f"|{' --- |' * len(COLUMNS)}"]
    compared = [entry for entry in entries if "problem" not in entry]
    for entry in sorted(
        compared, key=lambda entry: -abs(entry["predicted_us"] / entry["recorded_us"] - 1)
    ):
        low, high = entry["between_us"]
        outside = "" if low <= entry["recorded_us"] <= high else ", outside"
        cells = (
            entry["name"],
            entry["kind"],
            time_text(entry["predicted_us"]),
            f"{time_text(low)} to {time_text(high)}{outside}",
            time_text(entry["recorded_us"]),
            f"{entry['predicted_us'] / entry['recorded_us'] - 1:+.1%}",
            entry["bound"],
        )
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        *(f"- {entry['name']}: {entry['problem']}" for entry in entries if "problem" in entry),
    ]
    sums = figures(entries)
    text = f"{sums['predicted']} of {sums['rows']} kernels compared"
    if sums["predicted"]:
        text += (
            f": mean error {sums['mean_error']:.1%}, bias {sums['bias']:+.1%}, "
            f"{sums['within_15']:.0%} within 15 %, {sums['in_band']} within the printed band"
        )
    return "\n".join([*lines, f"{text}.", ""])


def report(chosen: KernelSet, path: Path, everything: bool) -> str:
    """The table of each part of a set, and of all kernels; of held-out parts with `everything`."""
    made = read_json(path)
    records = {part: part.times(path.parent, made["device"]) for part in chosen.parts}
    if not all(record.exists() for record in records.values()):
        return f"{made['device']}: no times in {path.parent}"
    known = "after" if made["times_known"] else "before"
    texts = [f"{made['device']}, predicted {known} it was timed, by commit {made['commit']}\n"]
    every = []
    for part, record in records.items():
        if part.held_out and not everything:
            texts.append(f"{part.title}: only shown with --all\n")
            continue
        times = read_json(record)["kernels"]
        entries = rows(made["kernels"], (row for row in times if row["kernel"] in part.names))
        texts.append(table(part.title, entries))
        every += entries
    if everything and len(records) > 1:
        texts.append(table("all kernels", every))
    return "\n".join(texts)
