"""The tensor memory accelerator: boxes of a tensor to and from shared memory, and clusters.

What they do is the PTX ISA's (cp.async.bulk.tensor, cp.async.bulk.commit_group, barrier.cluster).
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

if TYPE_CHECKING:
    from ...launch import TensorMap
    from ..interpreter import Machine

_RANKS = ("1D", "2D", "3D", "4D", "5D")


@instruction("UTMALDG")
def load_tile(code: Code, machine: Machine) -> Action:
    """cp.async.bulk.tensor: a box into shared memory; an mbarrier counts its bytes.

    The uniform registers from the first operand on hold destination, mbarrier and coordinates. With
    MULTICAST the upper half of a third operand has a bit for each block of the cluster that gets
    the box, at the same place, and its bytes at the same mbarrier.
    """
    code.only(*_RANKS, "DESC", "MULTICAST")
    asked = _operands(code, machine, 2)
    blocks = machine.registers.raw(code.operands[2]) if code.has("MULTICAST") else None

    def act(mask: Mask) -> None:
        for lane, tensor, (target, barrier, *at) in asked(mask):
            if blocks is None:
                _load_box(machine, lane, tensor, target, barrier, at)
                continue
            named = int(blocks()[lane]) >> 16
            places = (machine.clusters.of_mask(lane, one, named) for one in (target, barrier))
            for each, signal in zip(*places, strict=True):
                _load_box(machine, lane, tensor, each, signal, at)

    return act


@instruction("UTMASTG")
def store_tile(code: Code, machine: Machine) -> Action:
    """cp.async.bulk.tensor to global memory: a box of shared memory, part of a bulk group.

    The uniform registers from the first operand on hold source and coordinates. The box is there at
    once; shared memory is being read until the group is waited for.
    """
    code.only(*_RANKS)
    asked = _operands(code, machine, 1)

    def act(mask: Mask) -> None:
        for lane, tensor, (source, *at) in asked(mask):
            _store_box(machine, lane, tensor, source, at)

    return act


@instruction("UTMACMDFLUSH")
def commit_stores(code: Code, machine: Machine) -> Action:
    """cp.async.bulk.commit_group."""
    code.only()
    return lambda mask: machine.bulk_stores.commit(machine.lanes(mask))


@instruction("UCGABAR_ARV")
def arrive_at_cluster(code: Code, machine: Machine) -> Action:
    """barrier.cluster.arrive.aligned."""
    code.only()

    def act(mask: Mask) -> None:
        whole_warps(machine, mask)
        machine.clusters.arrive(machine.warps_of(mask))

    return act


@instruction("UCGABAR_WAIT")
def wait_for_cluster(code: Code, machine: Machine) -> Action:
    """barrier.cluster.wait.aligned, of which `Control` has the waiting."""
    code.only()
    return lambda mask: whole_warps(machine, mask)


def _operands(
    code: Code, machine: Machine, numbers: int
) -> Callable[[Mask], list[tuple[int, TensorMap | None, list[int]]]]:
    """By warp, the first active lane, the tensor map, and so many registers and the coordinates."""
    rank = int(code.modifiers[0][0])
    registers = machine.registers
    where, descriptor = (operand.parts[0] for operand in code.operands[:2])
    rows = [registers.row(where, part) for part in range(numbers + rank)]
    maps = registers.pair(descriptor)

    def asked(mask: Mask) -> list[tuple[int, TensorMap | None, list[int]]]:
        pointers, found = maps(), []
        for lane in first_lanes(machine, mask).tolist():
            tensor = machine.maps.get(int(pointers[lane]))
            if tensor is None or len(tensor.shape) != rank:
                name = machine.name_lane(lane)
                machine.findings.add(
                    "out-of-bounds", machine.at, memory="global", threads=(name,),
                    note="no tensor map",
                )  # fmt: skip
                tensor = None
            found.append((lane, tensor, [int(row[lane]) for row in rows]))
        return found

    return asked


def _is_placed(machine: Machine, lane: int, tensor: TensorMap, block: int, at: int) -> bool:
    """Whether a box lies in a block's shared memory as it should; else that is a finding."""
    size = int(np.prod(tensor.box)) * tensor.itemsize
    problem = ""
    if at % max(128, 8 * tensor.swizzle):
        problem = "misaligned"
    elif not SHARED_BASE <= at <= SHARED_BASE + machine.shared_bytes - size or (
        block // machine.cluster != int(machine.block_of[lane]) // machine.cluster
    ):
        problem = "out-of-bounds"
    if problem:
        name = machine.name_lane(lane)
        machine.findings.add(
            problem, machine.at, memory="shared", byte=at - SHARED_BASE, threads=(name,)
        )
    return not problem


