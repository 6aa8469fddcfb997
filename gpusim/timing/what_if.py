"""What-if changes of a recorded launch: no bank conflicts, wider loads, no memory latency.

Each function takes a `Recording` and returns another one, which is simulated in the same way.
Nothing is recorded again. A removed instruction disappears from all execution traces, with its
stall count and its pipe usage. A merged instruction releases the scoreboard barriers of all its
parts.
"""

from __future__ import annotations

import copy
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..isa.decoder import Code, Register, address_registers
from ..isa.program import Program
from .constants import Constants
from .issue import ALU, FMA, IMAD, TENSOR, UNIFORM, IssueRequirements
from .prediction import Recording
from .warp_state import Plan
from .warp_traces import LINE, NOTHING, SECTOR, Recorder, Request, Row, Stream


def _origins(program: Program, user: int, register: Register) -> set[int]:
    """Instructions whose result may be in a register before `user`."""
    origins: set[int] = set()
    seen: set[int] = set()
    ahead = list(program.predecessors[user])
    while ahead:
        pc = ahead.pop()
        if pc in seen:
            continue
        seen.add(pc)
        if register in program.codes[pc].writes:
            origins.add(pc)
            # Under a guard the older value may remain.
            if program.codes[pc].predicate is None:
                continue
        ahead += program.predecessors[pc]
    return origins


def _data(code: Code) -> set[Register]:
    """Source registers other than addresses and predicates."""
    read = code.reads - code.guards - address_registers(code)
    return {register for register in read if register[0] == "R"}


def stored_as_loaded(
    launch: Recording, stores: Collection[int], loads: Collection[str]
) -> set[int]:
    """Stores whose values are unmodified loaded values, or constants beside them."""
    return {pc for pc in stores if _is_copy(launch.call.program, pc, loads)}


def _is_copy(program: Program, store: int, loads: Collection[str]) -> bool:
    codes, loaded = program.codes, False
    ahead = [(store, register) for register in _data(codes[store])]
    seen = set(ahead)
    while ahead:
        for origin in _origins(program, *ahead.pop()):
            code = codes[origin]
            if code.row.access in loads:
                loaded = True
            elif "move" in code.row.roles or (code.base == "IMAD" and code.has("MOV")):
                further = {(origin, register) for register in _data(code)} - seen
                seen |= further
                ahead += further
            elif code.reads - code.guards:
                return False
    return loaded


def has_reduction(launch: Recording) -> bool:
    """Whether the kernel reduces values (sum, product, extremum), which could be split."""
    program = launch.call.program
    return any(
        "product" in code.row.roles or _accumulates(program, code)
        for code in program.codes
        if code.at not in launch.counting
    )


def _accumulates(program: Program, code: Code) -> bool:
    """Whether an instruction accumulates into the result of one with the same opcode."""
    roles = code.row.roles
    if roles.isdisjoint(("add", "multiply-add")):
        return False
    terms = [operand for operand in code.operands if operand.kind not in ("P", "UP")][1:]
    if "multiply-add" in roles:
        terms = terms[2:]
    elif any(operand.kind == "immediate" for operand in terms):
        return False
    codes = program.codes
    return any(
        codes[origin].base == code.base
        for term in terms
        if term.kind == "R"
        for origin in _origins(program, code.at, ("R", term.index))
    )


# Largest access per lane, and bytes of a wavefront.
WIDEST, _WAVEFRONT = 16, 128


def with_plan(launch: Recording, **changes) -> Recording:
    return replace(launch, plan=replace(launch.plan, **changes))


def shortened(launch: Recording) -> Recording:
    """The launch with only the first set of resident blocks."""
    streams = launch.plan.streams[: launch.resident * launch.plan.warps_per_block]
    return with_plan(replace(launch, blocks_per_sm=launch.resident), streams=streams)


def alone(launch: Recording) -> Recording:
    """The launch with only the first warp."""
    streams = launch.plan.streams[:1]
    single = replace(launch, blocks_per_sm=1, resident=1)
    return with_plan(single, streams=streams, warps_per_block=1)


def with_accesses(plan: Plan, **changes) -> Recorder:
    """The recorder with some of its tables replaced."""
    changed = copy.copy(plan.recorder)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed


def without(launch: Recording, dropped: Collection[int]) -> Recording:
    """The kernel without some instructions; a straight-line segment keeps its last one."""
    plan, dropped = launch.plan, set(dropped)
    pieces = {(start, end) for stream in plan.streams for _, start, end in stream.segments}
    dropped -= {end - 1 for start, end in pieces if dropped.issuperset(range(start, end))}
    kept = [code.at for code in plan.codes if code.at not in dropped]
    place = {pc: new for new, pc in enumerate(kept)}
    codes = tuple(replace(plan.codes[pc], at=place[pc]) for pc in kept)

    def moved(known: Mapping) -> dict:
        return {
            (key[0], place[key[1]], *key[2:]): value
            for key, value in known.items()
            if key[1] in place
        }

    names = ("requests", "wavefronts", "least", "named", "arrivals", "boxes", "waits")
    recorder = with_accesses(plan, **{name: moved(getattr(plan.recorder, name)) for name in names})
    places = [0]
    for code in plan.codes:
        places.append(places[-1] + (code.at in place))
    streams = [
        Stream(
            [(segment, places[start], places[end]) for segment, start, end in stream.segments],
            stream.loops,
        )
        for stream in plan.streams
    ]
    changed = replace(
        plan,
        codes=codes,
        needs=[plan.needs[pc] for pc in kept],
        recorder=recorder,
        streams=streams,
    )
    return replace(
        launch, plan=changed, counting=frozenset(place[pc] for pc in launch.counting & set(kept))
    )


