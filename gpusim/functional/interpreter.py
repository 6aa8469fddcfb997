"""SIMT interpreter: executes all threads of some blocks of a kernel.

Threads with the same program counter and call depth run as one group; an instruction is a NumPy
operation over all of them. On divergence, the group with the fewest back edges runs first, among
equals the one at the lowest address. So paths reconverge where they join, and a thread that spins
in a loop does not starve the thread it waits for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..chips import WARP
from ..counting.induction.variables import InductionVariables
from ..counting.loop_extrapolation import LoopExtrapolation, RepeatedIterations, Skip
from ..counting.memory_counters import MemoryCounters
from ..findings import BeyondLimit, Findings
from ..isa.dependences import Dependences
from ..isa.operands import Code
from ..launch import Block, Options, Program, Setup, indices_of
from ..sanitizer.happens_before import Clocks, Shadow
from ..sanitizer.races import Checker
from ..sanitizer.release_acquire import ReleaseAcquire
from ..sanitizer.shared_races import SharedChecker
from ..sanitizer.uninitialized import Undefined
from ..state.execution_trace import ExecutionTrace
from ..state.mbarriers import Mbarriers
from ..state.memory import Global, Store
from ..state.registers import ALL_LANES, Mask, Registers, by_warp
from .clusters import Clusters
from .constant_banks import constant_banks, reserved_bytes, separate_arrays
from .control import CONTROL, Control
from .instructions import action
from .late_stores import LateStores
from .spinning import Spinning
from .tma_stores import BulkStores
from .warpgroups import Matrices

# Cycles per instruction on the clock that programs read.
_CYCLES = 4
# Initial content of shared memory.
_SHARED_POISON = 0xA5


class Interpreter:
    """Executes some blocks of a launch; `run` executes them to completion."""

    def __init__(
        self,
        program: Program,
        setup: Setup,
        memory: Global,
        blocks: Sequence[Block],
        findings: Findings,
        options: Options,
        global_checker: Callable[[Interpreter], Checker | None] = lambda _: None,
    ) -> None:
        self.program, self.setup, self.options = program, setup, options
        self.memory, self.blocks, self.findings = memory, list(blocks), findings
        x, y, z = setup.block
        self.real_threads = x * y * z
        self.threads_per_block = -(-self.real_threads // WARP) * WARP
        self.threads = threads = self.threads_per_block * len(self.blocks)
        self.cluster = int(np.prod(setup.cluster))  # whose blocks are adjacent
        self.warps = threads // WARP
        self._ids()
        constants, self.maps = constant_banks(setup, memory)
        self.registers = Registers(threads, constants)
        self._allocate(setup)
        self._begin()
        self.warps_per_block = self.threads_per_block // WARP
        # Warps of a cluster are ordered like those of one block.
        self.clocks = Clocks(
            len(self.blocks) // self.cluster,
            self.warps_per_block * self.cluster,
            by_lane=program.has_mbarriers,
        )
        self.release_acquire = ReleaseAcquire(self)
        self.groups = np.zeros(threads, np.int64)
        self.shared_checker = self._checker() if options.check and setup.shared else None
        self.global_checker = global_checker(self) if options.check else None
        self.visits = np.zeros(len(program.codes) + 1, np.int64)
        self.memory_counters = MemoryCounters(self)
        self.trace = ExecutionTrace(threads)
        # Lanes whose last mbarrier wait failed.
        self.sleeping: np.ndarray | None = None
        self.dependences = [Dependences() for _ in program.codes]
        self.mbarriers, self.matrices = Mbarriers(self), Matrices(self)
        self.bulk_stores, self.late_stores = BulkStores(self), LateStores(self)
        self.clusters = Clusters(self)
        self.undefined = Undefined(self)
        self.actions = [self._guarded(code) for code in program.codes]
        self.control = Control(self)
        self.runs = self._runs()
        # Extrapolated iterations.
        self.skips: list[Skip] = []
        self.repeated_iterations: dict[int, RepeatedIterations] = {}  # by first instruction
        self.loop_extrapolation = LoopExtrapolation(self, options.live) if options.live else None
        # Induction variables during a proof of loop extrapolation.
        self.induction: InductionVariables | None = None
        # If data is computed, threads may spin on another block's writes.
        self.spinning = Spinning(self) if options.only is None else None
        self.spins = self.woken = False

    def _begin(self) -> None:
        """All threads start at the first instruction."""
        self.pc = np.zeros(self.threads, np.int64)
        # For another order of execution, lanes with different delays run separately.
        self.delays = self.options.order and self.options.order.delays(self)
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

    def _allocate(self, setup: Setup) -> None:
        """Shared memory of all blocks, contiguous, and a stack per thread."""
        self.shared_bytes = setup.shared
        self.shared_base = setup.architecture.shared_base
        self.shared_start = self.shared_base - reserved_bytes(self.program, setup.architecture)
        self.shared_stride = -(-(self.shared_base + setup.shared) // 1024) * 1024
        self.shared = Store(self.shared_stride * len(self.blocks), _SHARED_POISON)
        self.shared_offset = self.block_of * self.shared_stride
        self.separate_arrays = separate_arrays(setup)
        self.local = np.full((-(-setup.local // 4), self.threads), 0xBAADF00D, np.uint32)
        self.local_written = np.zeros((setup.local, self.threads), bool)

    def _checker(self) -> SharedChecker:
        """Shadow of shared memory; its granule is the narrowest access."""
        finest = self.program.narrowest("shared.load", "shared.store", "shared.atomic")
        shadow = Shadow(len(self.shared.bytes) // finest, 2 * self.clocks.warps)
        return SharedChecker(self, shadow, finest, self._shared_place)

    def _ids(self) -> None:
        x, y, _ = self.setup.block
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
        grid_x, grid_y, _ = self.setup.grid
        linear = np.array([b[0] + grid_x * (b[1] + grid_y * b[2]) for b in self.blocks], np.int64)
        self.linear_block = np.repeat(linear, len(flat))
        # Launch-wide thread numbers, stored by the shadow of global memory.
        self.thread = self.linear_block * self.threads_per_block + np.tile(flat, count)
        self._lane_of_block = np.full(int(np.prod(self.setup.grid)), -1, np.int64)
        self._lane_of_block[linear] = np.arange(count) * len(flat)

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
        return indices_of(thread, self.setup.grid, self.setup.block)

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

    # --- Control flow -----------------------------------------------------------------------------

    def _guarded(self, code: Code) -> Callable[[Mask], None]:
        """An instruction's action under its predicate."""
        self.dependences[code.at].complete(code)
        if code.base in CONTROL or self._is_left_out(code):
            return lambda _mask: None
        if code.at in self.options.leave_out:
            if not code.has("PHASECHK"):
                return lambda _mask: None
            # An omitted wait succeeds.
            write = self.registers.writer(code.operands[0])
            return lambda mask: write(np.True_, mask)
        self.registers.noted = self.dependences[code.at]
        act = self.late_stores.watched(code, self.matrices.watched(code, action(code, self)))
        predicate = code.predicate
        if predicate is None or (predicate.is_true and not predicate.invert):
            return act
        condition = self.registers.condition(predicate)

        def guarded(mask: Mask) -> None:
            taken = condition() if mask is None else condition() & mask
            lanes = np.count_nonzero(taken)
            if lanes:
                act(None if lanes == taken.size else taken.copy())

        return guarded

    def _is_left_out(self, code: Code) -> bool:
        """Whether an instruction is outside the slice to execute."""
        return self.options.only is not None and code.at not in self.options.only

    def _runs(self) -> list[int]:
        """Distance from each instruction to the next one to execute."""
        count = len(self.program.codes)
        runs = [1] * count
        if self.options.only is not None:
            for pc in range(count - 2, -1, -1):
                following = pc + 1
                if following not in self.options.only and following not in self.control.handlers:
                    runs[pc] = runs[following] + 1
        return runs

    @property
    def blocks_alive(self) -> int:
        """Number of blocks with live threads."""
        return int(self.alive.reshape(-1, self.threads_per_block).any(axis=1).sum())

    @property
    def ends_early(self) -> bool:
        """Whether everything that was requested is known, or a GPU would have ended the kernel."""
        options = self.options
        if options.tiles is not None:
            return options.tiled == {pc for pc, _ in options.tiles}
        return self.steps > self.ends_by

    @property
    def changes(self) -> int:
        """Counts possible changes of what threads wait for, or read other than registers."""
        return self.changed + self.memory.changes + self.shared.changes

    def run(self) -> None:
        """Execute until all threads exit, deadlock, or only spin.

        If they spin, `spins` is set; running again continues once other blocks have written.
        Raises Unsupported for an unknown instruction and BeyondLimit for too many steps.
        """
        if self.spins:
            self.spins = False
            self.spinning.begin()
        with np.errstate(all="ignore"):
            while self._run_next_group() and not self.ends_early and not self.spins:
                pass
        if self.shared_checker and not self.spins:
            self.shared_checker.finish()
            self.bulk_stores.finish()
            self.clusters.finish()

    def _run_next_group(self) -> bool:
        """Select one group of threads and run it; False if no thread is left."""
        ready = self.alive & (self.waiting == 0)
        lanes = np.count_nonzero(ready)
        if not lanes:
            if not self.alive.any():
                return False
            if not self.control.barriers.release():
                self.control.barriers.deadlock()
                return False
            return True
        if self.delays is None and lanes == ready.size:
            first = self.pc[0]
            alone = not np.count_nonzero(self.pc != first) and not np.count_nonzero(self.depth)
            group = ready if alone else None
            if group is not None:
                self._run_group(int(first), group, None, len(self.actions))
                return True
        backedge_counts = self.backedge_counts[ready]
        fewest = backedge_counts.min()
        pcs = self.pc[ready]
        pc = int(pcs[backedge_counts == fewest].min())
        if self.loop_extrapolation:
            self.loop_extrapolation.chosen(ready, pc)
        group = ready & (self.pc == pc)
        if np.count_nonzero(self.depth):
            # Lanes at different depths of a recursion do not join.
            group &= self.depth == self.depth[group].max()
        if self.delays is not None:
            fewest = self.backedge_counts[group].min()
            group &= self.delays == self.delays[group & (self.backedge_counts == fewest)][0]
        ahead = pcs[pcs > pc]
        join = int(ahead.min()) if ahead.size else len(self.actions)
        self._run_group(pc, group, None if group.all() else group, join)
        return True

    def _run_group(self, pc: int, group: np.ndarray, mask: Mask, join: int) -> None:
        """Run a group until it diverges, waits, reaches `join`, or jumps back before others."""
        control, actions, runs = self.control, self.actions, self.runs
        undefined = self.undefined.words
        warps = self.warps if mask is None else np.count_nonzero(by_warp(mask)) // WARP
        noted = self.options.check or self.options.recorder
        active_mask = self.trace.active_mask(group) if noted else b""
        others = np.count_nonzero(self.alive & (self.waiting == 0) & ~group) > 0
        self.woken = False
        start = pc
        while True:
            handler = control.handlers.get(pc)
            if handler is None:
                self.at = pc
                if undefined:
                    self.undefined.step(pc, mask)
                actions[pc](mask)
                pc += runs[pc]
                if pc < join:
                    continue
                self._visited(start, pc, warps, active_mask)
                self.pc[group] = pc
                return
            self.at = pc
            self._visited(start, pc + 1, warps, active_mask)
            target = handler(pc, group, mask)
            if target is None:
                return
            if target <= pc:
                self.backedge_counts[group] += 1
                self.pc[group] = target
                if self.loop_extrapolation:
                    self.loop_extrapolation.arrived(target)
                    actions = self.actions
                if self.spinning:
                    self.spins = self.spinning.jumped()
                if others or self.woken or self.spins or self.ends_early:
                    return
            start = pc = target
            if pc >= join:
                self.pc[group] = pc
                return

    def _visited(self, start: int, end: int, warps: int, active_mask: bytes) -> None:
        self.visits[start] += warps
        self.visits[end] -= warps
        if active_mask:
            self.trace.note(start, end, active_mask)
        self.took(end - start)

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

    # --- counts -----------------------------------------------------------------------------------

    def issued(self) -> np.ndarray:
        """Number of warps that issued each instruction."""
        return np.cumsum(self.visits[:-1])
