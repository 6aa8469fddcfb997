"""Exact cost of every memory instruction over all blocks of a launch.

Only the program slice that determines control flow and addresses is executed, at the launch's full
shape (`dataflow.slicing`). Repeated work is multiplied instead of executed: loop iterations
(`counting.loop_extrapolation`) and blocks that provably cost the same (`dataflow.provenance`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

import numpy as np

from .counting.costs import (
    GLOBAL,
    SHARED,
    SUMS,
    Cost,
    InstructionCount,
    LaunchCounts,
    WarpRequest,
    counters,
)
from .counting.shared_tiles import SharedTile
from .counting.wavefronts import serving
from .dataflow.provenance import LINE, Difference, Provenance
from .dataflow.slicing import counting_slice
from .device import Counts, Device
from .errors import UserError
from .findings import BeyondLimit, DependsOnData, NotAlone, Unsupported
from .isa.decoder import Code, matrices
from .isa.program import Program
from .launch import Block, Call, Module, Options, every_block
from .state.memory import GLOBAL_BASE

# Largest number of threads executed at once, of thread instructions executed instead of sampled
# (some seconds; a sample takes a quarter of it), and of blocks that represent all addresses modulo
# 128.
_MOST_THREADS, _MOST_WORK, _MOST_PLACES = 1 << 16, 1 << 27, 256
# Samples are taken in so many replicates, of at least _FEWEST blocks together; _QUANTILE is that of
# Student's t distribution with _REPLICATES - 1 degrees of freedom at 99.9 %, two-sided.
_REPLICATES, _FEWEST, _QUANTILE = 8, 64, 5.41


@dataclass(frozen=True)
class Counted:
    """Counts over a launch.

    `exact` is False if blocks that may differ were sampled; `reason` says why the executed blocks
    represent all. `by_data` are loads that determine control flow or addresses: the counts then
    hold for the loaded data. `arrays` names the array that each instruction accesses, `starts` its
    address. `tiles` are the layouts of wgmma operands and TMA boxes; `unknown_tiles` says why some
    are missing. `bounds` is, unless `exact`, the largest error of each profiler counter, which all
    but one in a thousand samples keep.
    """

    counts: Counts
    exact: bool
    reason: str
    by_data: tuple[int, ...]
    arrays: Mapping[int, str]
    starts: Mapping[int, int]
    tiles: tuple[SharedTile, ...] = ()
    unknown_tiles: str = ""
    bounds: Mapping[str, int] = field(default_factory=dict)


def count(
    arrays: Mapping[str, np.ndarray],
    call: Call,
    *,
    real: Callable[[], Mapping[str, np.ndarray]] | None = None,
) -> Counted:
    """Count a launch; the content of `arrays` matters only where addresses are loaded.

    In that case `real`, if given, returns the arrays to use. Repeated loop iterations are
    extrapolated. Raises Unsupported and BeyondLimit as `Interpreter`.
    """
    try:
        counted = _count(arrays, call, real)
    except NotAlone:
        counted = _count(arrays, call, real, some_alone=False)
    issued = np.flatnonzero(counted.counts.issued)
    tiles, unknown_tiles = shared_tiles(arrays, call, issued.tolist())
    return replace(counted, tiles=tiles, unknown_tiles=unknown_tiles)


def _count(
    arrays: Mapping[str, np.ndarray],
    call: Call,
    real: Callable[[], Mapping[str, np.ndarray]] | None,
    some_alone: bool = True,
) -> Counted:
    device = Device(arrays, (), Options(check=False, only=frozenset()))
    part = counting_slice(call.program)
    provenance = Provenance(call, part, some_alone=some_alone)
    plain = Options(check=False, alone=frozenset(provenance.alone))
    loads = frozenset(code.at for code in part.by_data)
    row_shifted = frozenset(provenance.row_shifted()) if loads else frozenset()
    differs = provenance.differs(row_shifted)
    if not loads or not any(difference.by_data for difference in differs):
        device.options = replace(
            plain, only=part.only, live=part.live, blank=loads, row_shifted=row_shifted
        )
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
        pc
        for pc, row in rows.items()
        if row.pipe == "wgmma" or row.name in ("UTMALDG", "UTMASTG", "UTMAREDG")
    )
    if not tiled:
        return (), ""
    tiles: dict[tuple[int, str], SharedTile] = {}
    device = Device(arrays, (), Options(check=False, only=frozenset()))
    unknown_tiles = "data decide where they lie"
    try:
        part = counting_slice(program, matrices=True)
        if not part.by_data:
            device.options = replace(device.options, only=part.only, tiles=tiles, tiled=tiled)
            device.launch(call, [(0, 0, 0)])
            unknown_tiles = ""
    except DependsOnData:
        pass
    except UserError as error:
        unknown_tiles = str(error)
    return tuple(tiles[key] for key in sorted(tiles)), unknown_tiles


def _counted(
    device: Device, call: Call, differs: Sequence[Difference], by_data: tuple[int, ...]
) -> Counted:
    def work() -> int:
        """The number of instructions that the threads of a cluster execute, one by one."""
        return device.launch(call, [(0, 0, 0)]).steps * threads

    # Clusters are executed and repeated as a whole.
    sizes = call.cluster
    clusters = tuple(size // each for size, each in zip(call.grid, sizes, strict=True))
    threads = math.prod((*call.block, *sizes))
    executed, exact, reason = _representatives(clusters, threads, differs, work)
    total = Counts.none(len(call.program.codes))
    replicates = [Counts.none(len(call.program.codes)) for _ in range(_REPLICATES)]
    for weight, groups in executed.items():
        together = Counts.none(len(call.program.codes))
        for places, replicate in zip(groups, replicates, strict=False):
            blocks = [
                tuple(index * size for index, size in zip(place, sizes, strict=True))
                for place in places
            ]
            ran = device.launch(call, blocks).counts
            together.add(ran)
            if len(groups) > 1:
                replicate.add(ran, weight)
        # Only the sum is rounded, so that blocks that are alike are counted exactly.
        total.add(together, weight)
    memory = device.memory
    regions = {
        pc: memory.region_of(*reach) for (pc, shared), reach in total.reach.items() if not shared
    }
    arrays = {pc: region.name for pc, region in regions.items() if region}
    starts = {pc: GLOBAL_BASE + region.start for pc, region in regions.items() if region}
    bounds = {} if exact else _bounds(call.program, replicates)
    return Counted(total, exact, reason, by_data, arrays, starts, bounds=bounds)


def _bounds(program: Program, replicates: Sequence[Counts]) -> dict[str, int]:
    """By profiler counter, the largest error of a sum over replicates (the method of random
    groups)."""
    each = [
        counters(
            counts
            for code in program.codes
            for counts in _counts(code, Counted(replicate, False, "", (), {}, {}))
        )
        for replicate in replicates
    ]
    spread = math.sqrt(_REPLICATES) * _QUANTILE
    return {
        name: math.ceil(spread * float(np.std([of[name] for of in each], ddof=1)))
        for name in each[0]
    }


def _representatives(
    grid: Block, threads: int, differs: Sequence[Difference], work: Callable[[], int]
) -> tuple[Mapping[float, list[list[Block]]], bool, str]:
    """Groups of blocks to execute, by the number of blocks that each represents; whether that is
    exact, and why."""
    count = math.prod(grid)
    if not differs:
        reason = "no branch and no place within 128 bytes depends on the block"
        return {count: [[(0, 0, 0)]]}, True, reason
    if count * threads <= _MOST_THREADS:
        return {1: [list(every_block(grid))]}, True, "all blocks were run"
    steps = [difference.step for difference in differs]
    # Addresses advance by multiples of a step along every axis, so they recur modulo 128 bytes.
    period = LINE // min(filter(None, steps), default=LINE)
    if all(steps):
        axes = [min(extent, period) for extent in grid]
        if math.prod(axes) <= _MOST_PLACES:
            reason = f"places within 128 bytes come round every {period} blocks"
            return _weighted(grid, axes), True, reason
    each = work()
    if count * each <= _MOST_WORK:
        return {1: [list(every_block(grid))]}, True, "all blocks were run"
    sampled = _sampled(grid, max(_FEWEST, _MOST_WORK // (4 * each)), period)
    reason = f"a sample of the blocks was run, since {differs[0].text}"
    return sampled, False, reason


def _weighted(grid: Block, axes: Sequence[int]) -> dict[float, list[list[Block]]]:
    """The first `axes` blocks along each axis, by the number of equivalent blocks."""
    weights: dict[float, list[list[Block]]] = {}
    for block in itertools.product(*(range(extent) for extent in axes)):
        like = (
            len(range(place, extent, period))
            for place, extent, period in zip(block, grid, axes, strict=True)
        )
        weights.setdefault(math.prod(like), [[]])[0].append(block)
    return weights


def _sampled(grid: Block, most: int, period: int) -> dict[float, list[list[Block]]]:
    """About `most` blocks in replicates, each of which samples the grid in the same way.

    Corners, edges and the middle are sampled apart, each in equal parts of the launch order: one
    block of a part, at a random place whose number modulo `period` differs from part to part.
    """
    random, count = np.random.default_rng(0), math.prod(grid)
    axes = []
    for extent in grid:
        middle = [range(1, extent - 1)] if extent > 2 else []
        axes.append([range(1), *middle, *([range(extent - 1, extent)] if extent > 1 else [])])
    weights: dict[float, list[list[Block]]] = {}
    for box in itertools.product(*axes):
        inside = math.prod(map(len, box))
        parts = max(1, most * inside // count // _REPLICATES) * _REPLICATES
        if parts > period:
            parts -= parts % period
        if parts >= inside:
            weights.setdefault(1, [[]])[0] += itertools.product(*box)
            continue
        groups = weights.setdefault(inside / parts, [[] for _ in range(_REPLICATES)])
        for part in range(parts):
            turn, group = divmod(part, _REPLICATES)
            low, high = (end * inside // parts for end in (part, part + 1))
            # Each replicate has numbers modulo `period` at equal distances.
            alike = low + (turn * period * _REPLICATES // parts + group - low) % period
            places = range(alike, max(high, alike + 1), period)
            place = min(int(random.choice(places)), inside - 1)
            x, y, z = box
            groups[group].append(
                (x[place % len(x)], y[place // len(x) % len(y)], z[place // len(x) // len(y)])
            )
    return weights


# Register increments listed in the text.
_MOST_MOVES = 4


def launch_counts(program: Program, counted: Counted) -> LaunchCounts:
    """Counts per issued instruction of a launch."""
    instructions = (counts for code in program.codes for counts in _counts(code, counted))
    by_data = tuple(program.codes[pc].instruction.text for pc in counted.by_data)
    issued = tuple(counted.counts.issued.tolist())
    return LaunchCounts(
        kernel=program.name,
        instructions=tuple(instructions),
        exact=counted.exact,
        reason=counted.reason,
        bounds=counted.bounds,
        by_data=by_data,
        issued=issued,
        passes=tuple(_passes(program, counted)),
        tiles=counted.tiles,
        unknown_tiles=counted.unknown_tiles,
        copied={
            code.at: int(counted.counts.globally[code.at, 3])
            for code in program.codes
            if not code.row.is_counted and counted.counts.globally[code.at, 3]
        },
    )


def _passes(program: Program, counted: Counted) -> Iterator[str]:
    """Why loop iterations were extrapolated instead of executed."""
    for pc, repeated in sorted(counted.counts.repeated_iterations.items()):
        begins = program.codes[pc].instruction
        many = "an iteration repeats"
        if repeated.together > 1:
            many = f"{repeated.together} iterations repeat"
        moves = [f"{name} {'by lane' if by is None else f'{by:+,}'}" for name, by in repeated.moves]
        moved = "none in the slice" if not moves else ", ".join(moves[:_MOST_MOVES])
        more = f" and {len(moves) - _MOST_MOVES} more" if len(moves) > _MOST_MOVES else ""
        yield (
            f"line {begins.line or '?'}, from `{begins.text}`: {many} {repeated.times:,} more "
            "times at the same cost: no branch changes, registers advance by fixed amounts "
            f"({moved}{more})"
        )


def _counts(code: Code, counted: Counted) -> Iterator[InstructionCount]:
    counts, pc = counted.counts, code.at
    if not code.row.is_counted or not counts.issued[pc]:
        return
    scopes = (GLOBAL, SHARED) if code.row.access == "global.copy" else (code.row.memory,)
    for scope in scopes:
        shared = scope == SHARED
        counters = (counts.shared if shared else counts.globally)[pc]
        base = code.architecture.shared_base
        low, high = counts.reach.get((pc, shared), (base, base))
        yield InstructionCount(
            code.instruction.line,
            code.instruction.text,
            code.base,
            scope,
            int(counts.issued[pc]),
            Cost(*map(int, counters[:SUMS])),
            array="" if shared else counted.arrays.get(pc, ""),
            reach=(low - base, high - base) if shared else None,
            at=pc,
            warps=tuple(_warps(code, counted, shared)),
        )


def _warps(code: Code, counted: Counted, shared: bool) -> Iterator[WarpRequest]:
    """One warp's request per number of wavefronts or sectors, the largest first."""
    counts, pc = counted.counts, code.at
    often = (counts.shared if shared else counts.globally)[pc, SUMS:]
    base = code.architecture.shared_base if shared else counted.starts.get(pc, 0)
    for taken, sample in sorted(counts.samples.get((pc, shared), {}).items(), reverse=True):
        wavefront = _serving(code, sample).tolist() if shared else ()
        yield replace(
            sample,
            often=int(often[taken]),
            address=tuple(None if byte is None else byte - base for byte in sample.address),
            wavefront=tuple(map(tuple, wavefront)),
        )


