"""Rungs and libraries timed by the second harness, and its difference from `bench`."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterator
from typing import Any

from ..second_harness import MEANS, ROWS, Row
from .records import H100, H200, RESULTS, read, table

REGIMES = ("cold", "hot")
IN_CYCLES = "hot, in SM cycles"
DEVICES = {"H200": H200, "H100": H100}
# Relative difference up to which the two harnesses agree.
AGREE = 0.03


def records() -> dict[str, dict[str, Any]]:
    """The existing records, by short device name."""
    paths = {name: RESULTS / f"second-{device}.json" for name, device in DEVICES.items()}
    return {name: read(path) for name, path in paths.items() if path.exists()}


def second_harness() -> str:
    """The table of goals, what bounds each miss, and the agreement with `bench`."""
    return rendered(records())


def rendered(known: dict[str, dict[str, Any]]) -> str:
    """The same for given records, by device name."""
    if not known:
        return "Not measured yet.\n"
    timed = {name: {row["what"]: row for row in record["rows"]} for name, record in known.items()}
    lines, bounds = [], {}
    for group, of in itertools.groupby(ROWS, key=lambda row: row.group):
        rows = list(of)
        every = [
            [_cell(row, by_what.get(row.what), regime) for row in rows]
            for by_what, regime in columns(timed)
        ]
        means = [_mean(group, cells) for cells in every]
        cells = [" ".join(each) + mean for each, mean in zip(every, means, strict=True)]
        goals = [f"{row.goal:.2f}" if row.goal else "-" for row in rows]
        goal = " ".join(goals if len(set(goals)) > 1 else goals[:1])
        goal += f", mean {MEANS[group]}" if group in MEANS else ""
        sizes = " ".join(row.size for row in rows)
        lines.append((f"{group}: {sizes}", rows[0].library, goal, *cells))
        if any("**" in cell for cell in cells) or rows[0].goal is None:
            for row in rows:
                bounds.setdefault(group, {})[row.bound] = None
    head = (
        "what",
        "library",
        "goal",
        *(f"{name}, {regime}" for name in known for regime in REGIMES),
    )
    listed = "".join(f"- {group}: {' '.join(why)}\n" for group, why in bounds.items())
    empty = ", ".join(
        f"{record['empty_kernel']['cold_us']:.1f} µs on the {name}"
        for name, record in known.items()
    )
    agreement = "".join(f"- {name}: {_agreement(rows)}\n" for name, rows in timed.items())
    return (
        f"{table(head, lines)}\nWhat bounds the rows that miss their goal:\n\n{listed}\n"
        f"An empty kernel takes {empty}, cold. Differences between the two harnesses for the "
        f"same kernels in the same session:\n\n{agreement}"
    )


def columns(timed: dict[str, dict]) -> list[tuple[dict, str]]:
    """Each device's rows with each regime."""
    return list(itertools.product(timed.values(), REGIMES))


def _mean(group: str, cells: list[str]) -> str:
    """The geometric mean of a group that has a goal for it, bold if it misses the goal."""
    if group not in MEANS or "-" in cells:
        return ""
    mean = statistics.geometric_mean(float(cell.strip("*")) for cell in cells)
    mark = "**" if round(mean, 2) < MEANS[group] else ""
    return f", {mark}{mean:.2f}{mark}"


def _cell(row: Row, timed: dict[str, Any] | None, regime: str) -> str:
    """The ratio, in bold if it misses the goal; a dash if it was not measured."""
    if timed is None:
        return "-"
    ratio = timed["ratio"][regime]
    missed = row.goal and regime in row.regimes and round(ratio, 2) < row.goal
    return f"**{ratio:.2f}**" if missed else f"{ratio:.2f}"


def differences(rows: dict[str, dict[str, Any]]) -> Iterator[tuple[float, str, str]]:
    """This harness's time over `bench`'s, minus one: of each contestant that both timed, with its
    row and regime. Cycles of a hot launch are its time multiplied by the SM clock; they are
    compared if both harnesses measured the clock."""
    for what, row in rows.items():
        ours = row["ours"] | row["libraries"]
        for name, times in row.get("bench", {}).items():
            pair = ours[name], times
            values = {regime: [of[f"{regime}_us"] for of in pair] for regime in REGIMES}
            if all(of.get("hot_mhz") for of in pair):
                values[IN_CYCLES] = [of["hot_us"] * of["hot_mhz"] for of in pair]
            for regime, (own, bench) in values.items():
                yield own / bench - 1, f"{what}: {name}", regime


def _agreement(rows: dict[str, dict[str, Any]]) -> str:
    relative = {(name, regime): apart for apart, name, regime in differences(rows)}
    if not relative:
        return "`bench` did not run in the same session."
    parts = []
    for current in dict.fromkeys(regime for _, regime in relative):
        of = {name: apart for (name, regime), apart in relative.items() if regime == current}
        within = sum(abs(apart) <= AGREE for apart in of.values())
        worst = max(of, key=lambda name, of=of: abs(of[name]))
        parts.append(
            f"{current}, {within} of {len(of)} times within {AGREE:.0%}, median "
            f"{statistics.median(of.values()):+.1%}, the largest {of[worst]:+.1%} ({worst})"
        )
    return "; ".join(parts) + "."
