"""Memory access analysis: the cost of every load and store of a kernel, without a GPU.

Each access of shared and global memory in a kernel's lowered TIR has a position in the CUDA text.
Its cost is that of the machine instructions that perform it (`attribution`), as counted in the
simulator. If nothing was counted, costs are those of the TIR (`measures`), before the compiler
merges, moves and removes accesses; `origin` says so.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from gpusim.counting.costs import SHARED, Cost, InstructionCount, LaunchCounts, added
from gpusim.counting.shared_tiles import BOX, SharedTile

from ...compile.listing import Cuda
from ...core.launch import Launch
from ...lowering.lower import Lowered
from .access import MACHINE_CODE, TIR, Access, KernelAccesses, meaning
from .attribution import Group, attributed, attributed_tiles, grouped
from .measures import Measure, measured
from .sites import Site, sites
from .source_accesses import Place, places
from .ways import LOAD, PAST_LANES, STORE, TENSOR_CORES, TMA


def analyze(
    lowered: Lowered, counted: Sequence[LaunchCounts] | None = None
) -> list[KernelAccesses]:
    """The accesses of every kernel of a lowered module.

    `counted` has the costs of the instructions of its launches (`Kernel.instruction_counts`).
    """
    functions = lowered.device.functions.values()
    by_kernel = {counts.kernel: counts for counts in counted or ()}
    return [
        _kernel(lowered, launch, function, by_kernel.get(launch.kernel))
        for function, launch in zip(functions, lowered.launches, strict=True)
    ]


def analyze_instructions(launch: Launch, counted: LaunchCounts) -> KernelAccesses:
    """The accesses of a kernel without TIR, from its SASS alone."""
    none = itertools.chain(_of_none(counted.instructions), _of_tiles(counted.tiles))
    rows = sorted(none, key=lambda row: row.line)
    return KernelAccesses(launch, tuple(rows), counted, _untold(counted))


def _kernel(
    lowered: Lowered, launch: Launch, function: Any, counted: LaunchCounts | None
) -> KernelAccesses:
    function_sites, grid = sites(function)
    shown = Cuda(lowered.source)
    located = [
        place and place.shown(shown)
        for place in places(lowered.source, launch.kernel, function_sites)
    ]
    written = {id(site): measured(site, grid, launch.block) for site in function_sites}
    problem = ""
    if None in located:
        problem = "accesses of the TIR and of the CUDA text do not correspond"
    if counted is None:
        accesses = [
            _in_tir(site, place, written[id(site)])
            for site, place in zip(function_sites, located, strict=True)
        ]
        return KernelAccesses(launch, tuple(accesses), None, problem)
    known = [(site, place) for site, place in zip(function_sites, located, strict=True) if place]
    groups = grouped([site for site, _ in known], [place for _, place in known])
    owned, tiles = attributed(groups, counted.instructions), attributed_tiles(groups, counted.tiles)
    accesses = [
        _past_lanes(group, written[id(group.site)], tiles.get(group, ()))
        if group.site.way in PAST_LANES
        else _counted(group, owned.get(group, ()), [written[id(site)] for site in group.sites])
        for group in groups
    ]
    accesses += _of_none(owned.get(None, ()), "its access in the TIR is unknown")
    accesses.sort(key=lambda access: access.line)
    return KernelAccesses(launch, tuple(accesses), counted, problem or _untold(counted))


def _untold(counted: LaunchCounts) -> str:
    """Why the tiles of wgmma and TMA are unknown; '' if they are known."""
    if not counted.unknown_tiles:
        return ""
    return f"Addresses of wgmma operands and TMA boxes are unknown: {counted.unknown_tiles}"


# --- Rows -----------------------------------------------------------------------------------------


def _of_site(site: Site, places: Sequence[Place | None], cost: Cost, **fields: Any) -> Access:
    """The row of a site, or of several sites that share a place in the text."""
    expressions = dict.fromkeys(place.expression if place else site.buffer for place in places)
    return Access(
        line=places[0].line if places[0] else 0,
        expression=", ".join(expressions),
        buffer=site.buffer,
        scope=site.scope,
        kind=site.kind,
        way=site.way,
        opcode=site.opcode,
        written=site.width,
        cost=cost,
        **fields,
    )


def _in_tir(site: Site, place: Place | None, measure: Measure) -> Access:
    note = f"not analysed: {measure.problem}" if measure.problem else ""
    issued = measure.cost.requests
    return _of_site(site, [place], measure.cost, issued=issued, origin=TIR, note=note)


def _past_lanes(group: Group, written: Measure, tiles: Sequence[SharedTile]) -> Access:
    access = _in_tir(group.site, group.places[0], written)
    words = dict.fromkeys([access.note, *(tile.says for tile in tiles)])
    return replace(access, note="; ".join(words), touched=tuple(tiles))


def _counted(
    group: Group, instructions: Sequence[InstructionCount], written: Sequence[Measure]
) -> Access:
    counts = _sums(instructions, added(measure.cost for measure in written).bytes)
    return _of_site(group.site, group.places, **counts)


def _sums(instructions: Sequence[InstructionCount], in_tir: int | None, why: str = "") -> dict:
    """A row's totals over its instructions."""
    cost, issued = (
        added(instruction.cost for instruction in instructions),
        sum(instruction.issued for instruction in instructions),
    )
    note = "; ".join(filter(None, [why, _note(cost, issued, in_tir)]))
    counts = tuple(instructions)
    return {"cost": cost, "issued": issued, "origin": MACHINE_CODE, "note": note, "counts": counts}


