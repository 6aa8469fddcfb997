"""Exact cost of every memory instruction over all blocks of a launch.

Only the program slice that determines control flow and addresses is executed, at the launch's full
shape (`isa.control_flow`). Repeated work is multiplied instead of executed: loop iterations
(`counting.loop_extrapolation`) and blocks that provably cost the same (`dataflow.provenance`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from .chips import WARP
from .counting.shared_tiles import SharedTile
from .dataflow.provenance import Difference, Provenance
from .dataflow.values import LINE
from .device import Counts, Device, every_block, whole_clusters
from .errors import UserError
from .findings import DependsOnData, Findings, NotAlone
from .functional.interpreter import Interpreter
from .isa.control_flow import counting_slice
from .launch import Block, Call, Options
from .state.memory import GLOBAL_BASE

# Largest number of threads executed at once, of thread instructions executed instead of sampled
# (about a second), and of blocks that represent all addresses modulo 128.
_MOST_THREADS, _MOST_WORK, _MOST_PLACES = 1 << 16, 1 << 27, 256


@dataclass(frozen=True)
class Counted:
    """Counts over a launch.

    `exact` is False if blocks that may differ were sampled; `reason` says why the executed blocks
    represent all. `by_data` are loads that determine control flow or addresses: the counts then
    hold for the loaded data. `arrays` names the array that each instruction accesses, `starts` its
    address. `tiles` are the layouts of wgmma operands and TMA boxes; `untold` says why some are
    missing.
    """

    counts: Counts
    exact: bool
    reason: str
    by_data: tuple[int, ...]
    arrays: Mapping[int, str]
    starts: Mapping[int, int]
    tiles: tuple[SharedTile, ...] = ()
    untold: str = ""


def count(
    arrays: Mapping[str, np.ndarray],
    call: Call,
    *,
    real: Callable[[], Mapping[str, np.ndarray]] | None = None,
    every_iteration: bool = False,
) -> Counted:
    """Count a launch; the content of `arrays` matters only where addresses are loaded.

    In that case `real`, if given, returns the arrays to use. Repeated loop iterations are
    extrapolated unless `every_iteration` is set. Raises Unsupported and BeyondLimit as
    `Interpreter`.
    """
    try:
        counted = _count(arrays, call, real, every_iteration)
    except NotAlone:
        counted = _count(arrays, call, real, every_iteration, some_alone=False)
    issued = np.flatnonzero(counted.counts.issued)
    tiles, untold = shared_tiles(arrays, call, issued.tolist())
    return replace(counted, tiles=tiles, untold=untold)


def _count(
    arrays: Mapping[str, np.ndarray],
    call: Call,
    real: Callable[[], Mapping[str, np.ndarray]] | None,
    every_iteration: bool,
    some_alone: bool = True,
) -> Counted:
    program = call.program
    device = Device(arrays, (), Options(check=False, only=frozenset()))
    setup, plain = device.setup(call), Options(check=False)
    some = whole_clusters([(0, 0, 0)], call.cluster)
    first = Interpreter(program, setup, device.memory, some, Findings(), plain)
    part = counting_slice(program, first.dependences)
    provenance = Provenance(program, setup, first.dependences, part, some_alone=some_alone)
    plain = replace(plain, alone=frozenset(provenance.alone))
    loads = frozenset(code.at for code in part.by_data)
    apart = frozenset(provenance.rows_apart()) if loads else frozenset()
    differs = provenance.differs(apart)
    if not loads or not any(difference.by_data for difference in differs):
        live = () if every_iteration else part.live
        device.options = replace(plain, only=part.only, live=live, blank=loads, apart=apart)
        with suppress(DependsOnData):
            return _counted(device, call, differs, ())
    device = Device(real() if real else arrays, (), plain)
    return _counted(device, call, provenance.differs(), tuple(sorted(loads)))


def shared_tiles(
    arrays: Mapping[str, np.ndarray], call: Call, issued: Iterable[int]
) -> tuple[tuple[SharedTile, ...], str]:
    """Layouts of the wgmma operands and TMA boxes that the first block uses, by instruction.

    The second result says why some are missing: they depend on data, or are not supported.
    """
    program = call.program
    rows = {pc: program.codes[pc].row for pc in issued}
    tiled = frozenset(
        pc for pc, row in rows.items() if row.pipe == "wgmma" or row.name == "UTMALDG"
    )
    if not tiled:
        return (), ""
    tiles: dict[tuple[int, str], SharedTile] = {}
    device = Device(arrays, (), Options(check=False, only=frozenset()))
    untold = "data decide where they lie"
    try:
        setup, plain = device.setup(call), device.options
        some = whole_clusters([(0, 0, 0)], call.cluster)
        first = Interpreter(program, setup, device.memory, some, Findings(), plain)
        part = counting_slice(program, first.dependences, matrices=True)
        if not part.by_data:
            device.options = replace(plain, only=part.only, tiles=tiles, tiled=tiled)
            device.launch(call, [(0, 0, 0)])
            untold = ""
    except DependsOnData:
        pass
    except UserError as error:
        untold = str(error)
    return tuple(tiles[key] for key in sorted(tiles)), untold


def _counted(
    device: Device, call: Call, differs: Sequence[Difference], by_data: tuple[int, ...]
) -> Counted:
    def work() -> int:
        """The number of instructions that the threads of a block execute."""
        return int(device.launch(call, [(0, 0, 0)]).counts.issued.sum()) * WARP

    # Clusters are executed and repeated as a whole.
    sizes = call.cluster
    clusters = tuple(size // each for size, each in zip(call.grid, sizes, strict=True))
    chosen = _chosen(clusters, math.prod((*call.block, *sizes)), differs, work)
    total = Counts.none(len(call.program.codes))
    for weight, places in chosen.blocks.items():
        blocks = [
            tuple(index * size for index, size in zip(place, sizes, strict=True))
            for place in places
        ]
        total.add(device.launch(call, blocks).counts, weight)
    memory = device.memory
    regions = {
        pc: memory.region_of(*reach) for (pc, shared), reach in total.reach.items() if not shared
    }
    arrays = {pc: region.name for pc, region in regions.items() if region}
    starts = {pc: GLOBAL_BASE + region.start for pc, region in regions.items() if region}
    return Counted(total, chosen.exact, chosen.reason, by_data, arrays, starts)


@dataclass(frozen=True)
class _Chosen:
    """Blocks to execute, by the number of blocks that each represents."""

    blocks: Mapping[int, list[Block]]
    exact: bool
    reason: str


def _chosen(
    grid: Block, threads: int, differs: Sequence[Difference], work: Callable[[], int]
) -> _Chosen:
    count = math.prod(grid)
    if not differs:
        return _Chosen(
            {count: [(0, 0, 0)]},
            True,
            "no branch and no place within 128 bytes depends on the block",
        )
    if count * threads <= _MOST_THREADS:
        return _Chosen({1: list(every_block(grid))}, True, "all blocks were run")
    steps = [difference.step for difference in differs]
    if all(steps):
        # Addresses advance by multiples of a step along every axis, so they recur modulo 128 bytes.
        period = LINE // min(steps)
        axes = [min(extent, period) for extent in grid]
        if math.prod(axes) <= _MOST_PLACES:
            reason = f"places within 128 bytes come round every {period} blocks"
            return _Chosen(_weighted(grid, axes), True, reason)
    if count * work() <= _MOST_WORK:
        return _Chosen({1: list(every_block(grid))}, True, "all blocks were run")
    return _sampled(grid, differs)


def _weighted(grid: Block, axes: Sequence[int]) -> dict[int, list[Block]]:
    """The first `axes` blocks along each axis, by the number of equivalent blocks."""
    weights: dict[int, list[Block]] = {}
    for block in itertools.product(*(range(extent) for extent in axes)):
        like = (
            len(range(place, extent, period))
            for place, extent, period in zip(block, grid, axes, strict=True)
        )
        weights.setdefault(math.prod(like), []).append(block)
    return weights


def _sampled(grid: Block, differs: Sequence[Difference]) -> _Chosen:
    """Blocks at the edges represent themselves; one in the middle represents all others."""
    axes = []
    for extent in grid:
        edges = {edge % extent for edge in (0, 1, extent - 2, extent - 1) if abs(edge) < extent}
        inner = extent - len(edges)
        axes.append(
            {**dict.fromkeys(sorted(edges), 1), **({extent // 2: inner} if inner > 0 else {})}
        )
    weights: dict[int, list[Block]] = {}
    for block in itertools.product(*axes):
        weight = math.prod(axis[place] for axis, place in zip(axes, block, strict=True))
        weights.setdefault(weight, []).append(block)
    reason = f"blocks at the edges and in the middle were run, since {differs[0].text}"
    return _Chosen(weights, False, reason)
