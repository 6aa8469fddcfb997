"""Rungs and libraries timed by the second harness, and its difference from `bench`."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterator
from typing import Any

from ..second_harness import ROWS
from .records import H100, H200, RESULTS, read, table

REGIMES = ("cold", "hot")
IN_CYCLES = "hot, in SM cycles"
DEVICES = {"H200": H200, "H100": H100}
# Relative difference up to which the two harnesses agree.
AGREE = 0.03


def second_harness() -> str:
    """Each library's time over that of the fastest rung, and the agreement with `bench`."""
    records = {name: read(RESULTS / f"second-{device}.json") for name, device in DEVICES.items()}
    timed = {name: {row["what"]: row for row in record["rows"]} for name, record in records.items()}
    lines = []
    for (group, library), of in itertools.groupby(
        ((row, library) for library in (0, 1) for row in ROWS if row.libraries[library:]),
        key=lambda pair: (pair[0].group, pair[0].libraries[pair[1]]),
    ):
        rows = [row for row, _ in of]
        cells = (
            " ".join(_ratio(by_what[row.what], library, regime) for row in rows)
            for by_what, regime in itertools.product(timed.values(), REGIMES)
        )
        lines.append((f"{group}: {' '.join(row.size for row in rows)}", library, *cells))
    titles = (f"{name}, {regime}" for name in timed for regime in REGIMES)
    empty = ", ".join(
        f"{record['empty_kernel']['cold_us']:.1f} µs on the {name}"
        for name, record in records.items()
    )
    agreement = "".join(f"- {name}: {_agreement(rows)}\n" for name, rows in timed.items())
    return (
        f"{table(('what', 'library', *titles), lines)}\nAn empty kernel takes {empty}, cold. "
        "Differences between the two harnesses for the same kernels in the same session:\n\n"
        f"{agreement}"
    )


def _ratio(timed: dict[str, Any], library: str, regime: str) -> str:
    field = f"{regime}_us"
    best = min(times[field] for times in timed["ours"].values())
    return f"{timed['libraries'][library][field] / best:.2f}"


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
