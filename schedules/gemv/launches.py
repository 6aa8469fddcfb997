"""A GEMV's tile by the length of its rows: the document's launches, and tables of other tiles."""

from __future__ import annotations

from collections.abc import Callable

from gpusim.errors import UserError

from ..workloads import Workload
from .dot_products import RowTile
from .fast_gemv_figures import LAUNCHES, RTX_3090

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
