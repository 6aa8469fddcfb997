"""`Launch`: the launch configuration of a lowered kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tvm import tirx

from ..core.errors import LimitError
from .nodes import allocated, nodes

THREAD_AXES = ("x", "y", "z")
# Axes of a block's position in its cluster.
CLUSTER_AXIS = "clusterCtaIdx"
# NVIDIA's launch limits ("Technical Specifications per Compute Capability").
_MOST_BLOCKS = (2**31 - 1, 65535, 65535)
_MOST_THREADS = (1024, 1024, 64)


@dataclass(frozen=True)
class Launch:
    """Launch configuration: grid, block and cluster as (x, y, z), shared memory in bytes."""

    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    static_shared: int
    dynamic_shared: int
    cluster: tuple[int, int, int] = (1, 1, 1)

    @property
    def threads(self) -> int:
        return math.prod(self.block)

    @property
    def brief(self) -> str:
        """The text for tables: `grid 128x128, block 16x16, 16384 B shared`."""
        shared = self.static_shared + self.dynamic_shared
        parts = [f"grid {_by(self.grid)}", f"block {_by(self.block)}"]
        return ", ".join([*parts, f"{shared} B shared"] if shared else parts)

    def __str__(self) -> str:
        grid, block = (" x ".join(map(str, dims)) for dims in (self.grid, self.block))
        cluster = f"cluster {' x '.join(map(str, self.cluster))}, " if max(self.cluster) > 1 else ""
        return (
            f"grid {grid}, {cluster}block {block}, "
            f"shared {self.static_shared} B static + {self.dynamic_shared} B dynamic"
        )


def _by(dims: tuple[int, int, int]) -> str:
    used = max((number + 1 for number, extent in enumerate(dims) if extent > 1), default=1)
    return "x".join(map(str, dims[:used]))


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


def check_launch(grid: tuple[int, int, int], block: tuple[int, int, int]) -> None:
    """Raise LimitError for a launch that no GPU accepts."""
    for what, sizes, most in (("blocks", grid, _MOST_BLOCKS), ("threads", block, _MOST_THREADS)):
        for axis, size, limit in zip(THREAD_AXES, sizes, most, strict=True):
            if size < 1:
                raise LimitError(f"{size} {what} along {axis}; a GPU launches at least 1")
            if size > limit:
                raise LimitError(f"{size} {what} along {axis}; a GPU launches at most {limit}")
