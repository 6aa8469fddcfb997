"""Verifies kernels on a GPU against float64, with fresh inputs and poisoned outputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpusim.errors import NoTool, UserError

from ...core.gpu import TorchRandom, cuda, on_device, poisoned_outputs
from ...core.kernel import Kernel
from ...workloads import Workload
from .compare import Difference, Expected, difference

SEEDS = (0, 1)
NOT_RUN = "does not run"


@dataclass(frozen=True)
class DeviceResult:
    """The result of one kernel on one kind of input, such as 'random 0'.

    `crash` is an exception that neither the kernel nor its launch should raise: an internal error.
    """

    kernel: Kernel
    inputs: str
    difference: Difference
    crash: Exception | None = None

    @property
    def ok(self) -> bool:
        return not self.difference.message


def expected_on_device(workload: Workload, kind: str, seed: int) -> Expected:
    """The reference outputs of a kernel; workloads without torch code are computed on the host."""
    if not workload.on_host:
        return Expected.of(workload, TorchRandom(seed), kind)
    made = Expected.of(workload, np.random.default_rng(seed), kind)
    return Expected(*map(on_device, (made.inputs, made.outputs, made.tolerances)))


class References:
    """Inputs, float64 results and tolerances of a workload on the device; caches the last ones."""

    def __init__(self) -> None:
        self._kept: tuple[Any, Expected] | None = None

    def get(self, workload: Workload, kind: str, seed: int) -> Expected:
        key = (workload, kind, seed)
        if self._kept is None or self._kept[0] != key:
            self.forget()
            self._kept = (key, expected_on_device(workload, kind, seed))
        return self._kept[1]

    def forget(self) -> None:
        """Free the device memory."""
        self._kept = None
        cuda().cuda.empty_cache()


def verify_on_device(
    kernels: Sequence[Kernel], references: References | None = None
) -> Iterator[DeviceResult]:
    """Run kernels on fresh random and on integer-valued inputs.

    An exception is the last result of its kernel, or of all kernels whose inputs raised it.
    """
    references = references or References()
    order = [("random", seed) for seed in SEEDS] + [("integer", 0)]
    for workload in dict.fromkeys(kernel.workload for kernel in kernels):
        running = [kernel for kernel in kernels if kernel.workload == workload]
        for kind, seed in order:
            if kind == "integer" and not workload.exact:
                continue
            for kernel in tuple(running):
                try:
                    apart, crash = (
                        run_and_compare(kernel, references.get(workload, kind, seed)),
                        None,
                    )
                except NoTool:
                    raise
                except Exception as error:  # the other kernels still run
                    running.remove(kernel)
                    apart, crash = not_run(error), None if isinstance(error, UserError) else error
                yield DeviceResult(kernel, f"{kind} {seed}", apart, crash)


def not_run(error: Exception) -> Difference:
    return Difference(np.inf, np.inf, f"{NOT_RUN}: {error}")


def run_and_compare(kernel: Kernel, expected: Expected) -> Difference:
    """Launch once and compare."""
    outputs = poisoned_outputs(kernel.workload)
    try:
        kernel.executable["main"](*expected.inputs, *outputs)
        cuda().cuda.synchronize()
    except RuntimeError as error:
        return not_run(error)
    return difference(outputs, expected)
