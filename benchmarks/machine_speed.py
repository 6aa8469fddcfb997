"""How long the simulator takes for all rungs, without compilation: part of `make bench`.

For each rung's last step, the first block of each launch runs with counts and checks at the first
small shape. At the full shape, its memory instructions are counted over the launch, and its time is
predicted.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable

import numpy as np

from gpusim.device import Device
from gpusim.errors import UserError
from schedules.compile.compiler import Compiler
from schedules.core.kernel import Kernel, compiled_kernels
from schedules.core.ladder import Rung
from schedules.core.target import Target
from schedules.sources.names import named_paths, resolve

ARCH = "sm_90"
# Goals in seconds: the median and the slowest rung's block, the slowest rung's count.
MEDIAN_BLOCK_GOAL_S, BLOCK_GOAL_S, COUNTS_GOAL_S = 0.3, 2.0, 3.0
MEDIAN_PREDICTION_GOAL_S, PREDICTION_GOAL_S = 2.0, 10.0


def block_seconds(kernel: Kernel) -> float:
    """Seconds for the first block of each launch of a kernel, with setup, counts and checks."""
    module = kernel.module
    arrays = {buffer.name: np.zeros(buffer.shape, buffer.dtype) for buffer in module.buffers}
    names = [str(param.name) for param in kernel.step.mod["main"].params]
    inputs = kernel.workload.inputs(np.random.default_rng(0))
    given = dict(zip(names, inputs, strict=False))
    start = time.perf_counter()
    device = Device({**arrays, **given}, set(arrays) - set(given))
    for call in module.calls:
        device.launch(call, [(0, 0, 0)])
    return time.perf_counter() - start


def count_seconds(kernel: Kernel) -> float:
    """Seconds to count the memory instructions of the whole launch."""
    _ = kernel.module
    start = time.perf_counter()
    _ = kernel.instruction_counts
    return time.perf_counter() - start


def prediction_seconds(kernel: Kernel) -> float | None:
    """Seconds of a prediction for the default chip; None if the model refuses the kernel."""
    _ = kernel.module
    start = time.perf_counter()
    try:
        kernel.predict()
    except UserError:
        return None
    return time.perf_counter() - start


def summary(seconds: dict[str, float]) -> dict[str, object]:
    """The median over the rungs, and the slowest by name."""
    slowest = max(seconds, key=seconds.__getitem__)
    return {
        "rungs": len(seconds),
        "median_s": round(statistics.median(seconds.values()), 3),
        "slowest_s": round(seconds[slowest], 3),
        "slowest": slowest,
    }


def cuda_rungs(references: Iterable[str] = ()) -> list[Rung]:
    """The rungs that the simulator can run, by default of all ladders."""
    rungs = (resolve(path).rung for path in named_paths(list(references)))
    return [rung for rung in rungs if not rung.on_cpu]


def machine_speed(rungs: Iterable[Rung]) -> dict[str, dict[str, object]]:
    """Times of the rungs' blocks, counts and predictions with their goals, for the record."""
    rungs, compiler = list(rungs), Compiler(Target.parse(ARCH))
    small = [(rung, rung.at(rung.verify_shapes()[0])) for rung in rungs]
    blocks = {
        kernel.rung.path: block_seconds(kernel) for kernel in compiled_kernels(small, compiler)
    }
    full = [(rung, rung.at(None)) for rung in rungs]
    counts = {
        kernel.rung.path: count_seconds(kernel) for kernel in compiled_kernels(full, compiler)
    }
    predictions = {
        kernel.rung.path: seconds
        for kernel in compiled_kernels(full, compiler)
        if (seconds := prediction_seconds(kernel)) is not None
    }
    return {
        "block": summary(blocks)
        | {"median_goal_s": MEDIAN_BLOCK_GOAL_S, "slowest_goal_s": BLOCK_GOAL_S},
        "counts": summary(counts) | {"slowest_goal_s": COUNTS_GOAL_S},
        "prediction": summary(predictions)
        | {"median_goal_s": MEDIAN_PREDICTION_GOAL_S, "slowest_goal_s": PREDICTION_GOAL_S},
    }
