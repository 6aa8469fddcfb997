"""Kernels in files, run on this machine's GPU: all blocks, on the simulator's inputs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from gpusim.errors import UserError
from gpusim.launch import TensorMap

from ...core.cuda_driver import Gpu
from ...sources.kernel_files import FileKernel
from ...sources.launch_files import POINTER_BYTES, Argument, argument_value
from .kernel_files import FileRun
from .verdict import CUDA

# Byte that fills outputs before the launch: NaN, or -1.
POISON = 0xFF


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
        arguments = kernel.launch_file.arguments_of(launch).values()
        pairs = zip(arguments, call.image.parameters, strict=True)
        values = [memory.parameter(argument, parameter.size) for argument, parameter in pairs]
        function = memory.gpu.function(kernel.machine.cubin, call.image.name)
        how = {"shared": call.dynamic_shared, "cooperative": launch.cooperative}
        launches.append(partial(function.launch, call.grid, call.block, values, **how))

    def run(stream: Any = 0) -> None:
        for one in launches:
            one(stream=stream)

    return run


def run_on_gpu(kernel: FileKernel, arrays: Mapping[str, np.ndarray], run: FileRun) -> Memory | None:
    """Launch all kernels; None after a GPU error (an illegal address, ...), which becomes a finding
    of the run.

    Raises UserError for a launch that the driver rejects, and for any call after an error.
    """
    gpu, run.where = Gpu(), CUDA
    poisoned = {
        name: _poison(arrays[name])
        for name, argument in kernel.buffers.items()
        if argument.role == "out"
    }
    memory = Memory(gpu, {**arrays, **poisoned})
    launches_on(kernel, memory)()
    run.blocks = run.of = sum(math.prod(call.grid) for call in kernel.module.calls)
    try:
        gpu.wait()
    except UserError as error:
        run.wrong.append(str(error))
        return None
    return memory


def _poison(array: np.ndarray) -> np.ndarray:
    return np.full(array.nbytes, POISON, np.uint8).view(array.dtype).reshape(array.shape)