def _serving(code: Code, sample: WarpRequest) -> np.ndarray:
    """The wavefront of each word of a warp's shared-memory request."""
    return serving(
        np.array([byte or 0 for byte in sample.address]),
        np.array([byte is not None for byte in sample.address]),
        sample.width,
        store=code.row.access not in ("shared.load", "shared.matrix"),
        matrices=matrices(code) if code.row.access == "shared.matrix" else 0,
    )


def module_counts(
    module: Module, inputs: Callable[[], Mapping[str, np.ndarray]]
) -> tuple[LaunchCounts, ...]:
    """Counts of every launch of a module.

    Arrays occupy no memory unless addresses depend on data; then `inputs` returns them by name.
    Raises Unsupported and BeyondLimit as `Interpreter`, and UserError if that data is another
    launch's result.
    """
    shapes = module.arrays()
    launches = []
    for number, call in enumerate(module.calls):

        def real(name: str = call.program.name, first: bool = number == 0) -> dict[str, np.ndarray]:
            if not first:
                raise UserError(f"the cost of {name} may depend on the output of a previous launch")
            return {**shapes, **inputs()}

        counted = count(shapes, call, real=real)
        launches.append(launch_counts(call.program, counted))
    return tuple(launches)


# --- block classes --------------------------------------------------------------------------------

