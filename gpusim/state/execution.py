"""State of the threads that run together: their registers, memories and program counters.

`functional.interpreter` executes them. The units of the machine and the checks, which it adds as
attributes, share this state and reach each other through it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..chips import WARP, ClusterLayout
from ..findings import BeyondLimit, Findings
from ..launch import (
    TENSOR_MAP_BYTES,
    Block,
    Options,
    Order,
    Setup,
    TensorMap,
    indices_of,
)
from .memory import (
    CONSTANT_WINDOW,
    LOCAL_WINDOW,
    MAP_WINDOW,
    PARAMETER_WINDOW,
    SHARED_WINDOW,
    STACK_TOP,
    Global,
    Region,
    Regions,
    Store,
)
from .registers import ALL_LANES, Mask, Registers

# A straight-line range of executed instructions: first, one past the last.
Segment = tuple[int, int]


# An odd number of 64 bits (Knuth's multiplier), for hashes.
_FACTOR = np.uint64(6364136223846793005)


@dataclass(frozen=True)
class Skip:
    """Skipped iterations: the trace had `segments` segments when they were skipped; its last
    `repeated` segments occur `times` more times.
    """

    segments: int
    repeated: int
    times: int


@dataclass(frozen=True)
class RepeatedIterations:
    """`together` iterations that start at an instruction and repeat `times` more times.

    `moves` are the increments of the registers in the slice, None where lanes differ.
    """

    together: int
    times: int
    moves: tuple[tuple[str, int | None], ...]


class ExecutionTrace:
    """Executed instruction ranges, in order, with the active mask of each."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._ran: list[tuple[int, int, bytes]] = []

    def __len__(self) -> int:
        return len(self._ran)

    @staticmethod
    def active_mask(group: np.ndarray) -> bytes:
        """A group's active mask as packed bits."""
        return np.packbits(group).tobytes()

    def note(self, start: int, end: int, active_mask: bytes) -> None:
        self._ran.append((start, end, active_mask))

    def warps(self) -> Iterator[tuple[int, int, np.ndarray]]:
        """(start, end, indices of the active warps) of each range, in order."""
        known: dict[bytes, np.ndarray] = {}
        for start, end, active_mask in self._ran:
            if active_mask not in known:
                bits = np.unpackbits(np.frombuffer(active_mask, np.uint8), count=self._threads)
                known[active_mask] = np.flatnonzero(bits.reshape(-1, WARP).any(axis=1))
            yield start, end, known[active_mask]

    def hashes(self) -> np.ndarray:
        """By thread, a hash of the ranges that it executed, in order."""
        result = np.zeros(self._threads, np.uint64)
        for start, end, active_mask in self._ran:
            bits = np.unpackbits(np.frombuffer(active_mask, np.uint8), count=self._threads)
            ran = bits.astype(bool)
            result[ran] = result[ran] * _FACTOR + np.uint64(start << 32 | end)
        return result

    def distinct(self) -> list[list[Segment]]:
        """Execution paths of some threads that together cover every executed segment."""
        members: dict[bytes, np.ndarray] = {}
        active_masks: dict[Segment, bytes] = {}
        for start, end, active_mask in self._ran:
            active_masks.setdefault((start, end), active_mask)
            if active_mask not in members:
                bits = np.frombuffer(active_mask, np.uint8)
                members[active_mask] = np.unpackbits(bits, count=self._threads)
        paths: list[list[Segment]] = []
        covered: set[Segment] = set()
        for segment, active_mask in active_masks.items():
            if segment in covered:
                continue
            thread = int(members[active_mask].argmax())
            groups = {active_mask for active_mask, bits in members.items() if bits[thread]}
            path = [(start, end) for start, end, active_mask in self._ran if active_mask in groups]
            covered.update(path)
            paths.append(_looked_once(path))
        return paths


def _looked_once(path: list[Segment]) -> list[Segment]:
    """A path in which each repeated mbarrier wait is one instruction.

    An instruction that directly follows itself has tested its mbarrier, failed and slept.
    """
    following = [start for start, _ in path[1:]] + [-1]
    ends = [end - (then == end - 1) for (_, end), then in zip(path, following, strict=True)]
    return [(start, end) for (start, _), end in zip(path, ends, strict=True) if start < end]


# Cycles per instruction on the clock that programs read.
_CYCLES = 4
# Initial bytes of shared and local memory.
_SHARED_POISON, _LOCAL_POISON = 0xA5, 0xBA
# Back edges by which lanes are behind in another order of execution.
BACK_EDGES = 256


