"""Strategies beside Kernel Tuner's on the measured spaces: `python -m benchmarks.strategies`.

Each replays the same recorded configurations, ours with as many candidates in flight as a run with
16 builders has, Kernel Tuner's with every answer at once, as its simulation mode gives them. It
needs the extra `strategies`; docs/results/strategies.json has the trials of every seed,
docs/tuning-results.md the tables made of it.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import math
import os
import random
import re
import statistics
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click
import numpy as np

from gpusim.errors import NoTool
from schedules.commands.program import run_command
from schedules.core.files import write_text
from tune.predicting import predicting
from tune.records.record import FOLDER, Record
from tune.simulation import (
    bootstrap_median,
    measured_space,
    number,
    random_trials,
    simulate,
    simulate_record,
)
from tune.space.base import Point, pairs

ROOT = Path(__file__).parent.parent
RESULT, GUIDE = ROOT / "docs/results/strategies.json", ROOT / "docs/tuning-results.md"
SPACES = {
    "SGEMM at 4096 on an H200": "sgemm_h200_space-nvidia-h200",
    "SGEMM at 1024 on two cores": "sgemm_cpu_space-intel-r-xeon-r-processor-2-cores",
}
# Records that no number of a strategy's was chosen on: whole spaces first, then parts that a search
# has left.
ASIDE = (
    "hgemv_h200",
    "no_i3_split_h200",
    "hgemm_wgmma_h200",
    "hgemm_space_h200",
    "gemv_f16_space_h200",
    "w4a16_space_h200",
    "epilogue_space_h200",
    "vthread_h200",
    "vectorized_read_h200",
    "conflict_free_h200",
    "double_buffer_h200",
    "sgemm_accumulate_h200",
    "hgemm_h200",
    "gemv_f16_h200",
    "gemv_int8_h200",
    "gemv_int4_h200",
)
ASIDE_SHARE, ASIDE_SEEDS = 0.98, 30
ASIDE_COLUMNS = ("bayesian", "ranking", "random")
SHARES = (0.90, 0.95, 0.98, 0.99)
IN_FLIGHT = 18
# Ours, each with the candidates in flight that it is played with.
OURS = (("bayesian", IN_FLIGHT), ("ranking", IN_FLIGHT), ("bayesian", 1), ("ranking", 1))
RIVALS = ("adaptive_tabu_greywolf", "hybrid_vndx", "diff_evo")
BEGIN, END = "<!-- strategies: begin -->", "<!-- strategies: end -->"


def space_of(name: str):
    record = Record.read(ROOT / FOLDER / f"{name}.jsonl")
    (shape,) = record.shapes()
    return record, *measured_space(record, shape)


def trials_of(curve: Sequence[float]) -> list[float]:
    """Trials to each share; infinite where the curve ends before."""
    return [
        next((at for at, value in enumerate(curve, 1) if value >= share), math.inf)
        for share in SHARES
    ]


# --- ours -----------------------------------------------------------------------------------------


def ours(name: str, strategy: str, in_flight: int, seeds: int, most: int) -> list[list[float]]:
    record, space, times = space_of(name)
    with predicting(strategy, space, record.runs[-1]["device"]) as predict:
        return [
            trials_of(simulate(space, times, strategy, seed, most, predict, in_flight))
            for seed in range(seeds)
        ]


# --- Kernel Tuner's -------------------------------------------------------------------------------


def rival(strategy: str, times: Mapping[tuple, float], names: Sequence[str], most: int, seed: int):
    """The trials of one run of Kernel Tuner's, replayed on times by the knobs' numbers."""
    interface = importlib.import_module("kernel_tuner")
    values = {name: sorted({knobs[at] for knobs in times}) for at, name in enumerate(names)}
    cache = {
        "device_name": "recorded",
        "kernel_name": "recorded",
        "problem_size": 1,
        "tune_params_keys": list(names),
        "tune_params": values,
        "objective": "time",
        "cache": {
            ",".join(map(str, knobs)): {
                **dict(zip(names, knobs, strict=True)),
                "time": time,
                "times": [time],
                "compile_time": 0,
                "verification_time": 0,
                "benchmark_time": 0,
                "strategy_time": 0,
                "framework_time": 0,
                "timestamp": "2026-01-01 00:00:00",
            }
            for knobs, time in times.items()
        },
    }

    def recorded(*knobs) -> bool:
        # It is asked for values when the space is made, and for a mapping later.
        first = knobs[0]
        return (tuple(first.values()) if isinstance(first, dict) else knobs) in times

    random.seed(seed)
    np.random.seed(seed)
    with tempfile.TemporaryDirectory() as folder, quiet():
        file = Path(folder) / "cache.json"
        file.write_text(json.dumps(cache))
        found, _ = interface.tune_kernel(
            "recorded",
            "",
            1,
            [],
            values,
            restrictions=[recorded],
            strategy=strategy,
            strategy_options={"max_fevals": most},
            cache=str(file),
            simulation_mode=True,
            lang="C",
            verbose=False,
            quiet=True,
        )
    best, so_far, curve = min(times.values()), 0.0, []
    for knobs in dict.fromkeys(tuple(one[name] for name in names) for one in found):
        so_far = max(so_far, best / times[knobs])
        curve.append(so_far)
    return trials_of(curve)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """What Kernel Tuner prints of each run is kept back."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def numbers(space: Any, times: Mapping[Point, float | None]):
    """Names of a space's numbers, a split's factors each its own, and times by them."""
    rows = {point: dict(pairs(space.values(point))) for point in times}
    names = [re.sub(r"\W+", "_", name).strip("_") for name in next(iter(rows.values()))]
    return names, {tuple(rows[point].values()): time for point, time in times.items() if time}


