"""SIMT interpreter: executes all threads of some blocks of a kernel.

Threads with the same program counter and call depth run as one group; an instruction is a NumPy
operation over all of them. On divergence, the group with the fewest back edges runs first, among
equals the one at the lowest address. So paths reconverge where they join, and a thread that spins
in a loop does not starve the thread it waits for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..chips import WARP
from ..counting.costs import MemoryCounters
from ..counting.loop_extrapolation import LoopExtrapolation, Repetitions
from ..isa.decoder import PREDICATES, Code
from ..sanitizer.happens_before import Clocks, ReleaseAcquire, Shadow
from ..sanitizer.races import Checker
from ..sanitizer.shared_races import SharedChecker
from ..sanitizer.uninitialized import Stack, Undefined
from ..state.barriers import Mbarriers
from ..state.execution import Execution
from ..state.registers import Mask, by_warp
from .clusters import Clusters
from .control import CONTROL, Control
from .in_flight import BulkStores, Matrices
from .instructions import Action, action
from .orders import LateStores
from .spinning import Spinning


class Interpreter(Execution):
    """Executes some blocks of a launch; `run` executes them to completion."""

    def __init__(
        self, *launch: Any, global_checker: Callable[[Interpreter], Checker | None] | None = None
    ) -> None:
        """`launch` is what an Execution takes; `global_checker` makes the checker of global
        memory."""
        super().__init__(*launch)
        options = self.options
        # Warps of a cluster are ordered like those of one block.
        self.clocks = Clocks(
            len(self.blocks) // self.cluster,
            self.warps_per_block * self.cluster,
            by_lane=self.program.has_mbarriers,
        )
        self.release_acquire = ReleaseAcquire(self)
        self.shared_checker = self._checker() if options.check and self.setup.shared else None
        self.global_checker = global_checker(self) if options.check and global_checker else None
        stack = Stack(self) if options.check and self.setup.local else None
        self.checkers = {
            **{"global": self.global_checker, "shared": self.shared_checker, "local": stack}
        }
        self.memory_counters = MemoryCounters(self)
        self.mbarriers, self.matrices = Mbarriers(self), Matrices(self)
        self.bulk_stores, self.late_stores = BulkStores(self), LateStores(self)
        self.clusters = Clusters(self)
        self.undefined = Undefined(self)
        self.actions = [self._guarded(code) for code in self.program.codes]
        self.control = Control(self)
        self.runs = self._runs()
        self.loop_extrapolation = None
        if options.live:
            self.loop_extrapolation = LoopExtrapolation(self, options.live, action)
        # Set during a proof of loop extrapolation.
        self.repetitions: Repetitions | None = None
        # If data is computed, threads may spin on another block's writes.
        self.spinning = Spinning(self) if options.only is None else None

    def _checker(self) -> SharedChecker:
        """Shadow of shared memory; its granule is the narrowest access."""
        finest = self.program.narrowest("shared.load", "shared.store", "shared.atomic")
        shadow = Shadow(len(self.shared.bytes) // finest, 2 * self.clocks.warps)
        return SharedChecker(self, shadow, finest, self._shared_place)

    # --- Control flow -----------------------------------------------------------------------------

    def _guarded(self, code: Code) -> Callable[[Mask], None]:
        """An instruction's action under its predicate."""
        illegal = code.at in self.program.without_descriptor
        if code.base in CONTROL or illegal or self._is_left_out(code):
            return lambda _mask: None
        act = self.late_stores.watched(code, self.matrices.watched(code, action(code, self)))
        if self.options.watch and code.writes:
            act = self._watched(code, act)
        if self.options.classifies:
            # The addresses of accesses are not known.
            act = self._noting_predicates(code, (lambda _: None) if code.row.is_counted else act)
        predicate = code.predicate
        if predicate is None:
            return act
        condition = self.registers.condition(predicate)

        def guarded(mask: Mask) -> None:
            taken = condition() if mask is None else condition() & mask
            lanes = np.count_nonzero(taken)
            if self.options.classifies:
                self.trace.note(code.at, code.at + 1, self.trace.active_mask(taken))
            if lanes:
                act(None if lanes == taken.size else taken.copy())

        return guarded

    def _watched(self, code: Code, act: Action) -> Action:
        def watched(mask: Mask) -> None:
            act(mask)
            self.options.watch(code, self, mask)

        return watched

    def _noting_predicates(self, code: Code, act: Action) -> Action:
        """The action, which also adds to the trace for which lanes each source predicate holds."""
        conditions = [
            self.registers.condition(operand)
            for operand in code.operands
            if (operand.kind, operand.index) in code.reads and operand.kind in PREDICATES
        ]

        def noting(mask: Mask) -> None:
            for holds in conditions:
                active_mask = self.trace.active_mask(self.active(mask) & holds())
                self.trace.note(code.at, code.at + 1, active_mask)
            act(mask)

        return noting

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
    def ends_early(self) -> bool:
        """Whether everything that was requested is known, or a GPU would have ended the kernel."""
        options = self.options
        if options.tiles is not None:
            return options.tiled == {pc for pc, _ in options.tiles}
        return self.steps > self.ends_by

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
        if self.global_checker and not self.spins:
            self.global_checker.finish()
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
        options = self.options
        noted = options.check or options.recorder or options.classifies
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
