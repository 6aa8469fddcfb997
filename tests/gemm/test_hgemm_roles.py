"""gemm/hgemm's rungs whose warps have roles: what orders them, and what they refuse."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from accesses import needs_compiler, rung
from compared import without

from gpusim.launch import Options
from schedules.analyses.verification.simulated import simulate
from schedules.core.errors import LoweringError
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.ladder import steps
from schedules.core.target import DEFAULT_GPU, Target
from schedules.lowering.lower import lower

STORED, SHARED = "gemm/hgemm:tma_store", "gemm/hgemm:multicast"
ROUNDED = "gemm/epilogue:tma_store"
IN_TURN = "gemm/hgemm:pingpong"


@cache
def small(path: str) -> Kernel:
    """Two blocks below each other, two tiles each, or three of half the rows in turn, and more
    slices than stages."""
    one = rung(path)
    one = replace(one, tile=replace(one.tile, blocks=2))
    shape = (384, 256, 320) if path == IN_TURN else (512, 256, 256)
    return last_kernel(one, one.workload.with_shape(shape), Target.parse("sm_90"))


def test_a_cluster_has_as_many_blocks_below_each_other():
    one = rung(SHARED)
    last = steps(one, one.workload.with_shape((128, 256, 256)))[-1]
    with pytest.raises(LoweringError, match="a grid 1 blocks high is not a multiple of clusters 2"):
        lower(last.mod, one.build, DEFAULT_GPU)


@pytest.mark.parametrize(
    ("numbers", "shape", "message"),
    [
        ({}, (128, 256, 256), "a block computes one tile: 2 warpgroups cannot alternate"),
        ({"groups": 2}, (512, 256, 256), "a tile of 2 warpgroups: alternating warpgroups need"),
    ],
)
def test_a_warpgroup_takes_a_tile_in_its_turn(numbers, shape, message):
    one = rung(IN_TURN)
    one = replace(one, tile=replace(one.tile, **numbers))
    last = steps(one, one.workload.with_shape(shape))[-1]
    with pytest.raises(LoweringError, match=message):
        lower(last.mod, one.build, DEFAULT_GPU)


def left_out(kernel: Kernel, line: str, base: str, which: slice = slice(None)) -> set[str]:
    """What is found without the instructions of a kind that come from a line of CUDA."""
    inputs = kernel.workload.inputs(np.random.default_rng(0))
    (call,) = kernel.module.calls
    program = call.program
    text = kernel.source.splitlines()
    places = [
        code.at
        for code in program.codes
        if code.base == base and line in text[code.instruction.line - 1]
    ]
    assert places[which], f"no {base} in {line}"
    faulty = replace(call, program=without(program, places[which]))
    planted = copy(kernel)
    vars(planted)["module"] = replace(kernel.module, calls=(faulty,))
    run = simulate(planted, inputs, Options(count=False))
    return set(run.launches[0].findings.names())


@needs_compiler
@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("path", "line", "base", "which", "kind"),
    [
        (STORED, "tile_write(", "DEPBAR", slice(None), "copy-not-awaited"),
        (STORED, "tile_write(", "FENCE", slice(None), "proxy-fence"),
        (STORED, "tile_write(", "BAR", slice(0, 1), "race-overwrite"),
        (STORED, "tile_write(", "BAR", slice(1, 2), "race-read"),
        (STORED, "tile_stored(", "DEPBAR", slice(None), "copy-never-awaited"),
        (SHARED, "slice_done_all(", "SYNCS", slice(None), "deadlock"),
        (SHARED, "cluster_sync(", "UCGABAR_WAIT", slice(0, 1), "barrier-not-initialized"),
        (SHARED, "cluster_sync(", "UCGABAR_WAIT", slice(1, 2), "out-of-bounds"),
        (IN_TURN, "(turn + ", "SYNCS", slice(None), "uninitialized"),
        (ROUNDED, "tile_free(", "DEPBAR", slice(None), "copy-not-awaited"),
        (ROUNDED, "tile_free(", "BAR", slice(None), "race-overwrite"),
        (ROUNDED, "tile_write_rounded(", "FENCE", slice(None), "proxy-fence"),
        (ROUNDED, "tile_write_rounded(", "BAR", slice(None), "race-read"),
        (IN_TURN, "turn_over(", "SYNCS", slice(None), "deadlock"),
    ],
)
def test_what_orders_them_is_missed(path, line, base, which, kind):
    assert kind in left_out(small(path), line, base, which)


@needs_compiler
@pytest.mark.exhaustive
@pytest.mark.parametrize("path", [STORED, SHARED, IN_TURN])
def test_a_round_begins_with_the_first_stage(path):
    """A slice more than stages: of each round one stage is filled twice."""
    kernel = small(path)
    run = simulate(kernel, kernel.workload.inputs(np.random.default_rng(0)))
    assert run.whole and not run.launches[0].findings.names()
