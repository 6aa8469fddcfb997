"""Converts a lowered module's host calls and SASS to the simulator's `Module`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from gpusim.isa.cubin import KernelImage, read_cubin
from gpusim.isa.sass import Instruction
from gpusim.launch import Call, Module, Program, TensorMap, stand_ins, with_variables

from ..core.launch import Launch
from .host_calls import HostCalls, TensorMapOf


def simulated_module(
    host: HostCalls,
    launches: Iterable[Launch],
    sass: Mapping[str, Sequence[Instruction]],
    cubin: bytes,
) -> Module:
    """Raises UserError for an architecture, Unsupported for an operand that the simulator lacks."""
    loaded, variables = with_variables(read_cubin(cubin), stand_ins(host.buffers))
    launched = {launch.kernel: launch for launch in launches}
    buffers = [buffer.name for buffer in host.buffers]
    calls = []
    for call in host.calls:
        launch, image = launched[call.kernel], loaded.kernels[call.kernel]
        arguments = tuple(
            _argument(value, buffers, image, index) for index, value in enumerate(call.arguments)
        )
        program = Program.of(call.kernel, sass[call.kernel], image.architecture)
        shape = launch.grid, launch.block, launch.dynamic_shared
        calls.append(
            Call(image, program, *shape, arguments, launch.cluster, dependent=call.dependent)
        )
    return Module(host.buffers, tuple(calls), variables)


def _argument(
    value: str | TensorMapOf | int | float, buffers: Sequence[str], image: KernelImage, index: int
) -> str | TensorMap | bytes:
    if isinstance(value, str):
        return value
    if isinstance(value, TensorMapOf):
        itemsize, source = np.dtype(value.dtype).itemsize, buffers.index(value.buffer)
        made = TensorMap(source, value.shape, value.strides, value.box, itemsize, value.swizzle)
        return made.checked(value.buffer)
    size = image.parameters[index].size
    dtype = np.dtype(f"f{size}" if isinstance(value, float) else f"i{size}")
    return np.array(value, dtype).tobytes()