def bytes_of(code: Code) -> int:
    """Bytes that a lane of a load or store moves."""
    sizes = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "16": 2, "64": 8, "128": 16}
    return next((sizes[modifier] for modifier in code.modifiers if modifier in sizes), 4)


def groups_of(
    launch: Recording, accesses: Collection[str], most: Callable[[Code], int]
) -> list[list[int]]:
    """Accesses of one kind within a straight-line segment, in groups of at most `most(code)`."""
    edges = sorted(
        {end for stream in launch.plan.streams for _, *ends in stream.segments for end in ends}
    )
    groups: dict[tuple, list[list[int]]] = {}
    for code in launch.plan.codes:
        if code.row.access in accesses and most(code) > 1:
            guard = code.predicate.text if code.predicate else ""
            key = code.instruction.opcode, guard, bisect_right(edges, code.at)
            here = groups.setdefault(key, [[]])
            if len(here[-1]) == most(code):
                here.append([])
            here[-1].append(code.at)
    return [group for here in groups.values() for group in here if len(group) > 1]


def merged(launch: Recording, groups: Sequence[Sequence[int]]) -> Recording:
    """One instruction per group: loads at the position of the first, stores at that of the last."""
    plan, recorder = launch.plan, launch.plan.recorder
    codes, needs = list(plan.codes), list(plan.needs)
    tables = {name: dict(getattr(recorder, name)) for name in ("requests", "wavefronts")}
    dropped = set()
    ordinals: dict[int, list[int]] = {}
    for ordinal, pc in {*recorder.requests, *recorder.wavefronts}:
        ordinals.setdefault(pc, []).append(ordinal)
    for group in groups:
        pc = group[-1 if codes[group[0]].row.access.endswith("store") else 0]
        dropped |= set(group) - {pc}
        width = min(WIDEST, bytes_of(codes[pc]) * len(group))
        sizes = (str(width * 8),) if width > 4 else ()
        codes[pc] = replace(codes[pc], modifiers=(*_unsized(codes[pc].modifiers), *sizes))
        needs[pc] = _all_barriers([needs[member] for member in group], needs[pc])
        for ordinal in ordinals.get(pc, ()):
            if (ordinal, pc) in recorder.requests:
                rows = [recorder.requests.get((ordinal, member)) for member in group]
                tables["requests"][ordinal, pc] = _united(filter(None, rows))
            if (ordinal, pc) in recorder.wavefronts:
                tables["wavefronts"][ordinal, pc] = list(_together(recorder, ordinal, group))
    changed = with_plan(
        launch, codes=tuple(codes), needs=needs, recorder=with_accesses(plan, **tables)
    )
    return without(changed, dropped)


def _unsized(modifiers: Iterable[str]) -> Iterator[str]:
    return (
        modifier for modifier in modifiers if modifier not in ("U8", "S8", "U16", "S16", "16", "64")
    )


def _all_barriers(needs: Sequence[IssueRequirements], kept: IssueRequirements) -> IssueRequirements:
    """Requirements of one instruction that releases the scoreboard barriers of several."""
    return replace(kept, write=tuple(sorted({number for need in needs for number in need.write})))


def _united(rows: Iterable[Row]) -> Row:
    """Requests of several instructions combined into one, per warp."""
    united = []
    for requests in zip(*(row.moved() for row in rows), strict=True):
        masks: dict[int, int] = {}
        for line, mask in (line for request in requests for line in request.lines):
            masks[line] = masks.get(line, 0) | mask
        size = sum(request.bytes for request in requests)
        united.append(Request(tuple(masks.items()), size, -(-size // LINE)) if masks else NOTHING)
    return Row(united)


def _together(recorder: Recorder, ordinal: int, group: Sequence[int]) -> Iterator[int]:
    """Wavefronts for a group's bytes per warp. A wavefront of an access that is as many times as
    wide serves as many times fewer lanes, so that fewer of them conflict."""
    taken = [recorder.wavefronts[ordinal, pc] for pc in group if (ordinal, pc) in recorder.least]
    least = [recorder.least[ordinal, pc] for pc in group if (ordinal, pc) in recorder.least]
    for had, fewest in zip(zip(*taken, strict=True), zip(*least, strict=True), strict=True):
        size = sum(least_count for _, least_count in fewest)
        needed = sum(needed_count for needed_count, _ in fewest)
        conflicts = max(1.0, sum(had) / needed / len(group)) if needed else 0.0
        yield round(-(-size // _WAVEFRONT) * conflicts)


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


def coalesced(launch: Recording, only: Collection[int] | None = None) -> Recording:
    """Global accesses, or `only` some of them, touch only as many lines as their bytes fill.

    An instruction's requests of a warp use the first of the lines that they use now, one after the
    other.
    """
    requests = dict(launch.plan.recorder.requests)
    by_code: dict[int, list[int]] = {}
    for ordinal, pc in sorted(requests):
        by_code.setdefault(pc, []).append(ordinal)
    for pc, ordinals in by_code.items():
        if only is not None and pc not in only:
            continue
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
