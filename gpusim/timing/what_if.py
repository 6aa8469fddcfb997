"""What-if changes of a recorded launch: no bank conflicts, wider loads, no memory latency.

Each function takes a `Recording` and returns another one, which is simulated in the same way.
Nothing is recorded again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from .constants import Constants
from .edits import WIDEST, bytes_of, groups_of, merged, with_accesses, with_plan, without
from .issue import ALU, FMA, IMAD, TENSOR, UNIFORM
from .prediction import Recording
from .value_sources import stored_as_loaded
from .warp_traces import LINE, SECTOR, Request, Row

Change = Callable[[Recording], Recording]

SHARED_LOADS = ("shared.load", "shared.matrix")
SHARED = (*SHARED_LOADS, "shared.store")
GLOBAL_LOADS = ("global.load",)
GLOBAL = (*GLOBAL_LOADS, "global.store")
COPIES = ("global.copy",)
# FMA opcodes on CUDA cores, with FMAs per warp instruction.
PRODUCTS = {"FFMA": 32, "HFMA2": 64, "IDP": 128, "IMAD": 32}
# FMAs of an mma.sync m16n8k16, and the reuse of its loaded operands.
_MMA, _LOADS_KEPT = 2048, 8
# Cycles of wgmma for as many FMAs.
_WGMMA_INTERVAL = 4.0
# One copy in this many remains with TMA.
_TMA = 16


# --- shared and global memory ---------------------------------------------------------------------


def without_conflicts(launch: Recording) -> Recording:
    """Shared accesses take the fewest wavefronts for their width."""
    least = launch.plan.recorder.least
    fewest = {
        place: [most and least[place][warp][0] for warp, most in enumerate(taken)]
        for place, taken in launch.plan.recorder.wavefronts.items()
    }
    return with_plan(launch, recorder=with_accesses(launch.plan, wavefronts=fewest))


def coalesced(launch: Recording) -> Recording:
    """Global accesses touch only as many lines as their bytes fill.

    An instruction's requests of a warp use the first of the lines that they use now, one after the
    other.
    """
    requests = dict(launch.plan.recorder.requests)
    by_code: dict[int, list[int]] = {}
    for ordinal, pc in sorted(requests):
        by_code.setdefault(pc, []).append(ordinal)
    for pc, ordinals in by_code.items():
        rows = [requests[ordinal, pc].moved() for ordinal in ordinals]
        columns = [_packed([row[warp] for row in rows]) for warp in range(len(rows[0]))]
        for ordinal, row in zip(ordinals, zip(*columns, strict=True), strict=True):
            requests[ordinal, pc] = Row(row)
    return with_plan(launch, recorder=with_accesses(launch.plan, requests=requests))


def _packed(requests: Sequence[Request]) -> list[Request]:
    """One warp's requests by one instruction, packed into consecutive lines."""
    if all(len(request.lines) <= -(-request.bytes // LINE) for request in requests):
        return list(requests)
    lines = sorted({line for request in requests for line, _ in request.lines})
    packed, begin = [], 0
    for request in requests:
        sectors = range(begin // SECTOR, -(-(begin + request.bytes) // SECTOR))
        masks: dict[int, int] = {}
        for sector in sectors:
            line = lines[sector // 4 % len(lines)]
            masks[line] = masks.get(line, 0) | 1 << sector % 4
        packed.append(Request(tuple(masks.items()), request.bytes, -(-request.bytes // LINE)))
        begin += request.bytes
    return packed


def from_l2(launch: Recording) -> Recording:
    """No L2 misses."""
    return replace(launch, from_dram=lambda _: 0.0)


def from_l1(launch: Recording) -> Recording:
    """Every load hits L1."""
    chip = launch.plan.chip
    rate = chip.l2_alone * 64
    near = replace(chip, **_at_once(chip), l2_alone=rate, l2_read={1: rate})
    return from_l2(with_plan(launch, chip=near))


def without_latency(launch: Recording) -> Recording:
    """No L2 and DRAM latency at unchanged rates: all loads were issued early enough."""
    chip = launch.plan.chip
    return with_plan(launch, chip=replace(chip, **_at_once(chip), outstanding=1 << 30))


def _at_once(chip: Constants) -> dict[str, Any]:
    """Zero L2 and DRAM latencies."""
    latencies = dict(chip.latencies, l2=0.0, dram=0.0)
    return {"latencies": latencies, "cold": {1: 0.0}, "l2_spread": 0.0, "dram_spread": 0.0}


def without_shared_latency(launch: Recording) -> Recording:
    """No shared-memory latency: registers are filled one step ahead."""
    chip = launch.plan.chip
    names = [name for name in chip.latencies if name.startswith("lds")]
    return with_plan(
        launch, chip=replace(chip, latencies=chip.latencies | dict.fromkeys(names, 0.0))
    )


def without_ends(launch: Recording) -> Recording:
    """No time between the ends of blocks."""
    return with_plan(launch, chip=replace(launch.plan.chip, retire=0.0))


# --- issue ----------------------------------------------------------------------------------------


def without_port_conflicts(launch: Recording) -> Recording:
    """No register bank conflicts."""
    needs = [replace(need, even=0, odd=0, reads=False) for need in launch.plan.needs]
    return with_plan(launch, needs=needs)


def addressing(launch: Recording) -> set[int]:
    """Integer instructions used only for addresses, loops and predicates."""
    plan = launch.plan
    return {
        code.at
        for code, need in zip(plan.codes, plan.needs, strict=True)
        if need.pipe in (ALU, IMAD, UNIFORM) and code.at in launch.counting
    }


def without_addressing(launch: Recording) -> Recording:
    return without(launch, addressing(launch))


def barriers(launch: Recording) -> set[int]:
    return {code.at for code in launch.plan.codes if code.base == "BAR"}


def half_the_barriers(launch: Recording) -> Recording:
    """Every second block barrier."""
    return without(launch, sorted(barriers(launch))[1::2])


def staging(launch: Recording) -> set[int]:
    """Stores to shared memory, if global loads may feed them."""
    codes = launch.plan.codes
    if not any(code.row.access in GLOBAL_LOADS for code in codes):
        return set()
    return {code.at for code in codes if code.row.access == "shared.store"}


def copying(launch: Recording) -> set[int]:
    """Shared stores of unmodified loaded values, which cp.async could replace."""
    return stored_as_loaded(launch, staging(launch), GLOBAL_LOADS)


def asynchronous(launch: Recording) -> Recording:
    """Asynchronous copies from global to shared memory, early enough."""
    return without_latency(without(launch, copying(launch)))


def fetching(launch: Recording) -> set[int]:
    """Shared stores and the global loads that feed them."""
    stores = staging(launch)
    loads = GLOBAL_LOADS if stores else ()
    return stores | {code.at for code in launch.plan.codes if code.row.access in loads}


def fetched_together(launch: Recording) -> Recording:
    """Copies of a tile that every lane makes in whole are divided among all lanes of the block."""
    return without(launch, fetching(launch))


# --- fewer instructions ---------------------------------------------------------------------------


def narrow(launch: Recording) -> list[list[int]]:
    """Groups of accesses below 128 bits that could be one instruction."""
    return groups_of(
        launch, ("shared.load", "shared.store", *GLOBAL), lambda code: WIDEST // bytes_of(code)
    )


def wide(launch: Recording) -> Recording:
    """Adjacent elements by one instruction of up to 128 bits."""
    return merged(launch, narrow(launch))


def copied_by_tma(launch: Recording) -> Recording:
    """One of _TMA copies remains, with the lines of all and without address arithmetic."""
    groups = groups_of(launch, COPIES, lambda _: _TMA)
    return without_latency(merged(launch, groups))


def half_the_loads(launch: Recording) -> Recording:
    """Every second operand load: registers of a larger thread tile are used twice."""
    return without(launch, operand_loads(launch)[1::2])


def operand_loads(launch: Recording) -> list[int]:
    """Loads of shared memory, or of global memory if there are none."""
    codes = launch.plan.codes
    for accesses in (SHARED_LOADS, GLOBAL_LOADS):
        if pcs := [code.at for code in codes if code.row.access in accesses]:
            return pcs
    return []


def products(launch: Recording) -> dict[str, list[int]]:
    """FMAs on CUDA cores by opcode."""
    by_opcode: dict[str, list[int]] = {}
    for code in launch.plan.codes:
        if code.base in PRODUCTS and code.at not in launch.counting:
            by_opcode.setdefault(code.base, []).append(code.at)
    return by_opcode


def on_tensor_cores(launch: Recording) -> Recording:
    """FMAs by mma.sync with ldmatrix operands."""
    plan = launch.plan
    needs, dropped = list(plan.needs), set()
    interval = plan.chip.intervals["hmma.16816.f32"]
    for base, places in products(launch).items():
        kept = places[:: _MMA // PRODUCTS[base]]
        dropped |= set(places) - set(kept)
        for pc in kept:
            needs[pc] = replace(
                needs[pc], pipe=TENSOR, interval=interval, even=0, odd=0, reads=False
            )
    loads = [pc for pc in operand_loads(launch) if plan.codes[pc].row.access in SHARED_LOADS]
    dropped |= set(loads) - set(loads[::_LOADS_KEPT])
    dropped |= {
        pc
        for pc, need in enumerate(needs)
        if need.pipe in (FMA, ALU) and pc not in launch.counting and need.plain
    }
    return without(with_plan(launch, needs=needs), dropped)


def by_warpgroups(launch: Recording) -> Recording:
    """wgmma instead of mma.sync: operands from shared memory."""
    plan = launch.plan
    needs = [
        replace(need, interval=min(need.interval, _WGMMA_INTERVAL)) if need.pipe == TENSOR else need
        for need in plan.needs
    ]
    loads = {code.at for code in plan.codes if code.row.access == "shared.matrix"}
    return without(with_plan(launch, needs=needs), loads)


def repeated_stores(launch: Recording) -> set[int]:
    """Stores to global memory that write the same lines repeatedly."""
    requests, seen, again = launch.plan.recorder.requests, {}, set()
    for (ordinal, pc), row in requests.items():
        if launch.plan.codes[pc].row.access == "global.store" and row.of[0].lines:
            lines = row.of[0].moved(row.move).lines
            if seen.setdefault(pc, lines) == lines and (pc, 0) in seen:
                again.add(pc)
            seen[pc, 0] = ordinal
    return again


def summed_in_registers(launch: Recording) -> Recording:
    """Accumulators are written once, at the end."""
    return without(launch, repeated_stores(launch))
