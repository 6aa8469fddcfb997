"""gemm/hgemm's rungs whose warps have roles: what they promise, in their text and machine code."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from accesses import needs_compiler, rung
from conftest import lowered
from exhaustive import sampled_tuples

from gpusim.launch import Options
from schedules.analyses.verification.simulated import run_on_machine
from schedules.core.errors import LoweringError
from schedules.core.kernel import Kernel, last_kernel
from schedules.core.steps import steps
from schedules.core.target import DEFAULT_GPU, Target
from schedules.lowering.lower import lower

STORED, SHARED = "gemm/hgemm:tma_store", "gemm/hgemm:multicast"
ROUNDED = "gemm/epilogue:tma_store"
IN_TURN = "gemm/hgemm:pingpong"


def main(path: str) -> str:
    """The kernel's own text, behind its device functions."""
    return lowered(rung(path)).kernel_source.partition("main_kernel(")[2]


@cache
def small(path: str) -> Kernel:
    """Two blocks below each other, two tiles each, or three of half the rows in turn, and more
    slices than stages."""
    one = rung(path)
    one = replace(one, tile=replace(one.tile, blocks=2))
    shape = (384, 256, 320) if path == IN_TURN else (512, 256, 256)
    return last_kernel(one, one.workload.with_shape(shape), Target.parse("sm_90"))


@pytest.mark.parametrize("path", [STORED, SHARED, IN_TURN])
def test_c_leaves_by_the_accelerator_alone(path):
    text = main(path)
    assert "CUtensorMap C_map" in text and "C_ptr" not in text
    rounds = text.index("else {")
    assert (
        rounds < text.index("tile_write(") < text.index("tile_store(") < text.index("tile_stored")
    )
    assert "products_sync" not in text and "__syncthreads" not in text


def test_a_tile_has_memory_that_no_slice_has():
    """Three slices of 48 KB, behind them 64 KB of C, behind that two barriers a stage."""
    launch = lowered(rung(STORED)).launches[0]
    assert launch.dynamic_shared == 3 * 48 * 1024 + 64 * 1024 + 2 * 3 * 8
    (to,) = re.findall(
        r"tile_store\(\(&\(\(\(half\*\)buf_dyn_shmem_ptr\)\[(.*?)\]\)\)", main(STORED)
    )
    first = re.sub(r"\(int\)threadIdx\.y", "1", to)
    assert eval(first.replace("((1))", "1")) * 2 == 3 * 48 * 1024


def test_blocks_of_a_cluster_share_b_and_nothing_else():
    launch = lowered(rung(SHARED)).launches[0]
    assert launch.cluster == (1, 2, 1) and "cluster 1 x 2 x 1" in str(launch)
    assert lowered(rung(STORED)).launches[0].cluster == (1, 1, 1)
    text = main(SHARED)
    assert set(re.findall(r"tma_multicast\(.*?([ABC]_map)", text)) == {"B_map"}
    assert set(re.findall(r"tma_ahead\(.*?([ABC]_map)", text)) == {"A_map"}
    # Two blocks' eight warps each say that a stage is free.
    assert re.search(r"roles_start\(.*, 3, 2, 16\);\s*cluster_sync\(\);", text)
    assert re.search(r"cluster_sync\(\);\s*}\s*$", text)


def test_a_cluster_has_as_many_blocks_below_each_other():
    one = rung(SHARED)
    last = steps(one, one.workload.with_shape((128, 256, 256)))[-1]
    with pytest.raises(LoweringError, match="a grid 1 blocks high is not a multiple of clusters 2"):
        lower(last.mod, one.build, DEFAULT_GPU)


def test_warpgroups_in_turn_have_a_tile_and_a_barrier_each():
    """Four slices of 40 KB, two tiles of 32 KB, two barriers a stage and one a warpgroup."""
    launch = lowered(rung(IN_TURN)).launches[0]
    turns = 4 * 40 * 1024 + 2 * 32 * 1024 + 2 * 4 * 8
    assert launch.block == (128, 3, 1) and launch.dynamic_shared == turns + 2 * 8
    text = main(IN_TURN)
    # Of a block four warps say that a turn is over; of both blocks eight that a stage is free.
    assert re.search(rf"turns_start\(.*\[{turns}\].*, 2, 4\);\s*roles_start\(.*, 4, 2, 8\);", text)
    asked, over = (
        [
            eval(one.replace("((int)threadIdx.y)", str(group))) - turns
            for group in (1, 2)
            for one in re.findall(rf"{function}\(\(&\(buf_dyn_shmem_ptr\[(.*?)\]\)\)", within)
        ]
        for function, within in (
            ("tma_wait", text[text.index("for (int turn") :]),
            ("turn_over", text),
        )
    )
    assert (asked, over) == ([0, 8], [8, 0])
    places = re.findall(r"tile_store\(\(&\(\(\(half\*\)buf_dyn_shmem_ptr\)\[(.*?)\]\)\)", text)
    tiles = [2 * eval(places[0].replace("((int)threadIdx.y)", str(group))) for group in (1, 2)]
    assert tiles == [4 * 40 * 1024, 4 * 40 * 1024 + 32 * 1024]


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


@needs_compiler
def test_sums_reach_their_tile_without_conflicts():
    (launch,) = small(STORED).instruction_counts
    stores = [one.cost for one in launch.instructions if one.opcode == "STS"]
    assert stores and all(one.taken == one.least for one in stores)


def left_out(kernel: Kernel, line: str, base: str, which: slice = slice(None)) -> set[str]:
    """What is found without the instructions of a kind that come from a line of CUDA."""
    inputs = kernel.workload.inputs(np.random.default_rng(0))
    program = kernel.module.calls[0].program
    text = kernel.source.splitlines()
    places = [
        code.at
        for code in program.codes
        if code.base == base and line in text[code.instruction.line - 1]
    ]
    assert places[which], f"no {base} in {line}"
    options = Options(count=False, leave_out=frozenset(places[which]))
    return set(run_on_machine(kernel, inputs, options).launches[0].findings.names())


@needs_compiler
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
        # The same kinds in other rungs.
        *sampled_tuples(
            [
                (ROUNDED, "tile_free(", "DEPBAR", slice(None), "copy-not-awaited"),
                (ROUNDED, "tile_free(", "BAR", slice(None), "race-overwrite"),
                (ROUNDED, "tile_write_rounded(", "FENCE", slice(None), "proxy-fence"),
                (ROUNDED, "tile_write_rounded(", "BAR", slice(None), "race-read"),
                (IN_TURN, "turn_over(", "SYNCS", slice(None), "deadlock"),
            ],
            (),
        ),
    ],
)
def test_what_orders_them_is_missed(path, line, base, which, kind):
    assert kind in left_out(small(path), line, base, which)


@needs_compiler
@pytest.mark.parametrize("path", [STORED, SHARED, IN_TURN])
def test_a_round_begins_with_the_first_stage(path):
    """A slice more than stages: of each round one stage is filled twice."""
    kernel = small(path)
    run = run_on_machine(kernel, kernel.workload.inputs(np.random.default_rng(0)))
    assert run.whole and not run.launches[0].findings.names()
