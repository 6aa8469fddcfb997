"""TMA: boxes of a tensor to and from shared memory; cluster barriers.

Semantics follow the PTX ISA (cp.async.bulk.tensor, cp.async.bulk.commit_group, barrier.cluster).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ...counting.shared_tiles import BOX
from ...isa.operands import Code
from ...state.memory import SHARED_BASE
from ...state.registers import Mask
from ..shared_layouts import box_tile, swizzled
from . import Action, instruction
from .hopper import first_lanes
from .matrices import whole_warps
from .reductions import Reduction

if TYPE_CHECKING:
    from ...launch import TensorMap
    from ..interpreter import Interpreter

_RANKS = ("1D", "2D", "3D", "4D", "5D")
# Bytes: an H100 stops with an illegal instruction where a loaded box begins elsewhere in its row
# (float32, no swizzle; rows 8 bytes before the array and 4, 8 and 152 bytes behind its start).
_ROW_ALIGNMENT = 16


@instruction("UTMALDG")
def load_tile(code: Code, interpreter: Interpreter) -> Action:
    """cp.async.bulk.tensor: a box to shared memory; an mbarrier counts its bytes.

    The uniform registers from the first operand on hold destination, mbarrier and coordinates. With
    .MULTICAST, the upper half of the third operand selects the blocks of the cluster that receive
    the box, and its bytes at their mbarrier, at the same offsets.
    """
    code.only(*_RANKS, "DESC", "MULTICAST")
    asked = _operands(code, interpreter, 2)
    blocks = interpreter.registers.raw(code.operands[2]) if code.has("MULTICAST") else None

    def act(mask: Mask) -> None:
        for lane, tensor, (target, barrier, *coordinates) in asked(mask):
            if blocks is None:
                load_box(interpreter, lane, tensor, target, barrier, coordinates)
                continue
            named = int(blocks()[lane]) >> 16
            places = (
                interpreter.clusters.of_mask(lane, words, named) for words in (target, barrier)
            )
            for each, signal in zip(*places, strict=True):
                load_box(interpreter, lane, tensor, each, signal, coordinates)

    return act


@instruction("UTMASTG")
def store_tile(code: Code, interpreter: Interpreter) -> Action:
    """cp.async.bulk.tensor to global memory: a box of shared memory, in a bulk group.

    The uniform registers from the first operand on hold source and coordinates. Data arrives at
    once; the source counts as being read until the group is awaited.
    """
    code.only(*_RANKS)
    asked = _operands(code, interpreter, 1)

    def act(mask: Mask) -> None:
        for lane, tensor, (source, *coordinates) in asked(mask):
            store_box(interpreter, lane, tensor, source, coordinates)

    return act


@instruction("UTMAREDG")
def reduce_tile(code: Code, interpreter: Interpreter) -> Action:
    """cp.reduce.async.bulk.tensor: adds a box to global memory, or combines them by another
    operation."""
    code.only(*_RANKS, *Reduction.MODIFIERS)
    asked = _operands(code, interpreter, 1)

    def act(mask: Mask) -> None:
        for lane, tensor, (source, *coordinates) in asked(mask):
            if tensor is not None and not tensor.dtype:
                raise code.unknown("a tensor map without dtype")
            reduction = Reduction.of(code, tensor.dtype) if tensor else None
            store_box(interpreter, lane, tensor, source, coordinates, reduction)

    return act


@instruction("UTMACMDFLUSH")
def commit_stores(code: Code, interpreter: Interpreter) -> Action:
    """cp.async.bulk.commit_group."""
    code.only()
    return lambda mask: interpreter.bulk_stores.commit(interpreter.lanes(mask))


@instruction("UCGABAR_ARV")
def arrive_at_cluster(code: Code, interpreter: Interpreter) -> Action:
    """barrier.cluster.arrive.aligned."""
    code.only()

    def act(mask: Mask) -> None:
        whole_warps(interpreter, mask)
        interpreter.clusters.arrive(interpreter.warps_of(mask))

    return act


@instruction("UCGABAR_WAIT")
def wait_for_cluster(code: Code, interpreter: Interpreter) -> Action:
    """barrier.cluster.wait.aligned; `Control` implements the wait."""
    code.only()
    return lambda mask: whole_warps(interpreter, mask)


def _operands(
    code: Code, interpreter: Interpreter, numbers: int
) -> Callable[[Mask], list[tuple[int, TensorMap | None, list[int]]]]:
    """Per warp: first active lane, tensor map, and the values of `numbers` registers, then the
    coordinates."""
    rank = int(code.modifiers[0][0])
    registers = interpreter.registers
    where, descriptor = (operand.parts[0] for operand in code.operands[:2])
    rows = [registers.row(where, part) for part in range(numbers + rank)]
    maps = registers.pair(descriptor)

    def asked(mask: Mask) -> list[tuple[int, TensorMap | None, list[int]]]:
        pointers, requests = maps(), []
        for lane in first_lanes(interpreter, mask).tolist():
            tensor = interpreter.maps.get(int(pointers[lane]))
            if tensor is None or len(tensor.shape) != rank:
                name = interpreter.name_lane(lane)
                interpreter.findings.add(
                    "out-of-bounds", interpreter.at, memory="global", threads=(name,),
                    note="no tensor map",
                )  # fmt: skip
                tensor = None
            requests.append((lane, tensor, [int(row[lane]) for row in rows]))
        return requests

    return asked


def _is_placed(
    interpreter: Interpreter, lane: int, tensor: TensorMap, block: int, address: int
) -> bool:
    """Whether a box is aligned and within a block's shared memory; adds a finding otherwise."""
    size, problem = tensor.box_bytes, ""
    if address % tensor.alignment:
        problem = "misaligned"
    elif not SHARED_BASE <= address <= SHARED_BASE + interpreter.shared_bytes - size or (
        block // interpreter.cluster != int(interpreter.block_of[lane]) // interpreter.cluster
    ):
        problem = "out-of-bounds"
    if problem:
        name = interpreter.name_lane(lane)
        interpreter.findings.add(
            problem, interpreter.at, memory="shared", byte=address - SHARED_BASE, threads=(name,)
        )
    return not problem


