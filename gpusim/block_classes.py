"""Blocks of a launch by what they execute, to choose those to simulate of a grid that is too large.

Branches and predicates that depend on no loaded data are evaluated for all blocks, or for as many
as a few seconds allow: only the program slice that they need is executed (`dataflow.slicing`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from contextlib import suppress

import numpy as np

from .dataflow.slicing import counting_slice
from .device import Device
from .findings import BeyondLimit, DependsOnData, Unsupported
from .launch import Block, Call, Options

# Largest number of thread instructions to execute, some seconds, and of lanes at once.
_MOST_WORK, _LANES = 1 << 28, 1 << 15
# Largest number of blocks to return.
MOST_BLOCKS = 48


def edges(grid: Block, places: int) -> list[Block]:
    """Blocks at so many places along each axis, the first and the last among them."""
    axes = [np.unique(np.linspace(0, size - 1, places).astype(int)) for size in grid]
    return [(int(x), int(y), int(z)) for z in axes[2] for y in axes[1] for x in axes[0]]


def differing_blocks(arrays: Mapping[str, np.ndarray], call: Call) -> list[Block]:
    """The first and the last block of each class, smallest classes first.

    A class has the same branches and predicates, thread by thread. Empty if loaded data decide the
    control flow.
    """
    part = counting_slice(call.program, predicates=True)
    if part.by_data:
        return []
    options = Options(
        check=False, count=False, only=part.only, live=part.live, classifies=True, lanes=_LANES
    )
    device = Device(arrays, (), options)
    with suppress(Unsupported, BeyondLimit, DependsOnData):
        work = device.launch(call, [(0, 0, 0)]).steps * math.prod(call.block)
        classes = device.launch(call, _evaluated(call.grid, _MOST_WORK // max(1, work))).classes
        ordered = sorted(classes.values(), key=len)
        ends = ((blocks[0], blocks[-1]) for blocks in ordered)
        return list(dict.fromkeys(itertools.chain(*ends)))[:MOST_BLOCKS]
    return []


def _evaluated(grid: Block, most: int) -> list[Block]:
    """All blocks, or at most about `most`: evenly spaced ones and the edges."""
    count = math.prod(grid)
    numbers = np.unique(np.linspace(0, count - 1, min(count, max(1, most))).astype(np.int64))
    z, y, x = np.unravel_index(numbers, grid[::-1])
    spaced = list(zip(x.tolist(), y.tolist(), z.tolist(), strict=True))
    return spaced if len(spaced) == count else list(dict.fromkeys([*spaced, *edges(grid, 4)]))
