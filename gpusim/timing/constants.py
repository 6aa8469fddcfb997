"""Constants of a chip for the timing model, and error bands of its predictions.

A file of chips/ has the fields of `Constants`; `python -m benchmarks.chip --convert` makes it from
the record of the microbenchmarks. A mapping by numbers is a list of [key, value] pairs.

The files of chips/published are made in the same way from published figures, each with its source
(benchmarks/chip/published.py).

`bands.json` has the error bands, by what bounds the kernel. `python -m benchmarks.bands` derives it
from recorded predictions and times.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import UserError, nearest

BANDS = Path(__file__).with_name("bands.json")
# A resource with this utilization limits a kernel; otherwise its latencies do.
FULL = 0.75
# Launch overhead above this fraction of the time limits a kernel.
_MOST_LAUNCH = 0.5
# Pseudo-resource: retiring blocks one after the other.
BLOCK_STARTS = "block starts"
LATENCY, LAUNCH, ISSUE, TENSOR_CORES = "latency", "launch", "issue", "tensor cores"
# Bounds by resource; the pipes of other instructions count as issue.
_BOUNDS = {
    **{name: name for name in ("DRAM", "L2", "shared memory and L1")},
    **dict.fromkeys(("tensor", "wgmma"), TENSOR_CORES),
    BLOCK_STARTS: LAUNCH,
}
BOUNDS = (*dict.fromkeys(_BOUNDS.values()), ISSUE, LATENCY)


@dataclass(frozen=True)
class Band:
    """Range of the actual time relative to the predicted one.

    It contains the fraction `held` of `rows` recorded times of kernels with this bound; both are
    None for a chip without records.
    """

    low: float
    high: float
    rows: int | None = None
    held: float | None = None


@cache
def bands() -> Mapping[str, Band]:
    """The band of each bound."""
    table = json.loads(BANDS.read_text(encoding="utf-8"))
    return {bound: Band(**band) for bound, band in table.items()}


def bound_of(resource: str, busy: float, launch: float) -> str:
    """What bounds a kernel whose busiest `resource` has a utilization of `busy`; `launch` is the
    fraction of its time that is launch overhead."""
    if launch > _MOST_LAUNCH:
        return LAUNCH
    return _BOUNDS.get(resource, ISSUE) if busy >= FULL else LATENCY


def recorded_bound(row: Mapping[str, Any]) -> str:
    """What bounds a recorded prediction, from its `busiest` resource, `busy` and `launch`."""
    return bound_of(row["busiest"], row["busy"], row["launch"])


# The only constant fitted to kernel times: the median excess of an H200's measured time over the
# model for kernels whose blocks are all resident at once (for others, of their last wave). A launch
# ends with its slowest SM; before that, other SMs take over its blocks.
SLOWEST = 0.06
SUB_PARTITIONS = 4
# Cycles from a memory instruction's issue to its first cycle in the memory pipe.
BEFORE_PASS = 3


def between(table: Mapping[float, float] | Mapping[int, float], position: float) -> float:
    """Piecewise linear interpolation in an ordered table, constant beyond its ends."""
    return float(np.interp(position, list(table), list(table.values())))


@dataclass(frozen=True)
class TensorClock:
    """SM clock during tensor-core work of one kind: `most` MHz, or less under the power limit.

    Under the limit the clock is `full` MHz / load^`slope`. The load is the busy fraction of the
    tensor cores plus `l2` and `dram` per byte per cycle and SM from there, relative to continuous
    tensor work. Memory load beyond the tensor load was not measured and is ignored: the clock does
    not drop for memory alone.
    """

    most: float
    full: float
    slope: float
    l2: float
    dram: float

    def at(self, busy: float, from_l2: float, from_dram: float) -> float:
        drawn = busy + min(busy, self.l2 * from_l2 + self.dram * from_dram)
        return min(self.most, self.full * drawn**-self.slope) if drawn else self.most


@dataclass(frozen=True)
class Constants:
    """A chip in the timing model; in cycles of an SM unless stated otherwise.

    `clocks` are MHz by workload, `tensor_clocks` those under tensor-core work, by kind. `intervals`
    are cycles for which an instruction occupies its pipe. `latencies` are cycles to a result: for
    memory instructions after their last pipe cycle, averaged over lines, which deviate by up to
    `l2_spread` or `dram_spread`. `addresses` are cycles of a sub-partition between two memory
    instructions of a kind; `copying` between two cp.async, by bytes per lane and whether they
    bypass L1; `turning` the additional wait of other memory instructions after one. `store_passes`
    are cycles of the memory pipe by bytes per lane; `queues` the queue entries of a sub-partition
    for shared and for global memory. `fetching` is the least number of whole cycles between a
    warp's instructions by loop length. Rates are bytes per cycle and SM: for a single SM, and with
    all SMs busy, for L2 reads by the number of blocks that read the same line and for L2 writes of
    whole sectors, of the halves of all sectors of a line, and of one half sector per line; L2
    merges partial writes of up to `merging` sectors. `window` is the
    number of register reads that a bank may be behind. `l2_misses` is, for few and for all SMs, the
    miss fraction by the megabytes of a working set that is traversed repeatedly. `dram_delay` is
    the additional DRAM latency by load; `cold` that of a launch's first DRAM loads, and `launch_us`
    the launch overhead, both by the number of busy SMs. `retire` is the time between the ends of
    two blocks of an SM, `turnover` from an end to the start of the next block, whose warps start
    `start_warp` apart.
    """

    name: str
    device: str
    multiprocessors: int
    clocks: Mapping[str, float]
    tensor_clocks: Mapping[str, TensorClock]
    intervals: Mapping[str, float]
    latencies: Mapping[str, float]
    addresses: Mapping[str, float]
    store_passes: Mapping[int, float]
    queues: tuple[int, int]
    fetching: Mapping[int, int]
    copying: Mapping[tuple[int, bool], float]
    turning: Mapping[tuple[int, bool], float]
    barrier: tuple[float, float]
    branch: float
    branch_interval: float
    window: int
    l2_misses: Mapping[str, Mapping[float, float]]
    l2_alone: float
    l2_read: Mapping[int, float]
    l2_write: float
    l2_write_half: float
    l2_write_half_alone: float
    merging: int
    dram_read: float
    dram_write: float
    dram_delay: Mapping[float, float]
    l2_spread: float
    dram_spread: float
    outstanding: int
    cold: Mapping[int, float]
    start_interval: float
    start_warp: float
    turnover: float
    retire: float
    launch_us: Mapping[int, float]
    # Error band of its predictions; None if it follows from what bounds the kernel.
    band: Band | None = None
    architecture: str = "sm_90"
    # Whether all of them were measured on the chip; others are published.
    measured: bool = True

    def reading(self, together: float) -> float:
        """L2 read rate for lines that `together` blocks read at once."""
        return between(self.l2_read, together)

    def clock(self, products: str | None, busy: float, from_l2: float, from_dram: float) -> float:
        """SM clock in MHz.

        `products` is the kind of tensor-core work: None for none, "" for mma.sync; `busy` its
        fraction of the time; `from_l2` and `from_dram` bytes per cycle and SM.
        """
        if products is None:
            return self.clocks["ffma"]
        return self.tensor_clocks[products].at(busy, from_l2, from_dram)

    def slowed(self, part: float) -> Constants:
        """The chip with its SM clock multiplied by `part`; L2 and DRAM clocks are unchanged."""
        names = ("l2_spread", "dram_spread")
        halves = ("l2_write_half", "l2_write_half_alone")
        rates = ("l2_write", *halves, "dram_read", "dram_write")
        longer = {name: self.latencies[name] * part for name in ("l2", "dram")}
        return replace(
            self,
            latencies={**self.latencies, **longer},
            l2_read={many: rate / part for many, rate in self.l2_read.items()},
            dram_delay={taken: late * part for taken, late in self.dram_delay.items()},
            cold={busy: late * part for busy, late in self.cold.items()},
            **{name: getattr(self, name) * part for name in names},
            **{name: getattr(self, name) / part for name in rates},
        )

    def waking(self, busy: int) -> float:
        """Additional cycles of a launch's first DRAM loads, with `busy` SMs."""
        return between(self.cold, busy)

    def launching(self, busy: int) -> float:
        """Launch overhead in microseconds, with `busy` SMs."""
        return between(self.launch_us, busy)

    @property
    def l2_size(self) -> int:
        """Bytes of a working set that L2 no longer holds when it is traversed repeatedly."""
        table = self.l2_misses["all"]
        return int(min(size for size, part in table.items() if part > 0.9) * 1e6)

    def missing(self, size: float, busy: int) -> float:
        """L2 miss fraction of a working set of `size` bytes that is traversed repeatedly.

        Each half of L2 caches what its own SMs read. Few busy SMs are distributed unevenly over the
        halves; the result interpolates between the tables for few and for all SMs.
        """
        few, every = (
            between(table, size / 1e6) for table in (self.l2_misses["few"], self.l2_misses["all"])
        )
        share = busy / self.multiprocessors
        return share * every + (1 - share) * few


