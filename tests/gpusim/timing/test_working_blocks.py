"""Blocks that exit at once count for what they cost, wherever in the grid they are."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler

from gpusim.isa.cubin import read_cubin
from gpusim.isa.sass import disassemble
from gpusim.launch import Block, Call, Program
from gpusim.timing.constants import constants
from gpusim.timing.dram_traffic import with_work
from gpusim.timing.prediction import Recording, record_launch
from schedules.compile.compiler import Compiler
from schedules.core.target import Target

CHIP = constants("h200")

GRIDS = [
    ((32, 32, 1), lambda x, y, z: x < 8 and y < 8),
    ((33, 9, 2), lambda x, y, z: x < 5 and y >= 3),
    ((100, 1, 1), lambda x, y, z: x < 90),
    ((7, 1, 1), lambda x, y, z: x == 6),
]


def numbers(grid: Block, works) -> list[int]:
    places = np.ndindex(*grid[::-1])
    return [at for at, (z, y, x) in enumerate(places) if works(x, y, z)]


@pytest.mark.parametrize("grid, works", GRIDS)
def test_boxes_of_blocks_with_work_are_found_by_few_samples(grid, works):
    asked: list[Block] = []

    def issued(blocks):
        asked.extend(blocks)
        return [1000 if works(*block) else 100 for block in blocks]

    assert with_work(grid, 128, issued).tolist() == numbers(grid, works)
    assert len(asked) == len(set(asked)) <= 100


def test_a_triangle_is_found_but_for_its_edge():
    grid = 64, 64, 1
    found = set(with_work(grid, 128, lambda some: [1000 * (x >= y) for x, y, _ in some]).tolist())
    wrong = found ^ set(numbers(grid, lambda x, y, z: x >= y))
    assert len(wrong) <= 64


@pytest.mark.parametrize("most", [100, 97])
def test_a_grid_of_which_few_blocks_have_no_work_is_taken_whole(most):
    def issued(some):
        return [1000 if block[0] < most else 100 for block in some]

    assert with_work((100, 1, 1), 128, issued) is None


TEXT = """
extern "C" __global__ void scaled(float* out, const float* in, int first, int end) {
  int at = (blockIdx.x - first) * blockDim.x + threadIdx.x;
  if (at < 0 || at >= end) return;
  float sum = 0;
  for (int i = 0; i < 64; i++) sum += in[(at * 64 + i) % end];
  out[at] = sum;
}
"""
THREADS, WORKING = 256, 132 * 24


def recorded(blocks: int, first: int = 0) -> Recording:
    cubin = Compiler(Target.parse("sm_90")).compile(TEXT).cubin
    numbers = [number.to_bytes(4, "little") for number in (first, WORKING * THREADS)]
    call = Call(
        read_cubin(cubin).kernel("scaled"),
        Program.of("scaled", disassemble(cubin)["scaled"]),
        (blocks, 1, 1),
        (THREADS, 1, 1),
        0,
        ("out", "in", *numbers),
    )
    arrays = {name: np.zeros(WORKING * THREADS, np.float32) for name in ("out", "in")}
    return record_launch(arrays, call, CHIP, 8, 1e9)


@needs_compiler
@pytest.mark.parametrize("first", [0, 5 * WORKING])
def test_blocks_that_exit_at_once_cost_their_retirement(first):
    exact, most = recorded(WORKING), recorded(8 * WORKING, first)
    assert (most.blocks, most.blocks_per_sm, most.idle) == (WORKING, 24, 7 * 24)
    assert (exact.blocks, exact.idle) == (WORKING, 0)
    more = most.simulate().cycles - exact.simulate().cycles
    # An SM that is busy without them may be a little less so with them.
    assert more == pytest.approx(7 * 24 * CHIP.retire, rel=0.1)
