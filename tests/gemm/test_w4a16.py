"""gemm/w4a16: tiles by size, and what they refuse."""

from __future__ import annotations

import pytest

from gpusim.errors import UserError
from schedules.core.ladder import ladder
from schedules.gemm.thread_tiles import BLOCKS
from schedules.gemm.weight_tiles import WeightTile

LADDER = ladder("gemm/w4a16")


@pytest.mark.parametrize("rung", ["sliced_k", "split_k"])
@pytest.mark.parametrize("rows", [1, 4, 16, 20, 40, 64])
@pytest.mark.parametrize("size", [4096, 8192, 16384])
def test_blocks_enough_for_every_size_of_the_goal(rung, rows, size):
    workload = LADDER[rung].workload.with_shape((rows, size, size))
    tile = LADDER[rung].tile_for(workload)
    tile.check(workload)
    blocks = size // tile.block()[1] * tile.parts
    assert BLOCKS - 4 <= blocks <= 2 * BLOCKS
    assert 8 * tile.eights >= rows
    # A, codes, and scales with zero points, of which the SMs have 227 KB.
    rows_bytes = 2 * 8 * tile.eights * (128 * tile.warps_k + 32)
    stage = rows_bytes + tile.warps_k * tile.block()[1] * (64 + 4)
    assert tile.stages * stage <= 227 * 1024


def test_wgmma_takes_no_eight_rows():
    rung = LADDER["wgmma"]
    workload = rung.workload.with_shape((8, 256, 1024))
    with pytest.raises(UserError, match="16 x 128 x 256"):
        rung.tile_for(workload).check(workload)


def test_wgmma_needs_warps_by_fours():
    with pytest.raises(UserError, match="warps_n = 2: four warps"):
        WeightTile(warps_n=2, wgmma=True)


@pytest.mark.parametrize("rows", [16, 24, 64])
@pytest.mark.parametrize("size", [4096, 8192, 16384])
def test_two_blocks_of_wgmma_share_an_sm(rows, size):
    workload = LADDER["wgmma"].workload.with_shape((rows, size, size))
    tile = LADDER["wgmma"].tile_for(workload)
    tile.check(workload)
    blocks = size // tile.block()[1] * tile.parts
    assert BLOCKS - 4 <= blocks <= 2 * BLOCKS
    stage = 2 * 8 * tile.eights * 128 + tile.block()[1] * (64 + 4)
    assert 2 * (tile.stages * stage + 1024) <= 227 * 1024
