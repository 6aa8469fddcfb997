"""Proxy fences between ordinary writes of global memory and bulk copies that read it.

Bulk copies access memory through the asynchronous proxy. An ordinary write is ordered before one
only by a proxy fence: of the writing thread after the write, or of the copying thread before the
copy (PTX ISA, "Proxies", "Async proxy" and `fence.proxy.async`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP
from .happens_before import COPYING, THROUGH_PROXY, UNFENCED
from .release_acquire import Known

if TYPE_CHECKING:
    from ..isa.operands import Code
    from ..launch import Program
    from .global_races import GlobalChecker

# A proxy fence's FENCE is at most so many instructions behind its MEMBAR.
_AFTER_MEMBAR = 8


def loads_in_bulk(program: Program) -> bool:
    """Whether a kernel has bulk copies from global memory."""
    return any(
        code.base == "UTMALDG" or (code.base == "UBLKCP" and code.modifiers[:2] == ("S", "G"))
        for code in program.codes
    )


def fences_global(program: Program, code: Code) -> bool:
    """Whether a FENCE orders global memory.

    `fence.proxy.async.global` has its own modifier. Without a state space, ptxas emits the fence of
    shared memory behind a MEMBAR of the GPU; `.shared::cta` has one of the block.
    """
    before = program.codes[max(0, code.at - _AFTER_MEMBAR) : code.at]
    membars = [c for c in before if c.base == "MEMBAR"]
    return code.has("G") or any(not c.has("CTA") for c in membars[-1:])


class ProxyFences:
    """The ordinary writes of a run's threads that no proxy fence has followed yet, and what each
    lane knew at its last one."""

    def __init__(self, checker: GlobalChecker) -> None:
        self.checker, self.interpreter = checker, checker.interpreter
        program = self.interpreter.program
        self.fences = frozenset(
            code.at
            for code in program.codes
            if code.base == "FENCE" and fences_global(program, code)
        )
        self.unfenced: list[tuple[np.ndarray, np.ndarray]] = []
        # By lane: clocks of its cluster's warps, of its own warp's lanes, and of other blocks.
        self.known: dict[int, tuple[np.ndarray, np.ndarray, Known]] = {}

    def wrote(self, place: np.ndarray, thread: np.ndarray) -> None:
        """Ordinary writes and atomics of launch-wide threads."""
        self.checker.shadow.fenced[place] = UNFENCED
        if self.fences:
            self.unfenced.append((place, thread))

    def fence(self, lanes: np.ndarray) -> None:
        """The lanes execute the current instruction, a proxy fence."""
        interpreter, shadow = self.interpreter, self.checker.shadow
        if interpreter.at not in self.fences:
            return
        clocks, left = interpreter.clocks, []
        active = np.zeros(interpreter.threads, bool)
        active[lanes] = True
        for place, thread in self.unfenced:
            lane = interpreter.lane_of(thread)
            done = active[lane] & (shadow.writer[place] == thread)
            shadow.fenced[place[done]] = clocks.clock[lane[done] // WARP]
            if not active[lane].all():
                left.append((place[~active[lane]], thread[~active[lane]]))
        self.unfenced = left
        for warp in np.unique(lanes // WARP).tolist():
            known = clocks.known[warp].copy()
            known[clocks.local[warp]] = clocks.converged[warp] - 1
            learnt = dict(clocks.learnt.get(warp, {}))
            for lane in lanes[lanes // WARP == warp].tolist():
                self.known[lane] = known, clocks.known_lanes(lane), learnt

    def check(self, place: np.ndarray, lane: int) -> None:
        """Check that fences order earlier writes before a bulk copy of a lane that reads them."""
        checker, shadow = self.checker, self.checker.shadow
        fenced, writer = shadow.fenced[place], shadow.writer[place]
        ordinary = (shadow.kind[place] != COPYING) & (writer >= 0) & (fenced != THROUGH_PROXY)
        place, fenced, writer = place[ordinary], fenced[ordinary], writer[ordinary]
        thread = np.full(place.shape, self.interpreter.thread[lane])
        across, within = checker.conflict(thread, writer, fenced)
        missing = (fenced == UNFENCED) | across | within
        missing &= ~self._was_known(lane, writer, shadow.written_clock[place])
        if missing.any():
            at = shadow.written_at[place[missing]]
            checker.report("proxy-fence", place[missing], thread[missing], writer[missing], at)

    def _was_known(self, lane: int, writer: np.ndarray, clock: np.ndarray) -> np.ndarray:
        """Whether other threads' writes happened before the lane's last proxy fence."""
        if lane not in self.known:
            return np.zeros(writer.shape, bool)
        warps, lanes, learnt = self.known[lane]
        clocks, other = self.interpreter.clocks, self.interpreter.lane_of(writer)
        of_cluster = (other >= 0) & (other // WARP // clocks.warps == lane // WARP // clocks.warps)
        result = of_cluster & (clock <= warps[other // WARP % clocks.warps])
        result |= (other // WARP == lane // WARP) & (clock <= lanes[other % WARP])
        from_elsewhere = [
            max(learnt.get(one, -1), learnt.get(-1 - one // WARP, -1)) for one in writer.tolist()
        ]
        return result | (clock <= np.array(from_elsewhere, np.int64))
