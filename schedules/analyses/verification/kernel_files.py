"""A kernel in a file, run as machine code on the CPU."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
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
from ...sources.tir_workload import arrays_of
from .compare import compare, only
from .simulated import affordable, described, grouped
from .verdict import MACHINE, Check

# Instructions that add to memory: what some blocks leave there is not the result of all blocks.
_ATOMICS = ("ATOM", "ATOMG", "RED", "REDG", "UBLKRED", "UTMAREDG")


@dataclass
class FileRun:
    """One launch of a kernel: what its blocks cost and did, `blocks` of `of` of them.

    `wrong` are findings and wrong elements, `told` what is worth knowing and no mistake.
    `elements` of the `of_elements` elements of outputs were compared with the reference: those that
    the blocks wrote. `worst` is the largest error as a fraction of the tolerance.
    """

    ran: Ran
    blocks: int
    of: int
    wrong: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    elements: int = 0
    of_elements: int = 0
    worst: float = 0.0

    @property
    def compared(self) -> bool:
        """Whether any value was compared with a reference."""
        return self.elements > 0


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
    options = Options(count=False, most_steps=most_steps)
    device, call = _loaded(kernel, names, options)
    blocks = affordable(device, call)
    # A sampled run needs the checks, which tell what its blocks write.
    device.options = options if blocks is None else replace(options, check=True)
    ran = device.launch(call, blocks)
    run = FileRun(ran, ran.counts.blocks, math.prod(call.grid))
    run.wrong = grouped(ran.findings.wrong, call.program)
    run.told = [described(one, call.program) for one in ran.findings.told]
    if run.blocks == run.of:
        for name in names:
            if missing := len(device.unwritten_elements(name)):
                run.wrong.append(f"unwritten-output: no thread writes {missing} elements of {name}")
    if reference := _reference(kernel):
        _compare(kernel, reference, device, run)
    return run


def check_file_kernel(kernel: KernelFile, most_steps: int = MOST_STEPS) -> Check:
    """`run_file_kernel` as a check; raises as it does."""
    run = run_file_kernel(kernel, most_steps)
    return Check(
        step="kernel",
        shape=(),
        inputs="random",
        where=MACHINE,
        error=run.worst,
        problems=tuple(run.wrong),
        blocks=run.blocks,
        of=run.of,
        compared=run.compared,
        elements=run.elements,
        of_elements=run.of_elements,
    )


def _loaded(kernel: KernelFile, unwritten: Sequence[str], options: Options) -> tuple[Device, Call]:
    """The launch, and a device with the kernel's arrays and behind them its module's variables."""
    launch = kernel.checked_launch()
    check_launch(*launch.dims)
    arrays = kernel.arrays()
    cubin, variables = with_variables(kernel.cubin, arrays)
    arrays |= variables
    image = cubin.kernel(kernel.image.name)
    program = Program.of(image.name, kernel.sass[image.name], image.architecture)
    shape = *launch.dims, launch.dynamic_shared
    call = Call(image, program, *shape, kernel.arguments(), image.cluster or (1, 1, 1))
    return Device(arrays, unwritten, options), call


def _reference(kernel: KernelFile) -> Callable[..., Any] | None:
    """The function that was given, or `reference` of the Python file that the launch names."""
    if kernel.own.reference is not None:
        return kernel.own.reference
    if not kernel.launch.reference:
        return None
    file = kernel.path.parent / kernel.launch.reference
    function = getattr(run_file(file), "reference", None)
    if not callable(function):
        raise UserError(f"{file} defines no function `reference`")
    return function


def _compare(
    kernel: KernelFile, reference: Callable[..., Any], device: Device, run: FileRun
) -> None:
    """Compare what the blocks wrote with `reference` of all arguments as they were."""
    arguments, arrays = kernel.launch.named(), kernel.arrays()
    outputs = [one for one in arguments if one.role != "in"]
    given = [arrays[one.name] if one.shape is not None else one.value for one in arguments]
    shapes = [tuple(one.shape or ()) for one in outputs]
    right = arrays_of("reference", reference, shapes, *given)
    tolerances = _tolerances(kernel, shapes, right, given)
    atomic = any(code.base in _ATOMICS for code in run.ran.program.codes)
    for one, expected, tolerance in zip(outputs, right, tolerances, strict=True):
        got = device.array(one.name)
        run.of_elements += got.size
        written = np.ones(got.size, bool)
        if run.blocks < run.of:
            written = _written(device, one.name, one.role, arrays[one.name], atomic)
        elements = int(written.sum())
        run.elements += elements
        if not elements:
            continue
        error, message = compare(*only(written.reshape(got.shape), got, expected), tolerance)
        run.worst = max(run.worst, error)
        run.wrong += [f"{one.name}: {message}"] if message else []


def _written(device: Device, name: str, role: str, before: np.ndarray, atomic: bool) -> np.ndarray:
    """Which elements of an array the blocks of a sampled run wrote.

    Of an array with values of its own, those that changed: what was stored over is not recorded.
    """
    got = device.array(name)
    if role == "out":
        written = np.ones(got.size, bool)
        written[device.unwritten_elements(name)] = False
        return written
    if atomic:
        return np.zeros(got.size, bool)
    bytes_ = (array.reshape(-1).view(np.uint8).reshape(got.size, -1) for array in (got, before))
    return np.not_equal(*bytes_).any(axis=1)


def _tolerances(
    kernel: KernelFile,
    shapes: Sequence[tuple[int, ...]],
    right: Sequence[np.ndarray],
    given: Sequence[Any],
) -> list[Any]:
    """The tolerance of each element of each output: as given, or the launch's rtol and atol."""
    if kernel.own.tolerance is not None:
        return arrays_of("tolerance", kernel.own.tolerance, shapes, *given)
    most = kernel.launch.tolerance
    return [most * (1 + abs(expected)) if most else 0.0 for expected in right]
