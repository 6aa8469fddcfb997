"""The heap of malloc and free in device code: an array with gaps between allocated blocks."""

from __future__ import annotations

import numpy as np

from ..findings import Unsupported
from .memory import GLOBAL_BASE, Global, Region

# The name of the heap's array, and its bytes; CUDA's has 8 MB, of which blocks take more.
HEAP, HEAP_BYTES = "device heap", 1 << 21
# Blocks are aligned as CUDA's are, and lie so far apart that an overrun does not reach another.
_ALIGNMENT, _GAP = 16, 48


class Heap:
    """Blocks of a memory's heap. Freed memory is not given out again, so its use is found."""

    def __init__(self, memory: Global) -> None:
        self.memory = memory
        self.others = [region for region in memory.regions if region.name != HEAP]
        (whole,) = (region for region in memory.regions if region.name == HEAP)
        self.next, self.end = whole.start, whole.end
        self.blocks: dict[int, Region] = {}
        self._rebuild()

    def allocate(self, sizes: np.ndarray) -> np.ndarray:
        """Addresses of new blocks; raises Unsupported if the heap is exhausted."""
        starts = []
        for size in sizes.tolist():
            if self.next + size > self.end:
                raise Unsupported(f"the simulator's heap of {HEAP_BYTES >> 20} MiB is exhausted")
            self.blocks[self.next] = Region(HEAP, self.next, self.next + size)
            starts.append(self.next)
            self.next += -(-size // _ALIGNMENT) * _ALIGNMENT + _GAP
        self._rebuild()
        return np.array(starts, np.int64) + GLOBAL_BASE

    def free(self, addresses: np.ndarray) -> np.ndarray:
        """Whether each address is that of a block, or null; it is no longer accessible."""
        known = [
            not address or self.blocks.pop(address - GLOBAL_BASE, None) is not None
            for address in addresses.tolist()
        ]
        self._rebuild()
        return np.array(known, bool)

    def _rebuild(self) -> None:
        regions = [*self.others, *self.blocks.values()]
        self.memory.place(sorted(regions, key=lambda region: region.start))


def heap_of(memory: Global) -> Heap:
    """The heap of a memory, made when it is first used."""
    if memory.heap is None:
        memory.heap = Heap(memory)
    return memory.heap
