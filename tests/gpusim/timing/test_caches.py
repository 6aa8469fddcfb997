"""L1 as the model of time has it, beside what its microbenchmarks measured."""

from __future__ import annotations

import statistics

import pytest

from benchmarks.chip.constants import measurements
from gpusim.timing.caches import FROM_L2, Memory
from gpusim.timing.constants import chips, constants
from gpusim.timing.warp_traces import LINE, SECTOR, whole


def memory(chip: str, from_dram: float = 0.0) -> Memory:
    """Of a multiprocessor whose memory is all L1, and whose loads L2 answers, or DRAM."""
    known = constants(chip)
    return Memory(known, 256 * 1024, known.multiprocessors, lambda _: from_dram)


def missed(chip: str, lines: int, distance: int) -> float:
    """The part of lines that are missed when they are gone through a second time."""
    l1 = memory(chip)
    for round_ in range(2):
        before = l1.moved[FROM_L2]
        for at in range(lines):
            l1.load(1e6 * (round_ + 1) + at * 1e3, ((at * distance // LINE, 1),), 0.0)
    return (l1.moved[FROM_L2] - before) / SECTOR / lines


@pytest.mark.parametrize("chip", sorted(chips()))
def test_lines_stay_in_l1_where_a_chase_found_that_they_do(chip):
    table = measurements(chip)["l1.by_stride"]["table"]
    for distance in (128, 512, 4096, 65536):
        cycles = {n: table[f"{distance} B, {n} lines"]["value"] for n in (1280, 1536, 2048)}
        assert cycles[1536] <= cycles[1280] and missed(chip, 1536, distance) == 0
        assert cycles[2048] > 3 * cycles[1280] and 0.1 < missed(chip, 2048, distance) < 0.9


@pytest.mark.parametrize("chip", sorted(chips()))
def test_lines_that_the_model_keeps_in_l1_although_a_chase_misses_them(chip):
    """docs/predicting.md lists them among its limits."""
    table = measurements(chip)["l1.by_stride"]["table"]
    for distance in (128, 131072, 4224, 8320, 16512):
        cycles = {
            n: table[f"{distance} B, {n} lines"]["value"] for n in (384, 512, 768, 1536, 1792)
        }
        kept, beyond = (512, 768) if distance & (distance - 1) else (1536, 1792)
        assert cycles[kept] <= cycles[384] < cycles[beyond]
        assert missed(chip, 1792, distance) == 0


@pytest.mark.parametrize("from_dram", [0.0, 0.3])
def test_a_box_past_l1_takes_what_its_lines_would(from_dram):
    box = tuple((1000 + 64 * row, mask) for row, mask in enumerate([15] * 30 + [3, 8]))
    times, moved = [], []
    for cached in (True, False):
        l1 = memory("h200", from_dram)
        times.append(
            [
                l1.load(at, box, 0.0, 7 * move, cached=cached)[0]
                for move, at in enumerate((0.0, 50.0, 5e3))
            ]
        )
        moved.append(l1.moved)
    assert times[0] == times[1] and moved[0] == moved[1]


def test_a_line_that_others_asked_for_is_late_until_it_is_there():
    l1 = memory("h200")
    there, late = l1.load(0.0, ((7, 3),), 30.0)
    assert there > 30 and late == 0
    assert l1.load(10.0, ((7, 1),), 30.0)[1] == 1
    # A sector that nobody asked for is fetched, though its line is under way.
    assert l1.load(11.0, ((7, 4),), 30.0)[1] == 0
    assert l1.load(there + 1, ((7, 1),), 30.0) == (there + 31, 0)


@pytest.mark.parametrize("chip", sorted(chips()))
@pytest.mark.parametrize("from_dram", [0.0, 1.0])
def test_a_load_of_several_lines_waits_for_the_farthest(chip, from_dram):
    known, beyond = constants(chip), memory(chip, from_dram)
    mean, spread = known.latencies["l2"], known.l2_spread
    if from_dram:
        mean, spread = known.latencies["dram"], known.dram_spread
    beyond.load(0.0, ((0, 1),), 0.0)
    took: dict[int, list[float]] = {1: [], 4: []}
    for at in range(1000):
        for count, times in took.items():
            # The next one comes when hardly anything is under way any more.
            begin = 1e5 * (2 * at + (count > 1) + 1)
            lines = tuple((10 * at + count + one, 1) for one in range(count))
            times.append(beyond.load(begin, lines, 0.0)[0] - begin)
    assert statistics.mean(took[1]) == pytest.approx(mean, abs=4)
    assert max(took[1]) - min(took[1]) == pytest.approx(2 * spread, rel=0.1)
    more = statistics.mean(took[4]) - statistics.mean(took[1])
    assert more == pytest.approx(0.6 * spread, abs=6)


@pytest.mark.parametrize("chip", sorted(chips()))
def test_stores_to_dram_delay_loads_as_loads_of_as_many_bytes_do(chip):
    """Stores that stay in L2 do not."""

    known = constants(chip)

    def delayed(stores: int, loads: int, written: float = 1.0) -> float:
        many = memory(chip, 1.0)
        many._store_factor = lambda _: written
        many.load(0.0, ((1 << 22, 1),), 0.0)
        now = 3e4
        for left in range(stores, 0, -1):
            many.store(now - 20.0 * left, whole(((1 << 21 | left, 15),)))
        for left in range(loads, 0, -1):
            at = now - 20.0 * left * known.dram_write / known.dram_read
            many.load(at, ((left, 15),), 0.0)
        return many.load(now, ((1 << 20, 1),), 0.0)[0] - now

    alone, after, as_loads = delayed(0, 0), delayed(1000, 0), delayed(0, 1000)
    assert after > alone + 20 and after == pytest.approx(as_loads, abs=30)
    assert delayed(1000, 0, written=0.0) == alone