def _load_box(
    machine: Machine,
    lane: int,
    tensor: TensorMap | None,
    target: int,
    barrier_at: int,
    at: list[int],
) -> None:
    barrier = machine.mbarriers.find(lane, barrier_at, asynchronous=True)
    if tensor is None:
        return
    block, target = machine.clusters.place(lane, target)
    if machine.options.tiles is not None:
        code = machine.program.codes[machine.at]
        machine.options.tiles.setdefault((code.at, BOX), box_tile(code, tensor, target))
    if not _is_placed(machine, lane, tensor, block, target):
        return
    if machine.options.only is None:
        source, inside, place = _box(machine, tensor, block, target, at)
        if machine.shared_checker:
            units = np.unique(place // machine.shared_checker.granule)
            machine.shared_checker.copy_box(units, lane, barrier)
        item = tensor.itemsize
        data = machine.memory.views[item][np.where(inside, source, 0) // item]
        machine.shared.store(place, item, [np.where(inside, data, 0)])
    if barrier is not None:
        machine.clusters.reached(lane, block, (barrier.column, barrier.phase + 1))
        if recorder := machine.options.recorder:
            recorder.box(machine, lane, machine.mbarriers.phase(barrier), tensor, at)
        barrier.pending_bytes -= int(np.prod(tensor.box)) * tensor.itemsize
        machine.mbarriers.settle(barrier)


def _store_box(
    machine: Machine, lane: int, tensor: TensorMap | None, source: int, at: list[int]
) -> None:
    block, source = machine.clusters.place(lane, source)
    if tensor is None or not _is_placed(machine, lane, tensor, block, source):
        return
    if recorder := machine.options.recorder:
        recorder.box(machine, lane, None, tensor, at)
    if machine.options.only is not None:
        return
    target, inside, place = _box(machine, tensor, block, source, at)
    if machine.shared_checker:
        machine.bulk_stores.start(lane, np.unique(place // machine.shared_checker.granule))
    item = tensor.itemsize
    data = machine.shared.views[item][place // item][inside]
    target = target[inside]
    if machine.global_checker:
        held = machine.memory.views[item][target // item] == data
        thread = np.full(target.shape, machine.thread[lane])
        machine.global_checker.write(target, item, thread, lambda: held)
    machine.memory.store(target, item, [data])


def _box(
    machine: Machine, tensor: TensorMap, block: int, shared: int, at: list[int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of a box's elements, the innermost axis last: their places in global memory, which of them
    lie within the tensor, and their places in a block's shared memory."""
    signed = [one - (1 << 32) if one >> 31 else one for one in at]
    grid = np.indices(tensor.box[::-1])[::-1]
    inside = np.ones(grid[0].shape, bool)
    far = np.full(grid[0].shape, machine.memory.regions[tensor.argument].start, np.int64)
    strides = (tensor.itemsize, *tensor.strides)
    for axis, start, extent, stride in zip(grid, signed, tensor.shape, strides, strict=True):
        inside &= (axis + start >= 0) & (axis + start < extent)
        far += (axis + start) * stride
    near = shared + np.arange(inside.size) * tensor.itemsize
    near = swizzled(near, tensor.swizzle) + block * machine.shared_stride
    return far.ravel(), inside.ravel(), near
