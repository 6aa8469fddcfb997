"""Asynchronous copies: cp.async, TMA boxes, bulk copies and reductions, stores within a cluster.

Semantics follow the PTX ISA (cp.async, cp.async.bulk, cp.async.bulk.tensor, cp.reduce.async.bulk,
st.async, red.async, barrier.cluster). A bulk copy between global and shared memory is a TMA box of
one dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import ml_dtypes
import numpy as np

from ...counting.shared_tiles import BOX, box_tile, swizzled
from ...findings import Unsupported
from ...isa.decoder import Code
from ...launch import TensorMap
from ...state.barriers import Mbarrier
from ...state.execution import Execution
from ...state.memory import GLOBAL_BASE, PARAMETER_WINDOW, Store
from ...state.registers import Mask
from . import Action, instruction
from .accesses import (
    CACHING,
    INTEGERS,
    Update,
    address,
    between,
    checked,
    count_requests,
    global_places,
    shared_places,
)
from .matrices import whole_warps
from .mbarriers import first_lanes

_DTYPES = {
    "64": np.uint64,
    "S32": np.int32,
    "U64": np.uint64,
    "S64": np.int64,
    "F32": np.float32,
    "F64": np.float64,
    "F16": np.float16,
    "BF16": ml_dtypes.bfloat16,
}
_OPERATIONS = ("ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR")


_REDUCTION_MODIFIERS = (*_OPERATIONS, *_DTYPES, "RN")


def _reduction(code: Code, dtype: str = "") -> Update:
    """Combines values in memory with the arriving ones, element by element; a tensor map or the
    modifiers give their type."""
    name = next(modifier for modifier in code.modifiers if modifier in _OPERATIONS)
    named = [_DTYPES[modifier] for modifier in code.modifiers if modifier in _DTYPES]
    kind = np.dtype(dtype or next(iter(named), np.uint32))

    def reduce(held: np.ndarray, given: np.ndarray) -> np.ndarray:
        old, new = (np.ascontiguousarray(words).view(kind) for words in (held, given))
        return INTEGERS[name](old, new).astype(kind).view(held.dtype)

    return reduce


@instruction("LDGSTS")
def copy_async(code: Code, execution: Execution) -> Action:
    """cp.async: global to shared memory.

    Data arrives at once; the shadow marks it as in flight. If the source size n is smaller than the
    width of .ZFILL, ptxas adds (width - n) % width to the address, which has to be aligned: so its
    low bits count the bytes that are filled with zeros.
    """
    code.only(*CACHING, "64", "128", "ZFILL")
    width = code.lane_bytes
    to, source = address(code.operands[0], execution), address(code.operands[1], execution)
    low_bits = width - 1 if code.has("ZFILL") else 0
    wanted = None
    if len(code.operands) > 2:
        # If the predicate is false, zeros are copied.
        wanted = execution.registers.condition(code.operands[2])

    def act(mask: Mask) -> None:
        loads = mask if wanted is None else execution.active(mask) & wanted()
        target, origin, readers = to(mask), source(loads), execution.lanes(loads)
        origin, sizes = origin & ~low_bits, width - (origin & low_bits)
        count_requests(execution, origin, loads, width, shared=False, store=False)
        count_requests(execution, target, mask, width, shared=True, store=True)
        if execution.options.only is not None:
            return
        target, kept = shared_places(execution, target, execution.lanes(mask), width)
        words = [np.zeros(len(kept), np.uint32) for _ in range(width // 4)]
        for size, some in _by_size(sizes, np.isin(readers, kept)):
            places, lanes = global_places(execution, origin[some], readers[some], size)
            if (checker := execution.global_checker) and places.size:
                whole = -(-size // checker.granule) * checker.granule
                checker.read(places, whole, execution.thread[lanes])
            row = np.searchsorted(kept, lanes)
            loaded = _loaded(execution.memory, places, size, width)
            for word, new in zip(words, loaded, strict=True):
                word[row] = new
        if execution.shared_checker and target.size:
            execution.shared_checker.copy(target, width, kept, execution.groups[kept])
        execution.shared.store(target, width, words)

    return act


def _by_size(sizes: np.ndarray, reads: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Each source size, with a mask of the accesses that have it."""
    for size in np.unique(sizes[reads]).tolist():
        yield size, reads & (sizes == size)


