"""A module's launches as the machine takes them: each kernel's code, its launch, its arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..compile.sass import Instruction
from ..lowering.host_calls import Buffer, HostCalls, TensorMapOf
from ..lowering.launch import Launch
from .cubin import Cubin, KernelImage, read_cubin
from .launch import Call, Program, TensorMap
from .memory import Global

# What findings call the memory of a module's own variables.
VARIABLES = "module variables"


@dataclass(frozen=True)
class Module:
    """All launches in order.

    Arrays come in the order of `buffers`, which tensor maps count by, and right behind them the
    module's `variables`, where it has any, by their name.
    """

    buffers: tuple[Buffer, ...]
    calls: tuple[Call, ...]
    variables: Mapping[str, np.ndarray]

    @classmethod
    def of(
        cls,
        host: HostCalls,
        launches: Iterable[Launch],
        sass: Mapping[str, Sequence[Instruction]],
        cubin: bytes,
    ) -> Module:
        """Raises UserError for machine code of another chip, Unsupported for an operand that is
        not known."""
        loaded, variables = with_variables(read_cubin(cubin), stand_ins(host.buffers))
        images, launched = loaded.kernels, {one.kernel: one for one in launches}
        names = [buffer.name for buffer in host.buffers]
        calls = []
        for call in host.calls:
            name = call.kernel
            launch, image = launched[name], images[name]
            given = (_argument(value, names, image, at) for at, value in enumerate(call.arguments))
            program = Program.of(name, sass[name])
            shape = launch.grid, launch.block, launch.dynamic_shared
            calls.append(Call(image, program, *shape, tuple(given), launch.cluster))
        return cls(host.buffers, tuple(calls), variables)

    def arrays(self) -> dict[str, np.ndarray]:
        """By name what stands for the buffers, and the variables."""
        return stand_ins(self.buffers) | self.variables


def stand_ins(buffers: Iterable[Buffer]) -> dict[str, np.ndarray]:
    """Arrays of zeros that take no memory."""
    return {one.name: np.broadcast_to(np.zeros((), one.dtype), one.shape) for one in buffers}


def with_variables(
    cubin: Cubin, arrays: Mapping[str, np.ndarray]
) -> tuple[Cubin, dict[str, np.ndarray]]:
    """The cubin loaded so that its module's variables lie behind `arrays`, and these by name."""
    if not cubin.memory:
        return cubin, {}
    places = [*arrays.items(), (VARIABLES, np.frombuffer(cubin.memory, np.uint8))]
    cubin = cubin.loaded(Global(places, held=False).address(len(arrays)))
    return cubin, {VARIABLES: np.frombuffer(cubin.memory, np.uint8)}


def _argument(
    value: str | TensorMapOf | int | float, names: Sequence[str], image: KernelImage, at: int
) -> str | TensorMap | bytes:
    if isinstance(value, str):
        return value
    if isinstance(value, TensorMapOf):
        item, source = np.dtype(value.dtype).itemsize, names.index(value.buffer)
        return TensorMap(source, value.shape, value.strides, value.box, item, value.swizzle)
    size = image.parameters[at].size
    kind = np.dtype(f"f{size}" if isinstance(value, float) else f"i{size}")
    return np.array(value, kind).tobytes()
