"""Counters of memory requests by instruction: totals, a histogram, and a sample warp per cost."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..chips import WARP
from ..findings import DependsOnData
from ..state.execution import Execution
from ..state.registers import Mask
from .costs import WarpRequest
from .wavefronts import distinct_banks

# (instruction, whether shared memory).
Key = tuple[int, bool]
# First columns: requests, wavefronts or sectors, the least of them, bytes of the lanes.
SUMS = 4
# Then a histogram of wavefronts or sectors per request: at most one per lane, since only lanes of a
# quarter warp conflict in 128-bit accesses.
WIDTH = SUMS + WARP + 1
# Offset that keeps relative addresses positive.
_FAR = 1 << 40


class MemoryCounters:
    """Costs of an interpreter's memory requests.

    `totals` by instruction and memory; `reach` is the accessed range (first byte, one past the
    last); `samples` the first warp by instruction and cost, with addresses in memory and without
    how often it occurs.
    """

    def __init__(self, execution: Execution) -> None:
        self._execution = execution
        self.totals: dict[Key, np.ndarray] = {}
        self.reach: dict[Key, tuple[int, int]] = {}
        self.samples: dict[Key, dict[int, WarpRequest]] = {}
        self._counted_before: dict[tuple, tuple[np.ndarray, int, int]] = {}

    def add(
        self, addresses: np.ndarray, mask: Mask, width: int, count: Callable, *, shared: bool
    ) -> None:
        """Count one request per warp.

        `count` takes addresses and a mask of shape (warps, 32) and the width. Costs are cached by
        addresses relative to a multiple of 128 bytes.
        """
        execution, key = self._execution, (self._execution.at, shared)
        if execution.repetitions and addresses.size:
            execution.repetitions.request(key, addresses, mask, width)
        if execution.options.recorder:
            # The recorder stores the requests themselves.
            execution.options.recorder.access(
                execution, addresses, mask, width, count, shared=shared
            )
            return
        if not addresses.size:
            return
        base = int(addresses[0])
        base -= base % 128
        relative = addresses - base
        known = (*key, relative.tobytes(), None if mask is None else mask.tobytes())
        if known not in self._counted_before:
            self._counted_before[known] = self._counted(key, base, relative, mask, width, count)
        counted, first, last = self._counted_before[known]
        if key not in self.totals:
            self.totals[key] = np.zeros(WIDTH, np.int64)
            self.reach[key] = base + first, base + last
        self.totals[key] += counted
        low, high = self.reach[key]
        self.reach[key] = min(low, base + first), max(high, base + last)

    def add_box(self, size: int) -> None:
        """Count a copy of the tensor memory accelerator: its bytes in global memory."""
        totals = self.totals.setdefault((self._execution.at, False), np.zeros(WIDTH, np.int64))
        totals[:SUMS] += 1, 0, 0, size

    def _counted(
        self, key: Key, base: int, relative: np.ndarray, mask: Mask, width: int, count: Callable
    ) -> tuple[np.ndarray, int, int]:
        """Counters of a request pattern, and the range of bytes it accesses relative to `base`."""
        execution = self._execution
        active = execution.active(mask)
        everywhere = np.zeros(execution.threads, np.int64)
        everywhere[active] = relative + _FAR
        shape = (execution.warps, WARP)
        active, everywhere = active.reshape(shape), everywhere.reshape(shape)
        shifted = execution.at in execution.options.row_shifted
        if shifted and not distinct_banks(everywhere, active, width).all():
            raise DependsOnData
        taken, least = count(everywhere, active, width)
        asks = active.any(axis=1)
        counters = np.zeros(WIDTH, np.int64)
        counters[:SUMS] = asks.sum(), taken.sum(), least.sum(), relative.size * width
        counters[SUMS:] = np.bincount(taken[asks], minlength=WARP + 1)
        samples = self.samples.setdefault(key, {})
        for value in set(taken[asks].tolist()) - samples.keys():
            warp = int(np.argmax(asks & (taken == value)))
            reached = (everywhere[warp] - _FAR + base).tolist()
            block, of_block = divmod(warp, execution.threads_per_block // WARP)
            samples[value] = WarpRequest(
                taken=value,
                least=int(least[warp]),
                often=0,
                block=execution.blocks[block],
                warp=of_block,
                address=tuple(
                    byte if on else None for byte, on in zip(reached, active[warp], strict=True)
                ),
                width=width,
            )
        return counters, int(relative.min()), int(relative.max()) + width