def load_box(
    interpreter: Interpreter,
    lane: int,
    tensor: TensorMap | None,
    target: int,
    barrier_at: int,
    coordinates: list[int],
) -> None:
    """Load a box of global memory to shared memory; its bytes arrive at an mbarrier."""
    # cuda::memcpy_async documents no fence between a barrier's init() and its first copy.
    by_library = interpreter.program.codes[interpreter.at].instruction.by_library
    barrier = interpreter.mbarriers.find(lane, barrier_at, asynchronous=not by_library)
    if tensor is None:
        return
    block, target = interpreter.clusters.place(lane, target)
    if interpreter.options.tiles is not None:
        code = interpreter.program.codes[interpreter.at]
        interpreter.options.tiles.setdefault((code.at, BOX), box_tile(code, tensor, target))
    if not _is_placed(interpreter, lane, tensor, block, target):
        return
    if coordinates[0] * tensor.itemsize % _ROW_ALIGNMENT:
        interpreter.findings.add(
            "misaligned", interpreter.at, memory="global", threads=(interpreter.name_lane(lane),),
            note=f"the box does not begin at a multiple of {_ROW_ALIGNMENT} bytes in its row",
        )  # fmt: skip
    if interpreter.options.only is None:
        source, inside, place = _box(interpreter, tensor, block, target, coordinates)
        if interpreter.shared_checker:
            units = interpreter.shared_checker.units(place, tensor.itemsize)
            proxied = interpreter.options.proxy_fences or not by_library
            interpreter.shared_checker.copy_box(units, lane, barrier, proxied=proxied)
        item = tensor.itemsize
        if interpreter.global_checker:
            interpreter.global_checker.read_in_bulk(source[inside], item, lane)
        data = interpreter.memory.views[item][np.where(inside, source, 0) // item]
        interpreter.shared.store(place, item, [np.where(inside, data, 0)])
    if barrier is not None:
        interpreter.clusters.reached(lane, block, (barrier.column, barrier.phase + 1))
        if recorder := interpreter.options.recorder:
            recorder.box(
                interpreter, lane, interpreter.mbarriers.phase(barrier), tensor, coordinates
            )
        barrier.pending_bytes -= tensor.box_bytes
        interpreter.mbarriers.settle(barrier)


def store_box(
    interpreter: Interpreter,
    lane: int,
    tensor: TensorMap | None,
    source: int,
    coordinates: list[int],
    reduction: Reduction | None = None,
) -> None:
    """Store a box of shared memory to global memory; `reduction` combines it with old values."""
    block, source = interpreter.clusters.place(lane, source)
    if tensor is None or not _is_placed(interpreter, lane, tensor, block, source):
        return
    if recorder := interpreter.options.recorder:
        recorder.box(interpreter, lane, None, tensor, coordinates)
    if interpreter.options.only is not None:
        return
    target, inside, place = _box(interpreter, tensor, block, source, coordinates)
    if interpreter.shared_checker:
        units = interpreter.shared_checker.units(place, tensor.itemsize)
        interpreter.bulk_stores.start(lane, units)
    item = tensor.itemsize
    data = interpreter.shared.views[item][place // item][inside]
    target = target[inside]
    held = interpreter.memory.views[item][target // item]
    thread = np.full(target.shape, interpreter.thread[lane])
    checker = interpreter.global_checker
    if reduction:
        if checker:
            checker.atomic(target, item, thread)
        data = reduction(held, data)
    elif checker:
        same = held == data
        checker.write(target, item, thread, lambda: same)
    if checker:
        interpreter.bulk_stores.writes(target, item, reduces=bool(reduction))
    interpreter.memory.store(target, item, [data])


def _box(
    interpreter: Interpreter, tensor: TensorMap, block: int, shared: int, coordinates: list[int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(global offsets, mask of elements inside the tensor, shared offsets) of a box.

    Elements are ordered with the innermost axis last.
    """
    signed = [
        coordinate - (1 << 32) if coordinate >> 31 else coordinate for coordinate in coordinates
    ]
    grid = np.indices(tensor.box[::-1])[::-1]
    inside = np.ones(grid[0].shape, bool)
    far = np.full(grid[0].shape, interpreter.memory.regions[tensor.argument].start, np.int64)
    strides = (tensor.itemsize, *tensor.strides)
    for axis, start, extent, stride in zip(grid, signed, tensor.shape, strides, strict=True):
        inside &= (axis + start >= 0) & (axis + start < extent)
        far += (axis + start) * stride
    near = shared + np.arange(inside.size) * tensor.itemsize
    near = swizzled(near, tensor.swizzle) + block * interpreter.shared_stride
    return far.ravel(), inside.ravel(), near