class Execution:
    """Threads of some blocks of a launch, and the memories that they access."""

    # Units of the machine.
    clocks: Any
    clusters: Any
    control: Any
    mbarriers: Any
    matrices: Any
    bulk_stores: Any
    late_stores: Any
    spinning: Any
    # Checks; None without them.
    release_acquire: Any
    shared_checker: Any
    global_checker: Any
    checkers: Any
    undefined: Any
    # Counters.
    memory_counters: Any
    loop_extrapolation: Any
    repetitions: Any

    def __init__(
        self,
        setup: Setup,
        memory: Global,
        blocks: Sequence[Block],
        findings: Findings,
        options: Options,
    ) -> None:
        self.program, self.setup, self.options = setup.call.program, setup, options
        self.memory, self.blocks, self.findings = memory, list(blocks), findings
        x, y, z = setup.call.block
        self.real_threads = x * y * z
        self.threads_per_block = -(-self.real_threads // WARP) * WARP
        self.threads = threads = self.threads_per_block * len(self.blocks)
        self.cluster = int(np.prod(setup.call.cluster))  # whose blocks are adjacent
        self.warps = threads // WARP
        self._ids()
        constants, self.maps = constant_banks(setup, memory)
        self.registers = Registers(threads, constants)
        self._allocate(setup)
        self._begin()
        self.warps_per_block = self.threads_per_block // WARP
        # By lane: commit groups of cp.async.
        self.groups = np.zeros(threads, np.int64)
        self.visits = np.zeros(len(self.program.codes) + 1, np.int64)
        self.trace = ExecutionTrace(threads)
        # Lanes whose last mbarrier wait failed.
        self.sleeping: np.ndarray | None = None
        # Extrapolated iterations.
        self.skips: list[Skip] = []
        self.repeated_iterations: dict[int, RepeatedIterations] = {}  # by first instruction
        self.spins = self.woken = False

    def _ids(self) -> None:
        x, y, _ = self.setup.call.block
        flat = np.arange(self.threads_per_block)
        count = len(self.blocks)
        self.thread_index = [
            np.tile(index, count).astype(np.uint32)
            for index in (flat % x, flat // x % y, flat // (x * y))
        ]
        self.block_index = [
            np.repeat(np.array([block[axis] for block in self.blocks], np.uint32), len(flat))
            for axis in range(3)
        ]
        self.lane = (np.arange(self.threads) % WARP).astype(np.uint32)
        self.block_of = np.arange(self.threads) // self.threads_per_block
        self.rank = self.block_of % self.cluster
        grid_x, grid_y, _ = self.setup.call.grid
        linear = np.array([b[0] + grid_x * (b[1] + grid_y * b[2]) for b in self.blocks], np.int64)
        self.linear_block = np.repeat(linear, len(flat))
        # Launch-wide thread numbers, stored by the shadow of global memory.
        self.thread = self.linear_block * self.threads_per_block + np.tile(flat, count)
        self._lane_of_block = np.full(int(np.prod(self.setup.call.grid)), -1, np.int64)
        self._lane_of_block[linear] = np.arange(count) * len(flat)

    def _begin(self) -> None:
        """All threads start at the first instruction."""
        self.pc = np.zeros(self.threads, np.int64)
        # For another order of execution, lanes with different delays run separately.
        self.delays = self._delays(self.options.order)
        self.backedge_counts = np.zeros(self.threads, np.int64)
        self.backedge_counts += 0 if self.delays is None else self.delays
        self.alive = np.tile(
            np.arange(self.threads_per_block) < self.real_threads, len(self.blocks)
        )
        self.waiting = np.zeros(self.threads, np.int64)
        # By lane: the calls that it is in, for programs with recursion.
        self.depth = np.zeros(self.threads, np.int64)
        # By reconvergence barrier and lane: the lanes of its warp that meet there. Each lane has
        # its own word, as lanes may be at different depths of a recursion.
        self.barriers = np.zeros((16, self.threads), np.uint32)
        # Lanes with which each lane executes warp instructions, by WARPSYNC.EXCLUSIVE, .COLLECTIVE.
        self.exclusive = np.full(self.threads, ALL_LANES)
        self.at = 0
        self.steps = 0
        self.ends_by = 2**62  # lowered by an access out of bounds
        # Reads of the clock, and nanoseconds slept.
        self.clock_reads = self.slept = 0
        # Counts changes of stacks and barriers.
        self.changed = 0

    def _delays(self, order: Order | None) -> np.ndarray | None:
        """Back edges that each lane starts with, for another order of execution."""
        blocks, warps = (Order.EVEN_BLOCKS, Order.ODD_BLOCKS), (Order.EVEN_WARPS, Order.ODD_WARPS)
        if order not in blocks + warps:
            return None
        unit = self.threads_per_block if order in blocks else WARP
        is_odd = order in (Order.ODD_BLOCKS, Order.ODD_WARPS)
        return (self.thread // unit % 2 == is_odd) * np.int64(BACK_EDGES)

    def _allocate(self, setup: Setup) -> None:
        """Shared memory of all blocks, contiguous, and a stack per thread."""
        self.shared_bytes = setup.shared
        self.shared_base = setup.image.architecture.shared_base
        self.shared_end = self.shared_base + setup.shared
        self.reserved = reserved_shared(setup)
        self.shared_stride = -(-max(self.shared_end, self.reserved.stop) // 1024) * 1024
        self.shared = Store(self.shared_stride * len(self.blocks), _SHARED_POISON)
        self.shared_offset = self.block_of * self.shared_stride
        self.separate_arrays = separate_arrays(setup)
        self.local_stride = -(-setup.local // 4) * 4
        self.local = Store(self.local_stride * self.threads, _LOCAL_POISON)
        self.stores = {"global": self.memory, "shared": self.shared, "local": self.local}

    # --- names ------------------------------------------------------------------------------------

    def lane_of(self, thread: np.ndarray) -> np.ndarray:
        """Lanes of this run for launch-wide thread numbers; -1 for threads of other runs."""
        size = self.threads_per_block
        lane = self._lane_of_block[thread // size]
        return np.where(lane < 0, -1, lane + thread % size)

    def name_lane(self, lane: int) -> tuple[Block, Block]:
        return self.name_thread(int(self.thread[lane]))

    def name_thread(self, thread: int) -> tuple[Block, Block]:
        """Block and thread indices of a launch-wide thread number."""
        return indices_of(thread, self.setup.call.grid, self.setup.call.block)

    def report(
        self, kind: str, lanes: int | Sequence[int] | np.ndarray, *, at: int | None = None, **first
    ) -> None:
        """Add a finding of these lanes, of which the first is named, at an instruction: by default
        the current one."""
        lanes, at = np.atleast_1d(lanes), self.at if at is None else at
        self.findings.add(kind, at, len(lanes), threads=(self.name_lane(int(lanes[0])),), **first)

    def _shared_place(self, byte: int) -> tuple[str, int]:
        return "shared", byte % self.shared_stride - self.shared_base

    def active(self, mask: Mask) -> np.ndarray:
        """The mask as an array."""
        return np.ones(self.threads, bool) if mask is None else mask

    def lanes(self, mask: Mask) -> np.ndarray:
        """Indices of the active lanes."""
        return np.arange(self.threads) if mask is None else np.flatnonzero(mask)

    def warps_of(self, mask: Mask) -> np.ndarray:
        """Indices of the warps with an active lane."""
        if mask is None:
            return np.arange(self.warps)
        return np.flatnonzero(mask.reshape(-1, WARP).any(axis=1))

    # --- progress ---------------------------------------------------------------------------------

    @property
    def blocks_alive(self) -> int:
        """Number of blocks with live threads."""
        return int(self.alive.reshape(-1, self.threads_per_block).any(axis=1).sum())

    @property
    def changes(self) -> int:
        """Counts possible changes of what threads wait for, or read other than registers."""
        return self.changed + sum(store.changes for store in self.stores.values())

    def took(self, steps: int) -> None:
        """Count executed steps; raises BeyondLimit."""
        self.steps += steps
        if self.steps > self.options.most_steps:
            raise BeyondLimit(
                f"more than {self.options.most_steps:,} steps; raise the limit with --max-steps"
            )

    def clock(self) -> int:
        """Time on the clock that programs read; advances with each instruction, read and sleep."""
        self.clock_reads += 1
        return _CYCLES * (self.steps + self.clock_reads) + self.slept

    def issued(self) -> np.ndarray:
        """Number of warps that issued each instruction."""
        return np.cumsum(self.visits[:-1])


# --- constant banks and bounds of arrays ----------------------------------------------------------

# Reserved shared memory that cooperative groups of several warps may use (their header says 288
# bytes), and its alignment.
RESERVED_BYTES, _ALIGNED = 288, 128


def constant_banks(
    setup: Setup, memory: Global
) -> tuple[dict[int, np.ndarray], dict[int, TensorMap]]:
    """Bytes of each bank, and the tensor maps among the parameters by generic address."""
    layout = setup.image.architecture
    ends = (offset + len(value) for offset, value in setup.parameters if isinstance(value, bytes))
    bank = np.zeros(-(-max(setup.image.parameter_base, *ends, 0) // 16) * 16, np.uint8)
    words, longs = bank.view(np.uint32), bank.view(np.uint64)
    for axis in range(3):
        words[layout.block // 4 + axis] = setup.call.block[axis]
        words[layout.grid // 4 + axis] = setup.call.grid[axis]
    words[layout.stack // 4] = STACK_TOP
    if layout.dynamic is not None:
        words[layout.dynamic // 4] = setup.call.dynamic_shared
    longs[layout.local_window // 8] = LOCAL_WINDOW
    if layout.shared_window is not None:
        longs[layout.shared_window // 8] = SHARED_WINDOW
    longs[layout.constant_window // 8] = CONSTANT_WINDOW
    if layout.clusters is not None:
        _put_cluster(setup, bank, layout.clusters)
    if layout.parameter_address is not None:
        longs[layout.parameter_address // 8] = PARAMETER_WINDOW
    if layout.multiprocessors is not None:
        words[layout.multiprocessors // 4] = layout.chip.multiprocessors
    if layout.reserved is not None:
        words[layout.reserved // 4] = _reserved_at(setup)
    if layout.workspace is not None:
        # Two words, the upper one first.
        words[layout.workspace // 4] = setup.workspace >> 32
        words[layout.workspace // 4 + 1] = setup.workspace & 0xFFFFFFFF
    maps = {}
    for offset, value in setup.parameters:
        if isinstance(value, TensorMap):
            maps[PARAMETER_WINDOW + offset - setup.image.parameter_base] = value
        elif isinstance(value, bytes):
            bank[offset : offset + len(value)] = np.frombuffer(value, np.uint8)
        elif value[0] == "map":
            # A pointer to a tensor map; no kernel reads its bytes.
            longs[offset // 8] = MAP_WINDOW + TENSOR_MAP_BYTES * len(maps)
            maps[int(longs[offset // 8])] = value[1]
        else:
            longs[offset // 8] = memory.address(value[1])
    others = {
        number: np.frombuffer(data.ljust(-(-len(data) // 4) * 4, b"\0"), np.uint8).copy()
        for number, data in setup.image.constants.items()
    }
    return {0: bank, **others}, maps


def separate_arrays(setup: Setup) -> dict[int | None, Regions]:
    """Arrays with gaps between them, in order of address, by constant bank; under None those of
    shared memory."""
    banks = {variable.bank for variable in setup.image.separate}
    arrays = {}
    for bank in banks:
        base = setup.image.architecture.shared_base if bank is None else 0
        regions = [
            Region(variable.name, base + variable.offset, base + variable.offset + variable.size)
            for variable in setup.image.separate
            if variable.bank == bank
        ]
        if bank is None and setup.call.dynamic_shared:
            end = base + setup.shared
            regions.append(Region("dynamic shared memory", end - setup.call.dynamic_shared, end))
        arrays[bank] = Regions(sorted(regions, key=lambda region: region.start))
    return arrays


def _put_cluster(setup: Setup, bank: np.ndarray, layout: ClusterLayout) -> None:
    """Write the dimensions of the launch's clusters."""
    words, floats, size = bank.view(np.uint32), bank.view(np.float32), math.prod(setup.call.cluster)
    words[layout.flag // 4], words[layout.size // 4] = size > 1, size
    for axis, (blocks, each) in enumerate(zip(setup.call.grid, setup.call.cluster, strict=True)):
        words[layout.dimensions // 4 + axis] = each
        floats[layout.reciprocals // 4 + axis] = 1 / each
        words[layout.grid // 4 + axis] = blocks // each


def reserved_shared(setup: Setup) -> range:
    """The reserved bytes of a block's shared memory that a program uses: it reads their offset."""
    reserved = setup.image.architecture.reserved
    used = any(
        operand.kind == "constant" and operand.bank == 0 and operand.index == reserved
        for code in setup.call.program.codes
        for operand in code.operands
    )
    start = _reserved_at(setup)
    return range(start, start + RESERVED_BYTES) if used else range(0)


def _reserved_at(setup: Setup) -> int:
    base = setup.image.architecture.shared_base
    return base - RESERVED_BYTES if base else -(-setup.shared // _ALIGNED) * _ALIGNED
