"""Caches of the timing model: L1, and an SM's share of L2 and DRAM bandwidth."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence

from .constants import Constants
from .warp_traces import LINE, SECTOR, Lines, Request

# Burst credit of an SM for shared bandwidth, in cycles of its share.
_CREDIT = 1000.0
# Averaging window of the DRAM load, in cycles.
_WINDOW = 2000.0
# Above this miss fraction, a partial store of a sector involves DRAM.
_HALF = 0.5
FROM_L2, WRITTEN, FROM_DRAM, TO_DRAM, BUSY_L2 = range(5)
# L1 sets, selected by a hash: for all power-of-two strides 1,536 lines remain without a miss and
# some of 2,048 miss, as in `l1.by_stride`. Not modelled: the transition, and the misses from 768
# lines on at strides one line longer than a power of two.
_SETS = 32
# The set of a line is the upper five bits of its product (multiplicative hashing: Knuth, 1973).
_HASH = 0x9E3779B1
# A store to more lines takes two cycles of the memory pipe for each (`pipe.stg`: 16 take one each,
# 32 two), and the parts of sectors that it stores are not merged with those of other stores
# (`dram.by_run`, by columns).
FEW_LINES = 16
# Ready time of a sector that was not requested.
_ABSENT = -1.0
# A line of L1: ready time of each sector, mask of the requested ones, latest of their ready times.
_THERE, _LATEST = 4, 5
_SECTORS = tuple(tuple(bit for bit in range(4) if mask >> bit & 1) for mask in range(16))


class Memory:
    """L1 as a set-associative cache of lines with a ready time per sector; L2 and DRAM as rates.

    `from_dram` is the fraction of a line's requests that misses L2, `together` the number of blocks
    that read it at about the same time; `store_factor` times `from_dram` is the fraction of its
    stored bytes that is written back; `completed` tells whether blocks close to each other
    store whole sectors together. Every queue is represented by the time at which it is free.
    """

    def __init__(
        self,
        chip: Constants,
        l1_bytes: int,
        busy: int,
        from_dram: Callable[[int], float],
        together: Callable[[int], float] = lambda _: 1.0,
        store_factor: Callable[[int], float] = lambda _: 1.0,
        completed: Callable[[int], bool] = lambda _: True,
    ) -> None:
        self.chip = chip
        self._most = max(1, l1_bytes // LINE // _SETS)
        self._sets: list[dict[int, list[float]]] = [{} for _ in range(_SETS)]
        self._from_dram, self._together = from_dram, together
        self._store_factor, self._completed = store_factor, completed
        # At the start of the kernel all SMs send requests at once, so there is no credit.
        self._l2_free = self._dram_free = self.fill_free = 0.0
        # Recent DRAM bytes, read or written, and their time; the largest number in a window.
        self._load = self._load_at = 0.0
        self._most_load = _WINDOW * chip.dram_read * chip.multiprocessors / busy
        self._delays = list(chip.dram_delay.items())
        self._written_as_read = chip.dram_read / chip.dram_write
        # If few SMs are busy, each gets a larger share.
        share = chip.multiprocessors / busy
        self.rates = {
            "L2 writes": min(chip.l2_alone, chip.l2_write * share),
            "DRAM": min(chip.l2_alone, chip.dram_read * share),
            "DRAM writes": min(chip.l2_alone, chip.dram_write * share),
        }
        self._cycles = {name: SECTOR / rate for name, rate in self.rates.items()}
        self._dram_cycles = self._cycles["DRAM"]
        # Partially stored sectors, with the stored fraction.
        self._parts: dict[tuple[int, int], float] = {}
        # L2 cycles of a part that is not merged: among others of its line, and alone in its line.
        self._part_alone, self._part_of_a_line = (
            SECTOR / 2 / min(chip.l2_alone, rate * share)
            for rate in (chip.l2_write_half, chip.l2_write_half_alone)
        )
        # An arriving line occupies the L1 data path.
        self._fill = SECTOR / chip.l2_alone
        self._port_free, self._alone = 0.0, SECTOR / chip.l2_alone
        self._share, self._reading = share, dict[float, float]()
        self._l2_latency, self._dram_latency = chip.latencies["l2"], chip.latencies["dram"]
        self._outstanding = chip.outstanding
        self._in_flight: deque[float] = deque()
        self._owed: dict[int, float] = {}
        # First possible DRAM response.
        self._awake, self._waking = 0.0, chip.waking(busy)
        # L2 fetches partially stored sectors; the kernel's end waits for it.
        self.stored = 0.0
        # Bytes from L2, written, from DRAM, written to DRAM; and L2 cycles of reads and writes.
        self.moved = [0.0] * 5

    def load(
        self, time: float, lines: Lines, latency: float, move: int = 0, *, cached: bool = True
    ) -> tuple[float, int]:
        """Completion time of a warp's load, and the number of lines already requested by others.

        `move` shifts the lines; `latency` is that of an L1 hit.
        """
        last = time + latency
        late, sets = 0, self._sets
        if not cached and lines and not any(sets):
            # A TMA box: all lines of one array.
            beyond = self._beyond(lines[0][0] + move)
            return max(last, max(self._fetch(time, lines, move, *beyond))), late
        for number, mask in lines:
            number += move
            held = sets[(number * _HASH & 0xFFFFFFFF) >> 27]
            line = held.pop(number, None)
            if line is None:
                line, missing = [_ABSENT] * 4 + [0, _ABSENT], mask
                if len(held) >= self._most:
                    del held[next(iter(held))]
            elif not (missing := mask & ~line[_THERE]) and line[_LATEST] <= time:
                if cached:
                    held[number] = line
                continue
            if cached:
                held[number] = line
            if missing:
                arrivals = self._fetch(time, ((number, missing),), 0, *self._beyond(number))
                for sector, there in zip(_SECTORS[missing], arrivals, strict=True):
                    line[sector] = there
                    if cached:
                        self.fill_free = max(self.fill_free, time) + self._fill
                line[_THERE] |= mask
                line[_LATEST] = max(line[_LATEST], *arrivals)
            latest = max([line[sector] for sector in _SECTORS[mask]])
            if latest > time:
                if latest > last:
                    last = latest
                if not missing:
                    late += 1
        return last, late

    def _beyond(self, number: int) -> tuple[float, float]:
        """L2 miss fraction of a line, and L2 cycles per sector."""
        return self._from_dram(number), self._cost(self._together(number))

    def _cost(self, together: float) -> float:
        """L2 cycles per sector that `together` blocks read."""
        cost = self._reading.get(together)
        if cost is None:
            rate = min(self.chip.l2_alone, self.chip.reading(together) * self._share)
            cost = self._reading[together] = SECTOR / rate
        return cost

    def _fetch(
        self, time: float, lines: Lines, move: int, missing: float, cost: float
    ) -> list[float]:
        """Arrival time of each sector of `lines`, shifted by `move`, from L2, or from DRAM for the
        fraction `missing`; `cost` is L2 cycles per sector.
        """
        in_flight, moved, all_owed = self._in_flight, self.moved, self._owed
        l2_free, port_free, reading = self._l2_free, self._port_free, moved[BUSY_L2]
        room, alone, arrivals = self._outstanding - len(in_flight), self._alone, []
        credit, latency = time - _CREDIT, self._l2_latency
        for number, mask in lines:
            number += move
            sectors = _SECTORS[mask]
            # Distance of the line's L2 slice, by a hash: the mapping is unknown.
            far = (number * 0x85EBCA6B & 0xFFFFFFFF) / 2**31 - 1
            spread, place = far * self.chip.l2_spread, number >> 20
            owed = all_owed.get(place, 0.0)
            moved[FROM_L2] += SECTOR * len(sectors)
            for _ in sectors:
                asked, free = time, credit
                if room > 0:
                    room -= 1
                elif (before := in_flight.popleft()) > time:
                    asked, free = before, before - _CREDIT
                if l2_free > free:
                    free = l2_free
                l2_free = free = free + cost
                reading += cost
                start = port_free
                if free > start:
                    start = free
                if asked > start:
                    start = asked
                port_free = start + alone
                there = port_free + latency + spread
                # The miss fraction, spread evenly over the requests.
                owed += missing
                if owed >= 1:
                    owed -= 1
                    there = self._fetch_from_dram(port_free, far)
                in_flight.append(there)
                arrivals.append(there)
            all_owed[place] = owed
        self._l2_free, self._port_free, moved[BUSY_L2] = l2_free, port_free, reading
        return arrivals

    def _fetch_from_dram(self, start: float, far: float) -> float:
        """Arrival time of a sector from DRAM; `far` in [-1, 1] is the line's relative distance."""
        self.moved[FROM_DRAM] += SECTOR
        free = start - _CREDIT
        if self._dram_free > free:
            free = self._dram_free
        self._dram_free = free = free + self._dram_cycles
        self._awake = self._awake or start + self._waking
        there = max(free, start, self._awake) + self._dram_latency
        self._add_load(start, SECTOR)
        # DRAM latency grows with the load.
        delay = _between(self._delays, self._load / self._most_load)
        return there + (delay + far * self.chip.dram_spread)

    def _add_load(self, time: float, moved: float) -> None:
        """DRAM transfers bytes, or is busy for as long as for this number of read bytes."""
        since = time - self._load_at
        if since > 0:
            self._load *= math.exp(-since / _WINDOW)
            self._load_at = time
        self._load += moved

    @property
    def latest(self) -> float:
        """Arrival time of the sector that was fetched last."""
        return self._in_flight[-1]

    @property
    def accepting(self) -> float:
        """The time at which L2 accepts the next store."""
        return self._l2_free

    def store(self, time: float, request: Request, move: int = 0) -> float:
        """The time at which L2 has accepted a warp's stores, which write through L1."""
        sectors = sum(len(_SECTORS[mask]) for _, mask in request.lines)
        # L2 merges partial sectors before writing them back.
        filled = request.bytes / (SECTOR * sectors) if sectors else 1.0
        for number, mask in request.lines:
            number += move
            self._sets[(number * _HASH & 0xFFFFFFFF) >> 27].pop(number, None)
            count = len(_SECTORS[mask])
            self.moved[WRITTEN] += SECTOR * count
            taken, partial = self._cycles["L2 writes"] * count * filled, filled < 1
            if partial and len(request.lines) > FEW_LINES:
                taken = max(taken, self._part_of_a_line * count)
            elif partial:
                taken += self._putting_together(number, mask, filled)
            self._l2_free = max(self._l2_free, time) + taken
            self.moved[BUSY_L2] += taken
            missing = self._from_dram(number)
            back = count * min(1.0, missing * self._store_factor(number))
            fetches = partial and missing > _HALF
            if fetches:
                late = self.chip.latencies["dram"] - self.chip.latencies["l2"]
                self.stored = max(self.stored, time + late)
            if fetches and not self._completed(number):
                # L2 fetches the rest of the sectors, and writes back whole ones.
                self._dram_free = max(self._dram_free, time) + self._dram_cycles * count
                self._add_load(time, SECTOR * count)
                self.moved[FROM_DRAM] += SECTOR * count
            else:
                back *= filled
            if back:
                self._dram_free = max(self._dram_free, time) + self._cycles["DRAM writes"] * back
                self._add_load(time, SECTOR * back * self._written_as_read)
            self.moved[TO_DRAM] += SECTOR * back
        return max(self._l2_free, time) + self.chip.latencies["l2"]

    def _putting_together(self, number: int, mask: int, filled: float) -> float:
        """L2 cycles for partially written sectors whose remainder did not arrive in time."""
        parts = self._parts
        for sector in _SECTORS[mask]:
            whole = parts.pop((number, sector), 0.0) + filled
            if whole < 1:
                parts[number, sector] = whole
        late = 0.0
        while len(parts) > self.chip.merging:
            part = parts.pop(next(iter(parts)))
            late += max(0.0, self._part_alone - self._cycles["L2 writes"] * part)
        return late


def _between(table: Sequence[tuple[float, float]], position: float) -> float:
    """Piecewise linear interpolation in an ordered table, constant beyond its ends."""
    before, value = table[0]
    if position <= before:
        return value
    for place, following in table:
        if position < place:
            return (following - value) / (place - before) * (position - before) + value
        before, value = place, following
    return value
