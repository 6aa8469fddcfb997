"""A kernel's time: what one multiprocessor does with its blocks, and how many it gets."""

from __future__ import annotations

import gc
import math
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from ..chips import CHIPS
from ..errors import UserError
from ..isa.dependences import Dependences
from ..launch import Block, Call
from ..module import Module
from .caches import Memory
from .constants import Constants
from .dram_traffic import Trace, Traffic, recorder_of
from .issue import PIPES, PRODUCTS, issues, pipe_of
from .sm import Multiprocessor
from .time_breakdown import LaunchTime, Prediction
from .warp_state import Plan
from .warp_traces import Stream, streams

# Resident sets of blocks that are run before the rest is taken to go on like them: of short blocks
# so many that their warps issue about so many instructions, but no more than the most, else two,
# and one of blocks so long that their beginning and end hardly matter.
_ROUNDS, _MOST_ROUNDS, _INSTRUCTIONS, _LONG = 2, 16, 50_000, 150_000
# A clock that power lowers to less than this is taken into account by simulating once more, unless
# tensor cores are busy for more than that.
_SAME, _BOUND = 0.97, 0.85
# A block's shared memory is taken from what is left of the L1 cache.
_L1_BYTES, _MOST_SHARED = 256 * 1024, 228 * 1024
_CARVEOUTS = (0, 8, 16, 32, 64, 100, 132, 164, 196, 228)


@contextmanager
def _without_collection() -> Iterator[None]:
    """Python looks for no cycles of garbage meanwhile.

    Some hundred thousand objects that stay are made here, and going through all that there are
    over and over takes a sixth of the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@dataclass(frozen=True)
class Recording:
    """What a launch's blocks do, recorded once, to be simulated as often as one likes.

    `resident` of `mine` blocks run at once on the busiest multiprocessor, and each of `busy` ones
    has some; the `plan` has those blocks that are run, at least so many as `resident`.
    `from_dram` is the part of a line's requests which L2 fetches, `together` how many blocks read
    it at about the same time, `l1` bytes of cache; `counting` are the instructions that decide
    addresses and branches, those included; `dependences` are of the call's program.
    """

    call: Call
    plan: Plan
    from_dram: Callable[[int], float]
    together: Callable[[int], float]
    resident: int
    mine: int
    busy: int
    l1: int
    counting: frozenset[int]
    dependences: Sequence[Dependences]

    @property
    def count(self) -> int:
        """The blocks that are run."""
        return len(self.plan.streams) // self.plan.warps_per_block

    @_without_collection()
    def simulate(
        self, run_on: Callable[[Plan, Memory, int], Multiprocessor] = Multiprocessor
    ) -> LaunchTime:
        """The time of the whole launch; raises UserError where warps wait for each other."""
        time, chip = self._simulated(self.plan, run_on), self.plan.chip
        part = time.clock_mhz / chip.clocks["hmma seldom"]
        # Nothing but the tensor cores bounds those that are busy nearly all of the time.
        if part > _SAME or max(time.shares.get(PIPES[one], 0.0) for one in PRODUCTS) > _BOUND:
            return time
        return self._simulated(replace(self.plan, chip=chip.slowed(part)), run_on)

    def _simulated(
        self, plan: Plan, run_on: Callable[[Plan, Memory, int], Multiprocessor]
    ) -> LaunchTime:
        mine, count, resident = self.mine, self.count, self.resident
        memory = Memory(plan.chip, self.l1, self.busy, self.from_dram, self.together)
        ran = run_on(plan, memory, resident)
        cycles = ran.run()
        if mine > count:
            # From one end to that of so many blocks later as fit, while they all were running.
            ends = sorted(ran.ends)
            rounds = zip(ends[resident : count - resident + 1], ends, strict=False)
            times = [end - before for end, before in rounds]
            times = times or [end + plan.chip.turnover for end in ends[:resident]]
            cycles += statistics.mean(times) / resident * (mine - count)
        busy = math.prod(self.call.grid) / mine
        return LaunchTime.of(self.call, ran, cycles, resident, mine, mine / count, busy)


def predict(
    module: Module, chip: Constants, fitting: Sequence[int], set_bytes: float
) -> Prediction:
    """The time of a module's launches one after the other; of each so many blocks fit at once.

    Raises UserError as `record_launch`.
    """
    recorded = recordings(module, chip, fitting, set_bytes)
    times = tuple(one.simulate() for one in recorded)
    return Prediction(chip.name, times, launching(recorded), set_bytes, chip.band)


def launching(launches: Sequence[Recording]) -> float:
    """Microseconds that launches take beside what their blocks do."""
    return sum(one.plan.chip.launching(one.busy) for one in launches)


def recordings(
    module: Module, chip: Constants, fitting: Sequence[int], set_bytes: float
) -> list[Recording]:
    """A module's launches as recorded; raises as `record_launch`."""
    arrays = module.arrays()
    return [
        record_launch(arrays, call, chip, blocks, set_bytes)
        for call, blocks in zip(module.calls, fitting, strict=True)
    ]


@_without_collection()
def record_launch(
    arrays: Mapping[str, np.ndarray],
    call: Call,
    chip: Constants,
    fitting: int,
    set_bytes: float,
) -> Recording:
    """A launch of which `fitting` blocks fit on a multiprocessor at once.

    `arrays` by name, whose contents matter only where addresses are loaded; of other launches
    between two on the same ones so many bytes are read.
    Raises Unsupported and BeyondLimit as Machine, and UserError where data decide what is done or
    a multiprocessor has several blocks of clusters.
    """
    grid, total = call.grid, math.prod(call.grid)
    busy = min(total, chip.multiprocessors)
    mine = -(-total // chip.multiprocessors)
    if mine > 1 and math.prod(call.cluster) > 1:
        raise UserError(
            f"no prediction: of {total} blocks in clusters a multiprocessor runs {mine}, and only "
            "one is modelled"
        )
    resident = min(fitting, mine)

    record = recorder_of(arrays, call)

    def recorded(rounds: int) -> tuple[Trace, int, list[Stream]]:
        # What is left out is whole rounds.
        count = min(mine, rounds * resident + mine % resident)
        trace = record([_place(one * busy % total, grid) for one in range(count)])
        per_block = trace.machine.warps // len(trace.machine.blocks)
        return trace, per_block, streams(trace.machine, per_block * count)

    codes = call.program.codes
    if any(pipe_of(code) in PRODUCTS for code in codes):
        chip = chip.slowed(chip.clocks["hmma seldom"] / chip.clocks["ffma"])
    trace, per_block, every = recorded(1)
    ran = len(every) // per_block
    instructions = sum(end - start for one in every for _, start, end in one.segments)
    a_round = max(1, instructions * resident // ran)
    if ran < mine and a_round <= _LONG:
        trace, per_block, every = recorded(
            min(_MOST_ROUNDS, max(_ROUNDS, _INSTRUCTIONS // a_round))
        )
    plan = Plan(codes, issues(call.program, chip), trace.recorder, every, per_block, chip)
    traffic = Traffic(trace, call, chip, resident, set_bytes)
    l1, counting = l1_bytes(call, resident), trace.machine.options.only
    return Recording(
        call,
        plan,
        traffic.of,
        traffic.readers,
        resident,
        mine,
        busy,
        l1,
        counting,
        trace.dependences,
    )


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