def rivals(name: str, strategy: str, seeds: int, most: int) -> list[list[float]]:
    _, space, times = space_of(name)
    names, by_numbers = numbers(space, times)
    return [rival(strategy, by_numbers, names, most, seed) for seed in range(seeds)]


# --- the record and the guide's tables ------------------------------------------------------------


def played(task: tuple, seeds: int, most: int) -> dict[str, Any]:
    name, strategy, in_flight = task
    if in_flight:
        found = ours(name, strategy, in_flight, seeds, most)
    else:
        found = rivals(name, strategy, seeds, most)
    reached = [[None if math.isinf(one) else one for one in trials] for trials in found]
    by_share = zip(*reached, strict=True)
    return {
        "space": name,
        "strategy": strategy,
        "in_flight": in_flight,
        "trials": dict(zip(map(str, SHARES), by_share, strict=True)),
    }


def counted(name: str) -> dict[str, Any]:
    """What random order needs: medians, by combinatorics."""
    _, _, times = space_of(name)
    best = min(time for time in times.values() if time)
    enough = [
        sum(bool(time) and best / time >= share for time in times.values()) for share in SHARES
    ]
    medians = [random_trials(len(times), count, 0.5) for count in enough]
    shares = map(str, SHARES)
    return {
        "space": name,
        "candidates": len(times),
        "enough": dict(zip(map(str, SHARES), enough, strict=True)),
        "random": dict(zip(shares, medians, strict=True)),
    }


def aside(name: str) -> list[dict[str, Any]]:
    """The medians of 'bayesian', 'ranking' and random order on a record kept aside, by shape."""
    record = Record.read(ROOT / FOLDER / f"{name}-nvidia-h200.jsonl")
    whole = {entry.strategy for entry in record.entries} == {"grid"}
    found = simulate_record(record, ASIDE_COLUMNS, ASIDE_SEEDS, None, ASIDE_SHARE, None, IN_FLIGHT)
    return [
        {
            "job": name,
            "whole": whole,
            "shape": list(ours.shape),
            "candidates": ours.points,
            "bayesian": ours.median_trials,
            "interval": ours.interval(),
            # None where half of the seeds do not get there.
            "ranking": None if math.isinf(ranked.median_trials) else ranked.median_trials,
            "random": luck.median_trials,
        }
        for ours, ranked, luck in (found[at : at + 3] for at in range(0, len(found), 3))
    ]


