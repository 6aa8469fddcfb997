"""What a program pays around a kernel: transfers, and the CPU doing the work instead.

For ladders whose source measured a whole program beside the kernel, so that its table can be set
beside ours column by column.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..catalog import ladders
from ..gpu import TorchRandom, cuda, poisoned_outputs
from ..kernel import Kernel
from ..ladder import Rung
from ..workloads import Gemm, Workload

REPETITIONS = 5
BUDGET_S = 2.0
WHOLE_PROGRAM = "whole program"


def times_whole_program(rung: Rung) -> bool:
    """Whether the source of the rung's ladder timed whole programs beside kernels."""
    ladder = ladders().get(rung.ladder)
    figures = (
        [figure for known in ladder.rungs.values() for figure in known.figures] if ladder else []
    )
    return any(figure.note.startswith(WHOLE_PROGRAM) for figure in figures)


@dataclass(frozen=True)
class HostRun:
    """The workload on the host: its inputs, the result in their own precision, and the time."""

    inputs: list[np.ndarray]
    result: np.ndarray
    time_us: float


def median_us(action: Callable[[], None]) -> float:
    """Median wall-clock time after one run to warm up; fewer repetitions where a run is long."""
    action()
    times: list[float] = []
    while len(times) < REPETITIONS and (not times or sum(times) < BUDGET_S):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def run_on_host(workload: Workload) -> HostRun | None:
    """NumPy's own product in the inputs' dtype; None for what is no plain matrix product."""
    if not isinstance(workload, Gemm) or workload.accumulate:
        return None
    inputs = [one.cpu().numpy() for one in workload.inputs(TorchRandom(0))]
    a, b = inputs
    a = a.T if workload.a_layout == "km" else a
    b = b.T if workload.b_layout == "nk" else b
    result = np.empty((workload.m, workload.n), a.dtype)
    return HostRun(inputs, result, median_us(lambda: np.matmul(a, b, out=result)))


def whole_run(kernel: Kernel, host: HostRun) -> dict[str, Any]:
    """A rung's columns as the source has them.

    `whole_us` is wall-clock time from arrays in pageable host memory to the result there: to the
    device, the kernel, back. `cpu_us` is NumPy's product on the host, not the source's serial loop.
    `host_difference` is the largest difference between the two results.
    """
    torch = cuda()
    at_host = [torch.from_numpy(one) for one in host.inputs]
    inputs = [one.cuda() for one in at_host]
    outputs = poisoned_outputs(kernel.workload)
    results = [torch.empty(one.shape, dtype=one.dtype) for one in outputs]

    def action() -> None:
        for there, here in zip(inputs, at_host, strict=True):
            there.copy_(here)
        kernel.executable["main"](*inputs, *outputs)
        for here, there in zip(results, outputs, strict=True):
            here.copy_(there)

    whole_us = median_us(action)
    difference = abs(results[0].double().numpy() - host.result.astype("float64"))
    return {
        "whole_us": round(whole_us, 3),
        "cpu_us": round(host.time_us, 3),
        "cpu": f"NumPy {np.__version__}, {np.dtype(host.result.dtype).name}, "
        f"{os.cpu_count()} logical cores",
        "host_difference": float(difference.max()),
    }
