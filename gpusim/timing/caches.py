"""What answers requests for global memory: L1, and a multiprocessor's share of L2 and DRAM."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from .constants import Constants
from .warp_traces import LINE, SECTOR, Lines, Request

# What all multiprocessors share one may have for a while, if it asked for less before: so many
# cycles' worth of its part.
_CREDIT = 1000.0
# Cycles over which the load on DRAM is averaged.
_WINDOW = 2000.0
# Of a sector that is missing in L2 more often than not a part cannot be stored without DRAM.
_HALF = 0.5
FROM_L2, WRITTEN, FROM_DRAM, TO_DRAM, READING = range(5)
# Sets of L1, by a hash: at every distance that is a power of two 1,536 lines stay without a miss,
# and of 2,048 a part is missed, as in `l1.by_stride`; what is missed in between is not modelled.
_SETS = 32
_SECTORS = tuple(tuple(bit for bit in range(4) if mask >> bit & 1) for mask in range(16))


class Memory:
    """L1 as a cache of lines, by sets, with the cycle in which each sector is there; rates beyond.

    `from_dram` tells which part of a line's requests L2 has to fetch, `together` how many blocks
    read it at about the same time. Every queue is a time at which it is free again.
    """

    def __init__(
        self,
        chip: Constants,
        l1_bytes: int,
        busy: int,
        from_dram: Callable[[int], float],
        together: Callable[[int], float] = lambda _: 1.0,
    ) -> None:
        self.chip = chip
        self._most = max(1, l1_bytes // LINE // _SETS)
        self._sets: list[dict[int, list[float]]] = [{} for _ in range(_SETS)]
        self._from_dram, self._together = from_dram, together
        # A kernel's first requests come from all multiprocessors at once: nobody has credit.
        self._l2_free = self._dram_free = self.fill_free = 0.0
        # Bytes from DRAM in the last cycles, by when; those that it has in as many at most.
        self._load = self._load_at = 0.0
        self._most_load = _WINDOW * chip.dram_read * chip.multiprocessors / busy
        self._delays = list(chip.dram_delay.items())
        # One of few busy multiprocessors gets more of what all share.
        share = chip.multiprocessors / busy
        self.rates = {
            "L2 writes": min(chip.l2_alone, chip.l2_write * share),
            "DRAM": min(chip.l2_alone, chip.dram_read * share),
            "DRAM writes": min(chip.l2_alone, chip.dram_write * share),
        }
        self._cycles = {name: SECTOR / rate for name, rate in self.rates.items()}
        # Sectors of which parts are stored, by what of them is, until the rest comes as well.
        self._parts: dict[tuple[int, int], float] = {}
        self._part_alone = SECTOR / 2 / min(chip.l2_alone, chip.l2_write_half * share)
        # A line from L2 takes the data path of L1 for a while.
        self._fill = SECTOR / chip.l2_alone
        self._port_free, self._alone = 0.0, SECTOR / chip.l2_alone
        self._share, self._reading = share, dict[float, float]()
        self._l2_latency = chip.latencies["l2"]
        self._outstanding = chip.outstanding
        self._under_way: deque[float] = deque()
        self._owed: dict[int, float] = {}
        # When DRAM answers at the earliest, from its first request on.
        self._awake, self._waking = 0.0, chip.waking(busy)
        # L2 fetches a sector of which a part is stored, and the kernel's end waits for that.
        self.stored = 0.0
        # Bytes: from L2, written, from DRAM, written to DRAM; and the cycles of its part of L2 that
        # the first took.
        self.moved = [0.0] * 5

    def load(
        self, time: float, lines: Lines, latency: float, move: int = 0, *, cached: bool = True
    ) -> tuple[float, int]:
        """When the last sector of a warp's request is there, which is for lines so many further on,
        and how many of the lines are there later, as others asked for them; `latency` is L1's."""
        last = time + latency
        late = 0
        if not cached and lines and not any(self._sets):
            return max(last, *self._fetch_all(time, lines, move)), late
        for number, mask in lines:
            number += move
            held = self._sets[_set_of(number)]
            ready = held.pop(number, None)
            if ready is None:
                ready = [-1.0] * 4
                if len(held) >= self._most:
                    del held[next(iter(held))]
            if cached:
                held[number] = ready
            sectors, under_way = _SECTORS[mask], 0
            missing = [sector for sector in sectors if ready[sector] < 0]
            if missing:
                found = self._fetch(time, number, len(missing), *self._beyond(number))
                for sector, there in zip(missing, found, strict=True):
                    ready[sector] = there
                    if cached:
                        self.fill_free = max(self.fill_free, time) + self._fill
            for sector in sectors:
                there = ready[sector]
                if there > time:
                    under_way = 1
                    if there > last:
                        last = there
            if not missing:
                late += under_way
        return last, late

    def _fetch_all(self, time: float, lines: Lines, move: int) -> Iterator[float]:
        """When the last sector of each line of a box, which is of one array, is there."""
        beyond = self._beyond(lines[0][0] + move)
        for number, mask in lines:
            yield max(self._fetch(time, number + move, len(_SECTORS[mask]), *beyond))

    def _beyond(self, number: int) -> tuple[float, float]:
        """Which part of a line's requests L2 lacks, and cycles of it for a sector."""
        return self._from_dram(number), self._cost(self._together(number))

    def _cost(self, together: float) -> float:
        """Cycles of L2 for a sector that so many blocks read."""
        cost = self._reading.get(together)
        if cost is None:
            rate = min(self.chip.l2_alone, self.chip.reading(together) * self._share)
            cost = self._reading[together] = SECTOR / rate
        return cost

    def _fetch(
        self, time: float, number: int, count: int, missing: float, cost: float
    ) -> list[float]:
        """When L2, or DRAM behind it, has sent each of so many sectors of a line, where L2 lacks a
        part of those asked for and takes so many cycles for each."""
        place, way, moved = number >> 20, self._under_way, self.moved
        # Some lines are farther away than others; which ones is not known.
        far = (number * 0x85EBCA6B & 0xFFFFFFFF) / 2**31 - 1
        latency, spread = self._l2_latency, far * self.chip.l2_spread
        l2_free, port_free, owed = self._l2_free, self._port_free, self._owed.get(place, 0.0)
        outstanding, alone, found = self._outstanding, self._alone, []
        moved[FROM_L2] += SECTOR * count
        reading = moved[READING]
        for _ in range(count):
            asked = time
            if len(way) >= outstanding:
                before = way.popleft()
                if before > time:
                    asked = before
            free = asked - _CREDIT
            if l2_free > free:
                free = l2_free
            l2_free = free = free + cost
            reading += cost
            start = port_free
            if free > start:
                start = free
            if asked > start:
                start = asked
            port_free = start = start + alone
            there = start + latency + spread
            # A fixed part of all requests, spread evenly over them.
            owed += missing
            if owed >= 1:
                owed -= 1
                there = self._fetch_from_dram(start, far)
            way.append(there)
            found.append(there)
        self._l2_free, self._port_free, self._owed[place] = l2_free, port_free, owed
        moved[READING] = reading
        return found

    def _fetch_from_dram(self, start: float, far: float) -> float:
        """When a sector is there that L2 lacks, of a line that far: from -1 to 1."""
        chip = self.chip
        self.moved[FROM_DRAM] += SECTOR
        self._dram_free = max(self._dram_free, start - _CREDIT) + self._cycles["DRAM"]
        self._awake = self._awake or start + self._waking
        there = max(self._dram_free, start, self._awake) + chip.latencies["dram"]
        return there + (self._delay(start) + far * chip.dram_spread)

    def _delay(self, time: float) -> float:
        """By how much a load from DRAM is later than where nobody else has any."""
        since = max(0.0, time - self._load_at)
        self._load = self._load * math.exp(-since / _WINDOW) + SECTOR
        self._load_at = max(self._load_at, time)
        return _between(self._delays, self._load / self._most_load)

    @property
    def latest(self) -> float:
        """When the sector that was fetched last is there."""
        return self._under_way[-1]

    @property
    def accepting(self) -> float:
        """When L2 takes what is stored next."""
        return self._l2_free

    def store(self, time: float, request: Request, move: int = 0) -> float:
        """When L2 has taken a warp's stores so many lines further on, which pass through L1."""
        sectors = sum(len(_SECTORS[mask]) for _, mask in request.lines)
        # L2 puts parts of sectors together before it writes them back.
        filled = request.bytes / (SECTOR * sectors) if sectors else 1.0
        for number, mask in request.lines:
            number += move
            self._sets[_set_of(number)].pop(number, None)
            count = len(_SECTORS[mask])
            self.moved[WRITTEN] += SECTOR * count
            taken = self._cycles["L2 writes"] * count * filled
            if filled < 1:
                taken += self._putting_together(number, mask, filled)
            self._l2_free = max(self._l2_free, time) + taken
            missing = self._from_dram(number)
            back = count * missing * filled
            if filled < 1 and missing > _HALF:
                late = self.chip.latencies["dram"] - self.chip.latencies["l2"]
                self.stored = max(self.stored, time + late)
            self._dram_free = max(self._dram_free, time) + self._cycles["DRAM writes"] * back
            self.moved[TO_DRAM] += SECTOR * back
        return max(self._l2_free, time) + self.chip.latencies["l2"]

    def _putting_together(self, number: int, mask: int, filled: float) -> float:
        """Cycles of L2 that sectors take more of which only a part is stored, by now those whose
        rest has not come while few others did."""
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


def _set_of(line: int) -> int:
    """The set of L1 that a line belongs to (multiplicative hashing: Knuth, 1973)."""
    return (line * 0x9E3779B1 & 0xFFFFFFFF) >> 27


def _between(table: Sequence[tuple[float, float]], at: float) -> float:
    """A value between those of a table in order, the first and the last one beyond its ends."""
    before, value = table[0]
    if at <= before:
        return value
    for place, following in table:
        if at < place:
            return (following - value) / (place - before) * (at - before) + value
        before, value = place, following
    return value
