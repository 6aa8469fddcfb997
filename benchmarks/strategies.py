"""Compares strategies with Kernel Tuner's on measured spaces: `python -m benchmarks.strategies`.

All replay the same recorded configurations. Ours have as many candidates in flight as a run with 16
builders; Kernel Tuner's get every result at once, as in its simulation mode. The extra `strategies`
is required. docs/results/strategies.json has the trials of every seed, docs/tuning-results.md the
tables.
"""

from __future__ import annotations

import importlib
import json
import math
import os
import statistics
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

from gpusim.errors import NoTool
from schedules.commands.program import run_command
from schedules.core.files import write_text
from schedules.measure.publishing.publish import filled_in
from tune.predicting import predicting
from tune.records.lines import bootstrap
from tune.records.record import FOLDER, Record
from tune.simulation import (
    measured_space,
    number,
    random_trials,
    simulate,
    simulate_record,
)

from .kernel_tuner_replay import numbers, rival

ROOT = Path(__file__).parent.parent
RESULT, GUIDE = ROOT / "docs/results/strategies.json", ROOT / "docs/tuning-results.md"
SPACES = {
    "SGEMM at 4096 on an H200": "sgemm_h200_space-nvidia-h200",
    "SGEMM at 1024 on two cores": "sgemm_cpu_space-intel-r-xeon-r-processor-2-cores",
}
# Records that were not used to choose the strategies' parameters: whole spaces, then spaces that a
# search measured in part.
ASIDE = (
    "hgemv_h200",
    "no_i3_split_h200",
    "hgemm_wgmma_h200",
    "hgemm_space_h200",
    "gemv_f16_space_h200",
    "w4a16_space_h200",
    "epilogue_space_h200",
    "sgemv_cpu_space",
    "fp8gemm_h200",
    "tall_h200",
    "w4a16_blocks_h200",
    "vthread_h200",
    "vectorized_read_h200",
    "conflict_free_h200",
    "double_buffer_h200",
    "block_reduce_h200",
    "sgemm_h200",
    "sgemm_accumulate_h200",
    "hgemm_h200",
    "gemv_f16_h200",
    "gemv_int8_h200",
    "gemv_int4_h200",
    "int4_h200",
)
ASIDE_SHARE, ASIDE_SEEDS, RIVAL_SEEDS = 0.98, 30, 10
# Column of the table -> key in a row.
ASIDE_COLUMNS = {
    "bayesian": "bayesian",
    "model": "model",
    "bayesian, one in flight": "bayesian_one",
    "model, one in flight": "model_one",
    "Kernel Tuner's best": "kernel_tuner",
    "random, exact": "random",
}
PREDICTIONS = ROOT / "docs/results/space-predictions"
SHARES = (0.90, 0.95, 0.98, 0.99)
IN_FLIGHT = 18
# Ours, each with the candidates in flight that it is played with.
OURS = (("bayesian", IN_FLIGHT), ("ranking", IN_FLIGHT), ("bayesian", 1), ("ranking", 1))
RIVALS = ("adaptive_tabu_greywolf", "hybrid_vndx", "diff_evo")


def space_of(name: str):
    record = Record.read(ROOT / FOLDER / f"{name}.jsonl")
    (shape,) = record.shapes()
    return record, *measured_space(record, shape)


def trials_of(curve: Sequence[float]) -> list[float]:
    """Trials to each share; infinite where the curve ends before."""
    return [
        next((trial for trial, value in enumerate(curve, 1) if value >= share), math.inf)
        for share in SHARES
    ]


# --- ours -----------------------------------------------------------------------------------------


def ours(name: str, strategy: str, in_flight: int, seeds: int, most: int) -> list[list[float]]:
    record, space, times = space_of(name)
    with predicting(strategy, space, record.runs[-1]["device"]) as prior:
        return [
            trials_of(simulate(space, times, strategy, seed, most, prior, in_flight))
            for seed in range(seeds)
        ]


# --- Kernel Tuner's -------------------------------------------------------------------------------


