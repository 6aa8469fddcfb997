"""Records the blocks of a launch, and estimates which requests L2 has to fetch from DRAM.

Bounds tests may let most of a grid exit at once. To find the blocks with work, blocks are sampled,
starting with halves of the grid along each axis: a box whose corners and centre are alike is
assumed to be uniform; any other box is halved along an axis on which its corners differ. A region
that contains no corner or centre of the first boxes can be missed.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..dataflow.provenance import Provenance
from ..dataflow.slicing import counting_slice
from ..device import Device
from ..errors import UserError
from ..findings import Findings
from ..functional.interpreter import Interpreter
from ..launch import Block, Call, Options, whole_clusters
from ..state.execution import Skip
from ..state.memory import GLOBAL_BASE
from .constants import Constants
from .warp_traces import LINE, SECTOR, Lines, Recorder

# Blocks with less than this fraction of the largest number of instructions have no work. Blocks
# without work matter if they are more than this fraction of a launch.
_EMPTY, _FEW = 1 / 8, 0.05
# Limits: sampled blocks, blocks of a launch whose classes are listed, threads sampled at once.
_MOST_SAMPLES, _MOST_BLOCKS, _MOST_THREADS = 256, 1 << 22, 1 << 14
# Thread instructions to execute to learn what a launch touches, some seconds.
_MOST_EXECUTED = 1 << 28
# First and last position along each axis, both inclusive.
Box = tuple[tuple[int, int], ...]
# Instructions that each of some blocks issues.
Issued = Callable[[Sequence[Block]], Sequence[int]]


def with_work(grid: Block, threads: int, issued: Issued) -> np.ndarray | None:
    """Numbers of the blocks with work, in the order of launch; None if nearly all have work.

    `threads` per block. Raises as `issued`.
    """
    if math.prod(grid) > _MOST_BLOCKS:
        return None
    known: dict[Block, int] = {}
    each = max(1, _MOST_THREADS // threads)

    def learn(boxes: Sequence[Box]) -> None:
        wanted = dict.fromkeys(place for box in boxes for place in _samples(box))
        missing = [place for place in wanted if place not in known]
        for first in range(0, len(missing), each):
            some = missing[first : first + each]
            known.update(zip(some, issued(some), strict=True))

    boxes = list(itertools.product(*map(_halves, grid)))
    uniform: list[Box] = []
    while boxes:
        learn(boxes)
        least = _EMPTY * max(known.values())
        works = {place: issues >= least for place, issues in known.items()}
        halves: list[Box] = []
        for box in boxes:
            if len({works[place] for place in _samples(box)}) == 1 or len(known) > _MOST_SAMPLES:
                uniform.append(box)
            else:
                halves += _halved(box, works)
        boxes = halves
    working = np.zeros(grid[::-1], bool)
    for box in uniform:
        (x, x_end), (y, y_end), (z, z_end) = box
        some = [works[place] for place in _samples(box)]
        working[z : z_end + 1, y : y_end + 1, x : x_end + 1] = 2 * sum(some) > len(some)
    numbers = np.flatnonzero(working.ravel())
    return numbers if len(numbers) < (1 - _FEW) * working.size else None


def _halves(extent: int) -> list[tuple[int, int]]:
    """Both halves of an axis; an axis of one or two blocks whole."""
    middle = (extent - 1) // 2
    return [(0, middle), (middle + 1, extent - 1)] if extent > 2 else [(0, extent - 1)]


def _samples(box: Box) -> list[Block]:
    """Corners and centre of a box."""
    centre = tuple((first + last) // 2 for first, last in box)
    return list(dict.fromkeys([*itertools.product(*box), centre]))


def _halved(box: Box, works: Mapping[Block, bool]) -> list[Box]:
    """Both halves of a box, along the longest axis along which its corners differ if there is
    one."""

    def differs(axis: int) -> bool:
        first, last = box[axis]
        return any(
            works[*corner[:axis], first, *corner[axis:]]
            != works[*corner[:axis], last, *corner[axis:]]
            for corner in itertools.product(*box[:axis], *box[axis + 1 :])
        )

    longest = sorted(range(3), key=lambda axis: box[axis][0] - box[axis][1])
    axis = next((axis for axis in longest if differs(axis)), longest[0])
    first, last = box[axis]
    middle = (first + last) // 2
    return [
        (*box[:axis], (first, middle), *box[axis + 1 :]),
        (*box[:axis], (middle + 1, last), *box[axis + 1 :]),
    ]


# Returns arrays with their data, by name.
Inputs = Callable[[], Mapping[str, np.ndarray]]


@dataclass(frozen=True)
class Trace:
    """Recorded blocks of a launch, and the blocks that probe each axis of the grid."""

    interpreter: Interpreter
    recorder: Recorder
    probes: Mapping[int, int]

    @cached_property
    def weights(self) -> list[int]:
        """Number of occurrences of each recorded segment."""
        weights = [1] * len(self.interpreter.trace)
        for skip in self.interpreter.skips:
            for ordinal in range(skip.segments - skip.repeated, skip.segments):
                weights[ordinal] *= 1 + skip.times
        return weights


class _PathRecorder(Recorder):
    """A recorder that ignores accesses and records only execution paths."""

    def access(self, *_: object, **__: object) -> None:
        pass


class _SectorRecorder(Recorder):
    """A recorder that only marks the sectors of global memory that are touched."""

    def __init__(self, memory_bytes: int) -> None:
        super().__init__()
        self.touched = np.zeros(memory_bytes // SECTOR + 1, bool)

    def access(
        self, _: object, addresses: np.ndarray, mask: object, width: int, *__: object, shared: bool
    ) -> None:
        if not shared:
            for end in (addresses, addresses + width - 1):
                sectors = (end - GLOBAL_BASE) // SECTOR
                self.touched[sectors[(sectors >= 0) & (sectors < len(self.touched))]] = True


class LaunchRecorder:
    """Records some blocks of a launch.

    Raises as `Interpreter`, and UserError if loaded data decide what the kernel does and `inputs`
    does not return the arrays. `decided_by` is the first load whose data do, "" if none does.
    """

    def __init__(
        self, arrays: Mapping[str, np.ndarray], call: Call, inputs: Inputs | None = None
    ) -> None:
        self.call, self._plain = call, Options(check=False)
        device = Device(arrays, (), replace(self._plain, only=frozenset()))
        self._setup, self._memory = device.setup(call), device.memory
        self._slice = counting_slice(call.program)
        self.counting, self.decided_by = self._slice.only, ""
        if self._slice.by_data:
            self.decided_by = self._slice.by_data[0].instruction.text
            if inputs is None:
                raise UserError(
                    f"no prediction: {call.program.name} depends on the data that "
                    f"`{self.decided_by}` loads"
                )
            device = Device({**arrays, **inputs()}, (), self._plain)
            self._setup, self._memory = device.setup(call), device.memory
            self._data = device.memory.contents()

    def record(
        self, blocks: Sequence[Block], extents: Block, recorder: Recorder | None = None
    ) -> Trace:
        """Record blocks, and the first block's neighbour along each axis on which the blocks
        with work differ; `extents` are their numbers of different positions."""
        cluster = self.call.cluster
        axes = [axis for axis in range(3) if extents[axis] > 1]
        near = {axis: self._neighbour(blocks[0], axis) for axis in axes}
        recorder, part = recorder or Recorder(), self._slice
        options = replace(self._plain, recorder=recorder)
        if self.decided_by:
            self._memory.restore(self._data)
        else:
            options = replace(options, only=part.only, live=part.live)
        each = whole_clusters([*blocks, *near.values()], cluster)
        probes = {axis: each.index(block) for axis, block in near.items()}
        return Trace(self._run(each, options), recorder, probes)

    def _run(self, blocks: Sequence[Block], options: Options) -> Interpreter:
        interpreter = Interpreter(self._setup, self._memory, blocks, Findings(), options)
        interpreter.run()
        if interpreter.spins:
            raise UserError(f"no prediction: blocks of {self.call.program.name} wait for others")
        return interpreter

    def touched(self, blocks: Sequence[Block], steps: int) -> list[int] | None:
        """Bytes of the sectors of each array that a launch touches, if data decide; `steps` of
        each block. None if data do not decide, or if that takes too long or cannot be executed."""
        threads = math.prod(self.call.block)
        if not self.decided_by or len(blocks) * threads * steps > _MOST_EXECUTED:
            return None
        regions = self._memory.regions
        recorder = _SectorRecorder(max(region.end for region in regions))
        self._memory.restore(self._data)
        together = max(1, _MOST_THREADS // threads)
        for first in range(0, len(blocks), together):
            some = whole_clusters(blocks[first : first + together], self.call.cluster)
            try:
                self._run(some, replace(self._plain, recorder=recorder))
            except UserError:
                return None
        if recorder.boxes:
            return None
        ends = [(region.start // SECTOR, -(-region.end // SECTOR)) for region in regions]
        return [SECTOR * int(recorder.touched[slice(*each)].sum()) for each in ends]

    def _neighbour(self, block: Block, axis: int) -> Block:
        """The next block along an axis, in another cluster if there is one; at the grid's end, the
        previous one."""
        of_cluster, moved = self.call.cluster[axis], list(block)
        step = of_cluster if of_cluster < self.call.grid[axis] else 1
        moved[axis] += step if block[axis] + step < self.call.grid[axis] else -step
        return tuple(moved)

    def with_work(self) -> np.ndarray | None:
        """As the function `with_work`; also None if no branch depends on the block index."""
        call = self.call
        if math.prod(call.cluster) > 1 or self.decided_by:
            return None
        provenance = Provenance(call, self._slice)
        # What has a step is an access.
        if all(difference.step for difference in provenance.differs()):
            return None
        return with_work(call.grid, math.prod(call.block), self._issued)

    def _issued(self, blocks: Sequence[Block]) -> list[int]:
        """Instructions that the warps of each block issue."""
        trace = self.record(blocks, (1, 1, 1), _PathRecorder())
        issued = [0] * len(blocks)
        per_block = trace.interpreter.warps // len(blocks)
        ran = zip(trace.weights, trace.interpreter.trace.warps(), strict=True)
        for weight, (start, end, warps) in ran:
            for block, count in zip(
                *np.unique(warps // per_block, return_counts=True), strict=True
            ):
                issued[block] += weight * (end - start) * int(count)
        return issued


def _touches(trace: Trace) -> Iterator[tuple[int, int, Lines, int, int]]:
    """(occurrences, block, lines, shift, stored bytes) of every request."""
    codes = trace.interpreter.program.codes
    interpreter, recorder, weights = trace.interpreter, trace.recorder, trace.weights
    per_block = interpreter.warps // len(interpreter.blocks)
    for (ordinal, pc), requests in recorder.requests.items():
        stores = codes[pc].row.access in _STORES
        for warp, request in enumerate(requests.of):
            if request.lines:
                stored = min(request.bytes, _sector_bytes(request.lines)) if stores else 0
                yield weights[ordinal], warp // per_block, request.lines, requests.move, stored
    inner = _innermost(interpreter.skips)
    for (ordinal, pc, warp), boxes in recorder.boxes.items():
        skip = inner.get(ordinal)
        before = recorder.boxes.get((ordinal - skip.repeated, pc, warp), ()) if skip else ()
        for number, (_, lines, move) in enumerate(boxes):
            if not lines:
                continue
            times, step = 0, 0
            if number < len(before) and before[number][1]:
                # Extrapolated iterations access boxes at the same distance as recorded ones.
                _, recorded, moved = before[number]
                times, step = skip.times, lines[0][0] + move - recorded[0][0] - moved
            weight = weights[ordinal] // (times + 1)
            stored = _sector_bytes(lines) if codes[pc].base == "UTMASTG" else 0
            for more in range(times + 1):
                yield weight, warp // per_block, lines, move + more * step, stored


def _sector_bytes(lines: Lines) -> int:
    return SECTOR * sum(mask.bit_count() for _, mask in lines)


def _innermost(skips: Sequence[Skip]) -> dict[int, Skip]:
    """Segment -> innermost extrapolated loop around it."""
    inner: dict[int, Skip] = {}
    for skip in skips:
        for ordinal in range(skip.segments - skip.repeated, skip.segments):
            inner.setdefault(ordinal, skip)
    return inner


_STORES = ("global.store", "global.reduction", "global.atomic")
# Arrays with a larger miss fraction do not fit in L2.
_HALF = 0.5
# Sectors of which this fraction is stored, and arrays of which it is touched, count as whole: at an
# edge a part never is.
_WHOLE = 0.9
# L2 keeps partially stored sectors until about so many bytes later (`dram.parts`, by blocks apart).
_KEPT = 8 << 20


class _Footprint:
    """Sectors of one array that a block touches, with the number of occurrences of each."""

    def __init__(self) -> None:
        # For each request: its lines, their shift, and its occurrences.
        self._requests: list[tuple[Lines, int, int]] = []

    def add(self, lines: Lines, move: int, times: int) -> None:
        self._requests.append((lines, move, times))

    @cached_property
    def _first(self) -> tuple[np.ndarray, np.ndarray]:
        """Distinct sectors, and the occurrences of the request that touched each first."""
        # Requests share their lines.
        every = {id(lines): np.array(lines, np.int64) for lines, _, _ in self._requests}
        counts = [len(lines) for lines, _, _ in self._requests]
        of_requests = np.array([request[1:] for request in self._requests], np.int64).T
        moves, times = (np.repeat(values, counts)[:, None] for values in of_requests)
        joined = np.concatenate([every[id(lines)] for lines, _, _ in self._requests])
        lines, masks = joined.T[:, :, None]
        touched = masks >> np.arange(4) & 1
        sectors = 4 * (lines + moves) + np.arange(4)
        times = np.repeat(times, 4, axis=1)
        distinct, first = np.unique(sectors[touched == 1], return_index=True)
        return distinct, times[touched == 1][first]

    @property
    def bytes(self) -> int:
        """Bytes of the sectors, extrapolated iterations included."""
        return SECTOR * int(self._first[1].sum())

    def recurrences(self, following: _Footprint | None) -> np.ndarray:
        """For each sector, the number of blocks along an axis after which it is touched again.

        Infinite if never. `following` is the footprint of the next block along the axis; the
        distance from each block to the next is assumed to be constant.
        """
        sectors = self._first[0]
        if following is None or not len(following._first[0]):
            return np.full(len(sectors), np.inf)
        step = int(following._first[0][0] - sectors[0])
        if not np.array_equal(sectors + step, following._first[0]):
            again = np.isin(sectors, following._first[0], assume_unique=True)
            return np.where(again, 1.0, np.inf)
        if not step:
            return np.ones(len(sectors))
        # A sector is touched again by the block whose shift maps one sector to the other.
        number, place = np.divmod(sectors if step > 0 else -sectors[::-1], abs(step))
        order = np.lexsort((number, place))
        alike = np.diff(place[order]) == 0
        return np.append(np.where(alike, np.diff(number[order]), np.inf), np.inf)


def _recurrences(footprints: Mapping[int, _Footprint], probes: Mapping[int, int]) -> dict:
    """By axis, `recurrences` of the first block, to the block that probes the axis."""
    return {
        axis: footprints[0].recurrences(footprints.get(block)) if 0 in footprints else np.ones(1)
        for axis, block in probes.items()
    }


def _touched(blocks: Collection[_Footprint], size: int, total: int) -> int:
    """Bytes that `total` blocks touch at most of an array of `size` bytes; all of it if this launch
    touches none."""
    for block in blocks:
        if block.bytes * total >= _WHOLE * size:
            return size
    return max((block.bytes * total for block in blocks), default=size)


class Traffic:
    """DRAM fraction of each array's requests beyond L1.

    If the arrays fit in L2, each sector is fetched once. Otherwise it is fetched once for as many
    successive blocks as touch what L2 holds, but at least for those that run at the same time. The
    sectors that blocks share follow from the first block and its neighbour along each axis. L2 may
    hold a part of the data from earlier launches, which access `set_bytes` before they return to
    the same arrays, or as much less as a launch touches only parts of its arrays; `known` is what
    it touches of each, None if that may be all. Loads fetch whole sectors, while stores write back
    the bytes that they store: `store_factor` is the ratio of both fractions.
    """

    def __init__(
        self,
        trace: Trace,
        total: int,
        extents: Block,
        chip: Constants,
        resident: int,
        set_bytes: float,
        known: Sequence[int] | None = None,
    ) -> None:
        interpreter = trace.interpreter
        self._starts = [
            (region.start + GLOBAL_BASE) // LINE for region in interpreter.memory.regions
        ]
        sizes = [region.end - region.start for region in interpreter.memory.regions]
        footprints = self._footprints(trace)
        # By array: bytes of sectors that the first block touches, and that it stores.
        own = [footprint[0].bytes if 0 in footprint else 0 for footprint in footprints]
        touched = [
            _touched(of.values(), bytes_ if 0 < bytes_ < _WHOLE * size else size, total)
            for of, bytes_, size in zip(footprints, known or sizes, sizes, strict=True)
        ]
        set_bytes *= sum(touched) / sum(sizes)
        self._extents = extents
        # By array and axis: the number of blocks after which each sector is touched again.
        self._recurrences = [_recurrences(footprint, trace.probes) for footprint in footprints]
        busy = min(total, chip.multiprocessors)

        def fits(size: float) -> bool:
            return chip.missing(size, busy) < _HALF

        def together(blocks: int) -> float:
            """Bytes that a number of successive blocks touch."""
            parts = zip(own, touched, range(len(sizes)), strict=True)
            return sum(
                min(each * blocks * self._distinct(array, blocks), size)
                for each, size, array in parts
            )

        wave = min(total, chip.multiprocessors * resident)
        held = bisect_left(range(wave, total), True, key=lambda many: not fits(together(many + 1)))
        near = max(wave, bisect_left(range(total), _KEPT, key=lambda many: together(many + 1)))
        # By array: L2 miss fraction, number of blocks that read the same line, and whether blocks
        # close to each other store whole sectors together.
        self.fraction: list[float] = []
        self.together: list[float] = []
        self.factor: list[float] = []
        self._whole: list[bool] = []
        missing, whole = chip.missing(set_bytes, busy), fits(sum(touched))
        for array, size in enumerate(touched):
            distinct = self._distinct(array, wave + held)
            of_loads, of_stores = (
                max(missing * min(1.0, size / (touched_by * total)), 0.0 if whole else distinct)
                if touched_by
                else 0.0
                for touched_by in (own[array], self._stored[array])
            )
            self.fraction.append(of_loads)
            self.factor.append(of_stores / of_loads if of_stores and of_loads else 1.0)
            self.together.append(1 / self._distinct(array, wave))
            # Sectors that are loaded are in L2 already.
            stored = math.inf if array in self._loaded else self._stored[array]
            self._whole.append(stored >= _WHOLE * own[array] * self._distinct(array, near))

    def _footprints(self, trace: Trace) -> list[dict[int, _Footprint]]:
        """Footprints by array and block."""
        footprints: list[dict[int, _Footprint]] = [{} for _ in self._starts]
        self._stored = [0] * len(self._starts)
        self._loaded: set[int] = set()
        for times, block, lines, move, written in _touches(trace):
            # A request's lines are sorted, and belong to one array.
            array = self._array(lines[0][0] + move)
            footprints[array].setdefault(block, _Footprint()).add(lines, move, times)
            if block == 0:
                self._stored[array] += written * times
                if not written:
                    self._loaded.add(array)
        return footprints

    def _distinct(self, array: int, blocks: int) -> float:
        """Fraction of distinct sectors among those that successive blocks touch."""
        distinct, left = 1.0, blocks
        for axis in range(3):
            extent = min(self._extents[axis], left)
            left = max(1, -(-left // max(1, self._extents[axis])))
            if axis in self._recurrences[array]:
                distinct *= float(np.minimum(self._recurrences[array][axis], extent).mean())
        return min(1.0, distinct / blocks)

    def _array(self, line: int) -> int:
        return max(0, bisect_right(self._starts, line) - 1)

    def of(self, line: int) -> float:
        """L2 miss fraction of a line's requests."""
        return self.fraction[self._array(line)]

    def store_factor(self, line: int) -> float:
        """Miss fraction of a line's stores, as a multiple of that of its loads."""
        return self.factor[self._array(line)]

    def completed(self, line: int) -> bool:
        """Whether blocks close to each other store all bytes of a line's sectors."""
        return self._whole[self._array(line)]

    def readers(self, line: int) -> float:
        """Number of concurrently running blocks that read a line."""
        return self.together[self._array(line)]
