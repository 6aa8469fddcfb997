"""Kernels on this machine's GPU: outputs of schedules and of kernel files, with fresh inputs.

A schedule runs by TVM and torch, a kernel file by the CUDA driver.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from gpusim.errors import NoTool, UserError
from gpusim.launch import TensorMap

from ...core.gpu import Gpu, TorchRandom, cuda, on_device, poisoned_outputs
from ...core.kernel import Kernel
from ...core.problem import INTEGER, RANDOM, Problem
from ...sources.kernel_files import FileKernel
from ...sources.launch_files import POINTER_BYTES, Argument, argument_value
from .compare import difference
from .simulated import Run
from .verdict import CUDA, Check

if TYPE_CHECKING:
    from ...workloads import Workload

SEEDS = (0, 1)
NOT_RUN = "does not run"
# Byte that fills a file's outputs before the launch: NaN, or -1.
POISON = 0xFF


# --- schedules ------------------------------------------------------------------------------------


def problem_on_device(workload: Workload, kind: str, seed: int) -> Problem:
    """A problem in GPU memory; workloads without torch code are computed on the host."""
    if not workload.on_host:
        return Problem.of(workload, TorchRandom(seed), kind)
    made = Problem.of(workload, np.random.default_rng(seed), kind)
    moved = map(on_device, (made.inputs, made.outputs, made.tolerances))
    return Problem(*moved, kind, made.compared)


class References:
    """Problems of a workload on the device; caches the last one."""

    def __init__(self) -> None:
        self._kept: tuple[Any, Problem] | None = None

    def get(self, workload: Workload, kind: str, seed: int) -> Problem:
        key = (workload, kind, seed)
        if self._kept is None or self._kept[0] != key:
            self.forget()
            self._kept = (key, problem_on_device(workload, kind, seed))
        return self._kept[1]

    def forget(self) -> None:
        """Free the device memory."""
        self._kept = None
        cuda().cuda.empty_cache()


def verify_on_device(
    kernels: Sequence[Kernel], references: References | None = None
) -> Iterator[tuple[Kernel, Check, Exception | None]]:
    """Run schedules' kernels on fresh random and on integer-valued inputs.

    An exception is the last result of its kernel, or of all kernels whose inputs raised it. One
    that neither the kernel nor its launch should raise, an internal error, comes with the check.
    """
    references = references or References()
    order = [(RANDOM, seed) for seed in SEEDS] + [(INTEGER, 0)]
    for workload in dict.fromkeys(kernel.workload for kernel in kernels):
        running = [kernel for kernel in kernels if kernel.workload == workload]
        for kind, seed in order:
            if kind == INTEGER and not workload.exact:
                continue
            for kernel in tuple(running):
                crash = None
                try:
                    check = run_and_compare(kernel, references.get(workload, kind, seed))
                except NoTool:
                    raise
                except Exception as error:  # the other kernels still run
                    running.remove(kernel)
                    check = not_run(error)
                    crash = None if isinstance(error, UserError) else error
                at = {"step": kernel.step.label, "shape": tuple(workload.shape)}
                yield kernel, replace(check, **at, inputs=f"{kind} {seed}", where=CUDA), crash


def not_run(error: Exception) -> Check:
    return Check(error=np.inf, problems=(f"{NOT_RUN}: {error}",), relative_error=np.inf)


def run_and_compare(kernel: Kernel, problem: Problem) -> Check:
    """Launch once and compare."""
    outputs = poisoned_outputs(kernel.workload)
    try:
        kernel.executable["main"](*problem.inputs, *outputs)
        cuda().cuda.synchronize()
    except RuntimeError as error:
        return not_run(error)
    return difference(outputs, problem)


# --- kernel files ---------------------------------------------------------------------------------


class Memory:
    """Arrays in GPU memory, by name; they are freed when the process ends."""

    def __init__(self, gpu: Gpu, arrays: Mapping[str, np.ndarray]) -> None:
        self.gpu, self.arrays = gpu, arrays
        self.addresses = {name: gpu.array(values) for name, values in arrays.items()}

    def array(self, name: str) -> np.ndarray:
        values = self.arrays[name]
        return self.gpu.read(self.addresses[name], values.shape, values.dtype)

    def parameter(self, argument: Argument, size: int) -> np.ndarray:
        """An argument as the driver takes it, of `size` bytes: a tensor map, or a pointer to it."""
        value = argument_value(
            argument, {name: int(address) for name, address in self.addresses.items()}
        )
        if isinstance(value, TensorMap):
            made = self.gpu.tensor_map(self.addresses[argument.name], value)
            return self.gpu.array(made) if size == POINTER_BYTES else made
        return self.addresses[value] if isinstance(value, str) else np.frombuffer(value, np.uint8)


def launches_on(kernel: FileKernel, memory: Memory) -> Callable[..., None]:
    """A function of a stream (by default the null stream) that makes all launches of a kernel."""
    launches = []
    for launch, call in zip(kernel.launch_file.in_order, kernel.module.calls, strict=True):
        arguments = kernel.launch_file.arguments_of(launch)
        # On a GPU the driver makes the tensor maps behind them.
        pairs = zip(arguments, call.image.parameters, strict=False)
        values = [memory.parameter(argument, parameter.size) for argument, parameter in pairs]
        function = memory.gpu.function(kernel.machine.cubin, call.image.name)
        how = {"shared": call.dynamic_shared, "cooperative": launch.cooperative}
        launches.append(partial(function.launch, call.grid, call.block, values, **how))

    def run(stream: Any = 0) -> None:
        for one in launches:
            one(stream=stream)

    return run


def launch(kernel: FileKernel, inputs: Sequence[np.ndarray]) -> Run:
    """Launch a file's kernels on the arrays that they read; all outputs are poisoned first.

    A GPU error (an illegal address, ...) becomes a finding. Raises UserError for a launch that the
    driver rejects, and for any call after an error.
    """
    steps = kernel.launch_file.steps
    plain = all(step.grid and step.repeat == 1 and not step.until for step in steps)
    described = kernel.launch_file
    special = any(isinstance(each.value, str) or each.members for each in described.arguments)
    attributes = any(step.cluster or step.dependent for step in described.in_order)
    if not plain or special or attributes or described.variables:
        raise UserError(
            f"{kernel.name}: memset, repeat, until, cluster, dependent, members, functions and "
            "variables are for the simulator"
        )
    gpu, arrays = Gpu(), kernel.memory(inputs)
    for name, role in kernel.roles.items():
        if role == "out":
            poison = np.full(arrays[name].nbytes, POISON, np.uint8)
            arrays[name] = poison.view(arrays[name].dtype).reshape(arrays[name].shape)
    memory = Memory(gpu, arrays)
    launches_on(kernel, memory)()
    blocks = sum(math.prod(call.grid) for call in kernel.module.calls)
    run = Run(CUDA, blocks, blocks)
    try:
        gpu.wait()
    except UserError as error:
        run.findings.append(str(error))
        return run
    outputs = [name for name, role in kernel.roles.items() if role != "in"]
    run.outputs = {name: memory.array(name) for name in outputs}
    run.written = {name: np.ones(array.shape, bool) for name, array in run.outputs.items()}
    return run
