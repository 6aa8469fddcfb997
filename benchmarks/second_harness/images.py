"""Kernels as files: a cubin, its launches and their arguments, without TVM."""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gpusim.errors import UserError
from gpusim.isa.cubin import KernelImage, read_cubin
from schedules.core.kernel import Kernel
from schedules.lowering.host_calls import TensorMapOf, host_calls


@dataclass(frozen=True)
class Image:
    """A compiled kernel.

    `buffers` are [name, shape, dtype, workspace] in the order of inputs and outputs, workspaces
    last. A launch has `kernel`, `grid`, `block`, `cluster`, `shared` (dynamic, bytes), `dependent`
    (a programmatic dependent launch) and `arguments`, each {"buffer": n}, {"bytes": hex} or {"map":
    the fields of a TensorMapOf, with `itemsize` in place of the dtype, and the number of its
    buffer}.
    """

    name: str
    shape: list[int]
    compiler: str
    fingerprint: str
    buffers: list[list[Any]]
    launches: list[dict[str, Any]]
    cubin: bytes

    def save(self, path: Path) -> None:
        """Write PATH.json and PATH.cubin."""
        told = asdict(self)
        path.with_suffix(".cubin").write_bytes(told.pop("cubin"))
        path.with_suffix(".json").write_text(json.dumps(told), encoding="utf-8")


def load(path: Path) -> Image:
    """The image that `save` wrote."""
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return Image(**told, cubin=path.with_suffix(".cubin").read_bytes())


def image_of(kernel: Kernel) -> Image:
    """A kernel's image; raises UserError if it does not compile or its launch has other buffers."""
    host, cubin = host_calls(kernel.lowering.host), kernel.machine.cubin
    buffers = [
        [buffer.name, list(buffer.shape), buffer.dtype, buffer.workspace] for buffer in host.buffers
    ]
    names = [buffer.name for buffer in host.buffers]
    given = [str(param.name) for param in kernel.step.mod["main"].params]
    if names[: len(given)] != given:
        raise UserError(f"{kernel.name} is launched with {names}, its parameters are {given}")
    launched = {launch.kernel: launch for launch in kernel.launches}
    loaded, launches = read_cubin(cubin).kernels, []
    for call in host.calls:
        launch, image = launched[call.kernel], loaded[call.kernel]
        arguments = [
            _argument(value, names, image, index) for index, value in enumerate(call.arguments)
        ]
        launches.append(
            {
                "kernel": call.kernel,
                "grid": list(launch.grid),
                "block": list(launch.block),
                "cluster": list(launch.cluster),
                "shared": launch.dynamic_shared,
                "dependent": call.dependent,
                "arguments": arguments,
            }
        )
    path, shape, version = kernel.rung.path, list(kernel.workload.shape), kernel.compiler.version
    return Image(path, shape, version, kernel.fingerprint, buffers, launches, cubin)


def _argument(
    value: str | TensorMapOf | int | float, names: list[str], image: KernelImage, index: int
) -> dict[str, Any]:
    if isinstance(value, str):
        return {"buffer": names.index(value)}
    if isinstance(value, TensorMapOf):
        told = {
            "buffer": names.index(value.buffer),
            "shape": list(value.shape),
            "strides": list(value.strides),
            "box": list(value.box),
            "itemsize": np.dtype(value.dtype).itemsize,
            "swizzle": value.swizzle,
        }
        return {"map": told}
    size = image.parameters[index].size
    kind = {4: "f", 8: "d"} if isinstance(value, float) else {1: "b", 2: "h", 4: "i", 8: "q"}
    return {"bytes": struct.pack(f"<{kind[size]}", value).hex()}
