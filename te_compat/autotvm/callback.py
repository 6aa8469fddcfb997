"""Callbacks of a tuner after each candidate: callable(tuner, inputs, results)."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence

from te_compat.calls import refuse

from . import record
from .measure import MeasureInput, MeasureResult, cost_of

Callback = Callable[..., None]
PREFIXES = {"": 1.0, "K": 1e3, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}


def log_to_file(file_out, protocol: str = "json") -> Callback:
    """Add each result to a log: a path, or an open file."""
    record.only_json(protocol)

    def log(_tuner, inputs: Sequence[MeasureInput], results: Sequence[MeasureResult]) -> None:
        rows = [record.encode(*pair) for pair in zip(inputs, results, strict=True)]
        if isinstance(file_out, str | os.PathLike):
            record.append(file_out, rows)
        else:
            file_out.writelines(f"{row}\n" for row in rows)

    return log


def unit_of(si_prefix: str) -> float:
    """The number of operations per second in one of the unit."""
    if si_prefix not in PREFIXES:
        raise refuse(f"{si_prefix!r} is not a prefix; use 'M', 'G' or 'T'")
    return PREFIXES[si_prefix]


def speed(inp: MeasureInput, result: MeasureResult) -> float:
    """Operations per second; 0 for a failed candidate."""
    return 0.0 if result.error_no else inp.task.flop / cost_of(result)


class Monitor:
    """Keeps the speed of each candidate and when it was measured."""

    def __init__(self) -> None:
        self.scores: list[float] = []
        self.timestamps: list[float] = []

    reset = __init__

    def __call__(self, _tuner, inputs, results) -> None:
        self.scores += [speed(*pair) for pair in zip(inputs, results, strict=True)]
        self.timestamps += [result.timestamp for result in results]

    def trial_scores(self) -> list[float]:
        return list(self.scores)

    def trial_timestamps(self) -> list[float]:
        return list(self.timestamps)


def progress_bar(total: int, prefix: str = "", si_prefix: str = "G") -> Callback:
    """A line on stdout with the current and the best speed, and how far tuning is."""
    begun, count, unit = time.monotonic(), 0, unit_of(si_prefix)

    def show(current: float, best: float) -> None:
        sys.stdout.write(
            f"\r{prefix} Current/Best: {current / unit:7.2f}/{best / unit:7.2f} {si_prefix}FLOPS "
            f"| Progress: ({count}/{total}) | {time.monotonic() - begun:.2f} s"
        )
        sys.stdout.flush()

    def progress(tuner, inputs, results) -> None:
        nonlocal count
        count += len(inputs)
        show(speed(inputs[-1], results[-1]), tuner.best_flops)

    def finish() -> None:
        sys.stdout.write(" Done.\n")

    progress.finish = finish
    show(0.0, 0.0)
    return progress
