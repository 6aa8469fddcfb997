"""Verifies kernels on a GPU against float64, with fresh inputs and poisoned outputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.gpu import TorchRandom, cuda, on_device, poisoned_outputs
from ...core.kernel import Kernel
from ...workloads import Workload
from .compare import Difference, Expected, difference
from .owner import owner_note

SEEDS = (0, 1)


@dataclass(frozen=True)
class DeviceResult:
    """The result of one kernel on one kind of input, such as 'random 0'."""

    kernel: Kernel
    inputs: str
    difference: Difference

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
    """Run kernels on fresh random and on integer-valued inputs."""
    references = references or References()
    order = [("random", seed) for seed in SEEDS] + [("integer", 0)]
    for workload in dict.fromkeys(kernel.workload for kernel in kernels):
        for kind, seed in order:
            if kind == "integer" and not workload.exact:
                continue
            expected = references.get(workload, kind, seed)
            for kernel in kernels:
                if kernel.workload == workload:
                    apart = run_and_compare(kernel, expected)
                    yield DeviceResult(kernel, f"{kind} {seed}", apart)


def run_and_compare(kernel: Kernel, expected: Expected) -> Difference:
    """Launch once and compare; for a wrong element, the message names the thread that writes it."""
    outputs = poisoned_outputs(kernel.workload)
    try:
        kernel.executable["main"](*expected.inputs, *outputs)
        cuda().cuda.synchronize()
    except RuntimeError as error:
        return Difference(np.inf, np.inf, f"does not run: {error}")
    apart = difference(outputs, expected)
    if not apart.message:
        return apart
    message = apart.message + owner_note(kernel, apart.message)
    return Difference(apart.error, apart.relative_error, message)
