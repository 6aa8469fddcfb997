"""Converts a record of the microbenchmarks to the timing model's constants.

`python -m benchmarks.chip --convert` writes gpusim/timing/chips/CHIP.json, what the model reads,
from the raw record docs/results/chip-DEVICE.json.gz.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from gpusim.timing.constants import (
    BEFORE_PASS,
    CHIPS,
    SUB_PARTITIONS,
    Constants,
    TensorClock,
    constants,
)
from schedules.core.files import json_text, read_json, slug

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def raw_path(device: str) -> Path:
    """The committed record of a device's microbenchmarks."""
    return RESULTS / f"chip-{slug(device)}.gz"


@cache
def measurements(chip: str) -> dict[str, Any]:
    """The measured entries of a chip ('h200'), by name."""
    return read_json(raw_path(constants(chip).device))["constants"]


def chip_file(device: str) -> Path:
    """The file of the model's constants: 'h200.json' for 'NVIDIA H200'."""
    return CHIPS / f"{re.search(r'[a-z]+[0-9]+', slug(device))[0]}.json"


def text(known: Constants) -> str:
    """The text of a file of constants, without the fields that follow from its place."""
    fields = {name: _plain(value) for name, value in asdict(known).items()}
    for name in ("name", "band", "measured"):
        del fields[name]
    return json_text(fields)


def _plain(value: Any) -> Any:
    """JSON of a value; a mapping by numbers becomes a list of [key, value] pairs."""
    if not isinstance(value, dict):
        return value
    if all(isinstance(key, str) for key in value):
        return {key: _plain(each) for key, each in value.items()}
    return [[key, _plain(each)] for key, each in value.items()]


