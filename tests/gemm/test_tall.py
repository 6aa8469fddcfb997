"""gemm/tall: how many parts K is split into."""

from __future__ import annotations

import pytest

from schedules.gemm.tall import SplitTile, in_parts
from schedules.gemm.thread_tiles import BLOCKS
from schedules.workloads import Gemm


@pytest.mark.parametrize(
    ("shape", "parts"),
    [
        ((256, 256, 16384), 32),
        ((128, 128, 16384), 32),
        ((1024, 1024, 16384), 2),
        ((128, 128, 384), 1),
    ],
)
def test_as_many_parts_as_blocks_and_pipeline_leave(shape, parts):
    tile = in_parts(SplitTile(columns=128, stages=6))(Gemm(*shape))
    assert tile.parts == parts
    tile.check(Gemm(*shape))
    assert parts == 1 or shape[0] * shape[1] // 128**2 * parts <= BLOCKS
