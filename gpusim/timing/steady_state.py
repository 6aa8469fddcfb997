"""Passes of loops that were not recorded: some are run, the others multiplied once all is steady.

A warp takes recorded passes up again as often as they come. Where the passes of a loop that all
resident warps are in have taken as long as those before, the next ones are not run: time goes on by
what they take, and everything that was counted over the last ones counts as often again.
"""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from .warp_state import Warp

if TYPE_CHECKING:
    from .sm import Multiprocessor

# Instructions of all warps in passes that are compared with as many before, and so many passes at
# most; by how much they may differ, and after how many passes, or instructions, it is given up that
# they agree.
_INSTRUCTIONS, _PASSES, _APART, _MOST, _ENOUGH = 20_000, 4, 0.03, 12, 200_000
# Fewer passes than this are run.
_FEWEST = 3


class Steady:
    """Watches the warps of a multiprocessor begin passes."""

    def __init__(self, owner: Multiprocessor) -> None:
        self._owner = owner
        # Of each loop the warp that is watched, and the time and counts whenever it began a pass.
        self._watched: dict[int, Warp] = {}
        self._history: dict[int, list[tuple[float, list, dict[int, tuple[int, int]], int]]] = {}

    def crossed(self, warp: Warp, now: float) -> None:
        """A warp begins a pass of a loop once more."""
        owner, loop = self._owner, warp.crossed
        warp.crossed = -1
        watched = self._watched.get(loop)
        if watched is None or loop not in watched.left:
            self._watched[loop] = watched = warp
            self._history[loop] = []
        if watched is not warp:
            return
        history = self._history[loop]
        del history[: -2 * _MOST]
        # Warps of another block may be in another loop.
        issues = {
            one.number: (loop if loop in one.left else one.latest, one.issues)
            for one in owner.warps()
        }
        history.append((now + owner.skipped, self._counts(), issues, owner.simulated))
        if len(history) < 3:
            return
        each = max(1, owner.simulated - history[-2][3])
        passes = max(1, min(_PASSES, _INSTRUCTIONS // each))
        if len(history) < 2 * passes + 1:
            return
        last, middle, first = (history[-1 - back * passes][0] for back in range(3))
        if abs(last - 2 * middle + first) > _APART * (last - middle):
            if len(history) < max(2 * passes + 1, min(_MOST, _ENOUGH // each)):
                return
            # They never agree: what they take on average.
            passes = len(history) // 2
        before, after = history[-1 - passes], history[-1]
        gone = {one: _passes(one, before[2], issues) for one in owner.warps()}
        if not all(count for _, count in gone.values()):
            return
        # Warps of one loop go on together: what sets them apart for a few passes evens out.
        counts: dict[int, list[float]] = {}
        for own, count in gone.values():
            counts.setdefault(own, []).append(count)
        means = {own: statistics.mean(those) for own, those in counts.items()}
        times = min(one.left.get(own, 0) / means[own] for one, (own, _) in gone.items())
        if times * passes < _FEWEST:
            return
        for one, (own, _) in gone.items():
            one.left[own] -= min(one.left[own], round(times * means[own]))
        owner.skipped += times * (after[0] - before[0])
        self._add(before[1], after[1], times)
        history.clear()

    def _counts(self) -> list:
        owner = self._owner
        return [
            [list(one) for one in owner.spent],
            dict(owner.blamed),
            list(owner.issued),
            list(owner.requests.busy),
            list(owner.memory.moved),
        ]

    def _add(self, before: list, after: list, times: float) -> None:
        """Count what came between two moments so many times more."""
        owner = self._owner
        for row, old, new in zip(owner.spent, before[0], after[0], strict=True):
            for cause, (least, most) in enumerate(zip(old, new, strict=True)):
                if most > least:
                    row[cause] += times * (most - least)
        for key, most in after[1].items():
            owner.blamed[key] += times * (most - before[1].get(key, 0.0))
        lists = (owner.issued, owner.requests.busy, owner.memory.moved)
        for row, old, new in zip(lists, before[2:], after[2:], strict=True):
            for at, (least, most) in enumerate(zip(old, new, strict=True)):
                row[at] += times * (most - least)


def _passes(
    warp: Warp, before: dict[int, tuple[int, int]], now: dict[int, tuple[int, int]]
) -> tuple[int, float]:
    """The loop that a warp was in at two moments and its passes since, parts of them too."""
    loop, issues = before.get(warp.number, (-1, 0))
    _, each = warp.passes.get(loop, (0, 0))
    if not each or now[warp.number][0] != loop:
        return loop, 0.0
    return loop, (warp.issues - issues) / each
