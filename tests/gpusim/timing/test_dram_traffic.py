"""What lines blocks touch, in passes of loops that were recorded and in those that were not."""

from __future__ import annotations

import random
from itertools import product
from types import SimpleNamespace

import pytest

from gpusim.counting.loop_extrapolation import Skip
from gpusim.launch import TensorMap
from gpusim.timing.dram_traffic import _touches
from gpusim.timing.warp_traces import LINE, SECTOR, Recorder, _box_lines


def test_boxes_of_passes_that_were_not_recorded_lie_as_far_apart():
    """Three passes of two segments each, of which the last came four times more."""
    recorder = Recorder()
    for ordinal, line in ((0, 100), (2, 108), (4, 116), (7, 500)):
        recorder.boxes[ordinal, 17, 0] = [((0, 9, ordinal), ((line, 15),))]
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
    lines = _box_lines(tensor, [one & 0xFFFFFFFF for one in at], base)
    assert [line for line, _ in lines] == sorted({one // 4 for one in sectors})
    assert {
        4 * line + bit for line, mask in lines for bit in range(4) if mask >> bit & 1
    } == sectors
