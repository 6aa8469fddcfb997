"""Records the blocks of a launch, and estimates which requests L2 has to fetch from DRAM."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..counting.loop_extrapolation import Skip
from ..device import Device, whole_clusters
from ..errors import UserError
from ..findings import Findings
from ..functional.interpreter import Interpreter
from ..isa.control_flow import counting_slice
from ..isa.dependences import Dependences
from ..launch import Block, Call, Options
from ..state.memory import GLOBAL_BASE
from .constants import Constants
from .warp_traces import LINE, SECTOR, Lines, Recorder


@dataclass(frozen=True)
class Trace:
    """Recorded blocks of a launch, and the blocks that probe each axis of the grid."""

    interpreter: Interpreter
    recorder: Recorder
    probes: Mapping[int, int]
    dependences: Sequence[Dependences]

    @cached_property
    def weights(self) -> list[int]:
        """Number of occurrences of each recorded segment."""
        weights = [1] * len(self.interpreter.trace)
        for skip in self.interpreter.skips:
            for ordinal in range(skip.segments - skip.repeated, skip.segments):
                weights[ordinal] *= 1 + skip.times
        return weights


Record = Callable[[Sequence[Block]], Trace]


def recorder_of(arrays: Mapping[str, np.ndarray], call: Call) -> Record:
    """A function that records some blocks of a launch; raises as `Interpreter`."""
    plain = Options(check=False)
    device = Device(arrays, (), replace(plain, only=frozenset()))
    setup = device.setup(call)
    some = whole_clusters([(0, 0, 0)], call.cluster)
    first = Interpreter(call.program, setup, device.memory, some, Findings(), plain)
    part = counting_slice(call.program, first.dependences)
    if part.by_data:
        text = part.by_data[0].instruction.text
        raise UserError(
            f"no prediction: {call.program.name} depends on the data that `{text}` loads; "
            "use `analyze`, which counts on random inputs, or `verify`"
        )
    axes = [axis for axis in range(3) if call.grid[axis] > 1]
    # The next cluster along each axis.
    more = [tuple(size * (one == axis) for one, size in enumerate(call.cluster)) for axis in axes]

    def record(blocks: Sequence[Block]) -> Trace:
        recorder = Recorder()
        options = replace(plain, only=part.only, live=part.live, recorder=recorder)
        each = [one for block in (*blocks, *more) for one in whole_clusters([block], call.cluster)]
        interpreter = Interpreter(call.program, setup, device.memory, each, Findings(), options)
        interpreter.run()
        probes = {
            axis: (len(blocks) + number) * interpreter.cluster for number, axis in enumerate(axes)
        }
        return Trace(interpreter, recorder, probes, first.dependences)

    return record


def _touches(trace: Trace) -> Iterator[tuple[int, int, Lines, int, int]]:
    """(occurrences, block, lines, shift, stored bytes) of every request."""
    codes = trace.interpreter.program.codes
    interpreter, recorder, weights = trace.interpreter, trace.recorder, trace.weights
    per_block = interpreter.warps // len(interpreter.blocks)
    for (ordinal, at), requests in recorder.requests.items():
        stores = codes[at].row.access in _STORES
        for warp, request in enumerate(requests.of):
            if request.lines:
                stored = min(request.bytes, _sector_bytes(request.lines)) if stores else 0
                yield weights[ordinal], warp // per_block, request.lines, requests.move, stored
    inner = _innermost(interpreter.skips)
    for (ordinal, at, warp), boxes in recorder.boxes.items():
        skip = inner.get(ordinal)
        before = recorder.boxes.get((ordinal - skip.repeated, at, warp), ()) if skip else ()
        for number, (_, lines) in enumerate(boxes):
            if not lines:
                continue
            times, step = 0, 0
            if number < len(before) and before[number][1]:
                # Extrapolated iterations access boxes at the same distance as recorded ones.
                times, step = skip.times, lines[0][0] - before[number][1][0][0]
            weight = weights[ordinal] // (times + 1)
            stored = _sector_bytes(lines) if codes[at].base == "UTMASTG" else 0
            for more in range(times + 1):
                yield weight, warp // per_block, lines, more * step, stored


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


class Traffic:
    """DRAM fraction of each array's requests beyond L1.

    If the arrays fit in L2, each sector is fetched once, otherwise once per wave of resident
    blocks. Of what is fetched once, L2 may hold a part from earlier launches, which access
    `set_bytes` before they return to the same arrays. Loads fetch whole sectors, while stores write
    back the bytes that they store: `store_factor` is the ratio of both fractions.
    """

    def __init__(
        self, trace: Trace, call: Call, chip: Constants, resident: int, set_bytes: float
    ) -> None:
        interpreter = trace.interpreter
        self._starts = [
            (region.start + GLOBAL_BASE) // LINE for region in interpreter.memory.regions
        ]
        sizes = [region.end - region.start for region in interpreter.memory.regions]
        # By array: bytes of sectors that the first block touches, extrapolated iterations included;
        # and the first line of each block.
        own, stored = [0] * len(sizes), [0] * len(sizes)
        touched: dict[int, int] = {}
        lowest: list[dict[int, int]] = [{} for _ in sizes]
        for times, block, lines, move, written in _touches(trace):
            # A request's lines are in order, and of one array.
            first = lines[0][0] + move
            at = self._array(first)
            lowest[at][block] = min(first, lowest[at].get(block, first))
            if block == 0:
                weight = SECTOR * times
                stored[at] += written * times
                for line, mask in lines:
                    before = touched.get(line + move, 0)
                    touched[line + move] = before | mask
                    own[at] += (mask & ~before).bit_count() * weight
        total = math.prod(call.grid)
        wave = min(total, chip.multiprocessors * resident)
        # By array: L2 miss fraction, and number of blocks that read the same.
        self.fraction: list[float] = []
        self.together: list[float] = []
        self.factor: list[float] = []
        busy = min(total, chip.multiprocessors)
        missing = chip.missing(set_bytes, busy)
        fits = chip.missing(sum(sizes), busy) < _HALF
        for at, size in enumerate(sizes):
            distinct = self._of_wave(lowest[at], trace.probes, call.grid, wave)
            of_loads, of_stores = (
                max(missing * min(1.0, size / (touched_by * total)), 0.0 if fits else distinct)
                if touched_by
                else 0.0
                for touched_by in (own[at], stored[at])
            )
            self.fraction.append(of_loads)
            self.factor.append(of_stores / of_loads if of_stores and of_loads else 1.0)
            self.together.append(1 / distinct)

    @staticmethod
    def _of_wave(
        lowest: Mapping[int, int], probes: Mapping[int, int], grid: Block, wave: int
    ) -> float:
        """Fraction of distinct places among a wave's blocks."""
        distinct, left = 1.0, wave
        for axis in range(3):
            extent = min(grid[axis], left)
            left = max(1, -(-left // max(1, grid[axis])))
            if axis in probes and lowest.get(probes[axis]) != lowest.get(0):
                distinct *= extent
        return min(1.0, distinct / wave)

    def _array(self, line: int) -> int:
        return max(0, bisect_right(self._starts, line) - 1)

    def of(self, line: int) -> float:
        """L2 miss fraction of a line's requests."""
        return self.fraction[self._array(line)]

    def store_factor(self, line: int) -> float:
        """Miss fraction of a line's stores, as a multiple of that of its loads."""
        return self.factor[self._array(line)]

    def readers(self, line: int) -> float:
        """Number of concurrently running blocks that read a line."""
        return self.together[self._array(line)]