def _of_none(instructions: Sequence[InstructionCount], why: str = "") -> Iterator[Access]:
    """Rows of instructions that belong to no access of the TIR."""
    alike: dict[tuple, list[InstructionCount]] = defaultdict(list)
    for instruction in instructions:
        if not instruction.padding:
            alike[
                instruction.line or 0, instruction.name, instruction.scope, instruction.array
            ].append(instruction)
    for (line, name, scope, array), own in alike.items():
        what = f"{name} of {array}" if array else name
        kind, way = meaning(own[0])
        sums = _sums(own, None, why)
        yield Access(line, what, array, scope, kind, way, own[0].opcode, 0, **sums)


def _of_tiles(tiles: Sequence[SharedTile]) -> Iterator[Access]:
    """Rows for the tiles of wgmma and TMA of a kernel without TIR."""
    alike: dict[tuple, list[SharedTile]] = defaultdict(list)
    for tile in tiles:
        alike[tile.line or 0, tile.name, tile.operand].append(tile)
    for (line, name, operand), own in alike.items():
        what = name if operand == BOX else f"{name}, operand {operand}"
        kind, way = (STORE, TMA) if operand == BOX else (LOAD, TENSOR_CORES)
        words = dict.fromkeys([f"not analysed: {PAST_LANES[way]}", *(tile.says for tile in own)])
        fields = {"note": "; ".join(words), "touched": tuple(own)}
        place = line, what, "", SHARED, kind, way, "", 0, Cost(None)
        yield Access(*place, issued=None, origin=MACHINE_CODE, **fields)


def _note(cost: Cost, issued: int, in_tir: int | None) -> str:
    """A note on how the compiler changed an access, from the bytes of all lanes in TIR and in
    SASS."""
    words = []
    if not issued:
        words.append("not in the machine code")
    elif in_tir and cost.bytes and in_tir > cost.bytes:
        words.append(f"{in_tir / cost.bytes:.4g} times as many bytes in TIR")
    elif in_tir and cost.bytes and in_tir < cost.bytes:
        words.append(f"{cost.bytes / in_tir:.4g} times the bytes of TIR")
    if issued != cost.requests:
        words.append(f"issued with all lanes off as well, {issued:,} in all")
    return "; ".join(words)
