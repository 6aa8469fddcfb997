"""Predicts a kernel's time from the simulation of one SM with its share of the blocks.

The result attributes the time of each launch to instructions and stall reasons.
"""

from __future__ import annotations

import gc
import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from ..columns import Entry
from ..errors import UserError
from ..isa.decoder import Code
from ..launch import Block, Call, Module
from .caches import BUSY_L2, FROM_DRAM, FROM_L2, TO_DRAM, WRITTEN, Memory
from .constants import BLOCK_STARTS, SLOWEST, SUB_PARTITIONS, Band, Constants, bands, bound_of
from .dram_traffic import Inputs, LaunchRecorder, Trace, Traffic
from .issue import PIPES, PRODUCTS, TENSOR, WGMMA, issue_requirements, pipe_of
from .sm import SM
from .warp_state import CAUSES, Plan
from .warp_traces import Stream, streams


@dataclass(frozen=True)
class InstructionTime:
    """An instruction's share of a launch's time in microseconds, by stall reason.

    `issued` counts warps over the whole launch. `causes` add up to `us`; `waits_for` splits the
    scoreboard stalls by the awaited instruction.
    """

    at: int
    line: int | None
    instruction: str
    issued: int
    us: float
    causes: Mapping[str, float]
    waits_for: Mapping[int, float]


@dataclass(frozen=True)
class LaunchTime:
    """Predicted time of one launch.

    `us` is the time at `clock_mhz`, without launch overhead; it includes the correction factor
    `fitted`. The busiest SM runs `blocks` blocks, `resident` of them at once. `shares` are the
    utilizations of the resources, including BLOCK_STARTS. `dram_bytes` and `l2_bytes` are totals
    over the launch. `decided_by` is a load whose data decide branches or addresses, "" if none do.
    """

    kernel: str
    cycles: float
    clock_mhz: float
    fitted: float
    resident: int
    blocks: int
    shares: Mapping[str, float]
    l2_bytes: int
    dram_bytes: int
    simulated: int
    instructions: tuple[InstructionTime, ...]
    decided_by: str = ""

    us = Entry(float, lambda it: it.cycles * it.fitted / it.clock_mhz)

    @classmethod
    def of(
        cls,
        call: Call,
        ran: SM,
        cycles: float,
        resident: int,
        blocks: int,
        scale: float,
        multiprocessors: float,
    ) -> LaunchTime:
        """Scale the simulated blocks by `scale`, on each of `multiprocessors` SMs."""
        chip = ran.plan.chip
        # Extrapolation must not exceed full utilization of any resource.
        cycles *= max(1.0, *_shares(ran, cycles / scale).values())
        whole = scale * multiprocessors
        moved, fitted = ran.memory.moved, 1 + SLOWEST * min(1.0, resident / blocks)
        # All SMs share the clock and the power limit.
        part = scale / cycles * min(1.0, multiprocessors / chip.multiprocessors)
        l2, dram = moved[FROM_L2] + moved[WRITTEN], moved[FROM_DRAM] + moved[TO_DRAM]
        clock = chip.clock(
            _products(ran.plan.codes),
            max(ran.busy[TENSOR], ran.busy[WGMMA]) / SUB_PARTITIONS * part,
            (l2 - dram) * part,
            dram * part,
        )
        # From the first to the last retirement; blocks of one wave also retire in sequence.
        starts = min(1.0, (blocks - 1) * chip.retire / cycles)
        return cls(
            kernel=call.program.name,
            cycles=cycles,
            clock_mhz=clock,
            fitted=fitted,
            resident=resident,
            blocks=blocks,
            shares=_shares(ran, cycles / scale) | {BLOCK_STARTS: starts},
            l2_bytes=round(l2 * whole),
            dram_bytes=round(dram * whole),
            simulated=ran.simulated,
            instructions=_instructions(ran, cycles * fitted / clock, whole),
        )


def _shares(ran: SM, cycles: float) -> dict[str, float]:
    """Utilization of each resource over `cycles`."""
    parts, moved, rates = SUB_PARTITIONS * cycles, ran.memory.moved, ran.memory.rates
    shares = {"issue": sum(ran.issued) / parts}
    shares |= {name: busy / parts for name, busy in zip(PIPES, ran.busy, strict=True) if busy}
    shares["shared memory and L1"] = ran.requests.busy[0] / cycles
    shares["L2"] = moved[BUSY_L2] / cycles
    dram = moved[FROM_DRAM] / rates["DRAM"] + moved[TO_DRAM] / rates["DRAM writes"]
    return shares | {"DRAM": dram / cycles}


