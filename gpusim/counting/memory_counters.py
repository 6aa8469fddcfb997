"""What requests to memory cost, by instruction: sums, how often each cost occurs, and a warp's
lanes to show for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..chips import WARP
from ..findings import DependsOnData
from ..state.registers import Mask
from .wavefronts import distinct_banks

if TYPE_CHECKING:
    from ..functional.interpreter import Machine
    from ..launch import Block

# An instruction, and whether what it does to shared memory is meant.
Key = tuple[int, bool]
# What a tally has first: requests, wavefronts or sectors, the least of them, bytes of the lanes.
SUMS = 4
# Then, of every number of wavefronts or sectors, how many requests take as many. No request takes
# more than one for each lane; of 128 bits a quarter warp's lanes meet only each other.
WIDTH = SUMS + WARP + 1
# Places are kept far from zero, so that none within a warp is negative.
_FAR = 1 << 40


@dataclass(frozen=True)
class Sample:
    """The first warp seen whose request took so much: a block, a warp of it, and what its lanes
    asked for; `address` has bytes as the GPU addresses them, 0 for lanes that ask for nothing."""

    block: Block
    warp: int
    address: tuple[int, ...]
    active: tuple[bool, ...]
    width: int
    least: int


class Tallies:
    """Costs of a machine's requests; `reach` is the lowest byte touched and the first behind the
    highest, `samples` by instruction and by what the request took."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.sums: dict[Key, np.ndarray] = {}
        self.reach: dict[Key, tuple[int, int]] = {}
        self.samples: dict[Key, dict[int, Sample]] = {}
        self._known: dict[tuple, tuple[np.ndarray, int, int]] = {}

    def add(
        self, addresses: np.ndarray, mask: Mask, width: int, count: Callable, *, shared: bool
    ) -> None:
        """A request of each warp.

        `count` takes addresses and a mask of shape (warps, 32) and the width. Requests alike but
        for their place are counted once: only the place within 128 bytes matters.
        """
        machine, key = self._machine, (self._machine.at, shared)
        if machine.courses and addresses.size:
            machine.courses.request(key, addresses, mask, width)
        if machine.options.recorder:
            # What it keeps has all that is asked for.
            machine.options.recorder.access(machine, addresses, mask, width, count, shared=shared)
            return
        if not addresses.size:
            return
        base = int(addresses[0])
        base -= base % 128
        relative = addresses - base
        known = (*key, relative.tobytes(), None if mask is None else mask.tobytes())
        if known not in self._known:
            self._known[known] = self._counted(key, base, relative, mask, width, count)
        counted, first, last = self._known[known]
        if key not in self.sums:
            self.sums[key] = np.zeros(WIDTH, np.int64)
            self.reach[key] = base + first, base + last
        self.sums[key] += counted
        low, high = self.reach[key]
        self.reach[key] = min(low, base + first), max(high, base + last)

    def _counted(
        self, key: Key, base: int, relative: np.ndarray, mask: Mask, width: int, count: Callable
    ) -> tuple[np.ndarray, int, int]:
        """A tally of requests not met before, and the bytes from `base` on that they touch."""
        machine = self._machine
        active = machine.active(mask)
        everywhere = np.zeros(machine.threads, np.int64)
        everywhere[active] = relative + _FAR
        shape = (machine.warps, WARP)
        active, everywhere = active.reshape(shape), everywhere.reshape(shape)
        apart = machine.at in machine.options.apart
        if apart and not distinct_banks(everywhere, active, width).all():
            raise DependsOnData
        taken, least = count(everywhere, active, width)
        asks = active.any(axis=1)
        tally = np.zeros(WIDTH, np.int64)
        tally[:SUMS] = asks.sum(), taken.sum(), least.sum(), relative.size * width
        tally[SUMS:] = np.bincount(taken[asks], minlength=WARP + 1)
        samples = self.samples.setdefault(key, {})
        for value in set(taken[asks].tolist()) - samples.keys():
            warp = int(np.argmax(asks & (taken == value)))
            at = np.where(active[warp], everywhere[warp] - _FAR + base, 0)
            where = divmod(warp, machine.threads_per_block // WARP)
            samples[value] = Sample(
                machine.blocks[where[0]],
                where[1],
                tuple(at.tolist()),
                tuple(active[warp].tolist()),
                width,
                int(least[warp]),
            )
        return tally, int(relative.min()), int(relative.max()) + width