def rivals(name: str, strategy: str, seeds: int, most: int) -> list[list[float]]:
    _, space, times = space_of(name)
    names, by_numbers = numbers(space, times)
    return [trials_of(rival(strategy, by_numbers, names, most, seed)) for seed in range(seeds)]


# --- the record and the guide's tables ------------------------------------------------------------


def played(task: tuple, seeds: int, most: int) -> dict[str, Any]:
    name, strategy, in_flight = task
    if in_flight:
        every = ours(name, strategy, in_flight, seeds, most)
    else:
        every = rivals(name, strategy, seeds, most)
    reached = [[None if math.isinf(n) else n for n in trials] for trials in every]
    by_share = zip(*reached, strict=True)
    return {
        "space": name,
        "strategy": strategy,
        "in_flight": in_flight,
        "trials": dict(zip(map(str, SHARES), by_share, strict=True)),
    }


def counted(name: str) -> dict[str, Any]:
    """The trials that random order needs: medians, by combinatorics."""
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


def record_aside(name: str) -> Record:
    """The record of a job on an H200; of a CPU's job, the only one."""
    device = "nvidia-h200" if name.endswith("h200") else "*"
    (path,) = (ROOT / FOLDER).glob(f"{name}-{device}.jsonl")
    return Record.read(path)


def aside(name: str) -> list[dict[str, Any]]:
    """Median trials of our strategies on a record set aside, a row per shape; 'model' only if its
    candidates are predicted, and with one candidate in flight only for whole spaces."""
    record = record_aside(name)
    whole = {entry.strategy for entry in record.entries} == {"grid"}
    options = (ASIDE_SEEDS, None, ASIDE_SHARE, None)
    file, known = PREDICTIONS / f"{name}-nvidia-h200.jsonl", None
    if file.exists():
        known = {row["key"]: row["predicted_us"] for row in Record.read(file).predictions}
    strategies = ["bayesian", "random", *(["model"] if known else [])]
    results = simulate_record(record, strategies, *options, IN_FLIGHT, known)
    of_one = [strategy for strategy in strategies if whole and strategy != "random"]
    alone = simulate_record(record, of_one, *options, 1, known) if of_one else []
    rows = []
    for start in range(0, len(results), len(strategies)):
        by = dict(zip(strategies, results[start:], strict=False))
        ours = by["bayesian"]
        row = {
            "job": name,
            "whole": whole,
            "shape": list(ours.shape),
            "candidates": ours.points,
            "bayesian": ours.median_trials,
            "interval": ours.interval(),
            "random": by["random"].median_trials,
        }
        if known:
            row["model"] = by["model"].median_trials
        for result in alone:
            if result.shape == ours.shape:
                row[f"{result.strategy}_one"] = result.median_trials
        rows.append(row)
    return rows


