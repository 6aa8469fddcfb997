"""One-dimensional bulk copies and reductions, and asynchronous stores within a cluster.

Semantics follow the PTX ISA (cp.async.bulk, cp.reduce.async.bulk, st.async, red.async). A copy
between global and shared memory is a TMA box of one dimension.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...isa.operands import Code
from ...launch import TensorMap
from ...state.memory import GLOBAL_BASE
from ...state.registers import Mask
from . import Action, instruction
from .accesses import address, note
from .hopper import first_lanes
from .reductions import Reduction
from .tensor_memory import load_box, store_box

if TYPE_CHECKING:
    from ...state.mbarriers import Mbarrier
    from ..interpreter import Interpreter

# Sizes are in units of this many bytes; addresses are aligned to it.
_UNIT = 16
_WORD = 4


@dataclass(frozen=True)
class _Line(TensorMap):
    """An array, from an element on, as a one-dimensional tensor."""

    @property
    def alignment(self) -> int:
        return _UNIT


@instruction("UBLKCP", "UBLKRED")
def copy(code: Code, interpreter: Interpreter) -> Action:
    """cp.async.bulk and cp.reduce.async.bulk.

    If the destination is in shared memory, its uniform registers are followed by the mbarrier's.
    The last operand has the size in its lower half and, with .MULTICAST, the cluster's blocks in
    the upper.
    """
    to, source = code.modifiers[:2]
    reduction = Reduction.of(code) if code.base == "UBLKRED" else None
    code.only("S", "G", "MULTICAST", *(Reduction.MODIFIERS if reduction else ()))
    if (to, source) not in (("S", "G"), ("G", "S"), ("S", "S")):
        raise code.unknown()
    if reduction and (to, source) == ("S", "G"):
        raise code.unknown()
    registers = interpreter.registers
    target, origin = (operand.parts[0] for operand in code.operands[:2])
    places = registers.pair(target), registers.pair(origin)
    sizes = registers.raw(code.operands[2])

    def act(mask: Mask) -> None:
        words = [np.broadcast_to(read(), (interpreter.threads,)) for read in (*places, sizes)]
        for lane in first_lanes(interpreter, mask).tolist():
            address, begin, packed = (int(word[lane]) for word in words)
            size, named = (packed & 0xFFFF) * _UNIT, packed >> 16
            if (to, source) == ("S", "S"):
                _within_cluster(interpreter, lane, address, begin & 0xFFFFFFFF, size, reduction)
                continue
            line = _line(interpreter, lane, begin if to == "S" else address, size)
            if line is None:
                continue
            tensor, first = line
            if to == "G":
                store_box(interpreter, lane, tensor, begin & 0xFFFFFFFF, first, reduction)
                continue
            pairs = [(address & 0xFFFFFFFF, address >> 32)]
            if code.has("MULTICAST"):
                of_mask = interpreter.clusters.of_mask
                pairs = zip(*(of_mask(lane, words, named) for words in pairs[0]), strict=True)
            for each, signal in pairs:
                load_box(interpreter, lane, tensor, each, signal, first)

    return act


def _line(
    interpreter: Interpreter, lane: int, address: int, size: int
) -> tuple[TensorMap, list[int]] | None:
    """The array at a global address and the addressed word's coordinate; None after a finding."""
    memory = interpreter.memory
    region = memory.region_of(address, address + size)
    problem = "" if region else "out-of-bounds"
    if address % _UNIT:
        problem = "misaligned"
    if problem:
        note(
            interpreter,
            problem,
            "global",
            np.array([address - GLOBAL_BASE]),
            np.array([lane]),
            size,
        )
        return None
    words = -(-(region.end - region.start) // _WORD)
    argument = memory.regions.index(region)
    first = (address - GLOBAL_BASE - region.start) // _WORD
    return _Line(argument, (words,), (), (size // _WORD,), _WORD), [first]


def _within_cluster(
    interpreter: Interpreter,
    lane: int,
    target: int,
    source: int,
    size: int,
    reduction: Reduction | None,
) -> None:
    """Copy from a block's shared memory to that of a block of the cluster; the source counts as
    read."""
    checker, clusters = interpreter.shared_checker, interpreter.clusters
    block, begin = clusters.place(lane, source)
    within = _shared_units(interpreter, lane, block, begin, size)
    if within is None:
        return
    barrier = interpreter.mbarriers.find(lane, target >> 32)
    if barrier is None:
        return
    if checker:
        checker.send(checker.units(within, _WORD), lane, barrier)
    clusters.must_outlive(block, barrier.column, barrier.phase + 1)
    words = interpreter.shared.load(within, _WORD)
    _arrive(interpreter, lane, target & 0xFFFFFFFF, barrier, words[0], reduction)


def _shared_units(
    interpreter: Interpreter, lane: int, block: int, address: int, size: int, unit: int = _UNIT
) -> np.ndarray | None:
    """Offsets in the shared store of an access's words; None after a finding."""
    start = interpreter.shared_base
    own = int(interpreter.block_of[lane]) // interpreter.cluster
    problem = "misaligned" if address % unit else ""
    if block // interpreter.cluster != own or not (
        start <= address <= start + interpreter.shared_bytes - size
    ):
        problem = "out-of-bounds"
    if problem:
        note(interpreter, problem, "shared", np.array([address]), np.array([lane]), size)
        return None
    return block * interpreter.shared_stride + address + np.arange(0, size, _WORD)


def _arrive(
    interpreter: Interpreter,
    lane: int,
    target: int,
    barrier: Mbarrier | None,
    words: np.ndarray,
    update: Reduction | None = None,
) -> None:
    """Words arrive in the cluster's shared memory, and their bytes at an mbarrier."""
    size = words.nbytes
    block, address = interpreter.clusters.place(lane, target)
    places = _shared_units(interpreter, lane, block, address, size, min(size, _UNIT))
    if places is None or barrier is None:
        return
    checker = interpreter.shared_checker
    if checker and update:
        checker.atomic(places, _WORD, np.full(places.shape, lane))
        checker.wrote_in_bulk(places, _WORD)
    elif checker:
        checker.copy_box(checker.units(places, _WORD), lane, barrier, proxied=False)
    held = interpreter.shared.load(places, _WORD)[0]
    interpreter.shared.store(places, _WORD, [update(held, words) if update else words])
    interpreter.clusters.reached(lane, block, (barrier.column, barrier.phase + 1))
    if update:
        # Several reductions may have one target: the mbarrier orders the lane before its waiters.
        interpreter.mbarriers.arrive(lane, barrier, 0, -size)
    else:
        barrier.pending_bytes -= size
        interpreter.mbarriers.settle(barrier)


@instruction("STAS", "REDAS")
def store_in_cluster(code: Code, interpreter: Interpreter) -> Action:
    """st.async and red.async: a register pair holds the addresses of the destination and of the
    mbarrier."""
    reduction = Reduction.of(code) if code.base == "REDAS" else None
    code.only("64", "128", *(Reduction.MODIFIERS if reduction else ()))
    place, value = code.operands
    count = 4 if code.has("128") else 2 if code.has("64") else 1
    rows = [interpreter.registers.row(value, part) for part in range(count)]

    pairs = address(place, interpreter)

    def act(mask: Mask) -> None:
        for lane, target in zip(
            interpreter.lanes(mask).tolist(), pairs(mask).tolist(), strict=True
        ):
            words = np.array([row[lane] for row in rows], np.uint32)
            barrier = interpreter.mbarriers.find(lane, target >> 32)
            _arrive(interpreter, lane, target & 0xFFFFFFFF, barrier, words, reduction)

    return act
