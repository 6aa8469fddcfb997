"""Runs kernels in the simulator: their outputs, and data races between their threads.

The serial check runs a schedule's loops one thread after the other. Here `gpusim` executes the
compiled kernel, all threads of a block concurrently.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpusim.device import Device, Ran
from gpusim.errors import NoCompiler
from gpusim.findings import MOST_STEPS
from gpusim.isa.architectures import ARCHITECTURES
from gpusim.launch import Options

from ...core.kernel import Kernel
from ...lowering.lower import poisoned
from ...sources.tir_workload import Uncompared
from ...workloads import Workload
from .compare import Difference, Expected, difference, only
from .errors import NoMachine
from .serial import check_bytes
from .simulation import affordable, described, grouped, indices_text


@dataclass(frozen=True)
class MachineResult:
    """The result of a simulated kernel on one kind of input.

    `blocks` of `of` blocks ran; `elements` of the outputs were compared with the reference.
    """

    kernel: Kernel
    inputs: str
    difference: Difference
    findings: tuple[str, ...]
    told: tuple[str, ...]
    blocks: int
    of: int
    elements: int = 0

    @property
    def ok(self) -> bool:
        return not self.difference.message and not self.findings


@dataclass
class MachineRun:
    """The result of a simulated kernel: outputs, masks of written elements, all launches."""

    device: Device
    outputs: list[np.ndarray]
    written: list[np.ndarray]
    launches: list[Ran]
    blocks: int
    of: int

    @property
    def whole(self) -> bool:
        return self.blocks == self.of


def run_on_machine(
    kernel: Kernel, inputs: Sequence[np.ndarray], options: Options | None = None
) -> MachineRun:
    """Run a kernel's launches on its inputs.

    All blocks run if that is at most MOST_WORK. Otherwise blocks at the corners, at the edges and
    in the middle of the grid run, as many as fit, with checks, which record what they write.

    Raises
    ------
    UserError
        No machine code, or an instruction that the simulator does not know.
    """
    module = kernel.module
    names = [str(param.name) for param in kernel.step.mod["main"].params]
    outputs = names[len(inputs) :]
    arrays = dict(zip(names, inputs, strict=False))
    made = zip(outputs, kernel.workload.outputs(), strict=True)
    arrays |= {name: poisoned(shape, dtype) for name, (shape, dtype) in made}
    arrays |= {
        buffer.name: poisoned(buffer.shape, buffer.dtype)
        for buffer in module.buffers
        if buffer.workspace
    }
    # Tensor maps index arrays in the module's order; its variables follow directly.
    unwritten = set(arrays) - set(names[: len(inputs)])
    arrays = (
        {buffer.name: arrays[buffer.name] for buffer in module.buffers} | module.variables | arrays
    )
    device = Device(arrays, unwritten, options)
    run = MachineRun(device, [], [], [], 0, 0)
    for call in module.calls:
        blocks = None
        if len(module.calls) == 1:
            blocks = affordable(device, call)
            if blocks is not None:
                device.options = replace(device.options, check=True)
        ran = device.launch(call, blocks)
        run.launches.append(ran)
        run.blocks += ran.counts.blocks
        run.of += math.prod(call.grid)
    run.outputs = [device.array(name) for name in outputs]
    for name, output in zip(outputs, run.outputs, strict=True):
        written = np.ones(output.size, bool)
        written[device.unwritten_elements(name)] = False
        run.written.append(written.reshape(output.shape))
    return run


def check_machine(kernel: Kernel) -> None:
    """Raise NoMachine if a kernel has no SASS that the simulator can run."""
    arch = kernel.target.arch
    if arch not in ARCHITECTURES:
        raise NoMachine(f"the simulator does not support {arch}", arch)
    if kernel.no_kernel:
        raise NoMachine(f"{kernel.rung.path}: {kernel.no_kernel}", "no kernel")
    try:
        _ = kernel.sass
    except NoCompiler as error:
        raise NoMachine(str(error), "no compiler") from None


def verify_on_machine(
    kernel: Kernel, seed: int = 0, most_steps: int = MOST_STEPS
) -> Iterator[MachineResult]:
    """Simulate a kernel on random inputs, and on integer-valued inputs if the workload has them.

    Raises NoMachine if there is no machine code, UserError for arrays that are too large.
    """
    check_bytes(kernel.rung, kernel.workload)
    check_machine(kernel)
    for kind in ("random", "integer") if kernel.workload.exact else ("random",):
        expected = Expected.of(kernel.workload, np.random.default_rng(seed), kind)
        # Synchronization between threads does not depend on the values that they move.
        options = Options(check=kind == "random", count=False, most_steps=most_steps)
        run = run_on_machine(kernel, expected.inputs, options)
        yield _judged(kernel, kind, run, expected)


def is_compared(workload: Workload) -> bool:
    """Whether a workload has a reference."""
    return not isinstance(workload, Uncompared)


def _judged(kernel: Kernel, kind: str, run: MachineRun, expected: Expected) -> MachineResult:
    findings, told = [], []
    compared = is_compared(kernel.workload)
    elements = sum(int(written.sum()) for written in run.written) if compared else 0
    for ran in run.launches:
        findings += grouped(ran.findings.wrong, ran.program)
        told += [described(finding, ran.program) for finding in ran.findings.notes]
    if not run.whole:
        pairs = [
            only(*of_one) for of_one in zip(run.written, run.outputs, expected.outputs, strict=True)
        ]
        run.outputs = [got for got, _ in pairs]
        expected = replace(expected, outputs=[right for _, right in pairs])
    apart = difference(run.outputs, expected, norms=False)
    if apart.message:
        apart = Difference(
            apart.error, 0.0, apart.message + _written_by(kernel, run, apart.message)
        )
    elif run.whole and not all(written.all() for written in run.written):
        missing = sum(int((~written).sum()) for written in run.written)
        findings.append(f"unwritten-output: no thread writes {missing} elements of the outputs")
    common = tuple(findings), tuple(told), run.blocks, run.of, elements
    return MachineResult(kernel, kind, apart, *common)


def _written_by(kernel: Kernel, run: MachineRun, message: str) -> str:
    """'; written by block ... thread ...' for the wrong element that a message names; '' for one of
    several outputs."""
    index = message.partition("first at [")[2].partition("]")[0]
    if not index or len(run.outputs) > 1:
        return ""
    flat = np.ravel_multi_index([int(part) for part in index.split(",")], run.outputs[0].shape)
    name = str(kernel.step.mod["main"].params[-1].name)
    writer = run.device.writer_of(name, int(flat))
    return f"; written by {indices_text(*writer)}" if writer else ""