def _loaded(memory: Store, places: np.ndarray, size: int, width: int) -> list[np.ndarray]:
    """Words of `size` bytes at each place, padded with zeros up to the width."""
    if size == width:
        return memory.load(places, width)
    data = np.zeros((len(places), width), np.uint8)
    data[:, :size] = memory.bytes[memory.places(places[:, None] + np.arange(size))]
    return list(data.view(np.uint32).T)


@instruction("LDGDEPBAR")
def commit(code: Code, execution: Execution) -> Action:
    """cp.async.commit_group."""
    code.only()

    def act(mask: Mask) -> None:
        execution.groups += execution.active(mask)

    return act


@instruction("DEPBAR")
def wait(code: Code, execution: Execution) -> Action:
    """cp.async.wait_group N, cp.async.bulk.wait_group N, or the same with .read.

    A wait for a scoreboard barrier has no functional effect.
    """
    code.only("LE")
    if code.operands[0].text != "SB0" or len(code.operands) != 2:
        return lambda mask: None
    newest = int(code.operands[1].value)
    # Without .read, ptxas invalidates the L1 cache: what a bulk copy wrote may be read.
    behind = [one.base for one in execution.program.codes[code.at + 1 : code.at + 4]]
    until_written = "CCTL" in behind and "MEMBAR" not in behind[: behind.index("CCTL")]

    def act(mask: Mask) -> None:
        # One instruction waits for groups of both kinds.
        if execution.bulk_stores.are_used:
            execution.bulk_stores.wait(execution.active(mask), newest, until_written=until_written)
        if execution.shared_checker:
            active = execution.active(mask)
            execution.shared_checker.complete(active, execution.groups - 1 - newest)

    return act


_RANKS = ("1D", "2D", "3D", "4D", "5D")
# Bytes: an H100 stops with an illegal instruction where a loaded box begins elsewhere in its row
# (float32, no swizzle; rows 8 bytes before the array and 4, 8 and 152 bytes behind its start).
_ROW_ALIGNMENT = 16


@instruction("UTMALDG")
def load_tile(code: Code, execution: Execution) -> Action:
    """cp.async.bulk.tensor: a box to shared memory; an mbarrier counts its bytes.

    The uniform registers from the first operand on hold destination, mbarrier and coordinates. With
    .MULTICAST, the upper half of the third operand selects the blocks of the cluster that receive
    the box, and its bytes at their mbarrier, at the same offsets.
    """
    code.only(*_RANKS, "DESC", "MULTICAST")
    asked = _operands(code, execution, 2)
    blocks = execution.registers.raw(code.operands[2]) if code.has("MULTICAST") else None

    def act(mask: Mask) -> None:
        for lane, tensor, (target, barrier, *coordinates) in asked(mask):
            if blocks is None:
                load_box(execution, lane, tensor, target, barrier, coordinates)
                continue
            named = int(blocks()[lane]) >> 16
            places = (execution.clusters.of_mask(lane, words, named) for words in (target, barrier))
            for each, signal in zip(*places, strict=True):
                load_box(execution, lane, tensor, each, signal, coordinates)

    return act


@instruction("UTMASTG", "UTMAREDG")
def store_tile(code: Code, execution: Execution) -> Action:
    """cp.async.bulk.tensor to global memory: a box of shared memory, in a bulk group; or
    cp.reduce.async.bulk.tensor, which adds it to global memory or combines them otherwise.

    The uniform registers from the first operand on hold source and coordinates. Data arrives at
    once; the source counts as being read until the group is awaited.
    """
    reduces = code.base == "UTMAREDG"
    code.only(*_RANKS, *(_REDUCTION_MODIFIERS if reduces else ()))
    asked = _operands(code, execution, 1)

    def act(mask: Mask) -> None:
        for lane, tensor, (source, *coordinates) in asked(mask):
            reduction = None
            if reduces and tensor is not None:
                if not tensor.dtype:
                    raise code.unknown("a tensor map without dtype")
                reduction = _reduction(code, tensor.dtype)
            store_box(execution, lane, tensor, source, coordinates, reduction)

    return act


@instruction("UTMACMDFLUSH")
def commit_stores(code: Code, execution: Execution) -> Action:
    """cp.async.bulk.commit_group."""
    code.only()
    return lambda mask: execution.bulk_stores.commit(execution.lanes(mask))


@instruction("UCGABAR_ARV")
def arrive_at_cluster(code: Code, execution: Execution) -> Action:
    """barrier.cluster.arrive.aligned."""
    code.only()

    def act(mask: Mask) -> None:
        whole_warps(execution, mask)
        execution.clusters.arrive(execution.warps_of(mask))

    return act


