"""Interleaved timing of contestants, common to GPU and CPU.

All contestants of a shape run in one process, in turn, so that a ratio compares two times of the
same minute and the same regime. One baseline runs twice under two names, and the record keeps the
ratio of its two times.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.kernel import Kernel
from ..workloads import Workload
from .ceilings import Ceilings

AGAIN = " (again)"
LEAST_SAMPLES = 3
MOST_SAMPLES = 21
# The two times of a baseline must agree within this factor; otherwise the shape is measured again.
TIE = 0.03
TRIES = 3


@dataclass
class Contestant:
    """A timed function and its name.

    On a GPU it takes inputs and outputs; on a CPU it takes a number of runs and returns seconds.
    """

    name: str
    run: Callable[..., Any]
    samples_us: list[float] = field(default_factory=list)
    clocks_mhz: list[float] = field(default_factory=list)
    launches: int = 1
    graph: Any = None

    @property
    def time_us(self) -> float:
        return statistics.median(self.samples_us)

    @property
    def quartiles_us(self) -> tuple[float, float]:
        if len(self.samples_us) < 2:
            return (self.samples_us[0], self.samples_us[0])
        first, _, third = statistics.quantiles(self.samples_us, n=4, method="inclusive")
        return (first, third)


def no_tick() -> None:
    """The progress callback that does nothing."""


def take_samples(
    contestants: Sequence[Contestant],
    sample_us: Callable[[Contestant], float],
    budget_us: float,
    tick: Callable[[], None] = no_tick,
    least: int = LEAST_SAMPLES,
    in_a_row: int = 1,
    before: Callable[[Contestant], None] = lambda _: None,
) -> None:
    """Fill every contestant's samples (microseconds per launch), in turn and in random order.

    Each turn takes several samples in a row, after `before` has run; one tick for each of
    MOST_SAMPLES. A contestant that has used up `budget_us` gets at most `least` samples.
    """
    order = random.Random(0)
    for first in range(0, MOST_SAMPLES, in_a_row):
        row = range(first, min(first + in_a_row, MOST_SAMPLES))
        for contestant in order.sample(list(contestants), len(contestants)):
            for number in row:
                spent = sum(contestant.samples_us) * contestant.launches
                if number >= least and spent > budget_us:
                    break
                if number == first:
                    before(contestant)
                contestant.samples_us.append(sample_us(contestant))
        for _ in row:
            tick()


def timed_beside(
    contestants: Sequence[Contestant],
    library: Sequence[Contestant],
    measured: Callable[[list[Contestant], Callable[[], None]], None],
    tick: Callable[[], None],
) -> float:
    """Time contestants and the library's baselines, of which the first is timed twice.

    If its two times differ, everything is measured again, at most TRIES times. Returns the second
    time divided by the first, which shows how quiet the machine was (`tied`).
    """
    again = Contestant(library[0].name + AGAIN, library[0].run)
    everyone = [*contestants, *library, again]
    tie = math.inf
    for attempt in range(TRIES):
        for contestant in everyone:
            contestant.samples_us.clear()
            contestant.clocks_mhz.clear()
        measured(everyone, no_tick if attempt else tick)
        tie = round(again.time_us / library[0].time_us, 4)
        if tied(tie):
            break
    return tie


def tied(ratio: float) -> bool:
    """Whether the machine was quiet enough to compare times."""
    return abs(ratio - 1) <= TIE


def row(
    kernel: Kernel,
    contestant: Contestant,
    ceilings: Ceilings,
    relative_error: float,
    facts: Mapping[str, Any],
    tie: float,
    baselines: Sequence[Contestant],
) -> dict[str, Any]:
    """A rung's record: all measurements, with the unit in each field's name.

    `facts` are specific to the device. Times are those of back-to-back launches.
    """
    return {
        **identity(kernel),
        "build": kernel.rung.build.describe(),
        **derived(kernel.workload, contestant.time_us, ceilings),
        **spread(contestant),
        "launches_per_sample": contestant.launches,
        "relative_error": relative_error,
        **facts,
        "tie_ratio": tie,
        "baselines": beside(contestant, baselines),
    }


def spread(contestant: Contestant) -> dict[str, Any]:
    """Statistics of a contestant's samples: quartiles, number, and the clock during them."""
    clocks = contestant.clocks_mhz
    return {
        "quartiles_us": [round(value, 3) for value in contestant.quartiles_us],
        "samples": len(contestant.samples_us),
        **({"sm_mhz": round(statistics.median(clocks))} if clocks else {}),
    }


def beside(contestant: Contestant, baselines: Sequence[Contestant]) -> dict[str, Any]:
    """Each baseline's time, and its ratio to the contestant's time."""
    return {
        base.name: {
            "time_us": round(base.time_us, 3),
            "ratio": round(base.time_us / contestant.time_us, 4),
        }
        for base in baselines
    }


def cold_regime(contestant: Contestant, baselines: Sequence[Contestant]) -> dict[str, Any]:
    """A row's times of single launches, and those of its baselines."""
    time_us = round(contestant.time_us, 3)
    return {"time_us": time_us, **spread(contestant), "baselines": beside(contestant, baselines)}


def identity(kernel: Kernel) -> dict[str, Any]:
    """The fields that identify a kernel in a record."""
    return {
        "ladder": kernel.rung.ladder,
        "rung": kernel.rung.name,
        "shape": list(kernel.workload.shape),
        "dtype": kernel.workload.dtype,
        "kernel": kernel.fingerprint,
        **({} if kernel.target.on_cpu else {"compiler": kernel.compiler_version}),
    }


def derived(workload: Workload, time_us: float, ceilings: Ceilings) -> dict[str, Any]:
    """Rates and the share of the ceiling that binds the workload.

    The ceiling is the larger of two least times: FLOPs over the arithmetic rate of the workload's
    dtype, bytes over the memory bandwidth.
    """
    arithmetic_us = workload.flops / ceilings.tflops(workload) / 1e6
    memory_us = workload.bytes / ceilings.memory_gbps / 1e3
    bound = "arithmetic" if arithmetic_us > memory_us else "memory"
    return {
        "time_us": round(time_us, 3),
        # A CPU's naive loop runs at a thousandth of a TFLOP/s, so round to significant digits.
        "tflops": float(f"{workload.flops / time_us / 1e6:.6g}"),
        "gbps": float(f"{workload.bytes / time_us / 1e3:.6g}"),
        "bound": bound,
        "percent_of_ceiling": round(100 * max(arithmetic_us, memory_us) / time_us, 2),
        # In TFLOP/s or GB/s: the rows of a record may be from several runs.
        "ceiling": ceilings.tflops(workload) if bound == "arithmetic" else ceilings.memory_gbps,
    }
