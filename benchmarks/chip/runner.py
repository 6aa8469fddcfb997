"""Runs microbenchmarks in a separate process, which is restarted if a kernel fails or hangs."""

from __future__ import annotations

import multiprocessing
import os
import time
from multiprocessing.connection import Connection
from typing import Any

import click

from gpusim.errors import UserError

from . import (
    asynchronous,
    bandwidth,
    capacity,
    clocks,
    issue,
    latency,
    launches,
    parts,
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
        capacity,
        runs,
        parts,
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
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(os.cpu_count() or 1, 16)) as pool:
        return pool.map(kernels_of, names, chunksize=4)


def work(names: list[str], pipe: Connection) -> None:
    """Run microbenchmarks one after the other; send each one's record, or what went wrong."""
    from schedules.core.cuda_driver import Gpu

    known = all_measures()
    gpu = None
    for name in names:
        measure = known[name]
        try:
            cubins = measure.cubins()
            gpu = gpu or Gpu()
            entry = measure.run(gpu, cubins)
            gpu.wait()
        except Exception as error:  # the other microbenchmarks still run
            words = str(error) or type(error).__name__
            pipe.send((name, None, f"{type(error).__name__}: {words.splitlines()[0]}"))
            # After a failed kernel, no CUDA call succeeds in this process.
            if gpu is not None and not alive(gpu):
                return
            continue
        pipe.send((name, {"unit": measure.unit, **entry, "method": measure.method}, ""))


def alive(gpu: Any) -> bool:
    try:
        gpu.wait()
    except UserError:
        return False
    return True


def measured(names: list[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Records of the constants, and what went wrong with those that have none."""
    records: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    left = list(names)
    context = multiprocessing.get_context("spawn")
    while left:
        here, there = context.Pipe(duplex=False)
        worker = context.Process(target=work, args=(left, there), daemon=True)
        worker.start()
        there.close()
        started = time.perf_counter()
        told = False
        while left:
            if not here.poll(LIMIT_S):
                wrong[left.pop(0)] = f"no answer in {LIMIT_S} s"
                break
            try:
                name, entry, message = here.recv()
            except EOFError:
                # The worker ended, after reporting a failure or without a message.
                if not told:
                    wrong[left.pop(0)] = "its process ended"
                break
            left.remove(name)
            told = entry is None
            taken, started = time.perf_counter() - started, time.perf_counter()
            if entry is None:
                wrong[name] = message
            else:
                records[name] = entry
            click.echo(f"{name}: {message or shown(entry)} ({taken:.1f} s)")
        worker.kill()
        worker.join()
    return records, wrong


def shown(entry: dict[str, Any]) -> str:
    """A record in a line."""
    parts = [f"{entry['value']}"] if "value" in entry else []
    parts += [f"{label} {row['value']}" for label, row in entry.get("table", {}).items()]
    return "; ".join(parts)[:400]
