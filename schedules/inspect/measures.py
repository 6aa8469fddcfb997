"""What one site costs over a launch, as TIR has it or as the compiler changed it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from ..targets import WARP
from .expressions import UNKNOWN, Tree, evaluate, free, linear, number, plus, reasons, scaled
from .patterns import Patterns, iterations, patterns, threads_of
from .sites import GLOBAL, MATRIX, SHARED, STORE, WMMA, Site
from .wavefronts import (
    BANKS,
    WORD,
    distinct_banks,
    matrix_wavefronts,
    sectors,
    shared_wavefronts,
)

WIDTHS = (1, 2, 4, 8, 16)
# Blackwell loads and stores 256 bits of global memory.
GLOBAL_WIDTHS = (*WIDTHS, 32)
_ROW = BANKS * WORD
_PIECE = "piece#"
# Only of an unrolled loop can iterations share an access.
MOST_UNROLLED = 64


@dataclass(frozen=True)
class Sunk:
    """Instructions that the compiler moved behind a branch which not all warps take.

    They are `share` of the access's, and lanes take part in them where `conditions` hold too.
    """

    conditions: tuple[Tree, ...]
    share: Fraction


@dataclass(frozen=True)
class Change:
    """What the compiler made of a site.

    `width` in bytes a lane; `without` the loops it was taken out of, its index being the same in
    every iteration; one in `shared` is left where iterations have the same index by groups;
    `dropped` where nothing is left of it; `sunk` where fewer warps come to it than in TIR.
    """

    width: int
    without: frozenset[str] = frozenset()
    shared: int = 1
    dropped: bool = False
    sunk: Sunk | None = None


@dataclass(frozen=True)
class Measure:
    """Totals of one access over the launch; None where it cannot be analysed.

    A request is a warp's instruction with an active lane. `wavefronts` are of shared memory,
    `sectors` (32 bytes) of global; `least_...` what the same lanes would take if no two of a group
    met in a bank, or if their bytes lay together. `bytes` is what lanes move, broadcasts counted
    for each. `problem` says what is not known; `exact` is false where counts come from a sample.
    """

    requests: int | None
    wavefronts: int | None = None
    least_wavefronts: int | None = None
    sectors: int | None = None
    least_sectors: int | None = None
    bytes: int | None = None
    exact: bool = True
    problem: str = ""

    @property
    def conflicts(self) -> int | None:
        """Wavefronts beyond the least."""
        if self.wavefronts is None or self.least_wavefronts is None:
            return None
        return self.wavefronts - self.least_wavefronts


NOTHING = Measure(0, 0, 0, 0, 0, 0)


class Measured:
    """A site in its launch, measured under any change."""

    def __init__(self, site: Site, grid: Mapping[str, int], block: Sequence[int]) -> None:
        self.site = site
        self.grid = grid
        self.block = block
        self._patterns: dict[tuple[int, frozenset[str]], Patterns] = {}
        self._problem = site.problem or self._unknown()

    def _unknown(self) -> str:
        trees = (self.site.index or number(0), *self.site.conditions)
        return next((why for one in trees for why in reasons(one)), "")

    def of_loops_only(self, condition: Tree) -> bool:
        """Whether a condition is the same for every thread: unrolling decides it."""
        return free(condition) <= self.site.loops.keys()

    @property
    def invariant_loops(self) -> list[str]:
        """Loops in which the site is the same in every iteration, innermost first."""
        if self.site.index is None or UNKNOWN in free(self.site.index):
            return []
        used = free(self.site.index).union(*(free(c) for c in self.site.conditions))
        return [key for key in reversed(self.site.loops) if key not in used]

    @cached_property
    def repeats(self) -> list[int]:
        """For loops in which the index takes few values, how many iterations share each."""
        index = self.site.index
        if self._problem or index is None:
            return []
        found = []
        for key in self.site.loops.keys() & free(index):
            extent = self.site.loops[key]
            if extent > MOST_UNROLLED:
                continue
            values = {name: np.zeros((1, 1), np.int64) for name in free(index)}
            values |= threads_of(self.block)[0]
            values[key] = np.arange(extent)[:, None]
            each = np.broadcast_to(evaluate(index, values), (extent, len(values["threadIdx.x"])))
            counts = np.unique(each, axis=0, return_counts=True)[1]
            if counts.min() == counts.max() > 1:
                found.append(int(counts[0]))
        return found

    def count(self, change: Change) -> int | None:
        """How often a warp runs it that fails none of its conditions over threads and blocks.

        None where the change is impossible: lanes would be misaligned.
        """
        if change.dropped:
            return 0
        if change.shared > 1:
            whole = self.count(replace(change, shared=1))
            return whole // change.shared if whole and whole % change.shared == 0 else None
        loops = self._loops(change)
        conditions = [c for c in self.site.conditions if UNKNOWN not in free(c)]
        runs = iterations(conditions, loops)
        if runs is None or change.width == self.site.width:
            return runs
        if self._problem or self.site.index is None:
            return None
        if change.width < self.site.width:
            return runs * (self.site.width // change.width)
        found = self._at(self.site.width, change.without)
        aligned = self._aligned(found, change.width)
        some = found.active.any(axis=1)
        whole = int(found.weight[some].sum())
        if aligned is None or not whole:
            return None
        share = runs * int(found.weight[aligned & some].sum())
        return share // whole if share % whole == 0 else None

    def measure(self, change: Change) -> Measure:
        site = self.site
        if change.dropped:
            return NOTHING
        if change.sunk is not None:
            return self._partly_sunk(replace(change, sunk=None), change.sunk)
        if site.index is None or any(UNKNOWN in free(c) for c in site.conditions) or site.problem:
            return Measure(None, bytes=self._moved(), problem=self._problem)
        if UNKNOWN in free(site.index):
            return self._data_dependent(change)
        found = self._at(min(site.width, change.width), change.without)
        if change.shared > 1:
            found = replace(found, weight=found.weight / change.shared)
        if change.width > site.width:
            aligned = self._aligned(found, change.width)
            if aligned is None:
                return Measure(None, problem=f"lanes are not aligned to {change.width} bytes")
            found = replace(
                found,
                address=found.address[aligned],
                active=found.active[aligned],
                weight=found.weight[aligned],
            )
        return self._measured(found, change.width)

    def _moved(self) -> int | None:
        """Bytes that all blocks move past the lanes."""
        runs = iterations(self.site.conditions, self.site.loops)
        if self.site.moved is None or runs is None:
            return None
        return self.site.moved * runs * math.prod(self.grid.values())

    def with_conditions(self, conditions: tuple[Tree, ...]) -> Measured:
        """The same access where other conditions hold."""
        return Measured(replace(self.site, conditions=conditions), self.grid, self.block)

    def same_in_all_loops(self, change: Change) -> bool:
        """Whether every iteration that is left of it costs the same."""
        if self.site.index is None:
            return False
        used = free(self.site.index).union(*(free(c) for c in self.site.conditions))
        return not used & self._loops(change).keys()

    def _partly_sunk(self, change: Change, sunk: Sunk) -> Measure:
        """`sunk.share` of the access with more conditions, the rest with its own."""
        rest = self.measure(change)
        part = self.with_conditions(self.site.conditions + sunk.conditions).measure(change)
        mixed: dict[str, int | None] = {}
        for name in (one.name for one in fields(Measure) if one.name not in ("exact", "problem")):
            ours, theirs = getattr(rest, name), getattr(part, name)
            known = ours is not None and theirs is not None
            mixed[name] = int(ours + (theirs - ours) * sunk.share) if known else None
        exact = rest.exact and part.exact
        return Measure(**mixed, exact=exact, problem=rest.problem or part.problem)

    def _measured(self, found: Patterns, width: int) -> Measure:
        requests = found.total(found.active.any(axis=1))
        moved = found.total(found.active.sum(axis=1) * width)
        common = {"requests": requests, "bytes": moved, "exact": found.exact}
        if self.site.scope == GLOBAL:
            touched, least = sectors(found.address, found.active, width)
            return Measure(**common, sectors=found.total(touched), least_sectors=found.total(least))
        if self.site.way in (MATRIX, WMMA) and self.site.matrices:
            taken, least = matrix_wavefronts(found.address, found.active, self.site.matrices)
        else:
            store = self.site.kind == STORE
            taken, least = shared_wavefronts(found.address, found.active, width, store=store)
        return Measure(**common, wavefronts=found.total(taken), least_wavefronts=found.total(least))

    def _data_dependent(self, change: Change) -> Measure:
        """An index with data in it: what is known however the data lie."""
        site = self.site
        assert site.index is not None
        constant, terms = linear(site.index)
        known = [(term, factor) for term, factor in terms if UNKNOWN not in free(term)]
        data = [factor for term, factor in terms if UNKNOWN in free(term)]
        total: Tree = number(constant)
        for term, factor in known:
            total = plus(total, scaled(term, factor))
        found = patterns(total, site.conditions, self._extents(change.without), self.block)
        requests = found.total(found.active.any(axis=1))
        moved = found.total(found.active.sum(axis=1) * site.width)
        partly = Measure(requests, bytes=moved, exact=found.exact, problem=self._problem)
        whole_rows = all(factor % _ROW == 0 for factor in data)
        if site.scope != SHARED or not whole_rows or change.width != site.width:
            return partly
        if not distinct_banks(found.address, found.active, site.width).all():
            return partly
        # Data choose the row of the banks, the lanes the bank: no two can meet.
        groups = shared_wavefronts(found.address, found.active, site.width, store=True)[1]
        least = found.total(groups)
        return replace(partly, wavefronts=least, least_wavefronts=least, problem="")

    def _loops(self, change: Change) -> dict[str, int]:
        return {k: n for k, n in self.site.loops.items() if k not in change.without}

    def _extents(self, without: frozenset[str]) -> dict[str, int]:
        return {**self._loops(Change(0, without)), **self.grid}

    def _at(self, width: int, without: frozenset[str]) -> Patterns:
        """Patterns of the site, cut into pieces of `width` where it is wider."""
        key = (width, without)
        if key not in self._patterns:
            index = self.site.index
            assert index is not None
            extents = self._extents(without)
            if width < self.site.width:
                index = plus(index, scaled(("var", _PIECE), width))
                extents[_PIECE] = self.site.width // width
            self._patterns[key] = patterns(index, self.site.conditions, extents, self.block)
        return self._patterns[key]

    @staticmethod
    def _aligned(found: Patterns, width: int) -> np.ndarray | None:
        """Warps whose lanes all begin a piece of `width` bytes; None where lanes disagree."""
        off = (found.address % width != 0) & found.active
        some = off.any(axis=1)
        if (some & (off.sum(axis=1) != found.active.sum(axis=1))).any():
            return None
        return ~some


def lanes_of(site: Site, block: Sequence[int], **values: int) -> np.ndarray:
    """Byte addresses of every thread, in warps of 32, with loops and blocks at given values (or 0).

    For looking at one access; `values` are named as in the site's loops.
    """
    assert site.index is not None
    threads, _ = threads_of(block)
    given = {key: values.get(key.partition("#")[0], 0) for key in free(site.index)}
    return np.broadcast_to(
        evaluate(site.index, {**given, **threads}), threads["threadIdx.x"].shape
    ).reshape(-1, WARP)