# Blocks of a launch by what they execute, to choose those to simulate of a grid that is too large.
#
# Branches and predicates that depend on no loaded data are evaluated for all blocks, or for as many
# as a few seconds allow: only the program slice that they need is executed (`dataflow.slicing`).


# Largest number of thread instructions to execute, some seconds, and of lanes at once.
_MOST_CLASSIFIED, _LANES = 1 << 28, 1 << 15
# Largest number of blocks to return.
MOST_BLOCKS = 48


def edges(grid: Block, places: int) -> list[Block]:
    """Blocks at so many places along each axis, the first and the last among them."""
    axes = [np.unique(np.linspace(0, size - 1, places).astype(int)) for size in grid]
    return [(int(x), int(y), int(z)) for z in axes[2] for y in axes[1] for x in axes[0]]


def differing_blocks(arrays: Mapping[str, np.ndarray], call: Call) -> list[Block]:
    """The first and the last block of each class, smallest classes first.

    A class has the same branches and predicates, thread by thread. Empty if loaded data decide the
    control flow.
    """
    part = counting_slice(call.program, predicates=True)
    if part.by_data:
        return []
    options = Options(
        check=False, count=False, only=part.only, live=part.live, classifies=True, lanes=_LANES
    )
    device = Device(arrays, (), options)
    with suppress(Unsupported, BeyondLimit, DependsOnData):
        work = device.launch(call, [(0, 0, 0)]).steps * math.prod(call.block)
        some = _evaluated(call.grid, _MOST_CLASSIFIED // max(1, work))
        classes = device.launch(call, some).classes
        ordered = sorted(classes.values(), key=len)
        ends = ((blocks[0], blocks[-1]) for blocks in ordered)
        return list(dict.fromkeys(itertools.chain(*ends)))[:MOST_BLOCKS]
    return []


def _evaluated(grid: Block, most: int) -> list[Block]:
    """All blocks, or at most about `most`: evenly spaced ones and the edges."""
    count = math.prod(grid)
    numbers = np.unique(np.linspace(0, count - 1, min(count, max(1, most))).astype(np.int64))
    z, y, x = np.unravel_index(numbers, grid[::-1])
    spaced = list(zip(x.tolist(), y.tolist(), z.tolist(), strict=True))
    return spaced if len(spaced) == count else list(dict.fromkeys([*spaced, *edges(grid, 4)]))