def aside_table(rows: Sequence[Mapping[str, Any]]) -> str:
    lines = [
        "| record | sizes | candidates | bayesian | ranking | random, exact |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name in ASIDE:
        of = [one for one in rows if one["job"] == name]
        part = "all" if of[0]["whole"] else "a part"
        cells = [
            ", ".join(str(one["shape"][0]) for one in of),
            f"{part}, {', '.join(sorted({str(one['candidates']) for one in of}))}",
            *(", ".join(number(one[name] or math.inf) for one in of) for name in ASIDE_COLUMNS),
        ]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def cell(trials: Sequence[int | None]) -> str:
    """A median with its interval, as 'never' where half of the seeds do not get there."""
    values = [math.inf if one is None else one for one in trials]
    low, high = bootstrap_median(values)
    return f"{number(statistics.median(values))} ({number(low)} to {number(high)})"


def tables(record: Mapping[str, Any]) -> str:
    parts = []
    for title, name in SPACES.items():
        (random_row,) = (one for one in record["random"] if one["space"] == name)
        columns = " | ".join(f"{float(share):.0%}".replace("%", " %") for share in map(str, SHARES))
        lines = [
            f"{title}, {random_row['candidates']:,} candidates:",
            "",
            f"| trials to | in flight | {columns} |",
            "| --- | --- |" + " --- |" * len(SHARES),
        ]
        for one in record["played"]:
            if one["space"] == name:
                flight = str(one["in_flight"] or "one after the other")
                label = one["strategy"] if one["in_flight"] else f"{one['strategy']} (Kernel Tuner)"
                cells = " | ".join(cell(one["trials"][str(share)]) for share in SHARES)
                lines.append(f"| {label} | {flight} | {cells} |")
        cells = " | ".join(str(random_row["random"][str(share)]) for share in SHARES)
        lines.append(f"| random, exact | any | {cells} |")
        parts.append("\n".join(lines))
    rows = record["aside"]
    whole = [one for one in rows if one["whole"]]
    ahead, of_whole = (sum(one["bayesian"] < one["random"] for one in of) for of in (rows, whole))
    behind = sum(one["bayesian"] > one["random"] for one in rows)
    surely = sum(one["interval"][0] > one["random"] for one in rows)
    fewer = [
        sum(one["bayesian"] < (one["ranking"] or math.inf) for one in of) for of in (whole, rows)
    ]
    parts.append(
        "Records that were kept aside while `bayesian` was developed: trials to "
        f"{ASIDE_SHARE:.0%}".replace("%", " %")
        + f" with {IN_FLIGHT} in flight, the median of {ASIDE_SEEDS} seeds per size. Where all "
        f"candidates are on record, `bayesian` needs fewer trials than random order on {of_whole} "
        f"of {len(whole)} sizes. Of all {len(rows)} sizes it needs fewer on {ahead} and more on "
        f"{behind}; on {surely} of the latter even the low end of its interval is above random's. "
        f"It needs fewer than `ranking` on {fewer[0]} of the {len(whole)} whole ones, and on "
        f"{fewer[1]} of all: the parts are what searches by `ranking` chose to measure."
    )
    parts.append(aside_table(record["aside"]))
    return "\n\n".join(parts)


def publish(record: Mapping[str, Any]) -> None:
    """Put the tables into the guide, between their markers."""
    text = GUIDE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    write_text(GUIDE, f"{before}{BEGIN}\n{tables(record)}\n{END}{after}")


@click.command()
@click.option("--seeds", type=click.IntRange(1), default=30, show_default=True)
@click.option("--trials", type=click.IntRange(1), default=150, show_default=True)
@click.option(
    "--aside", "anew", is_flag=True, help="Play only records kept aside that were not played yet."
)
@click.option("--every", is_flag=True, help="With --aside: play all of them again.")
@click.option(
    "--publish", "only", is_flag=True, help="Write the tables of the record; play nothing."
)
def command(seeds: int, trials: int, anew: bool, every: bool, only: bool) -> None:
    """Play every strategy on the measured spaces, and write the record and the guide's tables."""
    if anew:
        record = json.loads(RESULT.read_text(encoding="utf-8"))
        kept = [] if every else record["aside"]
        rows = {name: [one for one in kept if one["job"] == name] or aside(name) for name in ASIDE}
        record["aside"] = [one for name in ASIDE for one in rows[name]]
        write_text(RESULT, json.dumps(record, indent=1) + "\n")
    elif not only:
        try:
            version = importlib.import_module("importlib.metadata").version("kernel_tuner")
        except ImportError:
            raise NoTool("Kernel Tuner is missing: `pip install -e '.[strategies]'`") from None
        tasks = [(name, one, flight) for name in SPACES.values() for one, flight in OURS]
        tasks += [(name, one, 0) for name in SPACES.values() for one in RIVALS]
        processes = len(os.sched_getaffinity(0))
        with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
            found = list(pool.map(partial(played, seeds=seeds, most=trials), tasks))
            asides = list(pool.map(aside, ASIDE))
        order = {task: at for at, task in enumerate(tasks)}
        found.sort(key=lambda one: order[one["space"], one["strategy"], one["in_flight"]])
        record = {
            "seeds": seeds,
            "trials": trials,
            "kernel_tuner": version,
            "random": [counted(name) for name in SPACES.values()],
            "played": found,
            "aside": [one for rows in asides for one in rows],
        }
        write_text(RESULT, json.dumps(record, indent=1) + "\n")
    publish(json.loads(RESULT.read_text(encoding="utf-8")))
    click.echo(f"wrote {RESULT.relative_to(ROOT)} and {GUIDE.relative_to(ROOT)}")


if __name__ == "__main__":
    run_command(command, "benchmarks.strategies")