@instruction("UCGABAR_WAIT")
def wait_for_cluster(code: Code, execution: Execution) -> Action:
    """barrier.cluster.wait.aligned; `Control` implements the wait."""
    code.only()
    return lambda mask: whole_warps(execution, mask)


def _operands(
    code: Code, execution: Execution, numbers: int
) -> Callable[[Mask], list[tuple[int, TensorMap | None, list[int]]]]:
    """Per warp: first active lane, tensor map, and the values of `numbers` registers, then the
    coordinates."""
    rank = int(code.modifiers[0][0])
    registers = execution.registers
    where, descriptor = (operand.parts[0] for operand in code.operands[:2])
    rows = [registers.row(where, part) for part in range(numbers + rank)]
    maps = registers.pair(descriptor)

    def asked(mask: Mask) -> list[tuple[int, TensorMap | None, list[int]]]:
        pointers, requests = maps(), []
        for lane in first_lanes(execution, mask).tolist():
            tensor = execution.maps.get(int(pointers[lane]))
            if tensor is None and _is_behind_parameters(execution, int(pointers[lane])):
                raise Unsupported(
                    f"a tensor map at byte {int(pointers[lane]) - PARAMETER_WINDOW} of the "
                    f"parameters, behind those that the kernel declares: host code in the cubin "
                    f"makes it, as of cuTile; describe it under `maps` of the launch file"
                )
            if tensor is None or len(tensor.shape) != rank:
                execution.report("out-of-bounds", lane, memory="global", note="no tensor map")
                tensor = None
            elif execution.options.count:
                execution.memory_counters.add_box(tensor.box_bytes)
            requests.append((lane, tensor, [int(row[lane]) for row in rows]))
        return requests

    return asked


def _is_behind_parameters(execution: Execution, address: int) -> bool:
    """Whether a generic address is one of parameters that the kernel does not declare."""
    ends = (each.offset + each.size for each in execution.setup.image.parameters)
    return max(ends, default=0) <= address - PARAMETER_WINDOW < 1 << 16


def _is_within(
    execution: Execution, lane: int, block: int, address: int, size: int, alignment: int
) -> bool:
    """Whether bytes are aligned and within the shared memory of a block of the lane's cluster; adds
    a finding otherwise."""
    start = end = execution.shared_base
    if block // execution.cluster == int(execution.block_of[lane]) // execution.cluster:
        end += execution.shared_bytes
    at = np.array([address]), np.array([lane]), size
    return checked(execution, "shared", *at, between(start, end), alignment)[0].size > 0


def _note_tile(execution: Execution, tensor: TensorMap, place: int) -> None:
    """Record the layout of a box in shared memory, if it was requested."""
    if execution.options.tiles is not None:
        code = execution.program.codes[execution.at]
        execution.options.tiles.setdefault((code.at, BOX), box_tile(code, tensor, place))


def load_box(
    execution: Execution,
    lane: int,
    tensor: TensorMap | None,
    target: int,
    barrier_at: int,
    coordinates: list[int],
) -> None:
    """Load a box of global memory to shared memory; its bytes arrive at an mbarrier."""
    # cuda::memcpy_async documents no fence between a barrier's init() and its first copy.
    by_library = execution.program.codes[execution.at].instruction.by_library
    barrier = execution.mbarriers.find(lane, barrier_at, asynchronous=not by_library)
    if tensor is None:
        return
    block, target = execution.clusters.place(lane, target)
    _note_tile(execution, tensor, target)
    if not _is_within(execution, lane, block, target, tensor.box_bytes, tensor.alignment):
        return
    if coordinates[0] * tensor.itemsize % _ROW_ALIGNMENT:
        row = f"the box does not begin at a multiple of {_ROW_ALIGNMENT} bytes in its row"
        execution.report("misaligned", lane, memory="global", note=row)
    if execution.options.only is None:
        source, inside, place = _box(execution, tensor, block, target, coordinates)
        if execution.shared_checker:
            units = execution.shared_checker.units(place, tensor.itemsize)
            proxied = execution.options.proxy_fences or not by_library
            execution.shared_checker.copy_box(units, lane, barrier, proxied=proxied)
        item = tensor.itemsize
        if execution.global_checker:
            execution.global_checker.read_in_bulk(source[inside], item, lane)
        data = np.zeros(inside.shape, execution.memory.views[item].dtype)
        data[inside] = execution.memory.values(source[inside], item)
        execution.shared.store(place, item, [data])
    if barrier is not None:
        execution.clusters.reached(lane, block, (barrier.column, barrier.phase + 1))
        if recorder := execution.options.recorder:
            recorder.box(execution, lane, execution.mbarriers.phase(barrier), tensor, coordinates)
        barrier.pending_bytes -= tensor.box_bytes
        execution.mbarriers.settle(barrier)


