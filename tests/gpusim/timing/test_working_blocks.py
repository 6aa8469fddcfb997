"""Blocks that exit at once count for what they cost, wherever in the grid they are."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler
from planted_launches import recorded

from gpusim.launch import Block
from gpusim.timing.constants import constants
from gpusim.timing.dram_traffic import with_work
from gpusim.timing.prediction import Recording

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


THREADS, WORKING = 256, 132 * 24


def of_which_some_work(blocks: int, first: int = 0) -> Recording:
    """A launch of which only WORKING blocks have threads within the array."""
    body = f"""
    int at = ((int)blockIdx.x - {first}) * (int)blockDim.x + threadIdx.x, end = {WORKING * THREADS};
    if (at < 0 || at >= end) return;
    float sum = 0;
    for (int i = 0; i < 64; i++) sum += a[(at * 64 + i) % end];
    b[at] = sum;
    """
    launch = {"block": THREADS, "chip": CHIP, "words": WORKING * THREADS, "set_bytes": 1e9}
    return recorded(body, grid=blocks, fitting=8, **launch)


@needs_compiler
@pytest.mark.parametrize("first", [0, 5 * WORKING])
def test_blocks_that_exit_at_once_cost_their_retirement(first):
    exact, most = of_which_some_work(WORKING), of_which_some_work(8 * WORKING, first)
    assert (most.blocks, most.blocks_per_sm, most.idle) == (WORKING, 24, 7 * 24)
    assert (exact.blocks, exact.idle) == (WORKING, 0)
    more = most.simulate().cycles - exact.simulate().cycles
    # An SM that is busy without them may be a little less so with them.
    assert more == pytest.approx(7 * 24 * CHIP.retire, rel=0.1)
