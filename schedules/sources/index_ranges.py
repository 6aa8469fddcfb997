"""Default ranges of integer inputs that a kernel uses as addresses or loop counts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from gpusim.counting.costs import Key
from gpusim.dataflow.slicing import index_loads
from gpusim.device import Counts, Device
from gpusim.errors import UserError
from gpusim.findings import Findings
from gpusim.launch import Block, Call, Options
from gpusim.state.memory import GLOBAL_BASE

from .input_values import integer_limits

Limits = tuple[int, int]
# Step limit of a trial: an index that keeps a loop running is not valid.
_MOST_STEPS = 200_000


@dataclass
class _Index:
    """An array of indices: the accesses that depend on it, each with the arrays that its address
    may point to, and whether loops depend on it."""

    name: str
    accesses: dict[int, frozenset[str]] = field(default_factory=dict)
    loops: bool = False


def index_ranges(
    arrays: Mapping[str, np.ndarray], call: Call, default: Sequence[str]
) -> dict[str, Limits]:
    """Ranges for those integer arrays of `default` that a launch uses as indices.

    Static data flow finds the loads whose values decide addresses or the ends of loops. The range
    of such an array is the largest of these for which trials stay in bounds: the range of its
    dtype, its non-negative part, the numbers up to the end of what the array indexes, and the
    numbers below the smallest extent of an argument. An array of 256 entries that signed bytes
    index, or of 65,536 and 16-bit integers, is taken to have one for every value: CUDA's char is
    signed, and a negative index means that its sign was extended. Trials run the first and the last
    block with all elements of the array equal and those of other index arrays 0.
    """
    integers = [name for name in default if arrays[name].dtype.kind in "iu"]
    if not integers:
        return {}
    trial = _Trial(arrays, call, integers)
    indices = list(trial.indices())
    ranges = {index.name: trial.range_of(index) for index in indices}
    accesses = {access for index in indices for access in index.accesses}
    largest = {name: high for name, (_, high) in ranges.items()}
    if len(ranges) > 1 and not trial.in_bounds(largest, accesses):
        return {name: trial.smallest(name) for name in ranges}
    return ranges


class _Trial:
    """Runs two blocks of a launch with constant index arrays."""

    def __init__(
        self, arrays: Mapping[str, np.ndarray], call: Call, integers: Sequence[str]
    ) -> None:
        zeros = {name: np.zeros_like(arrays[name]) for name in integers}
        self.arrays, self.call, self.integers = {**arrays, **zeros}, call, integers
        self.device = Device(self.arrays, (), Options(check=False))
        last = tuple(extent - 1 for extent in call.grid)
        self.blocks: list[Block] = list(dict.fromkeys([(0, 0, 0), last]))
        extents = [n for array in arrays.values() for n in array.shape if n > 1]
        self.least_extent = min(extents, default=1)

    def smallest(self, name: str) -> Limits:
        """The numbers below the smallest extent of an argument that an array's dtype can hold."""
        _, high = integer_limits(str(self.arrays[name].dtype))
        return 0, min(self.least_extent - 1, high)

    def indices(self) -> Iterator[_Index]:
        """The integer arrays whose values are used as indices."""
        device, call = self.device, self.call
        if math.prod(call.cluster) > 1:
            return
        uses = index_loads(call.program)
        if not uses:
            return
        reach = self._reach_of_zeros
        indices: dict[str, _Index] = {}
        for pc, use in uses.items():
            region = device.memory.region_of(*reach.get((pc, False), (0, 0)))
            # A load that no trial reaches may read any of the arrays.
            names = [region.name] if region else self.integers
            for name in set(names) & set(self.integers):
                index = indices.setdefault(name, _Index(name))
                index.accesses |= {at: self.pointed(use.accesses[at]) for at in use.accesses}
                index.loops = index.loops or use.loops
        yield from indices.values()

    def range_of(self, index: _Index) -> Limits:
        low, high = integer_limits(str(self.arrays[index.name].dtype))
        if index.loops or not self._reached(index, high):
            return self.smallest(index.name)
        candidates: list[Limits] = [(low, high), (0, high)]
        if (most := self._end(index)) is not None:
            candidates.append((0, min(most, high)))
            if low < 0 and most == high - low:
                # The indexed array has an entry for each pattern of the narrow dtype: a value that
                # is out of bounds was extended by its sign.
                return low, high
        for limits in candidates:
            values = _samples(limits)
            if all(self.in_bounds({index.name: value}, index.accesses) for value in values):
                return limits
        return self.smallest(index.name)

    def _reached(self, index: _Index, high: int) -> bool:
        """Whether all accesses execute if the elements are 0, or if they are `high`; or others of
        the same array do, as those of an unrolled loop instead of those of its remainder."""
        reached = {pc for pc, _ in self._reach_of_zeros}
        if not index.accesses.keys() <= reached:
            reached |= {pc for pc, _ in self.reach({index.name: high})}
        known = {arrays for pc, arrays in index.accesses.items() if pc in reached}
        others = [arrays for pc, arrays in index.accesses.items() if pc not in reached]
        return all(len(arrays) == 1 and arrays in known for arrays in others)

    def pointed(self, words: Set[int]) -> frozenset[str]:
        """The arrays whose addresses are in these words of constant bank 0."""
        call = self.call
        starts = (call.image.parameter_base + part.offset for part in call.image.parameters)
        return frozenset(
            value
            for start, value in zip(starts, call.arguments, strict=True)
            if isinstance(value, str) and words & {start, start + 4}
        )

    def _end(self, index: _Index) -> int | None:
        """The largest valid index, if addresses are linear in the index."""
        zero, reached = self._reach_of_zeros, self.reach({index.name: 1})
        most: list[int] = []
        for key in zero.keys() & reached.keys():
            pc, shared = key
            step = reached[key][1] - zero[key][1]
            if pc in index.accesses and step > 0:
                most.append((self._limit(zero[key], shared) - zero[key][1]) // step)
        return max(0, min(most)) if most else None

    def _limit(self, reach: tuple[int, int], shared: bool) -> int:
        """The end address of the array that an access addresses."""
        image = self.call.image
        if shared:
            return image.architecture.shared_base + image.static_shared + self.call.dynamic_shared
        region = self.device.memory.region_of(*reach)
        return GLOBAL_BASE + region.end if region else reach[1]

    def reach(self, values: Mapping[str, int]) -> dict[Key, tuple[int, int]]:
        counts = self._run(values, Options(check=False, most_steps=_MOST_STEPS))
        return counts[0].reach if counts else {}

    @cached_property
    def _reach_of_zeros(self) -> dict[Key, tuple[int, int]]:
        return self.reach({})

    def in_bounds(self, values: Mapping[str, int], accesses: Set[int]) -> bool:
        """Whether constant values are valid indices for `accesses`, and cause no other fault than
        zeros do."""
        found = self._faults(values)
        others = {fault for fault in self._faults_of_zeros if fault[1] not in accesses}
        return found is not None and found <= others

    @cached_property
    def _faults_of_zeros(self) -> set[tuple[str, int | None]]:
        return self._faults({}) or set()

    def _faults(self, values: Mapping[str, int]) -> set[tuple[str, int | None]] | None:
        """Kinds and instructions of faults of addresses; None if the blocks do not terminate."""
        ran = self._run(values, Options(most_steps=_MOST_STEPS, count=False))
        if ran is None:
            return None
        faults = ((finding.kind.name, finding.at) for finding in ran[1].wrong)
        return {fault for fault in faults if fault[0] in _REFUSED}

    def _run(self, values: Mapping[str, int], options: Options) -> tuple[Counts, Findings] | None:
        """Counts and findings; None if the blocks do not terminate."""
        changed = {name: np.full_like(self.arrays[name], value) for name, value in values.items()}
        device = Device({**self.arrays, **changed}, (), options)
        try:
            ran = device.launch(self.call, self.blocks)
        except UserError:
            return None
        return ran.counts, ran.findings


_REFUSED = ("out-of-bounds", "misaligned", "deadlock", "trap")


def _samples(limits: Limits) -> list[int]:
    """Sample values of a range: its ends, and odd values between them."""
    low, high = limits
    span = high - low
    return sorted({low, high, high - 1 if span else high, low + span // 3, low + span // 7})
