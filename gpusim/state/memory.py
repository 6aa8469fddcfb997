"""Memory: arguments in global memory, shared memory of the blocks that run, local memory.

Addresses are the GPU's own kind. Global arrays lie far apart, so that an access outside of one
meets nothing; the shared window begins at 0x400, as on sm_90, where the first KiB is the system's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

GLOBAL_BASE = 0x7F0012340000
SHARED_BASE = 0x400
# Where a thread's stack begins in its local window (constant bank 0, byte 0x28).
STACK_TOP = 0x00FFFDC0
_ALIGNMENT, _GAP = 4096, 1 << 16


@dataclass(frozen=True)
class Region:
    """An allocation in global memory: its name and its bytes in the flat store."""

    name: str
    start: int
    end: int
    writable: bool = True


class Store:
    """Bytes with views of each word size; `changes` is how often they may have changed."""

    def __init__(self, size: int, fill: int = 0) -> None:
        self.changes = 0
        self.bytes = np.full(-(-size // 16) * 16, fill, np.uint8)
        self.views = {
            1: self.bytes,
            2: self.bytes.view(np.uint16),
            4: self.bytes.view(np.uint32),
        }

    def load(self, at: np.ndarray, width: int) -> list[np.ndarray]:
        """Words of an access of `width` bytes at each place; a narrow one is zero-extended."""
        if width < 4:
            return [self.views[width][at // width].astype(np.uint32)]
        words, first = self.views[4], at >> 2
        return [words[first + part] for part in range(width // 4)]

    def store(self, at: np.ndarray, width: int, words: Sequence[np.ndarray]) -> None:
        """Write them; of lanes that meet in one place the last one stays."""
        self.changes += 1
        if width < 4:
            view = self.views[width]
            view[at // width] = words[0].astype(view.dtype)
            return
        view, first = self.views[4], at >> 2
        for part, word in enumerate(words):
            view[first + part] = word


class Global(Store):
    """The arguments' arrays, copied in; `array` reads one back. Without `held` only their places
    are known."""

    def __init__(self, arrays: Sequence[tuple[str, np.ndarray]], *, held: bool = True) -> None:
        self.regions: list[Region] = []
        end = _ALIGNMENT
        for name, array in arrays:
            self.regions.append(Region(name, end, end + array.nbytes))
            end = -(-(end + array.nbytes) // _ALIGNMENT) * _ALIGNMENT + _GAP
        super().__init__(end if held else 0)
        for region, (_, array) in zip(self.regions, arrays if held else (), strict=held):
            data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
            self.bytes[region.start : region.end] = data
        self._starts = np.array([region.start for region in self.regions])
        self._ends = np.array([region.end for region in self.regions])

    def address(self, argument: int) -> int:
        return GLOBAL_BASE + self.regions[argument].start

    def array(self, argument: int, like: np.ndarray) -> np.ndarray:
        region = self.regions[argument]
        return self.bytes[region.start : region.end].view(like.dtype).reshape(like.shape).copy()

    def inside(self, at: np.ndarray, width: int) -> np.ndarray | None:
        """Which accesses lie within one array; None where all do."""
        if not len(self.regions):
            return np.zeros(at.shape, bool)
        low = int(np.searchsorted(self._starts, at.min(), "right")) - 1
        if low >= 0 and at.max() + width <= self._ends[low]:
            return None
        region = np.searchsorted(self._starts, at, "right") - 1
        inside = (region >= 0) & (at + width <= self._ends[np.maximum(region, 0)])
        return None if inside.all() else inside

    def region_of(self, low: int, high: int) -> Region | None:
        """The array that the bytes from one address to before another lie in, None if not one."""
        at = low - GLOBAL_BASE, high - GLOBAL_BASE
        inside = (one for one in self.regions if one.start <= at[0] and at[1] <= one.end)
        return next(inside, None)

    def name_of(self, at: int) -> tuple[str, int]:
        """The array that lies nearest to a place and the byte in it; far from all, an address."""

        def distance(region: Region) -> int:
            return max(region.start - at, at - region.end)

        region = min(self.regions, key=distance, default=None)
        if region is None or distance(region) > _GAP:
            return "global memory", at + GLOBAL_BASE
        return region.name, at - region.start
