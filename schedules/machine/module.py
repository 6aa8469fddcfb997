"""A module's launches as the machine takes them: each kernel's code, its launch, its arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..compile.sass import Instruction
from ..lowering.host_calls import Buffer, HostCalls, TensorMapOf
from ..lowering.launch import Launch
from .cubin import KernelImage, read_cubin
from .launch import Call, Program, TensorMap


@dataclass(frozen=True)
class Module:
    """All launches in order. Arrays come in the order of `buffers`, which tensor maps count by."""

    buffers: tuple[Buffer, ...]
    calls: tuple[Call, ...]

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
        images, launched = read_cubin(cubin).kernels, {one.kernel: one for one in launches}
        names = [buffer.name for buffer in host.buffers]
        calls = []
        for call in host.calls:
            name = call.kernel
            launch, image = launched[name], images[name]
            given = (_argument(value, names, image, at) for at, value in enumerate(call.arguments))
            program = Program.of(name, sass[name])
            shape = launch.grid, launch.block, launch.dynamic_shared
            calls.append(Call(image, program, *shape, tuple(given), launch.cluster))
        return cls(host.buffers, tuple(calls))


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
