"""A kernel's time: what one multiprocessor does with its blocks, and how many it gets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ...targets.chips import CHIPS
from ..launch import Block, Call
from ..module import Module
from .caches import Memory
from .constants import Constants
from .issue import issues
from .multiprocessor import Multiprocessor
from .times import LaunchTime, Prediction
from .traces import streams
from .traffic import Traffic, record
from .warps import Plan

# Resident sets of blocks that are run in full before the rest is taken to go on like them.
_ROUNDS = 2
# A block's shared memory is taken from what is left of the L1 cache.
_L1_BYTES, _MOST_SHARED = 256 * 1024, 228 * 1024
_CARVEOUTS = (0, 8, 16, 32, 64, 100, 132, 164, 196, 228)


def predict(
    module: Module, chip: Constants, fitting: Sequence[int], set_bytes: float
) -> Prediction:
    """The time of a module's launches one after the other; of each so many blocks fit at once.

    Raises UserError as `predict_launch`.
    """
    arrays = {
        one.name: np.broadcast_to(np.zeros((), one.dtype), one.shape) for one in module.buffers
    }
    launches = tuple(
        predict_launch(arrays, call, chip, blocks, set_bytes)
        for call, blocks in zip(module.calls, fitting, strict=True)
    )
    return Prediction(chip.name, launches, chip.launch_us, set_bytes, chip.band)


def predict_launch(
    arrays: Mapping[str, np.ndarray],
    call: Call,
    chip: Constants,
    fitting: int,
    set_bytes: float,
) -> LaunchTime:
    """The time of a launch of which `fitting` blocks fit on a multiprocessor at once.

    `arrays` by name, whose contents matter only where addresses are loaded; of other launches
    between two on the same ones so many bytes are read.
    Raises Unsupported and BeyondLimit as Machine, and UserError where data decide what is done.
    """
    grid, total = call.grid, math.prod(call.grid)
    busy = min(total, chip.multiprocessors)
    mine = -(-total // chip.multiprocessors)
    resident = min(fitting, mine)
    # What is left out is whole rounds.
    count = min(mine, _ROUNDS * resident + mine % resident)
    trace = record(arrays, call, [_place(one * busy % total, grid) for one in range(count)])
    codes = call.program.codes
    per_block = trace.machine.warps // len(trace.machine.blocks)
    every = streams(trace.machine, per_block * count)
    plan = Plan(codes, issues(codes, chip), trace.recorder, every, per_block, chip)
    traffic = Traffic(trace, call, chip, resident, set_bytes)
    memory = Memory(chip, l1_bytes(call, resident), busy, traffic.of)
    ran = Multiprocessor(plan, memory, resident)
    cycles = ran.run()
    if mine > count:
        # While as many blocks as fit were running.
        ends, full = sorted(ran.ends), count - resident
        cycles += (ends[full] - ends[0]) / full * (mine - count)
    return LaunchTime.of(call, chip, ran, cycles, resident, mine, mine / count, total / mine)


def _place(number: int, grid: Block) -> Block:
    x, y, _ = grid
    return number % x, number // x % y, number // (x * y)


def l1_bytes(call: Call, resident: int) -> int:
    """What a launch leaves of a multiprocessor's memory to the L1 cache."""
    chip = CHIPS["sm_90"]
    shared = call.image.static_shared + call.dynamic_shared
    needed = (shared + chip.reserved_shared) * resident if shared else 0
    carved = next((kb * 1024 for kb in _CARVEOUTS if kb * 1024 >= needed), _MOST_SHARED)
    return _L1_BYTES - carved
