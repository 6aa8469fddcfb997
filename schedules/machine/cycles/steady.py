"""Passes of loops that were not recorded: some are run, the others multiplied once all is steady.

A warp takes recorded passes up again as often as they come. Where the passes of a loop that all
resident warps are in have taken as long as those before, the next ones are not run: time goes on by
what they take, and everything that was counted over the last ones counts as often again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .warps import Warp

if TYPE_CHECKING:
    from .multiprocessor import Multiprocessor

# Instructions of all warps in passes that are compared with as many before, and so many passes at
# most; by how much they may differ, and after how many passes it is given up that they agree.
_INSTRUCTIONS, _PASSES, _APART, _MOST = 20_000, 4, 0.03, 12
# Fewer passes than this are run.
_FEWEST = 3


class Steady:
    """Watches the warps of a multiprocessor begin passes."""

    def __init__(self, owner: Multiprocessor) -> None:
        self._owner = owner
        # Of each loop the warp that is watched, and the time and counts whenever it began a pass.
        self._watched: dict[int, Warp] = {}
        self._history: dict[int, list[tuple[float, list, dict[int, int], int]]] = {}

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
        issues = {one.number: one.issues for one in owner.warps()}
        history.append((now + owner.skipped, self._counts(), issues, owner.simulated))
        if len(history) < 3:
            return
        each = max(1, owner.simulated - history[-2][3])
        passes = max(1, min(_PASSES, _INSTRUCTIONS // each))
        if len(history) < 2 * passes + 1:
            return
        last, middle, first = (history[-1 - back * passes][0] for back in range(3))
        if abs(last - 2 * middle + first) > _APART * (last - middle):
            if len(history) < _MOST:
                return
            # They never agree: what they take on average.
            passes = len(history) // 2
        before, after = history[-1 - passes], history[-1]
        # Older blocks go before younger ones: each warp has got on by passes of its own number.
        gone = {one: _passes(one, loop, before[2].get(one.number)) for one in owner.warps()}
        times = min(
            (one.left.get(loop, 0) / count if count else 0.0 for one, count in gone.items()),
            default=0.0,
        )
        if times * passes < _FEWEST:
            return
        for one, count in gone.items():
            one.left[loop] = max(0, one.left[loop] - round(times * count))
        owner.skipped += times * (after[0] - before[0])
        self._add(before[1], after[1], times)
        history.clear()

    def _counts(self) -> list:
        owner = self._owner
        return [
            [list(one) for one in owner.spent],
            dict(owner.blamed),
            list(owner.issued),
            list(owner.busy),
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
        lists = (owner.issued, owner.busy, owner.requests.busy, owner.memory.moved)
        for row, old, new in zip(lists, before[2:], after[2:], strict=True):
            for at, (least, most) in enumerate(zip(old, new, strict=True)):
                row[at] += times * (most - least)


def _passes(warp: Warp, loop: int, issues: int | None) -> float:
    """The passes of a loop, parts of them too, since a warp had issued so many instructions."""
    _, each = warp.passes.get(loop, (0, 0))
    return (warp.issues - issues) / each if each and issues is not None else 0.0