class _Measured:
    """Values of a record by name and row."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._entries = record["constants"]

    def __call__(self, name: str, row: str = "") -> float:
        entry = self._entries[name]
        return float((entry["table"][row] if row else entry)["value"])

    def has(self, name: str) -> bool:
        return name in self._entries

    def rows(self, name: str) -> dict[str, float]:
        table = self._entries[name]["table"]
        return {row: float(entry["value"]) for row, entry in table.items()}


_ADDRESSES = {
    "load": "lds_by_warps", "store": "sts_by_warps", "matrix": "ldsm_x1", "shuffle": "shfl",
    "global": "ldg_by_warps",
}  # fmt: skip


def of_record(name: str, record: Mapping[str, Any]) -> Constants:
    """Constants from a record of `benchmarks.chip`."""
    of, count = _Measured(record), record["multiprocessors"]
    clocks = of.rows("clock")
    per_cycle = 1e3 / clocks["dram"] / count
    barriers = of.rows("latency.barrier")
    each = (barriers["32"] - barriers["1"]) / 31
    hits = of.rows("l2.hits").values()
    tables = {who: row if of.has(row) else _HITS["all"] for who, row in _HITS.items()}
    # Each SM loads with one warp; the lines are distributed over all of L2.
    l2, dram = min(hits), max(hits)
    warm, cold_us = (_first_loads(of, where) for where in ("in L2", "from DRAM"))
    copies = _copies(of.rows("pipe.copy"))
    empty = of.rows("launch.empty")
    retire_us = (empty["8448 blocks of 32"] - empty["1056 blocks of 32"]) / (8448 - 1056)
    return Constants(
        name=name,
        device=record["device"],
        multiprocessors=count,
        clocks=clocks,
        tensor_clocks=_tensor_clocks(of),
        intervals=_intervals(of),
        latencies=_latencies(of, l2) | {"dram": dram - BEFORE_PASS},
        addresses={kind: round(of(f"pipe.{row}", "1")) for kind, row in _ADDRESSES.items()},
        store_passes={
            width: of("pipe.stg", f"STG.E{wide} in a row")
            for width, wide in ((4, ""), (8, ".64"), (16, ".128"))
        },
        copying={kind: SUB_PARTITIONS * alone for kind, (alone, _) in copies.items()},
        turning={kind: SUB_PARTITIONS * (more - alone) for kind, (alone, more) in copies.items()},
        queues=(_queue(of.rows("queue.lds")), _queue(of.rows("queue.ldg"))),
        fetching=_fetching(of.rows("code.loop")),
        barrier=(barriers["1"] - each, each),
        branch=of("issue.bra_taken", "1"),
        branch_interval=of("issue.bra_taken"),
        window=3,
        l2_misses={who: _misses(of.rows(row)) for who, row in tables.items()},
        l2_alone=of("l2.read_alone"),
        l2_read=_reading(of),
        l2_write=of("l2.write_all"),
        **_halves(of, per_cycle),
        dram_read=_dram_rate(of, "read") * per_cycle,
        dram_write=_dram_rate(of, "write") * per_cycle,
        dram_delay=_delays(of.rows("dram.read_all"), _dram_rate(of, "read") * per_cycle),
        l2_spread=(of("latency.l2_by_address", "100 %") - of("latency.l2_by_address", "0 %")) / 2,
        dram_spread=_dram_spread(of),
        # Bytes in flight of one SM, by Little's law.
        outstanding=round(of("dram.read_alone") * of("latency.ldg_dram") / 32),
        start_interval=of("block.start_interval", "128 threads"),
        start_warp=of("block.start_interval", "256 threads") / 8,
        turnover=of("block.turnover"),
        retire=retire_us * clocks["idle"] * count,
        # A single block's loads rarely reach DRAM.
        cold={
            blocks: max(0.0, (us - warm[blocks]) * clocks["idle"] - (dram - l2))
            for blocks, us in cold_us.items()
            if blocks > 1
        },
        launch_us={blocks: of("launch.gap") + us - warm[count] for blocks, us in warm.items()},
    )


def _dram_rate(of: _Measured, kind: str) -> float:
    """GB/s of eight blocks per SM that each read, or write, a part of their own.

    Records from before `dram.mixed` have `dram.rate`.
    """
    if of.has("dram.rate"):
        return of("dram.rate", kind)
    row = {"read": "1 read", "write": "1 written"}[kind]
    return of("dram.mixed", f"{row}, part per block, 2 GiB")


def _fetching(rows: Mapping[str, float]) -> dict[int, int]:
    """Whole cycles per instruction of one warp, by loop length."""
    return {
        int(row.split()[0]): round(cycles)
        for row, cycles in rows.items()
        if row.endswith("instructions, 1 warps")
    }


_STORES = 32
# Half sectors, each in a line of its own: none are merged, and L2 limits their rate.
_HALF_ALONE = "write by columns, 16 B of 24576"


def _copies(rows: Mapping[str, float]) -> dict[tuple[int, bool], tuple[float, float]]:
    """(cycles of a cp.async among others, cycles if other memory instructions follow), per SM.

    By bytes per lane and whether it bypasses L1; stores take one cycle each.
    """
    kinds = {(16, True): "past L1, 16 bytes", (16, False): "by L1, 16 bytes", (4, False): "4 bytes"}
    intervals = {
        kind: (rows[f"{row}, 0 stores"], rows[f"{row}, {_STORES} stores"] - _STORES)
        for kind, row in kinds.items()
    }
    narrow = dict.fromkeys(((8, False), (4, True), (8, True)), intervals[4, False])
    return intervals | narrow


def _tensor_clocks(of: _Measured) -> dict[str, TensorClock]:
    """Tensor clocks by kind of work, "" for mma.sync.

    Rows: "float16, normal, 9.9 bytes a cycle from DRAM, 62 % busy"; L2 bytes may be shared by
    several blocks.
    """
    by_kind: dict[str, list[tuple[float, float, float, float]]] = {}
    for name in ("clock.wgmma", "clock.mma"):
        rows = of.rows(name)
        # Blocks of a GEMM read the same lines at about the same time.
        if any("at once" in row for row in rows):
            rows = {row: mhz for row, mhz in rows.items() if "from L2," not in row}
        for row, mhz in rows.items():
            kind, values, *copies, busy = row.split(", ")
            if values != "normal":
                continue
            copied = {
                copied_text.split()[5]: float(copied_text.split()[0]) for copied_text in copies
            }
            drawn = int(busy.split()[0]) / 100, copied.get("L2", 0.0), copied.get("DRAM", 0.0)
            of_kind = by_kind.setdefault(kind if name == "clock.wgmma" else "", [])
            of_kind.append((*drawn, mhz))
    return {kind: _tensor_clock(some, of("clock", "hmma seldom")) for kind, some in by_kind.items()}


# Clocks below this fraction of the maximum are power-limited.
_HELD = 0.96
# Fits f = f0 * load^(-slope), trying these slopes: power grows with the clock and the square of the
# voltage, which grows with the clock.
_SLOPES = np.arange(0.2, 0.81, 0.01)


def _tensor_clock(rows: Sequence[tuple[float, float, float, float]], most: float) -> TensorClock:
    """Least-squares fit of the power-limited clock to busy fraction and bytes from L2 and DRAM."""
    held = np.array([row for row in rows if row[-1] < _HELD * most])
    drawn, mhz = held[:, :-1], held[:, -1]
    fits = []
    for slope in _SLOPES:
        power = mhz ** (-1 / slope)
        weights, *_ = np.linalg.lstsq(drawn / power[:, None], np.ones(len(mhz)), rcond=None)
        told = (drawn @ weights) ** -slope
        fits.append((float(np.abs(np.log(told / mhz)).mean()), float(slope), weights))
    _, slope, (busy, l2, dram) = min(fits, key=lambda item: item[0])
    return TensorClock(most, float(busy**-slope), slope, float(l2 / busy), float(dram / busy))


def _reading(of: _Measured) -> dict[int, float]:
    """L2 read rate by the number of blocks that read the same line, made monotonic."""
    rates: dict[int, float] = {1: of("l2.read_all")}
    for row, rate in of.rows("l2.read_shared").items():
        many = int(row.split()[0])
        if many > 1:
            rates[many] = max(rate, *rates.values())
    return rates


def _halves(of: _Measured, per_cycle: float) -> dict[str, Any]:
    """Rates of half-sector writes, and the merging capacity of L2.

    The capacity is the number of sectors between two writes to one sector at which L2 merges half
    of them: each of several warps stores eight halves, then the other halves.
    """
    rows = of.rows("l2.write_half")
    whole, half = rows["whole, 16 warps"], rows["one half, 16 warps"]
    together = {
        int(row.split()[-2]): (1 / half - 1 / rate) / (1 / half - 1 / whole)
        for row, rate in rows.items()
        if row.startswith("both")
    }
    warps = sorted(together, reverse=True)
    merging = round(8 * float(np.interp(0.5, [together[many] for many in warps], warps)))
    alone = of("dram.by_run", _HALF_ALONE) * per_cycle
    return {"l2_write_half": half, "l2_write_half_alone": alone, "merging": merging}


def _first_loads(of: _Measured, where: str) -> dict[int, float]:
    """Launch time in microseconds by number of blocks, each of which loads one separate line."""
    rows, end = of.rows("launch.first_load"), f"own, {where}"
    return {int(row.split()[0]): us for row, us in rows.items() if row.endswith(end)}


# Tables of L2 hits: loads of all SMs, and of few adjacent ones.
_HITS = {"all": "l2.hits", "few": "l2.hits_few"}


def _misses(cycles: Mapping[str, float]) -> dict[float, float]:
    """L2 miss fraction by megabytes of the working set."""
    least, most = min(cycles.values()), max(cycles.values())
    return {float(row.split()[0]): (own - least) / (most - least) for row, own in cycles.items()}


def _dram_spread(of: _Measured) -> float:
    """Largest deviation of a DRAM line's latency from the mean, for a uniform distribution.

    By Little's law at low load: the last of the four lines of a 16-byte-per-lane load against the
    line of a 4-byte load. The last of four is on average at 0.6 of the range from the mean to the
    maximum.
    """
    wide, narrow = (
        4 * 32 * width / of("dram.read_all", f"4 warps, 1 of {width} B") for width in (16, 4)
    )
    return max(0.0, wide - narrow - of("latency.ldg_128_l1") + of("latency.ldg_l1")) / 0.6


_CROWDED = 0.8


def _delays(rates: Mapping[str, float], most: float) -> dict[float, float]:
    """Additional latency by fraction of the DRAM rate, by Little's law.

    Rows: "16 warps, 4 of 4 B". Above _CROWDED, loads queue for bandwidth, which the model
    simulates.
    """
    delays = {}
    for row, rate in rates.items():
        if rate > _CROWDED * most:
            continue
        warps, loads, width = (int(number) for number in re.findall(r"\d+", row))
        # For wider loads the compiler makes the third wait for the first.
        delays[rate / most] = warps * 32 * min(32, loads * width) / rate
    least = delays[min(delays)]
    return {part: max(0.0, delays[part] - least) for part in sorted(delays)}


def _intervals(of: _Measured) -> dict[str, float]:
    plain = (
        "fadd fmul imad imad_wide iadd3 lop3 shf lea mov sel isetp prmt fmnmx f2fp mufu popc flo "
        "brev f2i dfma uiadd3 uimad r2ur s2r cs2r vote redux"
    )
    measured = {name.replace("_", "."): of(f"issue.{name}") for name in plain.split()}
    # Measured with one source register, to exclude bank conflicts.
    measured |= {
        name: of("ports", f"{name}: same register") for name in ("ffma", "imad", "iadd3", "hfma2")
    }
    tensor = {
        "hmma.16816.f32": "hmma_16816_f32", "hmma.16816.f16": "hmma_16816_f16",
        "hmma.1688.f32": "hmma_1688_f32", "hmma.1688.f16": "hmma_1688_f16",
        "imma.16832": "imma_16832_s8",
    }  # fmt: skip
    measured |= {name: of(f"issue.{row}") for name, row in tensor.items()}
    measured["f2f"] = of("issue.f2f_wide")
    # Pipes take whole cycles.
    return {name: float(round(cycles)) for name, cycles in measured.items()}


# Stall counts between the clock reads of the TMA benchmark apart from the copy, or the wait for its
# source reads: an arrival before, a branch after. The first clock is read between the issue of S2UR
# and its result.
_AROUND_TMA = 12 + 1 + 5


def _latencies(of: _Measured, l2: float) -> dict[str, float]:
    passes = {"": 1, "64": 2, "128": 4, "x1": 1, "x2": 2, "x4": 4}

    def behind(name: str, width: str) -> float:
        return of(f"latency.{name}") - BEFORE_PASS - (passes[width] - 1)

    alone = of("latency.by_footprint", "1 MB")
    met = of("async.mbarrier", "arrive and try_wait")
    tma = of.rows("async.tma_l2")
    return {
        "lds": behind("lds", ""), "lds.64": behind("lds_64", "64"),
        "lds.128": behind("lds_128", "128"), "ldsm": behind("ldsm_x1", "x1"),
        "ldsm.2": behind("ldsm_x2", "x2"), "ldsm.4": behind("ldsm_x4", "x4"),
        "atoms": behind("atoms", ""), "shfl": behind("shfl", ""),
        "ldg": behind("ldg_l1", ""), "ldg.64": behind("ldg_64_l1", "64"),
        "ldg.128": behind("ldg_128_l1", "128"),
        "l2": l2 - BEFORE_PASS,
        "copy": max(0.0, of("async.cp_async_l2") - alone),
        "tma": max(0.0, tma["1024 B, complete"] - alone - met),
        "tma.read": tma["1024 B, issued"] - _AROUND_TMA - of("latency.s2r") / 2,
        "syncs": met / 2,
        "wgmma": of("async.wgmma", "n 256, 1 in a row") - of("async.wgmma", "n 256, interval"),
        **{name: of(f"latency.{name}") for name in ("mufu", "f2i", "f2f", "popc", "s2r", "redux")},
        "ldc": of("latency.ldc_hit"), "flo": of("latency.popc"), "brev": of("latency.popc"),
        "s2ur": of("latency.s2r"),
    }  # fmt: skip


# Warps, and wavefronts per request, of the queue benchmark.
_QUEUING, _QUEUED_PASSES = 4, 16


def _queue(cycles: Mapping[str, float]) -> int:
    """Queue entries of a sub-partition for memory instructions: the largest number that were issued
    but had not passed the memory pipe. Rows: "4 warps, 20".
    """
    bursts = [tuple(map(int, re.findall(r"\d+", row))) for row in cycles]
    waiting = [
        count - taken / (_QUEUING * _QUEUED_PASSES)
        for (warps, count), taken in zip(bursts, cycles.values(), strict=True)
        if warps == _QUEUING
    ]
    return round(max(waiting))