CHIPS = Path(__file__).parent / "chips"
PUBLISHED = CHIPS / "published"
# Of predictions from published figures, which no recorded times support: latencies and rates beyond
# the SM are from other cards with the same chip.
BAND = Band(0.7, 1.5)


@cache
def chips() -> dict[str, Path]:
    """Chips with measured constants by short name ('h200')."""
    return {file.stem: file for file in sorted(CHIPS.glob("*.json"))}


@cache
def published() -> dict[str, Path]:
    """Chips with published constants by short name ('rtx-3090')."""
    return {file.stem: file for file in sorted(PUBLISHED.glob("*.json"))}


@cache
def constants(chip: str) -> Constants:
    """Constants of a chip; raises UserError for an unknown one."""
    files = chips() | published()
    if chip not in files:
        raise nearest("chip", chip, files, listed=True)
    known = of_file(chip, json.loads(files[chip].read_text(encoding="utf-8")))
    return known if chip in chips() else replace(known, band=BAND, measured=False)


def chip_of(architecture: str) -> str:
    """The chip whose times are predicted for an architecture; raises UserError if there is none."""
    known = {constants(chip).architecture: chip for chip in (*chips(), *published())}
    if architecture not in known:
        raise UserError(
            f"no prediction for {architecture}: there are constants for {', '.join(known)}"
        )
    return known[architecture]


def of_file(name: str, fields: Mapping[str, Any]) -> Constants:
    """Constants from the fields of a file of chips/."""
    values = {field: _value(value) for field, value in fields.items()}
    clocks = {kind: TensorClock(**clock) for kind, clock in values.pop("tensor_clocks").items()}
    return Constants(name=name, tensor_clocks=clocks, **values)


def _value(value: Any) -> Any:
    """A field: a list of pairs is a mapping by numbers, another list a tuple."""
    if isinstance(value, Mapping):
        return {key: _value(each) for key, each in value.items()}
    if not isinstance(value, list):
        return value
    if value and isinstance(value[0], list):
        return {tuple(key) if isinstance(key, list) else key: _value(each) for key, each in value}
    return tuple(value)
