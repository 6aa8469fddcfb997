"""Global memory with the arguments' arrays, the heap of malloc, and byte stores for shared memory.

Addresses look like the GPU's. Global arrays are at least 64 KiB apart, so an out-of-bounds access
does not hit another array. From sm_90 on a block's shared memory begins at 0x400: the system
reserves the first KiB.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..findings import Unsupported

GLOBAL_BASE = 0x7F0012340000
SHARED_BASE = 0x400
# Windows of generic addresses. The upper 32 bits select the memory; the lower ones are an address
# of shared memory (with the block's rank in the upper byte), of the stack, or the offset of a
# parameter or of a module's constant.
SHARED_WINDOW, LOCAL_WINDOW, PARAMETER_WINDOW = 0x7B0000000000, 0x7C0000000000, 0x7E0000000000
CONSTANT_WINDOW = 0x7A0000000000
# The constant bank of a module's __constant__ variables.
MODULE_BANK = 3
# Addresses of tensor maps to which parameters point.
MAP_WINDOW = 0x7D0000000000
# Where a thread's stack begins in its local window (constant bank 0, byte 0x28).
STACK_TOP = 0x00FFFDC0
_ALIGNMENT, _PAGE_BITS = 4096, 16
# The gap between arrays, and the bytes of a page.
_GAP = 1 << _PAGE_BITS
# By how much the stored pages grow, beyond what is needed; the distance of a page that is not.
_GROWTH, _ABSENT = 1.03, np.int64(1) << 62


@dataclass(frozen=True)
class Region:
    """An allocation in global memory: its name and its bytes in the flat store."""

    name: str
    start: int
    end: int
    writable: bool = True


class Regions:
    """Disjoint regions in ascending order."""

    def __init__(self, regions: Sequence[Region]) -> None:
        self.all = list(regions)
        self._starts = np.array([region.start for region in regions])
        self._ends = np.array([region.end for region in regions])

    def inside(self, offsets: np.ndarray, width: int) -> np.ndarray | None:
        """Mask of accesses of `width` bytes that lie within one region; None if all do."""
        if not self.all:
            return np.zeros(offsets.shape, bool)
        low = int(np.searchsorted(self._starts, offsets.min(), "right")) - 1
        if low >= 0 and offsets.max() + width <= self._ends[low]:
            return None
        region = np.searchsorted(self._starts, offsets, "right") - 1
        inside = (region >= 0) & (offsets + width <= self._ends[np.maximum(region, 0)])
        return None if inside.all() else inside

    def touches(self, offsets: np.ndarray, width: int) -> np.ndarray | None:
        """Mask of accesses that begin or end in a region; None if all do."""
        first, last = self.inside(offsets, 1), self.inside(offsets + width - 1, 1)
        return None if first is None or last is None else first | last

    def of(self, offsets: np.ndarray) -> np.ndarray:
        """Indices of the regions that contain places."""
        return np.searchsorted(self._starts, offsets, "right") - 1

    def nearest(self, offset: int) -> tuple[Region | None, int]:
        """The region nearest to a place and its distance; None without regions."""

        def distance(region: Region) -> int:
            return max(region.start - offset, offset - region.end)

        region = min(self.all, key=distance, default=None)
        return region, 0 if region is None else distance(region)


class Store:
    """Bytes with views of each word size; `changes` counts possible modifications, and `watch` is
    called with places, width and whether they are stored."""

    def __init__(self, size: int, fill: int = 0) -> None:
        self.changes = 0
        self.watch: Callable[[np.ndarray, int, bool], None] | None = None
        # Bytes of addresses.
        self.size = -(-size // 16) * 16
        self._hold(np.full(self.size, fill, np.uint8))

    def _hold(self, data: np.ndarray) -> None:
        self.bytes = data
        words = {2: np.uint16, 4: np.uint32, 8: np.uint64}
        self.views = {1: data, **{width: data.view(dtype) for width, dtype in words.items()}}

    def places(self, offsets: np.ndarray) -> np.ndarray:
        """Indices into `bytes`."""
        return offsets

    def values(self, offsets: np.ndarray, width: int) -> np.ndarray:
        """A value of `width` bytes at each place."""
        places = self.places(offsets)
        return self.views[width][places // width]

    def load(self, offsets: np.ndarray, width: int) -> list[np.ndarray]:
        """Words of an access of `width` bytes at each place; narrow values are zero-extended."""
        if self.watch:
            self.watch(offsets, width, False)
        offsets = self.places(offsets)
        if width < 4:
            return [self.views[width][offsets // width].astype(np.uint32)]
        words, first = self.views[4], offsets >> 2
        return [words[first + part] for part in range(width // 4)]

    def store(self, offsets: np.ndarray, width: int, words: Sequence[np.ndarray]) -> None:
        """Write 32-bit words, or one value of the width; of several lanes at a place, the last one
        remains."""
        self.changes += 1
        if self.watch:
            self.watch(offsets, width, True)
        offsets = self.places(offsets)
        if len(words) == 1:
            view = self.views[width]
            view[offsets // width] = words[0].astype(view.dtype)
            return
        view, first = self.views[4], offsets >> 2
        for part, word in enumerate(words):
            view[first + part] = word


@dataclass(frozen=True)
class Contents:
    """Stored pages of global memory: their numbers, and their bytes, shape (pages, bytes)."""

    numbers: np.ndarray
    data: np.ndarray


class Global(Store):
    """The arguments' arrays; `array` reads one back. With `held=False` only addresses exist, no
    data.

    A page is copied when it is first accessed. There is a gap of at least a page between arrays, so
    that no page has parts of two.
    """

    def __init__(
        self,
        arrays: Sequence[tuple[str, np.ndarray]],
        *,
        held: bool = True,
        inputs: Collection[str] = (),
    ) -> None:
        self.regions: list[Region] = []
        end = _ALIGNMENT
        for name, array in arrays:
            self.regions.append(Region(name, end, end + array.nbytes, name not in inputs))
            end = -(-(end + array.nbytes) // _ALIGNMENT) * _ALIGNMENT + _GAP
        super().__init__(0)
        self.size = end
        # Each array's bytes before anything was written.
        self._before = [
            np.ascontiguousarray(array).reshape(-1).view(np.uint8)
            for _, array in (arrays if held else ())
        ]
        # By page of memory, its distance to its copy in `bytes`; and the copied pages in order.
        self._moves = np.full(end // _GAP + 1 if held else 0, _ABSENT)
        self._numbers = np.zeros(0, np.int64)
        self.place(self.regions)
        # The heap of device code (`Heap`), once it is used.
        self.heap = None

    # --- pages ------------------------------------------------------------------------------------

    def places(self, offsets: np.ndarray) -> np.ndarray:
        pages = offsets >> _PAGE_BITS
        moves = self._moves[pages]
        if (moves == _ABSENT).any():
            self._copy_in(np.unique(pages[moves == _ABSENT]))
            moves = self._moves[pages]
        return offsets + moves

    def _copy_in(self, numbers: np.ndarray) -> None:
        first = len(self._numbers)
        self._numbers = np.concatenate([self._numbers, numbers])
        if len(self._numbers) * _GAP > len(self.bytes):
            data = self.bytes
            del self.views, self.bytes
            data.resize(max(len(self._numbers), int(first * _GROWTH)) * _GAP, refcheck=False)
            self._hold(data)
        for slot, number in enumerate(numbers.tolist(), first):
            self._moves[number] = (slot - number) * _GAP
            self.bytes[slot * _GAP :][:_GAP] = self._original(number)

    def _original(self, number: int) -> np.ndarray:
        """A page as the arrays were before anything was written."""
        page, start = np.zeros(_GAP, np.uint8), number * _GAP
        for region, data in zip(self.regions, self._before, strict=True):
            low, high = max(start, region.start), min(start + _GAP, region.end)
            if low < high:
                page[low - start : high - start] = data[low - region.start : high - region.start]
        return page

    def contents(self) -> Contents:
        """A copy of the stored pages."""
        count = len(self._numbers)
        return Contents(self._numbers, self.bytes[: count * _GAP].reshape(count, _GAP).copy())

    def restore(self, contents: Contents) -> None:
        """The memory as it was when `contents` were copied."""
        self._moves[self._numbers] = _ABSENT
        self._numbers = contents.numbers
        self.bytes[: contents.data.size] = contents.data.reshape(-1)
        self._moves[self._numbers] = (np.arange(len(self._numbers)) - self._numbers) * _GAP

    def differs(self, contents: Contents) -> bool:
        """Whether anything has another value than in `contents`."""
        now = self.contents()
        pages = [dict(zip(one.numbers.tolist(), one.data, strict=True)) for one in (now, contents)]
        return any(
            not np.array_equal(*(some.get(number, self._original(number)) for some in pages))
            for number in pages[0] | pages[1]
        )

    # --- arrays -----------------------------------------------------------------------------------

    def place(self, regions: Sequence[Region]) -> None:
        """Regions that may be accessed, in ascending order."""
        self._places = Regions(regions)
        self.inside, self.touches = self._places.inside, self._places.touches
        self._writable = np.array([region.writable for region in regions], bool)

    def address(self, argument: int) -> int:
        return GLOBAL_BASE + self.regions[argument].start

    def array(self, argument: int, like: np.ndarray, held: Contents | None = None) -> np.ndarray:
        """A copy of an array, of the memory or of a copy of it."""
        region, result = self.regions[argument], self._before[argument].copy()
        if held is None:
            pages = self.bytes[: len(self._numbers) * _GAP].reshape(-1, _GAP)
            held = Contents(self._numbers, pages)
        for number, page in zip((held.numbers * _GAP).tolist(), held.data, strict=True):
            low, high = max(number, region.start), min(number + _GAP, region.end)
            if low < high:
                result[low - region.start : high - region.start] = page[
                    low - number : high - number
                ]
        return result.view(like.dtype).reshape(like.shape)

    def in_inputs(self, offsets: np.ndarray) -> np.ndarray | None:
        """Mask of places within arrays that are inputs; None if there are no such arrays."""
        if self._writable.all() or not offsets.size:
            return None
        return ~self._writable[self._places.of(offsets)]

    def region_of(self, low: int, high: int) -> Region | None:
        """The array that contains the bytes [low, high); None if there is none."""
        extent = low - GLOBAL_BASE, high - GLOBAL_BASE
        inside = (
            region
            for region in self.regions
            if region.start <= extent[0] and extent[1] <= region.end
        )
        return next(inside, None)

    def name_of(self, offset: int) -> tuple[str, int]:
        """Nearest array and byte offset in it; an address if no array is near."""
        region, distance = self._places.nearest(offset)
        if region is None or distance > _GAP:
            return "global memory", offset + GLOBAL_BASE
        return region.name, offset - region.start


# The name of the heap's array, and its bytes; CUDA's has 8 MB, of which blocks take more.
HEAP, HEAP_BYTES = "device heap", 1 << 21
# Blocks are aligned as CUDA's are, and lie so far apart that an overrun does not reach another.
_BLOCK_ALIGNMENT, _BLOCK_GAP = 16, 48


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
            self.next += -(-size // _BLOCK_ALIGNMENT) * _BLOCK_ALIGNMENT + _BLOCK_GAP
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


# --- large arrays of which only the pages that are accessed are stored ----------------------------

# A page table maps a page of the array to one of the stored rows. Arrays with one `Pages` have a
# page table in common.

_BITS = 12
PAGE = 1 << _BITS


class Pages:
    """A page table. The first `defaults` stored pages stand for pages that are not stored."""

    def __init__(self, size: int, defaults: int = 1) -> None:
        # By page, the index of its first stored row.
        self.table = np.zeros(-(-size // PAGE) + 1, np.int64)
        # By stored page, the default that it had.
        self.origin = np.arange(defaults)
        self.defaults = defaults
        self._last: tuple[Any, np.ndarray | None] = None, None

    def set_default(self, start: int, end: int, default: int) -> None:
        """The default of all pages with an index in [start, end)."""
        self.table[start >> _BITS : -(-end >> _BITS)] = default << _BITS

    def rows(self, index: Any) -> Any:
        """Rows of the stored pages, for an index or an array of them."""
        last, rows = self._last
        if last is index and rows is not None:
            return rows
        rows = self.table[index >> _BITS] + (index & PAGE - 1)
        self._last = index, rows
        return rows

    def stored(self, index: Any) -> Any:
        """Whether the pages of indices are stored."""
        return self.table[index >> _BITS] >= self.defaults << _BITS

    def store(self, index: Any) -> np.ndarray:
        """Store the pages of these indices; returns those that were not."""
        absent = np.unique(np.asarray(index)[~np.asarray(self.stored(index))] >> _BITS)
        if absent.size:
            default = self.table[absent] >> _BITS
            self.table[absent] = (
                np.arange(len(self.origin), len(self.origin) + len(absent)) << _BITS
            )
            self.origin = np.concatenate([self.origin, default])
            self._last = None, None
        return absent

    def __deepcopy__(self, memo: dict) -> Pages:
        made = copy(self)
        made.table, made._last = self.table.copy(), (None, None)
        memo[id(self)] = made
        return made


class PagedArray:
    """One value per index; `defaults` are those of pages that are not stored."""

    def __init__(self, pages: Pages, dtype: type, *defaults: int) -> None:
        self.pages, self.defaults = pages, np.array(defaults, dtype)
        self.data = np.repeat(self.defaults, PAGE)
        self._filled = len(defaults)

    def __getitem__(self, index: Any) -> Any:
        self._grow()
        return self.data[self.pages.rows(index)]

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(value, int) and (self.defaults == value).all():
            # Pages that are not stored have this value.
            index = np.asarray(index)[self.pages.stored(index)]
        else:
            self.pages.store(index)
        self._grow()
        self.data[self.pages.rows(index)] = value

    def _grow(self) -> None:
        """Give newly stored pages their rows, with their defaults."""
        need = len(self.pages.origin)
        if need == self._filled:
            return
        if need > len(self.data) >> _BITS:
            self.data.resize(max(need, int(need * _GROWTH)) << _BITS, refcheck=False)
        new = self.data[self._filled << _BITS : need << _BITS].reshape(-1, PAGE)
        new[:] = self.defaults[self.pages.origin[self._filled :], None]
        self._filled = need

    def change(self, function: Callable[[np.ndarray], None]) -> None:
        """Change all stored values in place."""
        self._grow()
        function(self.data[self.pages.defaults << _BITS :])

    def between(self, start: int, end: int) -> np.ndarray:
        """A copy of the values at indices in [start, end)."""
        self._grow()
        first, last = start >> _BITS, -(-end >> _BITS)
        rows = self.pages.table[first:last] >> _BITS
        whole = self.data[: self._filled << _BITS].reshape(-1, PAGE)[rows].reshape(-1)
        return whole[start - (first << _BITS) : end - (first << _BITS)]

    def mapped(self, function: Callable[[np.ndarray], np.ndarray]) -> PagedArray:
        """What a function makes of each value, as an array with the pages of today."""
        made = copy(self)
        made.pages = copy(self.pages)
        made.pages.table = self.pages.table.copy()
        made.pages._last = None, None
        self._grow()
        made.data, made.defaults = function(self.data), function(self.defaults)
        return made


class PagedColumns:
    """Several values per index, accessed as `columns[index, number]`; each column has its own page
    table, so that one without values takes no memory."""

    def __init__(self, columns: Iterable[PagedArray]) -> None:
        self.columns = list(columns)

    def __getitem__(self, key: tuple[Any, int]) -> Any:
        index, number = key
        return self.columns[number][index]

    def __setitem__(self, key: tuple[Any, Any], value: Any) -> None:
        index, number = key
        if isinstance(number, int):
            self.columns[number][index] = value
            return
        value = np.broadcast_to(value, number.shape)
        for one in np.unique(number).tolist():
            here = number == one
            self.columns[one][index[here]] = value[here]