def rivals_aside(name: str) -> list[dict[str, float | None]]:
    """The median trials of each of Kernel Tuner's strategies, by shape of a whole space."""
    record = record_aside(name)
    share_index, rows = SHARES.index(ASIDE_SHARE), []
    for shape in record.shapes():
        space, times = measured_space(record, shape)
        names, by_numbers = numbers(space, times)
        # hybrid_vndx takes minutes for the last of a space's candidates.
        most, row = max(20, len(times) // 2), {}
        for strategy in RIVALS:
            played = []
            for seed in range(RIVAL_SEEDS):
                try:
                    curve = rival(strategy, by_numbers, names, most, seed)
                except IndexError:
                    # diff_evo: a space smaller than its population.
                    curve = []
                played.append(trials_of(curve)[share_index])
            middle = statistics.median(played)
            row[strategy] = None if math.isinf(middle) else middle
        rows.append(row)
    return rows


def value(row: Mapping[str, Any], column: str) -> float | None:
    """A row's trials; of Kernel Tuner's strategies the fewest. None where it was not played."""
    trials = row.get(column)
    if isinstance(trials, Mapping):
        return min(math.inf if n is None else n for n in trials.values())
    return trials


def aside_table(rows: Sequence[Mapping[str, Any]]) -> str:
    lines = [
        f"| record | sizes | candidates | {' | '.join(ASIDE_COLUMNS)} |",
        f"| --- | --- | --- |{' --- |' * len(ASIDE_COLUMNS)}",
    ]
    for name in ASIDE:
        of = [row for row in rows if row["job"] == name]
        part = "all" if of[0]["whole"] else "a part"
        cells = [
            ", ".join(str(row["shape"][0]) for row in of),
            f"{part}, {', '.join(sorted({str(row['candidates']) for row in of}))}",
        ]
        for column in ASIDE_COLUMNS.values():
            values = [value(row, column) for row in of]
            cells.append(", ".join("-" if n is None else number(n) for n in values))
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def aside_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """A summary of the table in counts."""
    whole = [row for row in rows if row["whole"]]

    def fewer(of: Sequence[Mapping[str, Any]], ours: str, theirs: str) -> str:
        pairs = [(row[ours], value(row, theirs)) for row in of if ours in row and theirs in row]
        return f"{sum(own < other for own, other in pairs)} of {len(pairs)}"

    behind = [row for row in rows if row["bayesian"] > row["random"]]
    surely = [row for row in behind if row["interval"][0] > row["random"]]
    listed = ", ".join(f"`{row['job']}` at {row['shape'][0]}" for row in surely) or "none"
    model = [row["model"] for row in rows if "model" in row]
    return (
        "Records that were set aside while `bayesian` was developed: trials to "
        f"{ASIDE_SHARE:.0%}".replace("%", " %")
        + f" with {IN_FLIGHT} in flight, the median of {ASIDE_SEEDS} seeds per size; of Kernel "
        "Tuner's three strategies the best median, chosen afterwards, of at least "
        f"{RIVAL_SEEDS} seeds, with every answer at once, as ours have with one in flight, and "
        "with at most half of the candidates (20 if that is more). Where all "
        "candidates are on record, `bayesian` needs fewer trials than random order on "
        f"{fewer(whole, 'bayesian', 'random')} sizes, and `model` "
        f"{number(statistics.median(model))} in the median of {len(model)} sizes. Fewer than "
        "Kernel Tuner's best with one in flight: `bayesian` on "
        f"{fewer(whole, 'bayesian_one', 'kernel_tuner')}, `model` on "
        f"{fewer(whole, 'model_one', 'kernel_tuner')}; with {IN_FLIGHT} in flight on "
        f"{fewer(whole, 'bayesian', 'kernel_tuner')} and "
        f"{fewer(whole, 'model', 'kernel_tuner')}. Of all {len(rows)} sizes "
        f"`bayesian` needs fewer than random order on {fewer(rows, 'bayesian', 'random')} and more "
        f"on {len(behind)}; those where even the low end of its interval is above random's: "
        f"{listed}."
    )


def cell(trials: Sequence[int | None]) -> str:
    """A median with its interval, as 'never' where half of the seeds do not get there."""
    values = [math.inf if n is None else n for n in trials]
    low, high = bootstrap(values, statistics.median)
    return f"{number(statistics.median(values))} ({number(low)} to {number(high)})"


def tables(record: Mapping[str, Any]) -> str:
    parts = []
    for title, name in SPACES.items():
        (random_row,) = (row for row in record["random"] if row["space"] == name)
        columns = " | ".join(f"{float(share):.0%}".replace("%", " %") for share in map(str, SHARES))
        lines = [
            f"{title}, {random_row['candidates']:,} candidates:",
            "",
            f"| trials to | in flight | {columns} |",
            "| --- | --- |" + " --- |" * len(SHARES),
        ]
        for row in record["played"]:
            if row["space"] == name:
                flight = str(row["in_flight"] or "one after the other")
                label = row["strategy"] if row["in_flight"] else f"{row['strategy']} (Kernel Tuner)"
                cells = " | ".join(cell(row["trials"][str(share)]) for share in SHARES)
                lines.append(f"| {label} | {flight} | {cells} |")
        cells = " | ".join(str(random_row["random"][str(share)]) for share in SHARES)
        lines.append(f"| random, exact | any | {cells} |")
        parts.append("\n".join(lines))
    parts.append(aside_text(record["aside"]))
    parts.append(aside_table(record["aside"]))
    return "\n\n".join(parts)


def publish(record: Mapping[str, Any]) -> None:
    """Put the tables into the guide, between their markers."""
    text = GUIDE.read_text(encoding="utf-8")
    write_text(GUIDE, filled_in(GUIDE, text, "strategies", f"{tables(record)}\n"))


@click.command()
@click.option("--seeds", type=click.IntRange(1), default=30, show_default=True)
@click.option("--trials", type=click.IntRange(1), default=150, show_default=True)
@click.option("--ours", "part", flag_value="ours", help="Play our strategies on the two spaces.")
@click.option("--rivals", "part", flag_value="rivals", help="Play Kernel Tuner's on them.")
@click.option("--aside", "part", flag_value="aside", help="Play ours on records set aside.")
@click.option(
    "--rivals-aside", "part", flag_value="rivals-aside", help="Kernel Tuner's, on whole ones."
)
@click.option("--publish", "part", flag_value="publish", help="Write the tables; play nothing.")
@click.option("--only", multiple=True, help="Of records set aside this one. Repeatable.")
def command(seeds: int, trials: int, part: str | None, only: Sequence[str]) -> None:
    """Play a part, by default all, and write it to the record, and the guide's tables of that."""
    record = json.loads(RESULT.read_text(encoding="utf-8"))
    if part in (None, "rivals", "rivals-aside"):
        try:
            version = importlib.import_module("importlib.metadata").version("kernel_tuner")
        except ImportError:
            raise NoTool("Kernel Tuner is missing: `pip install -e '.[strategies]'`") from None
        record["kernel_tuner"] = version
    names, processes = only or ASIDE, len(os.sched_getaffinity(0))
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        order = [(name, strategy, flight) for name in SPACES.values() for strategy, flight in OURS]
        order += [(name, strategy, 0) for name in SPACES.values() for strategy in RIVALS]
        kinds = {"ours": lambda task: task[2], "rivals": lambda task: not task[2]}
        wanted = [task for task in order if part is None or (part in kinds and kinds[part](task))]
        for entry in pool.map(partial(played, seeds=seeds, most=trials), wanted):
            task = (entry["space"], entry["strategy"], entry["in_flight"])
            others = [row for row in record["played"] if place(row) != task]
            record["played"] = sorted([*others, entry], key=lambda row: order.index(place(row)))
            keep(record | {"seeds": seeds, "trials": trials})
        if part in (None, "aside"):
            for name, rows in zip(names, pool.map(aside, names), strict=True):
                was = {tuple(row["shape"]): row for row in record["aside"] if row["job"] == name}
                for row in rows:
                    rival = was.get(tuple(row["shape"]), {}).get("kernel_tuner")
                    row |= {"kernel_tuner": rival} if rival else {}
                others = [row for row in record["aside"] if row["job"] != name]
                record["aside"] = sorted([*others, *rows], key=lambda row: ASIDE.index(row["job"]))
                keep(record)
        if part in (None, "rivals-aside"):
            whole = {row["job"] for row in record["aside"] if row["whole"]}
            names = [name for name in names if name in whole]
            for name, rows in zip(names, pool.map(rivals_aside, names), strict=True):
                of = [row for row in record["aside"] if row["job"] == name]
                for entry, row in zip(of, rows, strict=True):
                    entry["kernel_tuner"] = row
                keep(record)
    publish(json.loads(RESULT.read_text(encoding="utf-8")))
    click.echo(f"wrote {RESULT.relative_to(ROOT)} and {GUIDE.relative_to(ROOT)}")


def place(row: Mapping[str, Any]) -> tuple[str, str, int]:
    return row["space"], row["strategy"], row["in_flight"]


def keep(record: Mapping[str, Any]) -> None:
    write_text(RESULT, json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    run_command(command, "benchmarks.strategies")
