"""Every space: what is in it, and that what is built is what was drawn."""

from __future__ import annotations

import random

import pytest
import tvm_ffi
from exhaustive import sampled
from tune_spaces import space_of
from tvm import s_tir

from schedules.core.ladder import ladder
from schedules.lowering.lower import lower
from tune.space.template import find, names

RUNGS = [rung for one in map(find, names()) for rung in one.rungs]
QUICK = ("gemm/sgemm_cpu:parallel", "gemm/sgemm_tvm:ordered_products", "gemm/hgemm:wgmma_tma")


# Spaces with all points that their kernel can be: wgmma_tma takes 3 to 5 stages of one warpgroup or
# 3 to 4 of two, as shared memory allows, and two stages are refused; each with 6 panels.
SMALL_SPACES = {
    f"gemm/{name}": (3 + 2) * 6
    for name in (
        "hgemm:wgmma_tma",
        "hgemm:bfloat16_wgmma_tma",
        "epilogue:wgmma_tma",
        "fp8gemm:wgmma_tma",
        "fp8gemm:tensor_scale",
    )
}


@pytest.mark.parametrize("rung", sampled(RUNGS, QUICK))
def test_a_space_has_the_hand_written_tile_and_accounts_for_every_candidate(rung):
    space = space_of(rung)
    own = space.hand_written()[0]
    by_hand = space.rung.tile_for(space.workload, space.target.arch)
    if space.rung.cpu_tiles and space.rung.ladder == "gemm/sgemm_cpu":
        # Its blocks of equal size pad the extents, as no split does: another rung's tile is first.
        assert by_hand not in map(space.tile, map(space.values, space.points))
        by_hand = ladder(space.rung.ladder)["packed"].tile_for(space.workload)
    assert space.tile(space.values(own)) == by_hand
    assert len(space.points) + sum(one.count for one in space.removed) == space.size
    assert all(one.why for one in space.removed)
    # Enough to search, with a share of them that sampling will meet.
    if rung in SMALL_SPACES:
        assert len(space.points) == SMALL_SPACES[rung]
    else:
        assert len(space.points) > 30
    assert len(space.points) / space.size > 0.1


@pytest.mark.parametrize("rung", sampled(RUNGS, QUICK))
def test_what_is_built_is_what_was_drawn(rung):
    space = space_of(rung)
    for point in random.Random(0).sample(space.points, 2):
        sch = space.schedule(point)
        assert space.drawn(sch) == point
        tile = space.tile(space.values(point))
        own, origin = space.rung.finished(space.workload, tile)
        assert tvm_ffi.structural_equal(sch.mod, own.mod)
        replay = s_tir.Schedule(origin)
        sch.trace.apply_to_schedule(replay, remove_postproc=False)
        assert tvm_ffi.structural_equal(sch.mod, replay.mod)
        # The task's knobs are all that another process needs.
        assert type(tile)(**space.request(point).knobs) == tile
    if space.rung.target == "cuda":
        lowered = lower(sch.mod, space.rung.build, space.target)
        assert lowered.launches[0].threads <= 1024
