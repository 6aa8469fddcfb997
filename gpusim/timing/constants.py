"""What a chip's microbenchmarks measured (`benchmarks.chip`), as the model of time takes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

# The one number that is fitted to times of kernels: at the median an H200's rows whose blocks run
# all at once took so much longer than the model found, those of more rounds by as much of the last.
# A launch ends with the slowest multiprocessor; before that the others take its blocks.
SLOWEST = 0.06
SUB_PARTITIONS = 4
# From a memory instruction's issue to its first pass: its address, and the way into the pipe.
BEFORE_PASS = 3


def between(table: Mapping[float, float] | Mapping[int, float], at: float) -> float:
    """A value between those of a table in order, the first and the last one beyond its ends."""
    return float(np.interp(at, list(table), list(table.values())))


@dataclass(frozen=True)
class TensorClock:
    """The clock under products of a kind: `most`, or what power leaves of it.

    That is `full` MHz for products that never pause, over the `slope`-th power of what is drawn, as
    a part of theirs: of the time for which the tensor cores are busy, and `l2` or `dram` for each
    byte a cycle and multiprocessor that comes from there. Beyond as much as the products draw it
    was not measured, and does not count: where memory alone is busy the clock stays.
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
    """A chip as the model of time sees it; cycles of a multiprocessor unless said.

    `clocks` are MHz by what a kernel does, `tensor_clocks` those under products, by their kind.
    `intervals` are cycles of a pipe that a warp's instruction of a kind holds it, `latencies` those
    to a result: of memory instructions behind the last of their passes, on average over lines,
    which are nearer or farther by up to `l2_spread` or `dram_spread`. `addresses` are cycles of a
    sub-partition between two memory instructions of a kind, `copying` between two cp.async, by
    bytes a lane and whether they pass L1, and `turning` what others behind one wait beyond that;
    `store_passes` are those of the memory pipe by bytes a lane, `queues` the instructions of a
    sub-partition that wait for it, of shared and of global memory. `fetching` has whole cycles of
    a warp between instructions by the length of the loop they are in. Rates are bytes a cycle and
    multiprocessor: for one that is alone, and where all are busy, of reads of L2 by how many blocks
    read the same, and of writes of whole sectors or halves; of so many sectors (`merging`) that are
    stored in parts L2 gets the whole. `window` are register reads that a bank may be behind.
    `l2_misses` has, for few and for all multiprocessors, the part of loads that DRAM serves by the
    megabytes that they go through again and again. `dram_delay` has, by the part of DRAM's rate
    that is taken, by how many cycles a load is later than where hardly any is; `cold` is what a
    launch's first loads from DRAM take more than later ones, and `launch_us` what a launch takes
    beside what its blocks do, both by the multiprocessors that are busy. `retire` is between the
    ends of two blocks on one multiprocessor, `turnover` from an end to the beginning of the next
    block, whose warps begin `start_warp` apart.
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
    # Nine of ten recorded kernels lie in it, of either chip.
    band: tuple[float, float] = (0.87, 1.2)

    def reading(self, together: float) -> float:
        """L2's rate for lines that so many blocks read together."""
        return between(self.l2_read, together)

    def clock(self, products: str | None, busy: float, from_l2: float, from_dram: float) -> float:
        """MHz of a kernel whose products, of a kind, keep the tensor cores busy for a part of the
        time: of None it has none, "" are those of mma.sync; its multiprocessors get so many bytes a
        cycle from L2 and from DRAM."""
        if products is None:
            return self.clocks["ffma"]
        return self.tensor_clocks[products].at(busy, from_l2, from_dram)

    def slowed(self, part: float) -> Constants:
        """The chip when its multiprocessors' clock is such a part of what it was, and L2's and
        DRAM's are not (`clock.l2`)."""
        names = ("l2_spread", "dram_spread")
        rates = ("l2_write", "l2_write_half", "dram_read", "dram_write")
        later = {one: self.latencies[one] * part for one in ("l2", "dram")}
        return replace(
            self,
            latencies={**self.latencies, **later},
            l2_read={many: rate / part for many, rate in self.l2_read.items()},
            dram_delay={taken: late * part for taken, late in self.dram_delay.items()},
            cold={busy: late * part for busy, late in self.cold.items()},
            **{name: getattr(self, name) * part for name in names},
            **{name: getattr(self, name) / part for name in rates},
        )

    def waking(self, busy: int) -> float:
        """Cycles that a launch's first loads from DRAM take more, on so many multiprocessors."""
        return between(self.cold, busy)

    def launching(self, busy: int) -> float:
        """Microseconds of a launch beside what its blocks do, on so many multiprocessors."""
        return between(self.launch_us, busy)

    @property
    def l2_size(self) -> int:
        """Bytes that L2 holds next to nothing of, gone through again and again."""
        table = self.l2_misses["all"]
        return int(min(size for size, part in table.items() if part > 0.9) * 1e6)

    def missing(self, size: float, busy: int) -> float:
        """The part of loads that L2 lacks, of a working set of so many bytes that is gone through
        again and again.

        Each half of L2 keeps what its own multiprocessors read. The fewer are busy, the less evenly
        they lie beside both: in between the tables for few and for all, by their number.
        """
        few, every = (
            between(table, size / 1e6) for table in (self.l2_misses["few"], self.l2_misses["all"])
        )
        share = busy / self.multiprocessors
        return share * every + (1 - share) * few
