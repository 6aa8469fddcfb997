"""Verify kernels in the simulator, at the small extents that are also verified on a GPU."""

from __future__ import annotations

from collections.abc import Iterable

import click
import numpy as np

from gpusim.device import Device
from gpusim.errors import UserError
from gpusim.launch import Options
from schedules.analyses.verification.compare import Expected, difference
from schedules.analyses.verification.simulated import verify_on_machine
from schedules.analyses.verification.simulation import described
from schedules.core.kernel import Kernel
from schedules.lowering.emit import poisoned

from .cuda_kernel import CudaKernel
from .kernels_by_name import ALL


def problems(kernel: Kernel | CudaKernel) -> list[str]:
    """Findings and wrong outputs of a kernel, of which all blocks run.

    Raises UserError for an instruction that the simulator does not implement.
    """
    if isinstance(kernel, CudaKernel):
        return _cuda_problems(kernel)
    messages = []
    for result in verify_on_machine(kernel):
        messages += [*result.findings, result.difference.message]
        if result.blocks != result.of:
            messages.append(f"{result.blocks} of {result.of} blocks ran")
    return [message for message in messages if message]


def _cuda_problems(kernel: CudaKernel) -> list[str]:
    expected = Expected.of(kernel.workload, np.random.default_rng(0), "random")
    arrays = dict(zip(kernel.launch.inputs, expected.inputs, strict=True))
    outputs = list(kernel.launch.outputs)
    made = zip(outputs, kernel.outputs(), strict=True)
    arrays |= {name: poisoned(shape, dtype) for name, (shape, dtype) in made}
    device = Device(arrays, outputs, Options(count=False))
    (call,) = kernel.module.calls
    ran = device.launch(call)
    messages = [described(finding, call.program) for finding in ran.findings.wrong]
    for name in outputs:
        if missing := len(device.unwritten_elements(name)):
            messages.append(f"no thread writes {missing} elements of {name}")
    message = difference([device.array(name) for name in outputs], expected).message
    return [*messages, message] if message else messages


def simulate(names: Iterable[str]) -> int:
    """Verify kernels by name and print one line for each; returns the number with a problem."""
    failed = 0
    for name in names:
        definition = ALL[name]
        try:
            messages = problems(definition.kernel(definition.counted))
        except UserError as error:
            messages = [str(error)]
        failed += bool(messages)
        click.echo(f"{name}: {'; '.join(messages) or 'correct'}")
    return failed
