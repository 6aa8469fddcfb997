"""`Launch`: the launch configuration of a kernel, and its limits."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .errors import LimitError

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
        parts = [f"grid {_dims_text(self.grid)}", f"block {_dims_text(self.block)}"]
        return ", ".join([*parts, f"{shared} B shared"] if shared else parts)

    def __str__(self) -> str:
        grid, block = (" x ".join(map(str, dims)) for dims in (self.grid, self.block))
        cluster = f"cluster {' x '.join(map(str, self.cluster))}, " if max(self.cluster) > 1 else ""
        return (
            f"grid {grid}, {cluster}block {block}, "
            f"shared {self.static_shared} B static + {self.dynamic_shared} B dynamic"
        )


def _dims_text(dims: tuple[int, int, int]) -> str:
    used = max((number + 1 for number, extent in enumerate(dims) if extent > 1), default=1)
    return "x".join(map(str, dims[:used]))


def check_launch(grid: tuple[int, int, int], block: tuple[int, int, int]) -> None:
    """Raise LimitError for a launch that no GPU accepts."""
    for what, sizes, most in (("blocks", grid, _MOST_BLOCKS), ("threads", block, _MOST_THREADS)):
        for axis, size, limit in zip(THREAD_AXES, sizes, most, strict=True):
            if size < 1:
                raise LimitError(f"{size} {what} along {axis}; a GPU launches at least 1")
            if size > limit:
                raise LimitError(f"{size} {what} along {axis}; a GPU launches at most {limit}")