def _products(codes: Iterable[Code]) -> str | None:
    """The kind of tensor-core work, as in `Constants.clock`."""
    by_pipe = {pipe_of(code): code for code in codes}
    if WGMMA not in by_pipe:
        return "" if TENSOR in by_pipe else None
    code = by_pipe[WGMMA]
    if code.base != "HGMMA":
        return "float8_e4m3fn"
    return "bfloat16" if code.has("BF16") else "float16"


def _instructions(ran: SM, us: float, whole: float) -> tuple[InstructionTime, ...]:
    """Each instruction's share of a time, in proportion to warp cycles."""
    each = us / (sum(map(sum, ran.spent)) or 1.0)
    waits: dict[int, dict[int, float]] = {}
    for (pc, producer), cost in ran.blamed.items():
        waits.setdefault(pc, {})[producer] = cost * each
    return tuple(
        InstructionTime(
            code.at,
            code.instruction.line,
            code.instruction.text,
            round(ran.issued[code.at] * whole),
            sum(causes) * each,
            {name: cost * each for name, cost in zip(CAUSES, causes, strict=True) if cost},
            waits.get(code.at, {}),
        )
        for code, causes in zip(ran.plan.codes, ran.spent, strict=True)
        if any(causes)
    )


def decided_by(launches: Iterable[LaunchTime]) -> str:
    """The loads whose data decide branches or addresses of any launch, "" if none do."""
    loads = (launch.decided_by for launch in launches)
    return ", ".join(f"`{load}`" for load in dict.fromkeys(filter(None, loads)))


def utilization(times: Iterable[LaunchTime]) -> dict[str, float]:
    """Utilization of each resource over launches."""
    launches = list(times)
    whole = sum(time.us for time in launches)
    parts: dict[str, float] = {}
    for time in launches:
        for name, share in time.shares.items():
            parts[name] = parts.get(name, 0.0) + share * time.us / whole
    return parts


def busiest(times: Iterable[LaunchTime]) -> tuple[str, float]:
    """The resource with the highest utilization over launches, and the utilization."""
    return max(utilization(times).items(), key=lambda item: item[1])


def bound_of_launches(times: Sequence[LaunchTime], launch_us: float) -> str:
    """What bounds a kernel with these launches and launch overhead."""
    us = sum(time.us for time in times) + launch_us
    return bound_of(*busiest(times), launch_us / us)


@dataclass(frozen=True)
class Prediction:
    """Predicted time of a kernel's launches on a chip, with an error band.

    `us` includes the launch overhead (`launch_us`). Launches return to the same arrays after
    `set_bytes`. `bound` is what bounds the kernel, one of `bands.BOUNDS`; `band` is the range of
    the actual time relative to `us`.
    """

    chip: str
    launches: tuple[LaunchTime, ...]
    launch_us: float
    set_bytes: float
    bound: str
    band: Band

    @classmethod
    def of(
        cls, chip: Constants, launches: tuple[LaunchTime, ...], launch_us: float, set_bytes: float
    ) -> Prediction:
        """With the error band of the chip, or else of what bounds the kernel."""
        bound = bound_of_launches(launches, launch_us)
        return cls(chip.name, launches, launch_us, set_bytes, bound, chip.band or bands()[bound])

    us = Entry(float, lambda it: sum(launch.us for launch in it.launches) + it.launch_us)

    @property
    def decided_by(self) -> str:
        return decided_by(self.launches)

    low_us = Entry(float, lambda it: it.us * it.band.low)
    high_us = Entry(float, lambda it: it.us * it.band.high)

    @property
    def between(self) -> tuple[float, float]:
        """Lower and upper bound of the time in microseconds."""
        return self.low_us, self.high_us


# Simulated waves of resident blocks, before extrapolation: for short blocks enough for
# _INSTRUCTIONS instructions, at most _MOST_ROUNDS, at least _ROUNDS; one wave of blocks longer than
# _LONG instructions.
_ROUNDS, _MOST_ROUNDS, _INSTRUCTIONS, _LONG = 2, 16, 50_000, 150_000
# Below this relative clock the launch is simulated again at the lower clock, unless tensor cores
# are busier than _BOUND.
_SAME, _BOUND = 0.97, 0.85
# Kilobytes of shared memory that an SM can be configured for, as far as it has them.
_CARVEOUTS = (0, 8, 16, 32, 64, 100, 132, 164, 196, 228)


