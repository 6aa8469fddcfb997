"""Verify every kernel on this GPU at small extents, then time it at large ones."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from gpusim.errors import UserError
from gpusim.isa.cubin import code_hash
from schedules.analyses.verification.compare import Difference, Expected, difference
from schedules.analyses.verification.on_gpu import run_and_compare
from schedules.core.files import write_json
from schedules.core.gpu import cuda, on_device, poisoned_outputs
from schedules.core.kernel import Kernel
from schedules.measure.contest import Contestant, spread
from schedules.measure.gpu import TensorSets, facts, launcher, measure

from .cuda_kernel import CudaKernel
from .kernels_by_name import ALL, Part
from .workers import answers

MOST_PROCESSES = 16
# Seconds per kernel: to compile it and compute its reference, and to verify and time it.
EXPECTED_S, TIMED_S = 90, 90


def expected(name: str) -> Expected:
    """Inputs and reference at the small extents; also compiles the kernel into the cache."""
    definition = ALL[name]
    small, large = definition.kernel(definition.counted), definition.kernel(definition.timed)
    _ = small.machine, large.machine
    return Expected.of(small.workload, np.random.default_rng(0), "random")


def _apart(kernel: Kernel | CudaKernel, right: Expected) -> Difference:
    if isinstance(kernel, Kernel):
        return run_and_compare(kernel, right)
    outputs = poisoned_outputs(kernel.workload)
    kernel.launcher()(right.inputs, outputs)
    cuda().cuda.synchronize()
    return difference(outputs, right)


def timed(query: tuple[str, Expected]) -> dict[str, Any]:
    """Time a kernel in a CUDA graph with cold caches; raises UserError if its output is wrong."""
    name, right = query
    definition = ALL[name]
    at_hand = Expected(*map(on_device, (right.inputs, right.outputs, right.tolerances)))
    apart = _apart(definition.kernel(definition.counted), at_hand)
    if apart.message:
        raise UserError(f"wrong at {definition.counted}: {apart.message}")
    kernel = definition.kernel(definition.timed)
    scheduled = isinstance(kernel, Kernel)
    contestant = Contestant(name, launcher(kernel) if scheduled else kernel.launcher())
    measure(TensorSets(kernel.workload), [contestant])
    cuda().cuda.empty_cache()
    return {
        "extents": list(definition.timed),
        "code": code_hash(kernel.machine.cubin),
        "time_us": round(contestant.time_us, 3),
        **spread(contestant),
        "launches_per_sample": contestant.launches,
        **(facts(kernel) if scheduled else kernel.facts()),
    }


def record_times(
    header: dict[str, Any], folder: Path, parts: Sequence[Part], names: Iterable[str]
) -> int:
    """Time kernels and rewrite the records of a set's parts after each one.

    Returns the number of kernels that failed, whose errors are recorded and printed. Measured times
    are not printed: those that are held out must not be seen before the model is final.
    """
    asked = sorted(names)
    right = answers(expected, asked, min(os.cpu_count() or 1, MOST_PROCESSES), EXPECTED_S)
    entries: list[dict[str, Any]] = []
    known = {}
    for name, answer in zip(asked, list(right), strict=True):
        if isinstance(answer, Expected):
            known[name] = answer
        else:
            entries.append({"kernel": name, **answer})
    for name, answer in zip(known, answers(timed, known.items(), 1, TIMED_S), strict=True):
        entries.append({"kernel": name, **answer})
        for part in parts:
            record = {**header, "kernels": [one for one in entries if one["kernel"] in part.names]}
            write_json(part.times(folder, header["device"]), record)
    failed = [entry for entry in entries if "error" in entry]
    for entry in failed:
        click.echo(f"{entry['kernel']}: {entry['error']}", err=True)
    click.echo(f"{len(entries) - len(failed)} of {len(asked)} kernels timed")
    return len(failed)
