"""A kernel in a file, run as machine code on the CPU."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gpusim.counting.costs import LaunchCounts
from gpusim.device import Device, Ran
from gpusim.errors import UserError
from gpusim.exact_counts import count
from gpusim.findings import MOST_STEPS
from gpusim.instruction_counts import launch_counts
from gpusim.launch import Call, Options, Program
from gpusim.module import with_variables

from ...lowering.launch import check_launch
from ...sources.kernel_files import KernelFile
from ...sources.schedule_files import run_file
from ...workloads import as_float64
from .compare import compare
from .simulated import affordable, described


@dataclass
class FileRun:
    """One launch of a kernel: what its blocks cost and did, `blocks` of `of` of them.

    `wrong` are findings and wrong elements, `told` what is worth knowing and no mistake; `compared`
    is whether there was a reference.
    """

    ran: Ran
    blocks: int
    of: int
    wrong: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    compared: bool = False
    # The worst error as a share of the tolerance.
    worst: float = 0.0


def count_file_kernel(kernel: KernelFile) -> LaunchCounts:
    """What each memory instruction costs over the launch that stands beside a kernel.

    Raises UserError as `run_file_kernel`.
    """
    device, call = _loaded(kernel, (), Options())
    return launch_counts(call.program, count(device.arrays, call))


def run_file_kernel(kernel: KernelFile, most_steps: int = MOST_STEPS) -> FileRun:
    """Run the launch that stands beside a kernel, or as much of it as takes about a minute.

    Raises
    ------
    UserError
        What does not compile, another architecture, a launch that does not fit, an instruction
        that the machine does not know.
    """
    names = [one.name for one in kernel.checked_launch().named() if one.role == "out"]
    device, call = _loaded(kernel, names, Options(count=False, most_steps=most_steps))
    ran = device.launch(call, affordable(device, call))
    run = FileRun(ran, ran.counts.blocks, math.prod(call.grid))
    run.wrong = [described(one, call.program) for one in ran.findings.wrong]
    run.told = [described(one, call.program) for one in ran.findings.told]
    if run.blocks == run.of:
        for name in names:
            if missing := len(device.unwritten_elements(name)):
                run.wrong.append(f"unwritten-output: no thread writes {missing} elements of {name}")
    reference = _reference(kernel)
    if reference and run.blocks == run.of:
        run.compared = True
        for name, error, message in _differences(kernel, reference, device):
            run.worst = max(run.worst, error)
            run.wrong += [f"{name}: {message}"] if message else []
    return run


def _loaded(kernel: KernelFile, unwritten: Sequence[str], options: Options) -> tuple[Device, Call]:
    """The launch, and a device with the kernel's arrays and behind them its module's variables."""
    launch = kernel.checked_launch()
    check_launch(*launch.dims)
    arrays = kernel.arrays()
    cubin, variables = with_variables(kernel.cubin, arrays)
    arrays |= variables
    image = cubin.kernel(kernel.image.name)
    program = Program.of(image.name, kernel.sass[image.name])
    shape = *launch.dims, launch.dynamic_shared
    call = Call(image, program, *shape, kernel.arguments(), image.cluster or (1, 1, 1))
    return Device(arrays, unwritten, options), call


def _reference(kernel: KernelFile) -> Callable[..., Any] | None:
    """The function `reference` of the Python file that the launch names."""
    if not kernel.launch.reference:
        return None
    file = kernel.path.parent / kernel.launch.reference
    function = getattr(run_file(file), "reference", None)
    if not callable(function):
        raise UserError(f"{file} defines no function `reference`")
    return function


def _differences(
    kernel: KernelFile, reference: Callable[..., Any], device: Device
) -> Iterator[tuple[str, float, str]]:
    """Of each output its name, the worst error as a share of the tolerance, and what is wrong,
    against `reference` of all arguments as they were."""
    arguments, arrays = kernel.launch.named(), kernel.arrays()
    given = [arrays[one.name] if one.shape is not None else one.value for one in arguments]
    try:
        right = reference(*given)
    except Exception as error:  # the file is anybody's code
        raise UserError(f"reference: {type(error).__name__}: {error}") from error
    right = list(right) if isinstance(right, list | tuple) else [right]
    outputs = [one.name for one in arguments if one.role != "in"]
    if len(right) != len(outputs):
        raise UserError(f"`reference` gives {len(right)} arrays for {', '.join(outputs)}")
    most = kernel.launch.tolerance
    for name, array in zip(outputs, right, strict=True):
        expected = as_float64(np.asarray(array))
        tolerance = most * (1 + abs(expected)) if most else 0.0
        yield name, *compare(device.array(name), expected, tolerance)
