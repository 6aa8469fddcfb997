"""What lines blocks touch, in passes of loops that were recorded and in those that were not."""

from __future__ import annotations

import random
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from accesses import needs_compiler
from planted_launches import COLD, recorded

from gpusim.counting.loop_extrapolation import Skip
from gpusim.launch import TensorMap
from gpusim.timing.dram_traffic import _Footprint, _touches
from gpusim.timing.warp_traces import LINE, SECTOR, Recorder, _box_lines


def test_boxes_of_passes_that_were_not_recorded_lie_as_far_apart():
    """Three passes of two segments each, of which the last came four times more."""
    recorder = Recorder()
    for ordinal, line in ((0, 100), (2, 108), (4, 116), (7, 500)):
        recorder.boxes[ordinal, 17, 0] = [((0, 9, ordinal), ((0, 15),), line)]
    program = SimpleNamespace(codes={17: SimpleNamespace(base="UTMALDG")})
    machine = SimpleNamespace(warps=1, blocks=[(0, 0, 0)], skips=[Skip(6, 2, 4)], program=program)
    weights = [1, 1, 1, 1, 5, 5, 1, 1]
    trace = SimpleNamespace(interpreter=machine, recorder=recorder, weights=weights)
    touched = [(times, lines[0][0] + move) for times, _, lines, move, _ in _touches(trace)]
    every = [100, 108, *range(116, 116 + 5 * 8, 8), 500]
    assert touched == [(1, line) for line in every]


@pytest.mark.parametrize("seed", range(20))
def test_a_box_touches_the_sectors_of_its_rows(seed):
    draw = random.Random(seed)
    rank, base = draw.choice((2, 3)), LINE * draw.randint(0, 99)
    shape = tuple(16 * draw.randint(1, 9) for _ in range(rank))
    box = tuple(16 * draw.randint(1, 4) for _ in range(rank))
    strides = tuple(SECTOR * draw.randint(1, 60) for _ in range(rank - 1))
    tensor = TensorMap(0, shape, strides, box, 2)
    at = [16 * draw.randint(-2, 9) for _ in range(rank)]
    inside = [
        range(max(0, first), min(size, first + extent))
        for first, size, extent in zip(at, shape, box, strict=True)
    ]
    sectors = {
        (base + 2 * place[0] + sum(map(int.__mul__, place[1:], strides))) // SECTOR
        for place in product(*inside)
    }
    relative, move = _box_lines(tensor, [one & 0xFFFFFFFF for one in at], base)
    lines = [(line + move, mask) for line, mask in relative]
    assert [line for line, _ in lines] == sorted({one // 4 for one in sectors})
    assert {
        4 * line + bit for line, mask in lines for bit in range(4) if mask >> bit & 1
    } == sectors


def footprint(lines: list[int], mask: int = 15) -> _Footprint:
    made = _Footprint()
    made.add(tuple((line, mask) for line in lines), 0, 1)
    return made


@pytest.mark.parametrize("seed", range(20))
def test_sectors_are_touched_again_by_the_block_that_reaches_them(seed):
    """Blocks along an axis, each a step from the last, one after the other: how many sectors are
    new follows from two of them."""
    draw, blocks = random.Random(seed), 40
    lines = sorted(draw.sample(range(1000, 1060), draw.randint(1, 20)))
    step = draw.choice([-7, -1, 1, 2, 3, 8, 60, 5000])
    first, second = (footprint([line + move * step for line in lines]) for move in (0, 1))
    again = first.recurrences(second)
    seen: set[int] = set()
    for number in range(blocks):
        seen.update(line + number * step for line in lines)
        assert 4 * len(seen) == np.minimum(again, number + 1).sum()


def test_blocks_that_are_not_a_step_apart_share_what_both_touch():
    first = footprint([100, 101, 102, 110])
    assert list(first.recurrences(footprint([101, 102, 103, 104]))[::4]) == [np.inf, 1, 1, np.inf]
    assert np.isinf(first.recurrences(None)).all()
    assert (first.recurrences(footprint([100, 101, 102, 110])) == 1).all()


@needs_compiler
@pytest.mark.parametrize(("rows", "part"), [(256, 0.32), (768, 0.63), (None, 1.0)])
def test_a_gather_fetches_what_it_touches(rows, part):
    """768 rows of 4 KB: random ones among the first `rows`, or each of them once. L2 holds what a
    launch touches of the first third."""
    draw = np.random.default_rng(0)
    chosen = draw.permutation(768) if rows is None else draw.integers(0, rows, 768)
    data = np.zeros(769 * 1024, np.float32)
    data[:768] = chosen.astype(np.int32).view(np.float32)
    body = "int row = ((const int*)a)[blockIdx.x] + 1;"
    body += "b[blockIdx.x * 1024 + threadIdx.x] = a[row * 1024 + threadIdx.x];"
    launch = {"grid": 768, "block": 1024, "words": 769 * 1024, "data": data}
    cold, half = (recorded(body, set_bytes=size, **launch).simulate() for size in (COLD, 64 << 20))
    assert cold.dram_bytes == pytest.approx((1 + part) * 768 * 4096, rel=0.01)
    assert (half.dram_bytes < 0.05 * cold.dram_bytes) == (rows == 256)
