"""Runs microbenchmarks in a separate process, which is restarted if a kernel fails or hangs."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import click

from gpusim.errors import UserError
from schedules.core.gpu import Gpu
from schedules.processes.platforms import cores
from schedules.processes.worker import Pool, why

from . import (
    asynchronous,
    bandwidth,
    capacity,
    clocks,
    issue,
    latency,
    launches,
    mixed,
    pipes,
    power,
    runs,
    stores,
    turns,
)
from .measure import Measure

# Seconds that one microbenchmark may take, its compilation included.
LIMIT_S = 40


def all_measures() -> dict[str, Measure]:
    """Name -> microbenchmark, in the order of the record."""
    modules = (
        issue,
        latency,
        pipes,
        stores,
        turns,
        asynchronous,
        bandwidth,
        mixed,
        capacity,
        runs,
        launches,
        clocks,
        power,
    )
    return {measure.name: measure for module in modules for measure in module.measures()}


def kernels_of(name: str) -> tuple[str, int, str]:
    """A microbenchmark's name, its number of kernels, and what is wrong with them."""
    try:
        return name, len(all_measures()[name].cubins()), ""
    except UserError as error:
        return name, 0, str(error)


def prepared(names: list[str]) -> list[tuple[str, int, str]]:
    """Compile all kernels, into the cache, on all cores."""
    with Pool(kernels_of, min(cores(), 16)) as pool:
        return pool.map(names)


@cache
def _gpu() -> Gpu:
    return Gpu()


def work(name: str) -> dict[str, Any]:
    """Run a microbenchmark; its record."""
    measure = all_measures()[name]
    cubins = measure.cubins()
    entry = measure.run(_gpu(), cubins)
    _gpu().wait()
    return {"unit": measure.unit, **entry, "method": measure.method}


def measured(names: list[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Records of the constants, and what went wrong with those that have none."""
    records: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    # After a failed kernel, no CUDA call succeeds in its process.
    with Pool(work, 1, seconds=LIMIT_S, fragile=True, name="it") as pool:
        for name in names:
            started, message = time.perf_counter(), ""
            try:
                records[name] = pool.do(name)
            except Exception as error:  # the other microbenchmarks still run
                message = wrong[name] = why(error).partition("\n")[0]
            taken = time.perf_counter() - started
            click.echo(f"{name}: {message or shown(records[name])} ({taken:.1f} s)")
    return records, wrong


def shown(entry: dict[str, Any]) -> str:
    """A record in a line."""
    parts = [f"{entry['value']}"] if "value" in entry else []
    parts += [f"{label} {row['value']}" for label, row in entry.get("table", {}).items()]
    return "; ".join(parts)[:400]