@contextmanager
def _without_collection() -> Iterator[None]:
    """Disables cyclic garbage collection while recording.

    Recording creates some hundred thousand live objects; repeated collections take a sixth of the
    time.
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
    """A recorded launch, which can be simulated repeatedly.

    The launch has `blocks` with work. The busiest SM gets `blocks_per_sm` of them, `resident` at
    once; `busy` SMs have any. `idle` other blocks of an SM exit at once. `plan` holds the simulated
    blocks, at least `resident`. `from_dram` is the L2 miss fraction of a line's requests,
    `together` the number of blocks that read it at about the same time, `store_factor` and
    `completed` as in `Memory`, `l1` the bytes of L1 cache. `counting` is the slice of addresses and
    control flow; `decided_by` as in LaunchTime.
    """

    call: Call
    plan: Plan
    from_dram: Callable[[int], float]
    together: Callable[[int], float]
    store_factor: Callable[[int], float]
    completed: Callable[[int], bool]
    resident: int
    blocks: int
    blocks_per_sm: int
    busy: int
    idle: int
    l1: int
    counting: frozenset[int]
    decided_by: str

    @property
    def count(self) -> int:
        """Number of simulated blocks."""
        return len(self.plan.streams) // self.plan.warps_per_block

    @_without_collection()
    def simulate(self, run_on: Callable[[Plan, Memory, int], SM] = SM) -> LaunchTime:
        """Time of the whole launch; raises UserError if warps wait for each other forever."""
        time, chip = self._simulated(self.plan, run_on), self.plan.chip
        part = time.clock_mhz / chip.clocks["hmma seldom"]
        # Tensor cores that are busy nearly all the time are the only limit.
        if part > _SAME or max(time.shares.get(PIPES[pipe], 0.0) for pipe in PRODUCTS) > _BOUND:
            return time
        return self._simulated(replace(self.plan, chip=chip.slowed(part)), run_on)

    def _simulated(self, plan: Plan, run_on: Callable[[Plan, Memory, int], SM]) -> LaunchTime:
        blocks_per_sm, count, resident = self.blocks_per_sm, self.count, self.resident
        lines = self.from_dram, self.together, self.store_factor, self.completed
        memory = Memory(plan.chip, self.l1, self.busy, *lines)
        ran = run_on(plan, memory, resident)
        cycles = ran.run()
        if blocks_per_sm > count:
            # Time between the ends of blocks `resident` apart, while all were running.
            ends = sorted(ran.ends)
            rounds = zip(ends[resident : count - resident + 1], ends, strict=False)
            times = [end - before for end, before in rounds]
            times = times or [end + plan.chip.turnover for end in ends[:resident]]
            cycles += statistics.mean(times) / resident * (blocks_per_sm - count)
        cycles += self.idle * plan.chip.retire
        busy = self.blocks / blocks_per_sm
        time = LaunchTime.of(
            self.call, ran, cycles, resident, blocks_per_sm, blocks_per_sm / count, busy
        )
        return replace(time, decided_by=self.decided_by)


def predict(
    module: Module,
    chip: Constants,
    max_resident_blocks: Sequence[int],
    set_bytes: float,
    inputs: Inputs | None = None,
) -> Prediction:
    """Predicted time of a module's launches, in order.

    `max_resident_blocks` per SM, for each launch. Raises UserError as `recordings`.
    """
    recorded = recordings(module, chip, max_resident_blocks, set_bytes, inputs)
    times = tuple(launch.simulate() for launch in recorded)
    return Prediction.of(chip, times, launching(recorded), set_bytes)


def launching(launches: Sequence[Recording]) -> float:
    """Launch overhead in microseconds."""
    return sum(launch.plan.chip.launching(launch.busy) for launch in launches)


def recordings(
    module: Module,
    chip: Constants,
    max_resident_blocks: Sequence[int],
    set_bytes: float,
    inputs: Inputs | None = None,
) -> list[Recording]:
    """Recordings of a module's launches; raises as `record_launch`.

    `inputs` returns data for the first launch; those of others are results.
    """
    arrays = module.arrays()
    return [
        record_launch(arrays, call, chip, blocks, set_bytes, None if number else inputs)
        for number, (call, blocks) in enumerate(zip(module.calls, max_resident_blocks, strict=True))
    ]


@_without_collection()
def record_launch(
    arrays: Mapping[str, np.ndarray],
    call: Call,
    chip: Constants,
    max_resident_blocks: int,
    set_bytes: float,
    inputs: Inputs | None = None,
) -> Recording:
    """Record a launch of which `max_resident_blocks` blocks fit on an SM at once.

    If control flow or addresses depend on data, `inputs` returns it; `set_bytes` are read by other
    launches between two uses of the same arrays. Raises Unsupported and BeyondLimit as
    `Interpreter`, and UserError without `inputs` that are needed or if an SM gets several blocks of
    clusters.
    """
    recorder = LaunchRecorder(arrays, call, inputs)
    launched, numbers = math.prod(call.grid), recorder.with_work()
    numbers = range(launched) if numbers is None else numbers.tolist()
    total, extents = len(numbers), _extents(numbers, call.grid)
    busy = min(total, chip.multiprocessors)
    blocks_per_sm = -(-total // chip.multiprocessors)
    if blocks_per_sm > 1 and math.prod(call.cluster) > 1:
        raise UserError(
            f"no prediction: clusters place {blocks_per_sm} of {total} blocks on an SM, and "
            "the model supports one"
        )
    resident = min(max_resident_blocks, blocks_per_sm)

    def recorded(rounds: int) -> tuple[Trace, int, list[Stream]]:
        # Only whole waves are omitted.
        count = min(blocks_per_sm, rounds * resident + blocks_per_sm % resident)
        blocks = [_place(numbers[index * busy % total], call.grid) for index in range(count)]
        trace = recorder.record(blocks, extents)
        per_block = trace.interpreter.warps // len(trace.interpreter.blocks)
        return trace, per_block, streams(trace.interpreter, per_block * count)

    codes = call.program.codes
    if any(pipe_of(code) in PRODUCTS for code in codes):
        chip = chip.slowed(chip.clocks["hmma seldom"] / chip.clocks["ffma"])
    trace, per_block, every = recorded(1)
    ran = len(every) // per_block
    instructions = sum(end - start for stream in every for _, start, end in stream.segments)
    a_round = max(1, instructions * resident // ran)
    if ran < blocks_per_sm and a_round <= _LONG:
        trace, per_block, every = recorded(
            min(_MOST_ROUNDS, max(_ROUNDS, _INSTRUCTIONS // a_round))
        )
    plan = Plan(
        codes, issue_requirements(call.program, chip), trace.recorder, every, per_block, chip
    )
    places = [_place(number, call.grid) for number in numbers] if recorder.decided_by else []
    touched = recorder.touched(places, trace.interpreter.steps)
    traffic = Traffic(trace, total, extents, chip, resident, set_bytes, touched)
    return Recording(
        call,
        plan,
        from_dram=traffic.of,
        together=traffic.readers,
        store_factor=traffic.store_factor,
        completed=traffic.completed,
        resident=resident,
        blocks=total,
        blocks_per_sm=blocks_per_sm,
        busy=busy,
        idle=-(-(launched - total) // chip.multiprocessors),
        l1=l1_bytes(call, resident),
        counting=recorder.counting,
        decided_by=recorder.decided_by,
    )


def _extents(numbers: Sequence[int], grid: Block) -> Block:
    """Number of distinct places of blocks along each axis of the grid."""
    if len(numbers) == math.prod(grid):
        return grid
    places = np.unravel_index(numbers, grid[::-1])
    z, y, x = (len(np.unique(axis)) for axis in places)
    return x, y, z


def _place(number: int, grid: Block) -> Block:
    x, y, _ = grid
    return number % x, number // x % y, number // (x * y)


def l1_bytes(call: Call, resident: int) -> int:
    """L1 cache that a launch's shared memory leaves, in bytes."""
    chip = call.image.architecture.chip
    shared = call.image.static_shared + call.dynamic_shared
    needed = (shared + chip.reserved_shared) * resident if shared else 0
    carved = next((kb * 1024 for kb in _CARVEOUTS if kb * 1024 >= needed), chip.shared)
    return chip.l1 - min(carved, chip.shared)
