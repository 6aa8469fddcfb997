"""Steady-state detection: once loop iterations take constant time, the rest is extrapolated.

A warp replays recorded iterations as often as they occur. Once the iterations of the loop that all
resident warps execute take as long as the previous ones, the following iterations are skipped: time
advances by their duration, and all counters by the increments of the last iterations.
"""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from .warp_state import Warp

if TYPE_CHECKING:
    from .sm import SM

# Instructions of all warps between compared snapshots, and the largest number of iterations; their
# tolerated relative difference; iterations, or instructions, after which the average is used.
_INSTRUCTIONS, _ITERATIONS, _APART, _MOST, _ENOUGH = 20_000, 4, 0.03, 12, 200_000
# With fewer remaining iterations, all are simulated.
_FEWEST = 3


class SteadyStateDetector:
    """Observes the beginnings of loop iterations on an SM."""

    def __init__(self, sm: SM) -> None:
        self._sm = sm
        # By loop: the observed warp, and snapshots at its iteration starts.
        self._watched: dict[int, Warp] = {}
        self._history: dict[int, list[tuple[float, list, dict[int, tuple[int, int]], int]]] = {}

    def iteration_began(self, warp: Warp, now: float) -> None:
        """A warp begins another iteration of a loop."""
        sm, loop = self._sm, warp.crossed
        warp.crossed = -1
        watched = self._watched.get(loop)
        if watched is None or loop not in watched.left:
            self._watched[loop] = watched = warp
            self._history[loop] = []
        if watched is not warp:
            return
        history = self._history[loop]
        del history[: -2 * _MOST]
        # Warps of another block may be in a different loop.
        issues = {
            warp.number: (loop if loop in warp.left else warp.latest, warp.issues)
            for warp in sm.warps()
        }
        history.append((now + sm.skipped, self._counts(), issues, sm.simulated))
        if len(history) < 3:
            return
        each = max(1, sm.simulated - history[-2][3])
        iterations = max(1, min(_ITERATIONS, _INSTRUCTIONS // each))
        if len(history) < 2 * iterations + 1:
            return
        last, middle, first = (history[-1 - back * iterations][0] for back in range(3))
        if abs(last - 2 * middle + first) > _APART * (last - middle):
            if len(history) < max(2 * iterations + 1, min(_MOST, _ENOUGH // each)):
                return
            # No steady state: use the average.
            iterations = len(history) // 2
        before, after = history[-1 - iterations], history[-1]
        done = {warp: _iterations(warp, before[2], issues) for warp in sm.warps()}
        if not all(count for _, count in done.values()):
            return
        # Warps of one loop advance together; differences of a few iterations even out.
        counts: dict[int, list[float]] = {}
        for own, count in done.values():
            counts.setdefault(own, []).append(count)
        means = {own: statistics.mean(those) for own, those in counts.items()}
        times = min(warp.left.get(own, 0) / means[own] for warp, (own, _) in done.items())
        if times * iterations < _FEWEST:
            return
        for member, (own, _) in done.items():
            member.left[own] -= min(member.left[own], round(times * means[own]))
        sm.skipped += times * (after[0] - before[0])
        self._add(before[1], after[1], times)
        history.clear()

    def _counts(self) -> list:
        sm = self._sm
        return [
            [list(row) for row in sm.spent],
            dict(sm.blamed),
            list(sm.issued),
            list(sm.requests.busy),
            list(sm.memory.moved),
        ]

    def _add(self, before: list, after: list, times: float) -> None:
        """Add the increments between two snapshots `times` more times."""
        sm = self._sm
        for row, old, new in zip(sm.spent, before[0], after[0], strict=True):
            for cause, (least, most) in enumerate(zip(old, new, strict=True)):
                if most > least:
                    row[cause] += times * (most - least)
        for key, most in after[1].items():
            sm.blamed[key] += times * (most - before[1].get(key, 0.0))
        lists = (sm.issued, sm.requests.busy, sm.memory.moved)
        for row, old, new in zip(lists, before[2:], after[2:], strict=True):
            for reason, (least, most) in enumerate(zip(old, new, strict=True)):
                row[reason] += times * (most - least)


def _iterations(
    warp: Warp, before: dict[int, tuple[int, int]], now: dict[int, tuple[int, int]]
) -> tuple[int, float]:
    """The loop that a warp was in at both snapshots, and its (fractional) iterations since."""
    loop, issues = before.get(warp.number, (-1, 0))
    _, each = warp.iterations.get(loop, (0, 0))
    if not each or now[warp.number][0] != loop:
        return loop, 0.0
    return loop, (warp.issues - issues) / each
