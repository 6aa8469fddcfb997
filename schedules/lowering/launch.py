"""`Launch`: the launch configuration of a lowered kernel."""

from __future__ import annotations

import math

from tvm import tirx

from ..core.launch import CLUSTER_AXIS, THREAD_AXES, Launch
from .nodes import allocated, nodes


def bytes_of(buffer: tirx.Buffer) -> int:
    return math.prod(int(extent) for extent in buffer.shape) * buffer.ty.dtype.dtype.itemsize


def launch_of(func: tirx.PrimFunc) -> Launch:
    """Launch of a lowered kernel, from its thread extents and shared allocations."""
    extents = {
        str(attr.node.thread_tag): int(attr.value)
        for attr in nodes(tirx.AttrStmt, func.body)
        if attr.attr_key == "thread_extent"
    }

    def dims(prefix: str) -> tuple[int, int, int]:
        return tuple(extents.get(f"{prefix}.{axis}", 1) for axis in THREAD_AXES)

    return Launch(
        kernel=str(func.attrs["global_symbol"]),
        grid=dims("blockIdx"),
        block=dims("threadIdx"),
        static_shared=sum(map(bytes_of, allocated(func.body, "shared"))),
        dynamic_shared=sum(map(bytes_of, allocated(func.body, "shared.dyn"))),
        cluster=dims(CLUSTER_AXIS),
    )
