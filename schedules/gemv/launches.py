"""The tables in the document of `fast_gemv`, launches and times per size and device; and a GEMV's
tile by the length of its rows, from these launches or from tables of other tiles."""

from __future__ import annotations

from collections.abc import Callable

from gpusim.errors import UserError

from ..core.ladder import Figure
from ..workloads import Workload
from .dot_products import RowTile

SOURCE = "wangsiping97, FastGEMV, method and result (2023)"
P100, RTX_3090 = "P100", "RTX 3090"
SIZES = (512, 1024, 2048, 4096, 8192, 16384)

# Size of the square matrix -> (blockDim.x, blockDim.y): threads per dot product, rows per block.
LAUNCHES = {
    P100: {
        512: (32, 4),
        1024: (32, 4),
        2048: (32, 4),
        4096: (128, 8),
        8192: (256, 4),
        16384: (512, 2),
    },
    RTX_3090: {
        512: (32, 16),
        1024: (32, 32),
        2048: (32, 32),
        4096: (256, 1),
        8192: (256, 4),
        16384: (512, 2),
    },
}

# Average run time of all kernels of a GEMV, in nanoseconds, per size.
TIMES_NS = {
    P100: {
        "pytorch": (5891.6, 9047.2, 28231.4, 100727.5, 618377.7, 1588132.0),
        "float16": (4087.6, 5559.0, 18197.8, 62975.1, 229488.3, 891879.9),
    },
    RTX_3090: {
        "pytorch": (4071.7, 6106.2, 13971.8, 46031.9, 159163.1, 691660.6),
        "float16": (3237.2, 4372.4, 12395.4, 40621.4, 156448.3, 609235.0),
        "int8": (3338.2, 4450.3, 6736.8, 22489.2, 82325.7, 310524.5),
        "int4": (3390.1, 4359.1, 6855.3, 15971.1, 49884.9, 162752.0),
    },
}

# The bandwidth in GB/s as printed: bytes of the matrix and both vectors, divided by the time.
GBPS = {
    P100: {
        "pytorch": (89.337, 232.254, 297.428, 333.284, 202.083, 320.796),
        "float16": (128.764, 377.990, 461.418, 533.081, 584.999, 602.028),
    },
    RTX_3090: {
        "pytorch": (129.267, 344.117, 600.982, 729.295, 820.615, 776.300),
        "float16": (162.590, 480.571, 677.413, 826.432, 858.533, 881.759),
        "int8": (79.142, 236.540, 623.812, 746.741, 816.357, 865.513),
        "int4": (39.267, 121.214, 307.112, 526.263, 674.608, 826.690),
    },
}


def figures(kernel: str, above: int = 0, up_to: int = SIZES[-1]) -> tuple[Figure, ...]:
    """The document's times and bandwidths of 'pytorch', 'float16', 'int8' or 'int4'."""
    label = "torch, float16, " if kernel == "pytorch" else ""
    return tuple(
        Figure(
            table[device][kernel][number],
            unit,
            device,
            SOURCE,
            (size, size),
            f"{label}{size} x {size}",
        )
        for device in LAUNCHES
        for number, size in enumerate(SIZES)
        if above < size <= up_to
        for table, unit in ((TIMES_NS, "ns"), (GBPS, "GB/s"))
        if kernel in table[device]
    )


def words(note: str) -> tuple[Figure, ...]:
    """A statement of the document about a variant, without a figure or a GPU."""
    return (Figure(None, "ns", "its GPUs", SOURCE, note=note),)


# --- tiles ----------------------------------------------------------------------------------------

TileAt = Callable[[Workload], RowTile]


def launch_for(
    lanes: Callable[[int], bool] = lambda _: True, device: str = RTX_3090, **fields: int
) -> TileAt:
    """The document's block for a workload's K: that of the next larger size, or of the largest.

    `lanes` selects the entries that a rung can use by their threads per dot product; `fields` are
    the other fields of the tile.
    """
    table = {size: block for size, block in LAUNCHES[device].items() if lanes(block[0])}
    return by_size({size: RowTile(*block, **fields) for size, block in table.items()})


def by_size(tiles: dict[int, RowTile]) -> TileAt:
    """The tile of the next size that is not smaller than a workload's K, or of the largest size.

    Only tiles are considered whose lanes all have a vector of such a row, or all tiles if K is too
    short for any of them.

    Raises UserError for a tile that leaves lanes without work at its own size.
    """
    for size, tile in tiles.items():
        if idle := tile.idle_lanes(size):
            raise UserError(
                f"K = {size}: {idle} of {tile.lanes} lanes are idle because a row has "
                f"{size // tile.vector} vectors of {tile.vector}: use fewer lanes or smaller "
                "vectors"
            )

    def tile_for(workload: Workload) -> RowTile:
        k = workload.shape[1]
        busy = [size for size, tile in tiles.items() if not tile.idle_lanes(k)] or list(tiles)
        return tiles[min((size for size in busy if size >= k), default=max(busy))]

    return tile_for