def store_box(
    execution: Execution,
    lane: int,
    tensor: TensorMap | None,
    source: int,
    coordinates: list[int],
    reduction: Update | None = None,
) -> None:
    """Store a box of shared memory to global memory; `reduction` combines it with old values."""
    block, source = execution.clusters.place(lane, source)
    if tensor is None:
        return
    _note_tile(execution, tensor, source)
    if not _is_within(execution, lane, block, source, tensor.box_bytes, tensor.alignment):
        return
    if recorder := execution.options.recorder:
        recorder.box(execution, lane, None, tensor, coordinates)
    if execution.options.only is not None:
        return
    target, inside, place = _box(execution, tensor, block, source, coordinates)
    if execution.shared_checker:
        # What lies beyond the tensor is not stored.
        units = execution.shared_checker.units(place[inside], tensor.itemsize)
        execution.bulk_stores.start(lane, units)
    item = tensor.itemsize
    data = execution.shared.views[item][place // item][inside]
    target = target[inside]
    held = execution.memory.values(target, item)
    thread = np.full(target.shape, execution.thread[lane])
    checker = execution.global_checker
    if reduction:
        if checker:
            checker.atomic(target, item, thread)
        data = reduction(held, data)
    elif checker:
        same = held == data
        checker.write(target, item, thread, lambda: same)
    if checker:
        execution.bulk_stores.writes(target, item, reduces=bool(reduction))
    execution.memory.store(target, item, [data])


def _box(
    execution: Execution, tensor: TensorMap, block: int, shared: int, coordinates: list[int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(global offsets, mask of elements inside the tensor, shared offsets) of a box.

    Elements are ordered with the innermost axis last.
    """
    signed = [
        coordinate - (1 << 32) if coordinate >> 31 else coordinate for coordinate in coordinates
    ]
    grid = np.indices(tensor.box[::-1])[::-1]
    inside = np.ones(grid[0].shape, bool)
    far = np.full(grid[0].shape, execution.memory.regions[tensor.argument].start, np.int64)
    strides = (tensor.itemsize, *tensor.strides)
    for axis, start, extent, stride in zip(grid, signed, tensor.shape, strides, strict=True):
        inside &= (axis + start >= 0) & (axis + start < extent)
        far += (axis + start) * stride
    near = shared + np.arange(inside.size) * tensor.itemsize
    near = swizzled(near, tensor.swizzle) + block * execution.shared_stride
    return far.ravel(), inside.ravel(), near


# Sizes are in units of this many bytes; addresses are aligned to it.
_UNIT = 16
_WORD = 4


@instruction("UBLKCP", "UBLKRED")
def copy_bulk(code: Code, execution: Execution) -> Action:
    """cp.async.bulk and cp.reduce.async.bulk.

    If the destination is in shared memory, its uniform registers are followed by the mbarrier's.
    The last operand has the size in its lower half and, with .MULTICAST, the cluster's blocks in
    the upper.
    """
    to, source = code.modifiers[:2]
    reduction = _reduction(code) if code.base == "UBLKRED" else None
    code.only("S", "G", "MULTICAST", *(_REDUCTION_MODIFIERS if reduction else ()))
    if (to, source) not in (("S", "G"), ("G", "S"), ("S", "S")):
        raise code.unknown()
    if reduction and (to, source) == ("S", "G"):
        raise code.unknown()
    registers = execution.registers
    target, origin = (operand.parts[0] for operand in code.operands[:2])
    places = registers.pair(target), registers.pair(origin)
    sizes = registers.raw(code.operands[2])

    def act(mask: Mask) -> None:
        words = [np.broadcast_to(read(), (execution.threads,)) for read in (*places, sizes)]
        for lane in first_lanes(execution, mask).tolist():
            address, begin, packed = (int(word[lane]) for word in words)
            size, named = (packed & 0xFFFF) * _UNIT, packed >> 16
            if (to, source) == ("S", "S"):
                _within_cluster(execution, lane, address, begin & 0xFFFFFFFF, size, reduction)
                continue
            line = _line(execution, lane, begin if to == "S" else address, size)
            if line is None:
                continue
            tensor, first = line
            if to == "G":
                store_box(execution, lane, tensor, begin & 0xFFFFFFFF, first, reduction)
                continue
            pairs = [(address & 0xFFFFFFFF, address >> 32)]
            if code.has("MULTICAST"):
                of_mask = execution.clusters.of_mask
                pairs = zip(*(of_mask(lane, words, named) for words in pairs[0]), strict=True)
            for each, signal in pairs:
                load_box(execution, lane, tensor, each, signal, first)

    return act


def _line(
    execution: Execution, lane: int, address: int, size: int
) -> tuple[TensorMap, list[int]] | None:
    """The array at a global address as a one-dimensional tensor, and the addressed word's
    coordinate; None after a finding."""
    memory = execution.memory
    at = np.array([address - GLOBAL_BASE]), np.array([lane]), size
    if not checked(execution, "global", *at, memory.inside, _UNIT)[0].size:
        return None
    region = memory.region_of(address, address + size)
    words = -(-(region.end - region.start) // _WORD)
    argument = memory.regions.index(region)
    first = (address - GLOBAL_BASE - region.start) // _WORD
    line = TensorMap(argument, (words,), (), (size // _WORD,), _WORD, alignment=_UNIT)
    return line, [first]


def _within_cluster(
    execution: Execution,
    lane: int,
    target: int,
    source: int,
    size: int,
    reduction: Update | None,
) -> None:
    """Copy from a block's shared memory to that of a block of the cluster; the source counts as
    read."""
    checker, clusters = execution.shared_checker, execution.clusters
    block, begin = clusters.place(lane, source)
    within = _shared_units(execution, lane, block, begin, size)
    if within is None:
        return
    barrier = execution.mbarriers.find(lane, target >> 32)
    if barrier is None:
        return
    if checker:
        checker.send(checker.units(within, _WORD), lane, barrier)
    clusters.must_outlive(block, barrier.column, barrier.phase + 1)
    words = execution.shared.load(within, _WORD)
    _arrive(execution, lane, target & 0xFFFFFFFF, barrier, words[0], reduction)


def _shared_units(
    execution: Execution, lane: int, block: int, address: int, size: int, unit: int = _UNIT
) -> np.ndarray | None:
    """Offsets in the shared store of an access's words; None after a finding."""
    if not _is_within(execution, lane, block, address, size, unit):
        return None
    return block * execution.shared_stride + address + np.arange(0, size, _WORD)


def _arrive(
    execution: Execution,
    lane: int,
    target: int,
    barrier: Mbarrier | None,
    words: np.ndarray,
    update: Update | None = None,
) -> None:
    """Words arrive in the cluster's shared memory, and their bytes at an mbarrier."""
    size = words.nbytes
    block, address = execution.clusters.place(lane, target)
    places = _shared_units(execution, lane, block, address, size, min(size, _UNIT))
    if places is None or barrier is None:
        return
    checker = execution.shared_checker
    if checker and update:
        checker.atomic(places, _WORD, np.full(places.shape, lane))
        checker.wrote_in_bulk(places, _WORD)
    elif checker:
        checker.copy_box(checker.units(places, _WORD), lane, barrier, proxied=False)
    held = execution.shared.load(places, _WORD)[0]
    execution.shared.store(places, _WORD, [update(held, words) if update else words])
    execution.clusters.reached(lane, block, (barrier.column, barrier.phase + 1))
    if update:
        # Several reductions may have one target: the mbarrier orders the lane before its waiters.
        execution.mbarriers.arrive(lane, barrier, 0, -size)
    else:
        barrier.pending_bytes -= size
        execution.mbarriers.settle(barrier)


@instruction("STAS", "REDAS")
def store_in_cluster(code: Code, execution: Execution) -> Action:
    """st.async and red.async: a register pair holds the addresses of the destination and of the
    mbarrier."""
    reduction = _reduction(code) if code.base == "REDAS" else None
    code.only("64", "128", *(_REDUCTION_MODIFIERS if reduction else ()))
    place, value = code.operands
    count = 4 if code.has("128") else 2 if code.has("64") else 1
    rows = [execution.registers.row(value, part) for part in range(count)]

    pairs = address(place, execution)

    def act(mask: Mask) -> None:
        for lane, target in zip(execution.lanes(mask).tolist(), pairs(mask).tolist(), strict=True):
            words = np.array([row[lane] for row in rows], np.uint32)
            barrier = execution.mbarriers.find(lane, target >> 32)
            _arrive(execution, lane, target & 0xFFFFFFFF, barrier, words, reduction)

    return act
